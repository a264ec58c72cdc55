/** A pattern drawn small: density where several cells share a pixel, cells where they do not. */

import { useEffect, useRef } from "react";
import { cellsToRuns } from "../../engine/core/cells.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun, runsBounds } from "../../engine/core/runs.ts";
import { readPattern } from "../../engine/formats/registry.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import { GRID_KINDS } from "../../engine/grids/registry.ts";

const WIDTH = 64;
const HEIGHT = 48;
const MARGIN = 5;
/** A cell is never drawn larger than this. */
const LARGEST = 7;

export function Thumbnail({ text, hex }: { readonly text: string; readonly hex: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      const { pattern } = readPattern(new TextEncoder().encode(text));
      draw(element, cellsToRuns(pattern.cells), GRID_KINDS.get(hex ? "hex" : "square"));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [text, hex]);
  return <canvas ref={canvas} className="thumbnail" aria-hidden />;
}

function draw(canvas: HTMLCanvasElement, cells: Runs, kind: GridKind): void {
  const ratio = Math.max(1, window.devicePixelRatio);
  canvas.width = WIDTH * ratio;
  canvas.height = HEIGHT * ratio;
  const context = canvas.getContext("2d");
  const bounds = runsBounds(cells);
  if (!context || !bounds) return;
  const left = Number(bounds.x - cells.x);
  const top = Number(bounds.y - cells.y);
  const w = Number(bounds.w);
  const h = Number(bounds.h);
  const corners = [
    [0, 0],
    [w - 1, 0],
    [0, h - 1],
    [w - 1, h - 1],
  ].map(([x, y]) => kind.centreOf(x as number, y as number));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const width = Math.max(...xs) - Math.min(...xs) + 1;
  const height = Math.max(...ys) - Math.min(...ys) + 1;
  const unit = Math.min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN) / height, LARGEST) * ratio;
  const x0 = (canvas.width - width * unit) / 2 - (Math.min(...xs) - 0.5) * unit;
  const y0 = (canvas.height - height * unit) / 2 - (Math.min(...ys) - 0.5) * unit;
  // The canvas is a mask: its colour is the theme's, by CSS.
  const side = unit > 3 ? unit - Math.max(0.6, unit * 0.12) : unit;
  context.fillStyle = "#000";
  context.globalAlpha = unit < 1 ? Math.max(0.25, unit) : 1;
  forEachRun(cells, (x, y, length) => {
    for (let i = 0; i < length; i++) {
      const centre = kind.centreOf(x - left + i, y - top);
      context.fillRect(
        x0 + centre.x * unit - side / 2,
        y0 + centre.y * unit - side / 2,
        Math.max(side, 0.7),
        Math.max(side, 0.7),
      );
    }
  });
  const tint = getComputedStyle(canvas).color;
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-in";
  context.fillStyle = tint;
  context.fillRect(0, 0, canvas.width, canvas.height);
}
