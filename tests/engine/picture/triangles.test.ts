// Large triangles, which are painted in stretches, with lines, the ends of a grid and the area beyond: against the obvious
// painter, which asks of each pixel in which triangle it lies and how far from its sides. And where triangles end in a film.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { parseTopology, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import type { Lattice, Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { gridKindOn } from "../../../engine/grids/registry.ts";
import { layersOfShapes } from "../../../engine/picture/film-layers.ts";
import type { GridSpan } from "../../../engine/picture/layers.ts";
import { EDGE, GROUND, gridSpan, LINE, LINE_BOLD, OUTSIDE } from "../../../engine/picture/layers.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import { FULL, gapOf, screenPalette } from "../../../engine/picture/palette.ts";
import type { PaintScene } from "../../../engine/picture/scene.ts";
import { evenly } from "../../support/evenly.ts";
import { TOLD_COLOURS } from "../../support/paint-colours.ts";

const COLOURS = { ...TOLD_COLOURS, ages: [] };
const SIZE = { width: 90, height: 70 };
const FAR = 10n ** 30n + 7n;

/** A side of the triangle around a point: how far away it is, and the cell beyond. */
interface Near {
  readonly away: number;
  readonly x: number;
  readonly y: number;
}

/** The sides of a cell (counted from `from`), the nearest first, from a point in drawing units. */
function sidesAt(lattice: Lattice, cell: Point, isUp: boolean, { x, y }: Point): readonly Near[] {
  const outline = outlinesOf(lattice)[isUp ? "up" : "down"];
  const centre = lattice.centreOf(cell.x, cell.y);
  return outline
    .map((a, k) => {
      const b = outline[(k + 1) % 3] as Point;
      const [qx, qy] = [x - centre.x - a.x, y - centre.y - a.y];
      const away = ((b.x - a.x) * qy - (b.y - a.y) * qx) / 2;
      if (a.y === b.y) return { away, x: cell.x, y: cell.y + (isUp ? 1 : -1) };
      return { away, x: cell.x + (a.x + b.x > 0 ? 1 : -1), y: cell.y };
    })
    .sort((a, b) => a.away - b.away);
}

const isOutside = ({ left, right, top, bottom }: GridSpan, { x, y }: Point): boolean =>
  x < left || x >= right || y < top || y >= bottom;

const scenes = fc.record({
  zoom: evenly(2.95, 6),
  dx: evenly(-0.5, 0.5).map((part) => part + Math.SQRT2 / 1000),
  dy: evenly(-0.5, 0.5).map((part) => part + Math.SQRT2 / 1000),
  cell: fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -3, max: 3 })),
  far: fc.boolean(),
  ratio: fc.constantFrom(1, 1.25),
  boldEvery: fc.constantFrom(0, 1, 3, 10),
  topology: fc.constantFrom<Topology>(
    UNBOUNDED,
    torus(9, 7),
    torus(6, 5),
    parseTopology("P0,4"),
    parseTopology("T7,0"),
  ),
  runs: fc.array(fc.tuple(fc.nat(59), fc.nat(39), fc.integer({ min: 1, max: 9 })), { maxLength: 90 }),
});

test("stretches give the picture that pixels give", () => {
  fc.assert(
    fc.property(scenes, ({ zoom, dx, dy, cell, far, runs, ...look }) => {
      const at = far && look.topology === UNBOUNDED ? FAR : 0n;
      const block: Block = createBlock(at - 30n, at - 20n, 60, 40);
      for (const [x, y, length] of runs) setBlockRun(block, x, y, Math.min(length, 60 - x));
      const camera = { x: at + BigInt(cell[0]), y: at + BigInt(cell[1]), dx, dy, zoom };
      const kind = gridKindOn("triangle", look.topology);
      const frame = { kind: "block", generation: 0n, camera, block } as const;
      const scene: PaintScene = { ...look, frame, camera, kind, colours: COLOURS, gridLines: true };
      const size = 2 ** zoom;
      const { live, dead } = screenPalette(scene, size, false);
      const span = gridSpan(look.topology, camera);
      const picture = createPicture(SIZE.width, SIZE.height);
      paint(picture, scene);
      const isBold = (a: Point, b: Point): boolean => {
        const group = (n: number, from: bigint): number =>
          Math.floor((n + Number(from % 30n)) / look.boldEvery);
        return (
          look.boldEvery > 0 &&
          (group(a.x, camera.x) !== group(b.x, camera.x) || group(a.y, camera.y) !== group(b.y, camera.y))
        );
      };
      const seam = Math.max(0.5 * look.ratio, gapOf(size, look.ratio)) / 2;
      let wrong = 0;
      picture.pixels.forEach((pixel, i) => {
        const [px, py] = [
          ((i % SIZE.width) + 0.5 - SIZE.width / 2) / size + dx,
          (Math.floor(i / SIZE.width) + 0.5 - SIZE.height / 2) / size + dy,
        ];
        const found = kind.cellAt(px, py, pointsUp(kind, camera));
        const [x, y] = [camera.x + BigInt(found.x), camera.y + BigInt(found.y)];
        const [near, next] = sidesAt(kind, found, pointsUp(kind, { x, y }), { x: px, y: py }) as [Near, Near];
        // To which of two cells or sides such a point belongs is nobody's business.
        if (near.away < 1e-9 || next.away - near.away < 1e-9) return;
        const inside = Math.round(FULL * Math.max(0, Math.min(1, near.away * size - seam + 0.5)));
        const [i0, j0] = [Number(x - block.x), Number(y - block.y)];
        const isLive = i0 >= 0 && i0 < 60 && j0 >= 0 && j0 < 40 && blockCell(block, i0, j0) === 1;
        let layer = GROUND;
        if (isOutside(span, found)) layer = OUTSIDE;
        else if (inside < FULL) layer = isOutside(span, near) ? EDGE : isBold(found, near) ? LINE_BOLD : LINE;
        const table = isLive ? live : dead;
        // A half may be rounded either way.
        const wanted = [-1, 0, 1].map(
          (k) => table[layer * (FULL + 1) + Math.max(0, Math.min(FULL, inside + k))],
        );
        if (!wanted.includes(pixel)) wrong++;
      });
      expect(wrong).toBe(0);
    }),
    { numRuns: 120 },
  );
});

test("in a film a bounded grid ends along its triangles, and small ones on the screen too", () => {
  const side = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(side, side, evenly(-9, 6), evenly(-9, 6), evenly(1, 14), (w, h, left, top, zoom) => {
      const topology = torus(w, h);
      const lattice = gridKindOn("triangle", topology);
      const view = {
        x: 0n,
        y: 0n,
        left: left + Math.SQRT2 / 1000,
        top: top + Math.SQRT2 / 1000,
        zoom,
        lattice,
      };
      const layers = layersOfShapes(SIZE, view, false, topology);
      const span = gridSpan(topology, view);
      let wrong = 0;
      for (let j = 0; j < SIZE.height; j++)
        for (let i = 0; i < SIZE.width; i++) {
          const cell = lattice.cellAt(
            view.left + (i + 0.5) / zoom,
            view.top + (j + 0.5) / zoom,
            pointsUp(lattice, view),
          );
          const layer = layers?.(j, new Float64Array(0) as never, false)[i];
          if ((layer !== OUTSIDE) === isOutside(span, cell)) wrong++;
        }
      expect(wrong).toBe(0);
      if (zoom >= 6) return;
      const camera = {
        x: 0n,
        y: 0n,
        dx: view.left + SIZE.width / 2 / zoom,
        dy: view.top + SIZE.height / 2 / zoom,
        zoom: Math.log2(zoom),
      };
      const look = { topology, colours: COLOURS, gridLines: true, boldEvery: 3, ratio: 1 };
      const picture = createPicture(SIZE.width, SIZE.height);
      paint(picture, { ...look, frame: null, camera, kind: lattice });
      const n = zoom < 2 ? 3 : 2;
      picture.pixels.forEach((pixel, i) => {
        let beyond = 0;
        for (let k = 0; k < n * n; k++) {
          const px = view.left + ((i % SIZE.width) + ((k % n) + 0.5) / n) / zoom;
          const py = view.top + (Math.floor(i / SIZE.width) + (Math.floor(k / n) + 0.5) / n) / zoom;
          if (isOutside(span, lattice.cellAt(px, py, pointsUp(lattice, view)))) beyond++;
        }
        if (pixel !== (2 * beyond > n * n ? COLOURS.outside : COLOURS.ground)) wrong++;
      });
      expect(wrong).toBe(0);
    }),
    { numRuns: 60 },
  );
});
