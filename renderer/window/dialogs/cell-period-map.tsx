/** Each cell of an oscillator in the colour of its own period, with a key to the colours. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { CellPeriods } from "../../../engine/analysis/identity.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { Lattice } from "../../../engine/grids/grid-kind.ts";
import "./cell-period-map.css";
import type { PeriodFrame, PeriodLine } from "./cell-periods.ts";
import { fillPeriods, periodAt, periodFrame, periodLines } from "./cell-periods.ts";

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
              <span className="number">{grouped(period)}</span>
              <span className="dim number">
                {grouped(cells)} {cells === 1 ? "cell" : "cells"}
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
  fillPeriods(context, map, frame, (period) => colours.get(period) as string);
}
