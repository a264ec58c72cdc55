// Where a bounded grid of hexagons ends in a film: along its hexagons. Against the nearest centre of every pixel.

import fc from "fast-check";
import { expect, it } from "vitest";
import { parseTopology } from "../../../engine/core/topology.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { layersOfShapes } from "../../../engine/picture/film-layers.ts";
import { gridSpan, OUTSIDE } from "../../../engine/picture/layers.ts";
import { evenly } from "../../support/evenly.ts";

const ROW = Math.sqrt(3) / 2;

/** The cell whose centre is the nearest to a point; null between two of them. */
function nearestCell(px: number, py: number): { readonly x: number; readonly y: number } | null {
  const near: { x: number; y: number; far: number }[] = [];
  const row = Math.round(py / ROW);
  for (let y = row - 2; y <= row + 2; y++) {
    const column = Math.round(px + y / 2);
    for (let x = column - 2; x <= column + 2; x++)
      near.push({ x, y, far: Math.hypot(px - x + y / 2, py - y * ROW) });
  }
  const [first, second] = near.sort((a, b) => a.far - b.far);
  return first && second && second.far - first.far > 1e-9 ? first : null;
}

it("is the ground in the grid's hexagons alone, dead ones at its edges too", () => {
  const grids = fc.tuple(
    fc.constantFrom("T", "P"),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 9 }),
  );
  fc.assert(
    fc.property(
      grids,
      evenly(-9, 6),
      evenly(-9, 6),
      evenly(1, 14),
      fc.constantFrom("", "x", "y"),
      ([kind, w, h], left, top, zoom, endless) => {
        const topology = parseTopology(`${kind}${endless === "x" ? 0 : w},${endless === "y" ? 0 : h}`);
        const [width, height] = [50, 40];
        const view = { x: 0n, y: 0n, left, top, zoom, lattice: HEX };
        const layers = layersOfShapes({ width, height }, view, false, topology);
        const span = gridSpan(topology, view);
        let wrong = 0;
        for (let j = 0; j < height; j++)
          for (let i = 0; i < width; i++) {
            const cell = nearestCell(left + (i + 0.5) / zoom, top + (j + 0.5) / zoom);
            if (!cell) continue;
            const inside =
              cell.x >= span.left && cell.x < span.right && cell.y >= span.top && cell.y < span.bottom;
            if ((layers?.(j, new Float64Array(0) as never, false)[i] !== OUTSIDE) !== inside) wrong++;
          }
        expect(wrong).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});
