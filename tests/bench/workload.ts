/** Workloads: what is timed. Dense soups on finite grids, so that every algorithm does the same work. */

import type { Soup } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { torus } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";

export interface Workload {
  readonly id: string;
  readonly name: string;
  readonly rule: Rule;
  readonly topology: Topology;
  readonly soup: Soup;
}

/** A half-dense soup that fills a torus. */
export function soupWorkload(ruleText: string, width: number, height: number, seed = 1): Workload {
  return {
    id: `${ruleText}-${width}x${height}`,
    name: `${ruleText}, torus ${width} x ${height}`,
    rule: parseRule(ruleText),
    topology: torus(width, height),
    soup: { seed, density: 0.5, width, height },
  };
}

/** The three rules that the seeds of Tessella ran, at one size. */
export function seedWorkloads(side: number): readonly Workload[] {
  return ["B3/S23", "B4678/S35678", "B2/S34H"].map((rule) => soupWorkload(rule, side, side));
}
