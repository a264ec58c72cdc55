// The painter against a plain per-pixel reference: what colour should be here, asked of each pixel by itself.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { addBlockToRaster, createRaster } from "../../../engine/core/raster.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import type { GridKind } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { gridKindOn } from "../../../engine/grids/registry.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import type { Camera } from "../../../engine/picture/camera.ts";
import { rasterScale } from "../../../engine/picture/camera.ts";
import { cameraOn, cellAtPoint, pointOfCell } from "../../../engine/picture/camera-moves.ts";
import type { Pixel } from "../../../engine/picture/colours.ts";
import { mix } from "../../../engine/picture/colours.ts";
import { FLOOR } from "../../../engine/picture/density.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import { gapOf } from "../../../engine/picture/palette.ts";
import type { PaintScene } from "../../../engine/picture/scene.ts";
import { cornerRadius, shadeOf } from "../../../engine/picture/screen-style.ts";
import { evenly } from "../../support/evenly.ts";
import { expectAtMost, expectIs } from "../../support/expect-each.ts";
import { TOLD_COLOURS } from "../../support/paint-colours.ts";

const WIDTH = 70;
const HEIGHT = 54;
const FAR = 10n ** 40n;

function blockOf(cells: readonly (readonly [number, number])[], at: bigint, half = 40): Block {
  const block = createBlock(at - BigInt(half), at - BigInt(half), 2 * half, 2 * half);
  for (const [x, y] of cells) setBlockRun(block, x + half, y + half, 1);
  return block;
}

function sceneOf(
  kind: GridKind,
  camera: Camera,
  block: Block | null,
  more: Partial<PaintScene> = {},
): PaintScene {
  const frame = block && ({ kind: "block", generation: 0n, camera, block } as const);
  const rest = { topology: UNBOUNDED, colours: TOLD_COLOURS, gridLines: false, boldEvery: 10, ratio: 1 };
  return { frame, camera, kind, ...rest, ...more };
}

function painted(scene: PaintScene, width = WIDTH, height = HEIGHT): Uint32Array {
  const picture = createPicture(width, height);
  picture.pixels.fill(0x12345678);
  paint(picture, scene);
  return picture.pixels;
}

/** The greatest difference of a channel. */
function distance(a: Pixel, b: Pixel): number {
  return Math.max(...[0, 8, 16, 24].map((s) => Math.abs(((a >>> s) & 255) - ((b >>> s) & 255))));
}

const share = (from: number, to: number, pixel: number): number =>
  Math.max(0, Math.min(to, pixel + 1) - Math.max(from, pixel));

const distinct = (cells: readonly (readonly [number, number])[]) =>
  new Map(cells.map((cell) => [cell.join(), cell])).values();

const soup = fc.array(fc.tuple(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -12, max: 12 })), {
  maxLength: 200,
});
/** Never such that a sample lies exactly between two cells: to whom it goes then is nobody's business. */
const offset = evenly(0, 0.99).map((part) => part + Math.SQRT2 / 1000);

const every = fc.constantFrom(0, 1, 4, 10);

describe("square cells", () => {
  test("small ones cover each pixel by their share of it", () => {
    fc.assert(
      fc.property(soup, offset, offset, evenly(0, 2.99), (cells, dx, dy, zoom) => {
        const size = 2 ** zoom;
        fc.pre(Math.abs(size - Math.round(size)) > 1e-6);
        const block = blockOf(cells, FAR);
        const pixels = painted(sceneOf(SQUARE, { x: FAR, y: FAR, dx, dy, zoom }, block));
        const gap = gapOf(size, 1);
        for (let j = 0; j < HEIGHT; j++) {
          for (let i = 0; i < WIDTH; i++) {
            let covered = 0;
            for (const [x, y] of distinct(cells)) {
              const left = (x! - dx) * size + WIDTH / 2;
              const top = (y! - dy) * size + HEIGHT / 2;
              covered += share(left, left + size - gap, i) * share(top, top + size - gap, j);
            }
            const wanted = mix(TOLD_COLOURS.ground, TOLD_COLOURS.cell, Math.min(1, covered));
            expectAtMost(distance(pixels[j * WIDTH + i]!, wanted), 3);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  test.each([0, 1, 2])("at 2^%i pixels a cell every pixel is wholly of its cell, or of the gap", (zoom) => {
    const cells = [
      [0, 0],
      [1, 0],
      [-3, 2],
      [4, -5],
    ] as const;
    const size = 2 ** zoom;
    const pixels = painted(sceneOf(SQUARE, { x: FAR, y: FAR, dx: 0, dy: 0, zoom }, blockOf(cells, FAR)));
    for (let j = 0; j < HEIGHT; j++) {
      for (let i = 0; i < WIDTH; i++) {
        const x = Math.floor((i - WIDTH / 2) / size);
        const y = Math.floor((j - HEIGHT / 2) / size);
        const live = cells.some(([cx, cy]) => cx === x && cy === y);
        expectIs(pixels[j * WIDTH + i], live ? TOLD_COLOURS.cell : TOLD_COLOURS.ground);
      }
    }
  });

  test("large ones snap to whole pixels, leave a gap for the line, and have round corners", () => {
    fc.assert(
      fc.property(soup, offset, offset, evenly(3, 6), every, (cells, dx, dy, zoom, boldEvery) => {
        const block = blockOf(cells, 0n);
        const camera = { x: 0n, y: 0n, dx, dy, zoom };
        const pixels = painted(sceneOf(SQUARE, camera, block, { gridLines: true, boldEvery }));
        const size = 2 ** zoom;
        const radius = cornerRadius(size, 1);
        const whole = Math.abs(size - Math.round(size)) < 1e-9;
        const origin = (middle: number, length: number): number =>
          whole ? Math.round(length / 2 - middle * size) : length / 2 - middle * size;
        const [ox, oy] = [origin(dx, WIDTH), origin(dy, HEIGHT)];
        const cellAt = (start: number, pixel: number): number => {
          let cell = Math.floor((pixel - start) / size) - 1;
          while (Math.round(start + (cell + 1) * size) <= pixel) cell++;
          return cell;
        };
        for (let j = 0; j < HEIGHT; j++) {
          for (let i = 0; i < WIDTH; i++) {
            const [x, y] = [cellAt(ox, i), cellAt(oy, j)];
            const right = Math.round(ox + (x + 1) * size) - 1;
            const bottom = Math.round(oy + (y + 1) * size) - 1;
            const [left, top] = [Math.round(ox + x * size), Math.round(oy + y * size)];
            const got = pixels[j * WIDTH + i]!;
            const lines = [x + 1, y + 1];
            if (i === right || j === bottom) {
              const isBold = (line: number): boolean => boldEvery > 0 && line % boldEvery === 0;
              const bold = (i === right && isBold(lines[0]!)) || (j === bottom && isBold(lines[1]!));
              const thin = mix(TOLD_COLOURS.ground, TOLD_COLOURS.grid, Math.min(1, (size - 5) / 5));
              expectAtMost(distance(got, bold ? TOLD_COLOURS.grid10 : thin), 1);
              continue;
            }
            const live = blockCell(block, x + 40, y + 40) === 1;
            const nearX = Math.min(i - left, right - 1 - i);
            const nearY = Math.min(j - top, bottom - 1 - j);
            if (!live) expectIs(got, TOLD_COLOURS.ground);
            else if (nearX >= radius || nearY >= radius) expectIs(got, TOLD_COLOURS.cell);
            else {
              const away = Math.hypot(radius - nearX - 0.5, radius - nearY - 0.5);
              const inside = Math.max(0, Math.min(1, radius - away + 0.5));
              expectAtMost(distance(got, mix(TOLD_COLOURS.ground, TOLD_COLOURS.cell, inside)), 1);
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test("the edge of a bounded grid and what is beyond it", () => {
    const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 3 };
    const pixels = painted(sceneOf(SQUARE, camera, null, { topology: torus(4, 2) }));
    const at = (i: number, j: number): Pixel => pixels[(j + HEIGHT / 2) * WIDTH + i + WIDTH / 2]!;
    expect(at(-16, -8)).toBe(TOLD_COLOURS.ground);
    expect(at(15, 7)).toBe(TOLD_COLOURS.ground);
    for (const [i, j] of [
      [-17, 0],
      [16, 0],
      [0, -9],
      [0, 8],
      [16, 8],
    ])
      expect(at(i!, j!)).toBe(TOLD_COLOURS.edge);
    for (const [i, j] of [
      [-18, 0],
      [17, 0],
      [0, -10],
      [17, 8],
    ])
      expect(at(i!, j!)).toBe(TOLD_COLOURS.outside);
  });
});

describe.each([
  ["hexagons", HEX],
  ["triangles", TRIANGLE],
  ["triangles from an odd corner", gridKindOn("triangle", torus(30, 20))],
])("%s", (_, kind) => {
  const { down, up } = outlinesOf(kind);

  test("large ones: the distance to the nearest side decides", () => {
    fc.assert(
      fc.property(soup, offset, offset, evenly(2.7, 6), (cells, dx, dy, zoom) => {
        const block = blockOf(cells, FAR);
        const size = 2 ** zoom;
        const pixels = painted(sceneOf(kind, { x: FAR, y: FAR, dx, dy, zoom }, block));
        const inset = Math.max(0.5, gapOf(size, 1)) / 2;
        for (let j = 0; j < HEIGHT; j++) {
          for (let i = 0; i < WIDTH; i++) {
            const [px, py] = [(i + 0.5 - WIDTH / 2) / size + dx, (j + 0.5 - HEIGHT / 2) / size + dy];
            const cell = kind.cellAt(px, py, pointsUp(kind, { x: FAR, y: FAR }));
            const centre = kind.centreOf(cell.x, cell.y);
            const at = { x: FAR + BigInt(cell.x), y: FAR + BigInt(cell.y) };
            const outline = pointsUp(kind, at) ? up : down;
            // Signed distance to each side of the outline, inward.
            const depth = Math.min(
              ...outline.map((a, k) => {
                const b = outline[(k + 1) % outline.length]!;
                const length = Math.hypot(b.x - a.x, b.y - a.y);
                const [qx, qy] = [px - centre.x - a.x, py - centre.y - a.y];
                return ((b.x - a.x) * qy - (b.y - a.y) * qx) / length;
              }),
            );
            const inside = Math.max(0, Math.min(1, depth * size - inset + 0.5));
            const live = blockCell(block, cell.x + 40, cell.y + 40) === 1;
            const wanted = live ? mix(TOLD_COLOURS.ground, TOLD_COLOURS.cell, inside) : TOLD_COLOURS.ground;
            expectAtMost(distance(pixels[j * WIDTH + i]!, wanted), 2);
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  test("small ones: as many of the sample points as lie on live cells", () => {
    fc.assert(
      fc.property(soup, offset, offset, evenly(0, 2.5), (cells, dx, dy, zoom) => {
        const block = blockOf(cells, 0n, 80);
        const size = 2 ** zoom;
        const pixels = painted(sceneOf(kind, { x: 0n, y: 0n, dx, dy, zoom }, block));
        const n = size < 2 ? 3 : 2;
        for (let j = 0; j < HEIGHT; j++) {
          for (let i = 0; i < WIDTH; i++) {
            let live = 0;
            for (let k = 0; k < n * n; k++) {
              const px = (i + ((k % n) + 0.5) / n - WIDTH / 2) / size + dx;
              const py = (j + (Math.floor(k / n) + 0.5) / n - HEIGHT / 2) / size + dy;
              const cell = kind.cellAt(px, py, pointsUp(kind, { x: 0n, y: 0n }));
              live += blockCell(block, cell.x + 80, cell.y + 80);
            }
            const wanted = mix(TOLD_COLOURS.ground, TOLD_COLOURS.cell, live / (n * n));
            expectAtMost(distance(pixels[j * WIDTH + i]!, wanted), 1);
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  test("the pixel where a cell's centre is shown is of that cell, and leads back to it", () => {
    const size = { width: WIDTH, height: HEIGHT };
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: -3, max: 3 }),
        evenly(2, 6),
        (x, y, zoom) => {
          const cell = { x: FAR + BigInt(x), y: FAR + BigInt(y) };
          const camera = cameraOn({ x: FAR, y: FAR }, zoom, kind);
          const point = pointOfCell(camera, size, kind, cell);
          expect(cellAtPoint(camera, size, kind, point)).toEqual(cell);
          fc.pre(point.x >= 0 && point.y >= 0 && point.x < WIDTH && point.y < HEIGHT);
          const pixels = painted(sceneOf(kind, camera, blockOf([[x, y]], FAR)));
          expect(pixels[Math.floor(point.y) * WIDTH + Math.floor(point.x)]).toBe(TOLD_COLOURS.cell);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe.each([SQUARE, HEX, TRIANGLE])("many cells a pixel on $id", (kind) => {
  /** Where squares of cells are at most a pixel high. */
  const largest = kind === TRIANGLE ? -Math.log2(Math.sqrt(3)) : 0;

  /** A lone cell's raster, painted; answers the pixels that are not ground. */
  const lit = (camera: Camera, x: number, y: number, scale: number): Uint32Array => {
    const raster = createRaster({
      x: FAR - 2000n,
      y: FAR - 2000n,
      width: 4000 >> scale,
      height: 4000 >> scale,
      scale,
    });
    const block = createBlock(FAR + BigInt(x), FAR + BigInt(y), 1, 1);
    setBlockRun(block, 0, 0, 1);
    addBlockToRaster(raster, block);
    const frame = { kind: "raster", generation: 0n, camera, raster } as const;
    return painted(sceneOf(kind, camera, null, { frame })).filter((pixel) => pixel !== TOLD_COLOURS.ground);
  };

  test("a lone cell lights exactly one pixel, and strongly enough", () => {
    const near = fc.integer({ min: -15, max: 15 });
    const zooms = evenly(-3.999, largest - 0.001);
    fc.assert(
      fc.property(near, near, offset, offset, zooms, (x, y, dx, dy, zoom) => {
        const pixels = lit({ x: FAR, y: FAR, dx, dy, zoom }, x, y, rasterScale(zoom, kind));
        expect(pixels).toHaveLength(1);
        expect(distance(pixels[0]!, TOLD_COLOURS.ground)).toBeGreaterThan(FLOOR * 200);
      }),
      { numRuns: 60 },
    );
  });
});

test("a lone triangle that is more than a pixel high lights one pixel or two, one below the other", () => {
  const near = fc.integer({ min: -15, max: 15 });
  fc.assert(
    fc.property(near, near, offset, offset, evenly(-0.79, -0.001), (x, y, dx, dy, zoom) => {
      const camera = { x: FAR, y: FAR, dx, dy, zoom };
      const pixels = painted(sceneOf(TRIANGLE, camera, blockOf([[x, y]], FAR)));
      const lit = [...pixels.keys()].filter((at) => pixels[at] !== TOLD_COLOURS.ground);
      const size = { width: WIDTH, height: HEIGHT };
      const middle = pointOfCell(camera, size, TRIANGLE, { x: FAR + BigInt(x), y: FAR + BigInt(y) });
      expect([1, 2]).toContain(lit.length);
      for (const at of lit) {
        expect(Math.abs((at % WIDTH) + 0.5 - middle.x)).toBeLessThanOrEqual(1);
        // Half a triangle, half a pixel, and the one above, which may have no corner of its own.
        expect(Math.abs(Math.floor(at / WIDTH) + 0.5 - middle.y)).toBeLessThan(2.4);
      }
    }),
    { numRuns: 60 },
  );
});

test("density: an even texture has one shade, and shades grow with density", () => {
  const raster = createRaster({ x: -400n, y: -400n, width: 400, height: 400, scale: 1 });
  raster.counts.fill(2);
  const camera = { x: 0n, y: 0n, dx: 0.3, dy: 0.6, zoom: -1.7 };
  const frame = { kind: "raster", generation: 0n, camera, raster } as const;
  const shades = new Set(painted(sceneOf(SQUARE, camera, null, { frame })));
  expect([...shades]).toEqual([mix(TOLD_COLOURS.ground, TOLD_COLOURS.cell, shadeOf(1, 2) / 256)]);
  expect(shadeOf(0, 64)).toBe(0);
  expect(shadeOf(64, 64)).toBe(256);
  for (let n = 1; n < 64; n++) expect(shadeOf(n + 1, 64)).toBeGreaterThanOrEqual(shadeOf(n, 64));
  expect(shadeOf(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(256);
});

test("a frame of another zoom or place still shows its cells where they are", () => {
  const block = blockOf([[5, 5]], 0n);
  const pixels = painted(sceneOf(SQUARE, { x: 0n, y: 0n, dx: 0, dy: 0, zoom: -1 }, block));
  const at = pixels.findIndex((pixel) => pixel !== TOLD_COLOURS.ground);
  expect([at % WIDTH, Math.floor(at / WIDTH)]).toEqual([WIDTH / 2 + 2, HEIGHT / 2 + 2]);
  const far = { x: FAR, y: FAR, dx: 0, dy: 0, zoom: 2 };
  expect(new Set(painted(sceneOf(SQUARE, far, block)))).toEqual(new Set([TOLD_COLOURS.ground]));
});

test("a frame that is less than a pixel is painted as fast as any other", () => {
  const block = blockOf([[5, 5]], 0n);
  // Each row of pixels is more rows of cells than anybody can walk through.
  const pixels = painted(sceneOf(SQUARE, { x: 0n, y: 0n, dx: 0, dy: 0, zoom: -60 }, block));
  expect(pixels.filter((pixel) => pixel !== TOLD_COLOURS.ground)).toHaveLength(1);
});
