import { Registry } from "../core/registry.ts";
import type { Topology } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import { ANNEAL } from "./anneal.ts";
import type { GridKind } from "./grid-kind.ts";
import { HEX } from "./hex.ts";
import { SQUARE } from "./square.ts";
import { TRIANGLE } from "./triangle.ts";

export const GRID_KINDS = new Registry<GridKind>("grid kind", [SQUARE, HEX, TRIANGLE, ANNEAL]);

/** How a universe with that rule is drawn on that grid. */
export function gridKindOf(rule: Rule, topology: Topology): GridKind {
  const kind = GRID_KINDS.list().find(({ shows }) => shows(rule)) ?? SQUARE;
  return kind.on?.(topology) ?? kind;
}

/** The kind with that id on that grid. Errors: `not-found`. */
export function gridKindOn(id: string, topology: Topology): GridKind {
  const kind = GRID_KINDS.get(id);
  return kind.on?.(topology) ?? kind;
}
