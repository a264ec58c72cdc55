import { expect, test } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { cameraOn, pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { DocumentView } from "../../../renderer/document/document-view.ts";
import { fitAll } from "../../../renderer/document/fit-all.ts";
import type { Editor } from "../../../renderer/editor/editor.ts";

const BOX = { x: 0n, y: 0n, w: 58n, h: 34n };
const editor = {
  bounds: async () => BOX,
  state: { topology: UNBOUNDED },
} as unknown as Editor;

/** The first and last row of the pattern on the screen, fitted below what covers the top. */
async function rowsOf(size: { readonly width: number; readonly height: number }, covered: number) {
  const view = new DocumentView(() => SQUARE, cameraOn({ x: 0n, y: 0n }, 0, SQUARE));
  view.setSize(size);
  await fitAll(editor, view, { roomy: true, covered });
  const at = (y: bigint) => pointOfCell(view.camera, size, SQUARE, { x: 29n, y }).y;
  return { top: at(0n), bottom: at(34n), zoom: view.camera.zoom };
}

test("what covers the view's upper edge does not cover the pattern, in a small window and in a large one", async () => {
  const small = await rowsOf({ width: 700, height: 510 }, 180);
  expect(small.top).toBeGreaterThan(180);
  expect(small.bottom).toBeLessThan(510);
  // There is room enough above: nothing moves.
  const large = { width: 1000, height: 800 };
  expect(await rowsOf({ ...large, width: 400 }, 100)).toEqual(await rowsOf({ ...large, width: 400 }, 0));
});

test("where too little is left, the pattern is fitted as if nothing covered it", async () => {
  const size = { width: 400, height: 300 };
  expect(await rowsOf(size, 200)).toEqual(await rowsOf(size, 0));
});
