// Cells by age: the same picture as without, but for the colours; and each cell has the colour of its own state.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { parseTopology, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { CellAges, looksOf } from "../../../engine/picture/cell-ages.ts";
import type { PaintColours } from "../../../engine/picture/colours.ts";
import { mix, paintColours } from "../../../engine/picture/colours.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import type { PaintScene } from "../../../engine/picture/scene.ts";
import { themeNamed } from "../../../engine/picture/themes.ts";
import { evenly } from "../../support/evenly.ts";

const COLOURS = paintColours(themeNamed("viridis"));
const SIZE = { width: 97, height: 71 };

/** Nothing lies exactly between two pixels. */
const offset = evenly(-0.5, 0.5).map((part) => part + Math.SQRT2 / 1000);
const runs = fc.array(fc.tuple(fc.nat(89), fc.nat(69), fc.integer({ min: 1, max: 9 })), { maxLength: 250 });
const scenes = fc.record({
  kind: fc.constantFrom(SQUARE, HEX, TRIANGLE),
  topology: fc.constantFrom(UNBOUNDED, torus(31, 22), parseTopology("P0,12")),
  zoom: evenly(0, 5.5),
  dx: offset,
  dy: offset,
  ratio: fc.constantFrom(1, 2),
  before: runs,
  now: runs,
});

function blockOf(cells: readonly (readonly [number, number, number])[]) {
  const block = createBlock(-45n, -35n, 90, 70);
  for (const [x, y, length] of cells) setBlockRun(block, x, y, Math.min(length, 90 - x));
  return block;
}

interface Case {
  readonly scene: PaintScene;
  readonly states: Uint8Array;
}

function sceneOf(
  { before, now, zoom, dx, dy, ...rest }: typeof scenes extends fc.Arbitrary<infer T> ? T : never,
  colours: PaintColours,
  trail: boolean,
): Case {
  const camera = { x: 0n, y: 0n, dx, dy, zoom };
  const ages = new CellAges();
  ages.next(blockOf(before), 0n, trail);
  const block = blockOf(now);
  const aged = ages.next(block, 1n, trail);
  const frame = { kind: "block", generation: 1n, camera, block } as const;
  const scene = { ...rest, frame, camera, colours, stated: aged, gridLines: true, boldEvery: 5 };
  return { scene, states: aged.states };
}

function painted(scene: PaintScene): Uint32Array {
  const picture = createPicture(SIZE.width, SIZE.height);
  paint(picture, scene);
  return picture.pixels;
}

describe("cells by age", () => {
  test("are where they are without, when all ages have one colour", () => {
    const one = { ...COLOURS, ages: COLOURS.ages.map(() => COLOURS.cell) };
    fc.assert(
      fc.property(scenes, (wanted) => {
        const { scene } = sceneOf(wanted, one, false);
        const aged = painted(scene);
        const plain = painted({ ...scene, stated: null });
        // Of hexagons below six pixels bricks that touch are added up one by one: a sample point at a joint may count twice.
        let differ = 0;
        for (let i = 0; i < plain.length; i++) if (aged[i] !== plain[i]) differ++;
        expect(differ).toBeLessThanOrEqual(wanted.kind === SQUARE ? 0 : plain.length / 1000);
      }),
      { numRuns: 150 },
    );
  });

  test("have each the colour of its own age, and cells that died that of their trail", () => {
    const oldest = COLOURS.ages[COLOURS.ages.length - 1] as number;
    fc.assert(
      fc.property(scenes, (wanted) => {
        const { scene, states } = sceneOf(
          { ...wanted, zoom: 3 + (wanted.zoom % 2.5), ratio: 1 },
          COLOURS,
          true,
        );
        const pixels = painted({ ...scene, topology: UNBOUNDED });
        for (let j = 0; j < 70; j++) {
          for (let i = 0; i < 90; i++) {
            const cell = { x: BigInt(i - 45), y: BigInt(j - 35) };
            const { x, y } = pointOfCell(scene.camera, SIZE, scene.kind, cell);
            const [px, py] = [Math.floor(x), Math.floor(y)];
            if (px < 1 || py < 1 || px >= SIZE.width - 1 || py >= SIZE.height - 1) continue;
            const looks = looksOf(states[j * 90 + i] as number);
            const colour = !looks
              ? COLOURS.ground
              : "age" in looks
                ? COLOURS.ages[looks.age]
                : mix(COLOURS.ground, oldest, 0.55 * looks.fresh);
            expect(pixels[py * SIZE.width + px]).toBe(colour);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test("are not told apart where several share a pixel", () => {
    const { scene } = sceneOf(
      { kind: SQUARE, topology: UNBOUNDED, zoom: 0, dx: 0, dy: 0, ratio: 1, before: [], now: [[45, 35, 9]] },
      COLOURS,
      true,
    );
    const camera = { ...scene.camera, zoom: -1 };
    expect(painted({ ...scene, camera })).toEqual(painted({ ...scene, camera, stated: null }));
  });
});
