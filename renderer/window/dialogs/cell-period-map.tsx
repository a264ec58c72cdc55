/** Each cell of an oscillator in the colour of its own period, with a key to the colours. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { CellPeriods } from "../../../engine/analysis/identity.ts";
import { HEX_OUTLINE, hexCentre } from "../../../engine/grids/hex.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { groupDigits } from "../../ui/numbers.ts";
import "./cell-period-map.css";

/** Size of the picture, in CSS pixels. */
const SIDE = 280;
const LARGEST_CELL = 22;
/** Number of periods that get their own line in the key. */
const MOST_LINES = 12;

/** A hexagon from tip to tip, in units of its width. */
const HEX_TALL = 2 / Math.sqrt(3);

interface Line {
  readonly period: number;
  readonly cells: number;
  /** A CSS colour of the theme's. */
  readonly colour: string;
}

export function CellPeriodMap({
  map,
  neighbourhood,
  theme,
}: {
  readonly map: CellPeriods;
  readonly neighbourhood: Neighbourhood;
  readonly theme: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const lines = useMemo(() => linesOf(map), [map]);
  const hex = neighbourhood === "hex";
  const frame = useMemo(() => frameOf(map, hex), [map, hex]);
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
  readonly hex: boolean;
  /** Middle of cell (i, j), from the picture's top left corner. */
  readonly centre: (i: number, j: number) => { readonly x: number; readonly y: number };
  readonly cellAt: (x: number, y: number) => { readonly i: number; readonly j: number };
}

function frameOf({ box }: CellPeriods, hex: boolean): Frame {
  const [w, h] = [Number(box.w), Number(box.h)];
  const wide = hex ? w + (h - 1) / 2 : w;
  const high = hex ? (h - 1) * hexCentre(0, 1).y + HEX_TALL : h;
  const unit = Math.min(SIDE / wide, SIDE / high, LARGEST_CELL);
  const left = hex ? (h - 1) / 2 : 0;
  const centre = (i: number, j: number) => {
    const middle = hex ? hexCentre(i, j) : { x: i, y: j };
    return { x: (middle.x + left + 0.5) * unit, y: (middle.y + (hex ? HEX_TALL / 2 : 0.5)) * unit };
  };
  const cellAt = (x: number, y: number) => {
    const j = Math.floor(hex ? (y / unit - HEX_TALL / 2) / hexCentre(0, 1).y + 0.5 : y / unit);
    return { i: Math.floor(x / unit - left + (hex ? j / 2 : 0)), j };
  };
  return { width: wide * unit, height: high * unit, unit, hex, centre, cellAt };
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
  const gap = frame.unit > 4 ? 1 : 0;
  const side = frame.unit - gap;
  const w = Number(map.box.w);
  map.periods.forEach((period, at) => {
    if (period === 0) return;
    const { x, y } = frame.centre(at % w, Math.floor(at / w));
    context.fillStyle = colours.get(period) as string;
    if (frame.hex && frame.unit > 4) fillHexagon(context, x, y, side);
    else context.fillRect(x - side / 2, y - side / 2, side, side);
  });
}

function fillHexagon(context: CanvasRenderingContext2D, x: number, y: number, side: number): void {
  context.beginPath();
  for (const corner of HEX_OUTLINE) context.lineTo(x + corner.x * side, y + corner.y * side);
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
