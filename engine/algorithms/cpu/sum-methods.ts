/** Which way `sums` takes: bit slices where a shape suits them, else running sums. */

import { TessellaError } from "../../core/errors.ts";
import type { Topology } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { RowSteps } from "./reference-rows.ts";
import { isForSlices, slicedMethod } from "./sliced-rows.ts";
import { rowsBy, runningMethod } from "./sum-rows.ts";

/** Errors: a RangeError where the machine gives no such memory. */
export function sumsOf(rule: Rule, topology: Topology): RowSteps {
  const { form } = rule;
  if (form.kind !== "counted")
    throw new TessellaError("unsupported-rule", `There are no sums over a shape in ${rule.text}.`);
  const counted = { ...rule, form };
  return rowsBy(isForSlices(form) ? slicedMethod(counted, topology) : runningMethod(counted, topology));
}
