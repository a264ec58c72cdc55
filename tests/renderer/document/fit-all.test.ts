import { expect, test } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { ViewSize } from "../../../engine/picture/camera.ts";
import type { Cover } from "../../../engine/picture/camera-fit.ts";
import { cameraOn, pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { DocumentView } from "../../../renderer/document/document-view.ts";
import { fitAll } from "../../../renderer/document/fit-all.ts";
import type { Editor } from "../../../renderer/editor/editor.ts";

const BOX = { x: 0n, y: 0n, w: 58n, h: 34n };
const editor = {
  bounds: async () => BOX,
  state: { topology: UNBOUNDED },
} as unknown as Editor;

/** The first and last row and the first column of the pattern on the screen, and the picture's zoom. */
async function placeOf(size: ViewSize, covers: readonly Cover[]) {
  const view = new DocumentView(() => SQUARE, cameraOn({ x: 0n, y: 0n }, 0, SQUARE));
  view.setSize(size);
  view.covers = () => covers;
  await fitAll(editor, view, { roomy: true });
  const at = (x: bigint, y: bigint) => pointOfCell(view.camera, size, SQUARE, { x, y });
  return { top: at(0n, 0n).y, bottom: at(0n, 34n).y, left: at(0n, 0n).x, zoom: view.camera.zoom };
}

const corner = (right: number, bottom: number): Cover => ({ left: 12, top: 12, right, bottom });

test("what covers the view's corner does not cover the pattern, in a small window and in a large one", async () => {
  const small = await placeOf({ width: 700, height: 510 }, [corner(690, 180)]);
  expect(small.top).toBeGreaterThan(180);
  expect(small.bottom).toBeLessThan(510);
  // There is room enough above: nothing moves.
  const large = { width: 400, height: 800 };
  expect(await placeOf(large, [corner(390, 100)])).toEqual(await placeOf(large, []));
});

test("a cover of the corner alone leaves its side to the pattern where that shows more", async () => {
  const size = { width: 900, height: 300 };
  const beside = await placeOf(size, [corner(300, 120)]);
  expect(beside.left).toBeGreaterThan(300);
  expect(beside.top).toBeLessThan(120);
  expect(beside.zoom).toBe((await placeOf(size, [])).zoom);
});

test("two covers, one above the other, are both heeded", async () => {
  const place = await placeOf({ width: 700, height: 510 }, [
    corner(690, 50),
    { ...corner(400, 100), top: 60 },
  ]);
  expect(place.top).toBeGreaterThan(50);
  expect(place.top > 100 || place.left > 400).toBe(true);
});

test("where too little is left, the pattern is fitted as if nothing covered it", async () => {
  const size = { width: 400, height: 300 };
  expect(await placeOf(size, [corner(390, 200)])).toEqual(await placeOf(size, []));
});
