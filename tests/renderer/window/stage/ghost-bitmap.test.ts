// Large sets of cells in hand: their bitmap has each cell in its place and colour, and is built in parts.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Runs } from "../../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../../engine/core/runs.ts";
import type { GhostColour } from "../../../../renderer/window/stage/ghost-bitmap.ts";
import { GhostBitmap } from "../../../../renderer/window/stage/ghost-bitmap.ts";
import { CanvasNotes, imageDataFake } from "../../../support/canvas-notes.ts";

const COLOURS: Readonly<Record<string, readonly number[]>> = { red: [250, 20, 10], blue: [5, 15, 240] };

/** Canvases in the order in which they are made. */
let canvases: CanvasNotes[] = [];

beforeEach(() => {
  canvases = [];
  vi.stubGlobal("ImageData", imageDataFake());
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      readonly #notes = new CanvasNotes();
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        [this.width, this.height] = [width, height];
        canvases.push(this.#notes);
      }
      getContext() {
        const getImageData = () => ({
          data: [...(COLOURS[this.#notes.filled.at(-1)?.colour ?? ""] ?? []), 255],
        });
        return Object.assign(this.#notes.context, { getImageData });
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** The pixels that are not clear, as "x,y: red green blue at alpha", of a bitmap that has all the time it needs. */
function pixelsOf(cells: Runs, colour: GhostColour) {
  const bitmap = new GhostBitmap(cells, colour);
  bitmap.advance(Number.POSITIVE_INFINITY);
  expect(bitmap.done).toBe(true);
  const pixels: string[] = [];
  for (const { pixels: part, at } of canvases[0]?.of("pixels") ?? []) {
    const { data = [], width = 1 } = part ?? {};
    for (let i = 0; i < data.length / 4; i++) {
      const [red, green, blue, alpha] = [...data.slice(i * 4, i * 4 + 4)];
      if (alpha)
        pixels.push(
          `${(at?.x ?? 0) + (i % width)},${(at?.y ?? 0) + Math.floor(i / width)}: ${red} ${green} ${blue} at ${alpha}`,
        );
    }
  }
  return { bitmap, pixels };
}

function cellsAt(
  places: readonly (readonly [x: number, y: number, length?: number, state?: number])[],
): Runs {
  const builder = new RunsBuilder();
  for (const [x, y, length = 1, state = 1] of places) builder.add(x, y, length, state);
  return builder.build(-100n, 50n);
}

test("a cell is a pixel, counted from the corner of all cells", () => {
  const { bitmap, pixels } = pixelsOf(
    cellsAt([
      [7, 4],
      [9, 4, 2],
      [8, 6],
    ]),
    "red",
  );
  expect(pixels).toEqual(["0,0", "2,0", "3,0", "1,2"].map((at) => `${at}: 250 20 10 at 255`));
  expect([bitmap.dx, bitmap.dy, bitmap.size]).toEqual([7n, 4n, 1]);
});

test("cells in several states have the colour of theirs, and the last colour where there are more states", () => {
  const { pixels } = pixelsOf(
    cellsAt([
      [0, 0, 1, 1],
      [1, 0, 1, 2],
      [2, 0, 1, 5],
    ]),
    ["red", "blue"],
  );
  expect(pixels).toEqual(["0,0: 250 20 10 at 255", "1,0: 5 15 240 at 255", "2,0: 5 15 240 at 255"]);
});

test("of more cells than a screen has pixels one stands for a square, the clearer the more of it are alive", () => {
  // Pixels of two cells across: a whole one, a quarter, and none up to the last cell.
  const { bitmap, pixels } = pixelsOf(
    cellsAt([
      [0, 0, 2],
      [2, 0],
      [0, 1, 2],
      [4093, 1],
    ]),
    "blue",
  );
  expect([bitmap.size, bitmap.dx, bitmap.dy]).toEqual([2, 0n, 0n]);
  expect(pixels).toEqual(["0,0: 5 15 240 at 255", "1,0: 5 15 240 at 179", "2046,0: 5 15 240 at 179"]);
  expect(
    pixelsOf(
      cellsAt([
        [0, 0],
        [2047, 0],
      ]),
      "red",
    ).bitmap.size,
  ).toBe(2);
  expect(
    pixelsOf(
      cellsAt([
        [0, 0],
        [2046, 0],
      ]),
      "red",
    ).bitmap.size,
  ).toBe(1);
});

test("a bitmap takes no more time than it is given, and what is there of it can be drawn meanwhile", () => {
  const rows = new RunsBuilder();
  for (let y = 0; y < 300; y++) for (let x = 0; x < 100; x++) rows.add(2 * x, y, 1);
  const bitmap = new GhostBitmap(rows.build(0n, 0n), "red");
  bitmap.advance(performance.now());
  expect(bitmap.done).toBe(false);
  // One part at each look at the clock.
  const clock = vi.spyOn(performance, "now");
  let parts = 0;
  for (; !bitmap.done && parts < 100; parts++) {
    clock.mockReturnValueOnce(0).mockReturnValueOnce(1);
    bitmap.advance(1);
  }
  clock.mockRestore();
  const painted = canvases[0]?.of("pixels") ?? [];
  expect(parts).toBe(4 + painted.length);
  expect(painted.map(({ at }) => at?.y)).toEqual([0, 163]);
  expect(painted.map(({ pixels }) => pixels?.width)).toEqual([201, 201]);
});
