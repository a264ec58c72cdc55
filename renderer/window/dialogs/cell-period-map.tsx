/** Each cell of an oscillator in the colour of its own period, with a key to the colours. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { CellPeriods } from "../../../engine/analysis/identity.ts";
import type { Lattice, Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { groupDigits } from "../../ui/numbers.ts";
import "./cell-period-map.css";
import type { PeriodFrame, PeriodLine } from "./cell-periods.ts";
import { periodAt, periodFrame, periodLines } from "./cell-periods.ts";

/** Number of periods that get their own line in the key. */
const MOST_LINES = 12;

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
  const lines = useMemo(() => periodLines(map), [map]);
  const frame = useMemo(() => periodFrame(map, lattice), [map, lattice]);
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
        onPointerMove={(event) => setAt(periodAt(event.nativeEvent, map, frame))}
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

function draw(
  canvas: HTMLCanvasElement,
  map: CellPeriods,
  lines: readonly PeriodLine[],
  frame: PeriodFrame,
): void {
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
