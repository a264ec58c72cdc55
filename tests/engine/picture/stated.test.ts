// Cells in more than two states: where they would be in two, and each in the colour of its state, on the screen as in films.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, livingBlock, planesFor, setBlockRun } from "../../../engine/core/block.ts";
import { addBlockToRaster, createRaster } from "../../../engine/core/raster.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import { stateColour } from "../../../engine/picture/age-colours.ts";
import { rasterForView } from "../../../engine/picture/camera.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import type { PaintScene } from "../../../engine/picture/scene.ts";
import { THEMES, themeNamed } from "../../../engine/picture/themes.ts";
import { evenly } from "../../support/evenly.ts";

const SIZE = { width: 97, height: 71 };
const THEME = themeNamed("dark");

const worlds = fc.integer({ min: 3, max: 12 }).chain((states) =>
  fc.record({
    states: fc.constant(states),
    kind: fc.constantFrom(SQUARE, HEX, TRIANGLE),
    zoom: evenly(-2, 5.5),
    dx: evenly(-0.5, 0.5),
    dy: evenly(-0.5, 0.5),
    runs: fc.array(
      fc.tuple(
        fc.nat(89),
        fc.nat(69),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: states - 1 }),
      ),
      { maxLength: 200 },
    ),
  }),
);
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function blockOf({ runs, states }: World): Block {
  const block = createBlock(-45n, -35n, 90, 70, planesFor(states));
  for (const [x, y, length, state] of runs) setBlockRun(block, x, y, Math.min(length, 90 - x), state);
  return block;
}

function sceneOf(world: World, block: Block, states = world.states): PaintScene {
  const { kind, zoom, dx, dy } = world;
  const camera = { x: 0n, y: 0n, dx, dy, zoom };
  const request = rasterForView(camera, SIZE, kind);
  const raster = request && createRaster(request, states);
  if (raster) addBlockToRaster(raster, block);
  const seen = { generation: 0n, camera };
  const frame = raster
    ? ({ kind: "raster", raster, ...seen } as const)
    : ({ kind: "block", block, ...seen } as const);
  const look = { gridLines: true, boldEvery: 5, ratio: 1, colours: paintColours(THEME, { states }) };
  return { ...look, frame, camera, kind, topology: UNBOUNDED };
}

function painted(scene: PaintScene): Uint32Array {
  const picture = createPicture(SIZE.width, SIZE.height);
  paint(picture, scene);
  return picture.pixels;
}

describe("cells in states", () => {
  test("are where they are in two, when all states have one colour", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const block = blockOf(world);
        const stated = sceneOf(world, block);
        const { cell } = stated.colours;
        const one = { ...stated.colours, states: Array.from({ length: world.states - 1 }, () => cell) };
        const plain = painted(sceneOf(world, livingBlock(block), 2));
        const shown = painted({ ...stated, colours: one });
        let differ = 0;
        for (let i = 0; i < plain.length; i++) if (shown[i] !== plain[i]) differ++;
        // Bricks of small hexagons that touch are added up one by one: a sample point at a joint may count twice.
        expect(differ).toBeLessThanOrEqual(world.kind === SQUARE ? 0 : plain.length / 1000);
      }),
      { numRuns: 120 },
    );
  });

  test("have each the colour of its state", () => {
    fc.assert(
      fc.property(worlds, (any) => {
        const world = { ...any, zoom: 3 + (Math.abs(any.zoom) % 2.5), dx: any.dx + Math.SQRT2 / 1000 };
        const block = blockOf(world);
        const scene = sceneOf(world, block);
        const pixels = painted(scene);
        for (let j = 0; j < 70; j++) {
          for (let i = 0; i < 90; i++) {
            const { x, y } = pointOfCell(scene.camera, SIZE, world.kind, {
              x: BigInt(i - 45),
              y: BigInt(j - 35),
            });
            const [px, py] = [Math.floor(x), Math.floor(y)];
            if (px < 1 || py < 1 || px >= SIZE.width - 1 || py >= SIZE.height - 1) continue;
            const state = blockCell(block, i, j);
            const { states = [], ground } = scene.colours;
            expect(pixels[py * SIZE.width + px]).toBe(state === 0 ? ground : states[state - 1]);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test("of an earlier rule show as living under one of two states", () => {
    const world = {
      states: 12,
      kind: SQUARE,
      zoom: 3,
      dx: 0,
      dy: 0,
      runs: [[45, 35, 4, 9]],
    } as unknown as World;
    for (const zoom of [3, -1]) {
      const at = { ...world, zoom };
      const scene = sceneOf(at, blockOf(world));
      const two = painted({ ...scene, colours: paintColours(THEME) });
      expect(two).toEqual(painted(sceneOf(at, livingBlock(blockOf(world)), 2)));
    }
  });

  test("differ in every theme, the first ones plainly", () => {
    for (const theme of THEMES.list()) {
      for (const states of [3, 4, 8]) {
        const colours = Array.from({ length: states - 1 }, (_, at) => stateColour(theme, at + 1, { states }));
        expect(new Set(colours).size, theme.id).toBe(states - 1);
        expect(colours).not.toContain(theme.ground);
      }
    }
  });
});
