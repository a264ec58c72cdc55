/** Which way `sums` takes: bit slices where a shape suits them, else running sums. */

import { TessellaError } from "../../core/errors.ts";
import type { Topology } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { RowSteps } from "./reference-rows.ts";
import { slicedEffort, slicedMethod } from "./sliced-rows.ts";
import { LEAST_EFFORT, rowsBy, runningEffort, runningMethod } from "./sum-rows.ts";
import type { SumStepper } from "./sum-stepper.ts";

/** `stepper`: what computes bands on bit slices. Errors: a RangeError where the machine gives no such memory. */
export function sumsOf(rule: Rule, topology: Topology, stepper: SumStepper): RowSteps {
  const { form } = rule;
  if (form.kind !== "counted")
    throw new TessellaError("unsupported-rule", `There are no sums over a shape in ${rule.text}.`);
  const counted = { ...rule, form };
  const effort = slicedEffort(counted, topology);
  const isForSlices =
    effort !== null && (effort <= LEAST_EFFORT || effort <= runningEffort(counted, topology));
  return rowsBy(isForSlices ? slicedMethod(counted, topology, stepper) : runningMethod(counted, topology));
}
