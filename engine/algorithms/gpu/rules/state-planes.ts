/**
 * What becomes of a cell's state, for kernels that hold 32 cells in a word: a plane of words for each bit of the state
 * (ADR 24). The pieces of a kernel know two types: `Cells`, a bit a cell, and `Planes`, a state a cell, which with two states
 * is the same. What is written out here joins them:
 *
 *   living   what a cell's neighbours see of it
 *   after    the next state, from the present one and what the rule says about life
 *
 * Of Generations neighbours see state 1, and a state beyond it is a number that grows by 1: a carry that ripples from the lowest plane
 * upward. A rule whose neighbours see more than a bit of each other needs a `living` of several planes, and an `after` of its own.
 */

import { planesFor } from "../../../core/block.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { Piece } from "../../../gpu/shader-source.ts";

/** One value of `Planes`, written plane by plane. `part` picks a plane of a value; `start` is the plane's first word in memory. */
export function inPlanes(planes: number, of: (part: string, start: string) => string): string {
  if (planes === 1) return of("", "0u");
  return `Planes(${eachPlane(planes, of).join(", ")})`;
}

/** A text for each plane, as `inPlanes`. */
export function eachPlane(planes: number, of: (part: string, start: string) => string): readonly string[] {
  if (planes === 1) return [of("", "0u")];
  return Array.from({ length: planes }, (_, b) => of(`.p${b}`, b === 0 ? "0u" : `${b}u * plane_words`));
}

/** The override that those pieces have: words, or vectors of so many words, from one plane to the next. */
export function planeConstants(
  { planes, planeRows, stride }: Pick<PackedLayout, "planes" | "planeRows" | "stride">,
  vector = 1,
): Readonly<Record<string, number>> {
  return planes === 1 ? {} : { plane_words: (planeRows * stride) / vector };
}

/** `Planes`, `living` and `after` for cells in so many states; of more than two also the override `plane_words`. */
export function statePieces(states: number): Piece {
  return ["(the states)", states === 2 ? TWO : generationsText(states)];
}

const TWO = `alias Planes = Cells;

fn living(cells: Planes) -> Cells {
  return cells;
}

fn after(before: Planes, lives: Cells) -> Planes {
  return lives;
}`;

function generationsText(states: number): string {
  const planes = planesFor(states);
  const bits = Array.from({ length: planes }, (_, b) => b);
  const last = states - 1;
  const higher = bits.slice(1).map((b) => `cells.p${b}`);
  const ripple = bits.flatMap((b) => {
    const digit = `  let digit${b} = cells.p${b} ^ carry${b};`;
    return b === planes - 1 ? [digit] : [digit, `  let carry${b + 1} = cells.p${b} & carry${b};`];
  });
  // From the last state 1 more is `states`: the planes that have a bit of that number are to be cleared, unless it overflows.
  const overflows = states === 2 ** planes;
  const ones = bits.filter((b) => (last >> b) & 1).map((b) => `cells.p${b}`);
  const ending = overflows ? [] : [`  let staying = ~(${ones.join(" & ")});`];
  const digits = bits.map((b) => {
    const kept = !overflows && (states >> b) & 1 ? `(digit${b} & staying)` : `digit${b}`;
    return b === 0 ? `${kept} | born` : kept;
  });
  return `override plane_words: u32 = 0u;

struct Planes {
${bits.map((b) => `  p${b}: Cells,`).join("\n")}
}

fn living(cells: Planes) -> Cells {
  return cells.p0 & ~(${higher.join(" | ")});
}

fn after(cells: Planes, lives: Cells) -> Planes {
  let dying = ${higher.join(" | ")};
  let born = lives & ~(cells.p0 | dying);
  let carry0 = dying | (cells.p0 & ~lives);
${[...ending, ...ripple].join("\n")}
  return Planes(${digits.join(", ")});
}`;
}
