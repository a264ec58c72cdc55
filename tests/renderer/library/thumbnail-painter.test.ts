// Thumbnails: the stage's painter with a mask for colours.

import { expect, test, vi } from "vitest";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { createPicture } from "../../../engine/picture/painter.ts";
import { paintMask, paintThumbnail } from "../../../renderer/library/thumbnail-painter.ts";
import { boxAround, CanvasNotes, imageDataFake } from "../../support/canvas-notes.ts";

const SIZE = { width: 64, height: 48 };

/** How strong each pixel is, 0..255. */
function mask(kind: string, side: number, cells: readonly (readonly [number, number])[]): Uint8Array {
  const picture = createPicture(SIZE.width, SIZE.height);
  const box = { left: 0, top: 0, right: side - 1, bottom: side - 1 };
  paintMask(picture, 1, box, GRID_KINDS.get(kind), (each) => {
    for (const [x, y] of cells) each(x, y);
  });
  return Uint8Array.from(picture.pixels, (pixel) => pixel >>> 24);
}

test.each(["square", "hex"])("a small pattern of %s cells stands in the middle, large and whole", (kind) => {
  const strong = mask(kind, 1, [[0, 0]]);
  expect(strong[24 * 64 + 32]).toBe(255);
  const lit = [...strong.keys()].filter((i) => strong[i]! > 0);
  expect(lit.length).toBeGreaterThan(20);
  expect(lit.every((i) => Math.abs((i % 64) - 31.5) < 6 && Math.abs(Math.floor(i / 64) - 23.5) < 6)).toBe(
    true,
  );
});

test.each(["square", "hex"])(
  "lone cells of a large pattern of %s cells are seen, within the margin",
  (kind) => {
    const side = 100_000;
    const strong = mask(kind, side, [
      [0, 0],
      [side - 1, side - 1],
      [side >> 1, side >> 1],
      // Beyond the box: it falls off the edge.
      [-9 * side, 0],
    ]);
    const lit = [...strong.keys()].filter((i) => strong[i]! > 0);
    expect(lit).toHaveLength(3);
    expect(lit.every((i) => strong[i]! > 100)).toBe(true);
    expect(lit.every((i) => Math.floor(i / 64) >= 4 && Math.floor(i / 64) <= 44)).toBe(true);
  },
);

test.each([
  ["the colour of the canvas", undefined],
  ["the colours of their states", [0xff_ff_00_00, 0xff_00_ff_00]],
])("cells are put on the canvas, as many pixels as the screen has, in %s", (_, states) => {
  const notes = new CanvasNotes();
  const { canvas } = notes;
  vi.stubGlobal("window", { devicePixelRatio: 2 });
  vi.stubGlobal("getComputedStyle", () => ({ color: "teal" }));
  vi.stubGlobal("ImageData", imageDataFake());
  const box = { left: 0, top: 0, right: 2, bottom: 2 };
  paintThumbnail(
    canvas as unknown as HTMLCanvasElement,
    box,
    GRID_KINDS.get("square"),
    (each) => each(1, 1, 1),
    states,
  );
  vi.unstubAllGlobals();
  const { width, height } = canvas;
  expect([width, height]).toEqual([2 * SIZE.width, 2 * SIZE.height]);
  const [put] = notes.of("pixels");
  if (!put?.pixels) throw new Error("No pixels were put on the canvas.");
  const { data, width: columns } = put.pixels;
  expect([put.at, columns, data.length]).toEqual([{ x: 0, y: 0 }, width, 4 * width * height]);
  // The middle cell is there, with nothing around it.
  expect(data[4 * ((height / 2) * width + width / 2) + 3]).toBe(255);
  expect(data[3]).toBe(0);
  const filled = notes.of("fill").map(({ looks, outlines }) => [looks, ...outlines.map(boxAround)]);
  const teal = { globalCompositeOperation: "source-in", fillStyle: "teal" };
  const all = { left: 0, top: 0, right: width, bottom: height };
  expect(filled).toEqual(states ? [] : [[expect.objectContaining(teal), all]]);
});
