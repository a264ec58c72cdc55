/** Facts about a universe as text, for people and as JSON. */

import type { Universe } from "../algorithms/algorithm.ts";
import { groupedSize } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import type { Topology } from "../core/topology.ts";
import { formatTopology } from "../core/topology.ts";
import { nameOfRule } from "../rules/named.ts";
import type { Rule } from "../rules/rule.ts";

/** "51 x 109 at (-21, -54)". */
export function boundsText(box: Rect): string {
  return `${groupedSize(box.w, box.h)} at (${box.x}, ${box.y})`;
}

/** null for no cells. */
export function jsonBounds(box: Rect | null): object | null {
  return box && { x: box.x, y: box.y, width: box.w, height: box.h };
}

/** "B3/S23 (Life)". */
export function ruleWithName(rule: Rule): string {
  const text = rule.text;
  const name = nameOfRule(text);
  return name ? `${text} (${name})` : text;
}

/** `unbounded`, or the grid in the notation after a rule's colon: `T64,64`. */
export function topologyText(topology: Topology): string {
  return topology.kind === "unbounded" ? "unbounded" : formatTopology(topology).slice(1);
}

/** What held the universe: rule, topology, algorithm and, for a GPU, its adapter. */
export function jsonHolder(universe: Universe): object {
  const { rule, topology, algorithm, adapter } = universe;
  return {
    rule: rule.text,
    topology: topologyText(topology),
    algorithm,
    ...(adapter === undefined ? {} : { adapter }),
  };
}

export function holderRows(universe: Universe): readonly (readonly [string, string])[] {
  return [
    ["rule", ruleWithName(universe.rule)],
    ["topology", topologyText(universe.topology)],
    algorithmRow(universe),
  ];
}

export function algorithmRow({ algorithm, adapter }: Universe): readonly [string, string] {
  return ["algorithm", adapter ? `${algorithm} on ${adapter}` : algorithm];
}

/** Seconds to the microsecond: more digits are noise. */
export function jsonSeconds(seconds: number): number {
  return Number(seconds.toFixed(6));
}
