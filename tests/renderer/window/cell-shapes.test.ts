// Cells drawn over the stage, those of a selection and of a paste in hand: on every lattice just the cells of the set, however far it
// reaches beyond the screen.

import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Point } from "../../../engine/grids/grid-kind.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { fillCells } from "../../../renderer/window/stage/cell-rows.ts";
import { drawGhost } from "../../../renderer/window/stage/ghost.ts";
import { CanvasNotes, imageDataFake } from "../../support/canvas-notes.ts";

afterEach(() => void vi.unstubAllGlobals());

const SIZE = { width: 200, height: 120 };
const FAR = 10n ** 20n;

function covers(corners: readonly Point[], { x, y }: Point): boolean {
  const sides = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length] as Point;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

/** Rows of runs around a cell; some go on for ever, as far as a screen can tell. */
const anyRuns = fc.array(
  fc.record({
    x: fc.integer({ min: -40, max: 40 }),
    y: fc.integer({ min: -20, max: 20 }),
    length: fc.constantFrom(1, 3, 9, 1e9),
  }),
  { minLength: 1, maxLength: 12 },
);

function runsOf(runs: readonly { readonly x: number; readonly y: number; readonly length: number }[]): Runs {
  const out = new RunsBuilder();
  for (const { x, y, length } of runs) out.add(length > 1e6 ? x - length : x, y, length);
  return out.build(FAR, -FAR);
}

function has({ rows, starts, spans }: Runs, x: number, y: number): boolean {
  const row = rows.indexOf(y);
  if (row < 0) return false;
  for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
    const first = spans[2 * i] as number;
    if (x >= first && x < first + (spans[2 * i + 1] as number)) return true;
  }
  return false;
}

describe.each(["square", "hex", "triangle"])("a set of %s cells", (id) => {
  const kind = GRID_KINDS.get(id);

  // Rows of cells that are smaller than four pixels are filled from end to end.
  test.each([3, 9, 24])(
    "is filled cell by cell on the screen, and is not drawn far beyond it: %i pixels",
    (pixels) => {
      fc.assert(
        fc.property(
          anyRuns,
          fc.integer({ min: -9, max: 9 }),
          fc.double({ min: 0, max: 1, noNaN: true }),
          (list, at, part) => {
            const cells = runsOf(list);
            const camera = {
              x: FAR + BigInt(at),
              y: -FAR - BigInt(at),
              dx: part - 0.5,
              dy: 0.25,
              zoom: Math.log2(pixels),
            };
            const scene = { camera, size: SIZE, kind };
            const drawn = new CanvasNotes();
            fillCells(drawn.context, scene, cells);
            const shapes = drawn.filled;
            const wrong: string[] = [];
            for (let y = -20; y <= 20; y++) {
              for (let x = -90; x <= 90; x++) {
                const cell: Cell = { x: FAR + BigInt(x), y: -FAR + BigInt(y) };
                const point = pointOfCell(camera, SIZE, kind, cell);
                if (point.x < 0 || point.y < 0 || point.x > SIZE.width || point.y > SIZE.height) continue;
                if (shapes.some(({ corners }) => covers(corners, point)) !== has(cells, x, y))
                  wrong.push(`${x}, ${y}`);
              }
            }
            expect(wrong).toEqual([]);
            // Less than two more cells at each side of a row.
            expect(shapes.length).toBeLessThan(41 * (2 * (SIZE.width / pixels) + 9));
          },
        ),
        { numRuns: 8 },
      );
    },
  );
});

describe("a paste in hand", () => {
  const kind = GRID_KINDS.get("square");
  const scene = { camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 0 }, size: SIZE, kind };

  test.each([
    [1500, 1500, 0],
    [1501, 0, 1],
  ])(
    "of %i cells is drawn as so many shapes, or as a picture where there are more",
    (count, shapes, pictures) => {
      vi.stubGlobal(
        "OffscreenCanvas",
        class {
          getContext = () => null;
        },
      );
      vi.stubGlobal("ImageData", imageDataFake());
      const cells = new RunsBuilder();
      for (let i = 0; i < count; i++) cells.add(2 * (i % 40), 2 * Math.floor(i / 40), 1);
      const drawn = new CanvasNotes();
      drawGhost(drawn.context, scene, cells.build(-40n, -37n), "#fff");
      expect([drawn.filled.length, drawn.of("picture").length]).toEqual([shapes, pictures]);
    },
  );
});
