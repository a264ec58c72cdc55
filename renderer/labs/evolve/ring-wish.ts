/** What is typed about a ring, and the ring and start that it comes to. Pure. */

import { describeError } from "../../../engine/core/errors.ts";
import type { Boundary, Ring } from "../../../engine/rings/ring.ts";
import { createRing, FEWEST_CELLS } from "../../../engine/rings/ring.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";
import type { RingStart } from "../../../engine/rings/start.ts";
import { formatStart, parseStart } from "../../../engine/rings/start.ts";

/** More would be smaller than a pixel on most screens. */
export const MOST_SHOWN_CELLS = 999;
export { FEWEST_CELLS };

export interface RingWish {
  /** One rule for all cells, or one a cell with commas between. */
  readonly rule: string;
  readonly cells: number;
  readonly boundary: Boundary;
  readonly from: RingStart["kind"];
  readonly seed: number;
  readonly index: number;
  /** Of `from: "state"`, as hexadecimal digits. */
  readonly state: string;
}

export interface ShownRing {
  readonly ring: Ring;
  readonly start: RingStart;
}

/** What is wrong with a field; null for nothing. */
export interface WishProblems {
  readonly rule: string | null;
  readonly state: string | null;
}

/** The ring and its start, where everything is right. Numbers out of range say so at their fields. */
export function readWish(wish: RingWish): {
  readonly shown: ShownRing | null;
  readonly problems: WishProblems;
} {
  const { cells, boundary } = wish;
  const counted = Number.isInteger(cells) && cells >= FEWEST_CELLS && cells <= MOST_SHOWN_CELLS;
  const ring = tried(() =>
    createRing(counted ? cells : MOST_SHOWN_CELLS, wish.rule.split(",").map(parseRingRule), boundary),
  );
  const start = counted ? tried(() => startOf(wish)) : null;
  return {
    shown: counted && ring.value && start?.value ? { ring: ring.value, start: start.value } : null,
    problems: {
      // A number of cells that is wrong itself says nothing about the number of rules.
      rule: counted || !wish.rule.includes(",") ? ring.problem : null,
      state: wish.from === "state" ? (start?.problem ?? null) : null,
    },
  };
}

function startOf({ from, seed, index, state, cells }: RingWish): RingStart {
  if (from === "state") return parseStart(`x${state.trim().replace(/^x/i, "")}`, cells);
  return parseStart(from === "single" ? from : `vector:${seed}:${index}`, cells);
}

function tried<T>(make: () => T): { readonly value: T | null; readonly problem: string | null } {
  try {
    return { value: make(), problem: null };
  } catch (error) {
    return { value: null, problem: describeError(error) };
  }
}

/** The fields of a start that is typed as digits, when `from` becomes `state`: what was shown before, to be changed. */
export function stateDigits({ start, ring }: ShownRing, present: Uint32Array): string {
  const state = start.kind === "state" ? start.state : present;
  return formatStart({ kind: "state", state }, ring.cells).slice(1);
}
