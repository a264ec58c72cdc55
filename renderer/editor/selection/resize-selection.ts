/**
 * Moving the sides of a selection, as its handles do. A box of the lattice moves its sides along the lattice's axes. A
 * box that stands upright on hexagons moves them along the screen's: to the right in half cells, downward in rows. Sides
 * are boundaries between cells, and a side dragged past the opposite one turns the box over.
 */

import type { Runs } from "../../../engine/core/runs.ts";
import type { Position } from "../../../engine/picture/camera-moves.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { uprightHexagons } from "../cells/shapes.ts";
import type { ScreenExtent } from "./drag-selection.ts";
import { extentOf } from "./drag-selection.ts";
import type { Selection } from "./selection.ts";
import { selectBox, selectCells } from "./selection.ts";

/** The sides that a handle moves: -1 for left or top, 1 for right or bottom, 0 for neither. */
export interface SelectionSides {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

const UPRIGHT = new WeakMap<Float64Array, ScreenExtent | null>();

/** The extent of a box that stands upright on hexagons; null for any other set. */
export function uprightExtent(mask: Runs): ScreenExtent | null {
  const known = UPRIGHT.get(mask.spans);
  const shape = known === undefined ? extentIfUpright(mask) : known;
  if (known === undefined) UPRIGHT.set(mask.spans, shape);
  if (!shape) return null;
  // Moving a set moves its origin and keeps its spans: the extent is kept from the origin.
  const across = 2n * mask.x - mask.y;
  return {
    left: shape.left + across,
    right: shape.right + across,
    top: shape.top + mask.y,
    bottom: shape.bottom + mask.y,
  };
}

/** Counted from the set's origin. */
function extentIfUpright(mask: Runs): ScreenExtent | null {
  const cells = { ...mask, x: 0n, y: 0n };
  const { rows, starts, spans } = cells;
  // A box has one run in each row, and rows of the same parity are alike.
  if (spans.length !== 2 * rows.length || rows.length === 0) return null;
  const first = rows[0] as number;
  const ends = [0, 1].map(() => ({ left: Number.NaN, right: Number.NaN }));
  for (let i = 0; i < rows.length; i++) {
    if (rows[i] !== first + i) return null;
    const at = (starts[i] as number) * 2;
    const left = 2 * (spans[at] as number) - (rows[i] as number);
    const right = left + 2 * ((spans[at + 1] as number) - 1);
    const known = ends[i % 2] as { left: number; right: number };
    if (i < 2) Object.assign(known, { left, right });
    else if (known.left !== left || known.right !== right) return null;
  }
  const [even, odd] = ends as [{ left: number; right: number }, { left: number; right: number }];
  if (rows.length > 1 && (Math.abs(even.left - odd.left) > 1 || Math.abs(even.right - odd.right) > 1))
    return null;
  const bounds = { x: 0n, y: BigInt(first), w: 1n, h: BigInt(rows.length) };
  return extentOf({ box: bounds, mask: cells });
}

/** A side's way along an axis, which a drag from one position to another makes: whole cells, the nearest. */
function between(from: Position["x"], to: Position["x"], parts: 1 | 2 = 1): bigint {
  return BigInt(parts) * (to.whole - from.whole) + BigInt(Math.round(parts * (to.part - from.part)));
}

/**
 * The selection whose sides went along with the pointer. `aspect`: a corner keeps the proportions. A set without sides
 * stays as it is. Errors: `too-large` for more than 65,536 rows of hexagons.
 */
export function resized(
  selection: Selection,
  sides: SelectionSides,
  { from, to }: { readonly from: Position; readonly to: Position },
  { aspect = false, neighbourhood }: { readonly aspect?: boolean; readonly neighbourhood: Neighbourhood },
): Selection {
  const { box, mask } = selection;
  if (!mask) {
    const by = { x: between(from.x, to.x), y: between(from.y, to.y) };
    const { x, y } = moved({ x: [box.x, box.x + box.w], y: [box.y, box.y + box.h] }, sides, by, aspect, 1n);
    return selectBox({ x: x[0], y: y[0], w: x[1] - x[0], h: y[1] - y[0] }) as Selection;
  }
  const extent = neighbourhood === "hex" ? uprightExtent(mask) : null;
  if (!extent) return selection;
  const whole = 2n * (to.x.whole - from.x.whole) - (to.y.whole - from.y.whole);
  const part = Math.round(2 * (to.x.part - from.x.part) - (to.y.part - from.y.part));
  const by = { x: whole + BigInt(part), y: between(from.y, to.y) };
  const span = { x: [extent.left - 1n, extent.right + 1n], y: [extent.top, extent.bottom + 1n] } as const;
  const { x, y } = moved(span, sides, by, aspect, 2n);
  return selectCells(uprightHexagons(x[0] + 1n, x[1] - 1n, y[0], y[1] - 1n)) as Selection;
}

type Span = readonly [from: bigint, to: bigint];
interface Spans {
  readonly x: Span;
  readonly y: Span;
}

/** `least`: the narrowest box, in units of x. */
function moved(
  { x, y }: Spans,
  sides: SelectionSides,
  by: { readonly x: bigint; readonly y: bigint },
  aspect: boolean,
  least: bigint,
): Spans {
  const [w, h] = [x[1] - x[0], y[1] - y[0]];
  let wide = w + BigInt(sides.x) * by.x;
  let high = h + BigInt(sides.y) * by.y;
  if (aspect && sides.x !== 0 && sides.y !== 0) {
    const [width, height] = [size(wide), size(high)];
    if (width * h >= height * w) high = sign(high) * rounded(width * h, w);
    else wide = sign(wide) * rounded(height * w, h);
  }
  return { x: stretched(x, sides.x, wide, least), y: stretched(y, sides.y, high, 1n) };
}

/** The span that keeps the side which does not move; a negative length lies on its other side. */
function stretched([from, to]: Span, side: -1 | 0 | 1, length: bigint, least: bigint): Span {
  if (side === 0) return [from, to];
  const far = size(length) < least ? sign(length) * least : length;
  const fixed = side > 0 ? from : to;
  const end = side > 0 ? fixed + far : fixed - far;
  return fixed < end ? [fixed, end] : [end, fixed];
}

function size(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function sign(n: bigint): bigint {
  return n < 0n ? -1n : 1n;
}

function rounded(n: bigint, by: bigint): bigint {
  return (2n * n + by) / (2n * by);
}
