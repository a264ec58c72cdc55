/** What the map of an oscillator's periods shows: the lines of its key, where its cells lie and how, and what is under the pointer. */

import type { CellPeriods } from "../../../engine/analysis/identity.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { Lattice, Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { latticeFrame } from "../../../engine/picture/lattice-frame.ts";
import { extentOf } from "../../../engine/picture/view.ts";

/** Size of the picture, in CSS pixels. */
const SIDE = 280;
const LARGEST_CELL = 22;
/** Larger cells have their own shape and a gap between them. */
const LARGEST_DOT = 4;

export interface PeriodLine {
  readonly period: number;
  readonly cells: number;
  /** A CSS colour of the theme's. */
  readonly colour: string;
}

/** Stators have the colour of quiet cells, the whole period has the accent, and periods between them a mixture. */
export function periodLines({ periods }: CellPeriods): readonly PeriodLine[] {
  const counts = new Map<number, number>();
  for (const period of periods) if (period > 0) counts.set(period, (counts.get(period) ?? 0) + 1);
  const all = [...counts].sort(([a], [b]) => a - b);
  const between = all.filter(([period]) => period > 1).length - 1;
  let seen = 0;
  return all.map(([period, cells]) => {
    if (period === 1) return { period, cells, colour: "var(--faint)" };
    const share = between === 0 ? 100 : Math.round((seen++ / between) * 100);
    const colour =
      share === 100
        ? "var(--accent)"
        : share < 50
          ? `color-mix(in oklab, var(--danger) ${100 - share * 2}%, var(--cell))`
          : `color-mix(in oklab, var(--accent) ${share * 2 - 100}%, var(--cell))`;
    return { period, cells, colour };
  });
}

export interface PeriodFrame {
  readonly width: number;
  readonly height: number;
  /** CSS pixels a cell. */
  readonly unit: number;
  readonly lattice: Lattice;
  /** Middle of cell (i, j), from the picture's top left corner. */
  readonly centre: (i: number, j: number) => { readonly x: number; readonly y: number };
  readonly cellAt: (x: number, y: number) => { readonly i: number; readonly j: number };
}

export function periodFrame({ box }: CellPeriods, lattice: Lattice): PeriodFrame {
  const { width, height, before } = extentOf(box, lattice);
  const unit = Math.min(SIDE / width, SIDE / height, LARGEST_CELL);
  const { centre: first, cell } = latticeFrame(lattice);
  // The picture's corner in the lattice's own units.
  const [left, top] = [first.x - before, first.y - cell.y / 2];
  const centre = (i: number, j: number) => {
    const { x, y } = lattice.centreOf(i, j);
    return { x: (x - left) * unit, y: (y - top) * unit };
  };
  const cellAt = (x: number, y: number) => {
    const found = lattice.cellAt(x / unit + left, y / unit + top, pointsUp(lattice, box));
    return { i: found.x, j: found.y };
  };
  return { width: width * unit, height: height * unit, unit, lattice, centre, cellAt };
}

/** What of a canvas fills cells. */
export type CellFiller = Pick<
  CanvasRenderingContext2D,
  "fillStyle" | "fillRect" | "beginPath" | "lineTo" | "fill"
>;

/** Fills each cell that is ever live in the colour of its period. */
export function fillPeriods(
  context: CellFiller,
  { box, periods }: CellPeriods,
  { lattice, unit, centre }: PeriodFrame,
  colourOf: (period: number) => string,
): void {
  const { down, up } = outlinesOf(lattice);
  const isShaped = unit > LARGEST_DOT;
  const side = isShaped ? unit - 1 : unit;
  const w = Number(box.w);
  periods.forEach((period, at) => {
    if (period === 0) return;
    const [i, j] = [at % w, Math.floor(at / w)];
    const { x, y } = centre(i, j);
    context.fillStyle = colourOf(period);
    const cell = { x: box.x + BigInt(i), y: box.y + BigInt(j) };
    if (lattice.shape !== "square" && isShaped)
      fillShape(context, pointsUp(lattice, cell) ? up : down, x, y, side);
    else context.fillRect(x - side / 2, y - side / 2, side, side);
  });
}

function fillShape(context: CellFiller, outline: readonly Point[], x: number, y: number, side: number): void {
  context.beginPath();
  for (const corner of outline) context.lineTo(x + corner.x * side, y + corner.y * side);
  context.fill();
}

/** What is said of the cell under the pointer; null beside all cells. */
export function periodAt(
  { offsetX, offsetY }: { readonly offsetX: number; readonly offsetY: number },
  { box, periods }: CellPeriods,
  frame: PeriodFrame,
): string | null {
  const { i, j } = frame.cellAt(offsetX, offsetY);
  const w = Number(box.w);
  if (i < 0 || j < 0 || i >= w || j >= Number(box.h)) return null;
  const period = periods[j * w + i];
  const place = `${box.x + BigInt(i)}, ${box.y + BigInt(j)}`;
  return period ? `${place}: period ${grouped(period)}` : `${place}: never live`;
}
