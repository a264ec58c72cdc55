/** Each cell of an oscillator in the colour of its own period, with a key to the colours. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { CellPeriods } from "../../../engine/analysis/identity.ts";
import type { Lattice, Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { latticeFrame } from "../../../engine/picture/lattice-frame.ts";
import { extentOf } from "../../../engine/picture/view.ts";
import { groupDigits } from "../../ui/numbers.ts";
import "./cell-period-map.css";

/** Size of the picture, in CSS pixels. */
const SIDE = 280;
const LARGEST_CELL = 22;
/** Number of periods that get their own line in the key. */
const MOST_LINES = 12;

interface Line {
  readonly period: number;
  readonly cells: number;
  /** A CSS colour of the theme's. */
  readonly colour: string;
}

export function CellPeriodMap({
  map,
  lattice,
  theme,
}: {
  readonly map: CellPeriods;
  readonly lattice: Lattice;
  readonly theme: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const lines = useMemo(() => linesOf(map), [map]);
  const frame = useMemo(() => frameOf(map, lattice), [map, lattice]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what the colours depend on.
  useEffect(() => {
    if (canvas.current) draw(canvas.current, map, lines, frame);
  }, [map, lines, frame, theme]);
  const label = `Cells by their own period: ${lines.map(({ period, cells }) => `period ${period}, ${cells}`).join("; ")}.`;
  return (
    <figure className="period-map">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ width: frame.width, height: frame.height }}
        onPointerMove={(event) => setAt(cellText(event, map, frame))}
        onPointerLeave={() => setAt(null)}
      />
      <figcaption>
        <p className="dim number">{at ?? "Cells by their own period"}</p>
        <ul>
          {lines.slice(0, MOST_LINES).map(({ period, cells, colour }) => (
            <li key={period}>
              <span className="swatch" style={{ background: colour }} aria-hidden />
              <span className="number">{groupDigits(period)}</span>
              <span className="dim number">
                {groupDigits(cells)} {cells === 1 ? "cell" : "cells"}
              </span>
            </li>
          ))}
          {lines.length > MOST_LINES ? <li className="dim">and {lines.length - MOST_LINES} more</li> : null}
        </ul>
      </figcaption>
    </figure>
  );
}

/** Stators have the colour of quiet cells, the whole period has the accent, and periods between them a mixture. */
function linesOf({ periods }: CellPeriods): readonly Line[] {
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

interface Frame {
  readonly width: number;
  readonly height: number;
  /** CSS pixels a cell. */
  readonly unit: number;
  readonly lattice: Lattice;
  /** Middle of cell (i, j), from the picture's top left corner. */
  readonly centre: (i: number, j: number) => { readonly x: number; readonly y: number };
  readonly cellAt: (x: number, y: number) => { readonly i: number; readonly j: number };
}

function frameOf({ box }: CellPeriods, lattice: Lattice): Frame {
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

function draw(canvas: HTMLCanvasElement, map: CellPeriods, lines: readonly Line[], frame: Frame): void {
  const ratio = Math.max(1, window.devicePixelRatio);
  canvas.width = Math.max(1, Math.round(frame.width * ratio));
  canvas.height = Math.max(1, Math.round(frame.height * ratio));
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colours = new Map(
    lines.map(({ period, colour }) => [
      period,
      colour.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim()),
    ]),
  );
  const { lattice } = frame;
  const { down, up } = outlinesOf(lattice);
  const gap = frame.unit > 4 ? 1 : 0;
  const side = frame.unit - gap;
  const w = Number(map.box.w);
  map.periods.forEach((period, at) => {
    if (period === 0) return;
    const [i, j] = [at % w, Math.floor(at / w)];
    const { x, y } = frame.centre(i, j);
    context.fillStyle = colours.get(period) as string;
    const cell = { x: map.box.x + BigInt(i), y: map.box.y + BigInt(j) };
    if (lattice.shape !== "square" && frame.unit > 4)
      fillShape(context, pointsUp(lattice, cell) ? up : down, x, y, side);
    else context.fillRect(x - side / 2, y - side / 2, side, side);
  });
}

function fillShape(
  context: CanvasRenderingContext2D,
  outline: readonly Point[],
  x: number,
  y: number,
  side: number,
): void {
  context.beginPath();
  for (const corner of outline) context.lineTo(x + corner.x * side, y + corner.y * side);
  context.fill();
}

function cellText(
  event: { readonly nativeEvent: { readonly offsetX: number; readonly offsetY: number } },
  { box, periods }: CellPeriods,
  frame: Frame,
): string | null {
  const { offsetX, offsetY } = event.nativeEvent;
  const { i, j } = frame.cellAt(offsetX, offsetY);
  const w = Number(box.w);
  if (i < 0 || j < 0 || i >= w || j >= Number(box.h)) return null;
  const period = periods[j * w + i];
  const place = `${box.x + BigInt(i)}, ${box.y + BigInt(j)}`;
  return period ? `${place}: period ${groupDigits(period)}` : `${place}: never live`;
}
