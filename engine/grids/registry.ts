import { Registry } from "../core/registry.ts";
import type { Rule } from "../rules/rule.ts";
import { ANNEAL } from "./anneal.ts";
import type { GridKind } from "./grid-kind.ts";
import { HEX } from "./hex.ts";
import { SQUARE } from "./square.ts";

export const GRID_KINDS = new Registry<GridKind>("grid kind", [SQUARE, HEX, ANNEAL]);

/** How a universe with that rule is drawn. */
export function gridKindOf(rule: Rule): GridKind {
  return GRID_KINDS.list().find((kind) => kind.shows(rule)) ?? SQUARE;
}
