import { expect, test } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Camera, ViewSize } from "../../../engine/picture/camera.ts";
import type { Cover } from "../../../engine/picture/camera-fit.ts";
import { cameraOn, panBy, pointOfCell, zoomAt } from "../../../engine/picture/camera-moves.ts";
import { DocumentView } from "../../../renderer/document/document-view.ts";
import { fitFirst } from "../../../renderer/document/fit-all.ts";
import type { Editor } from "../../../renderer/editor/editor.ts";

const BOX = { x: 0n, y: 0n, w: 58n, h: 34n };
const editor = {
  bounds: async () => BOX,
  state: { topology: UNBOUNDED },
} as unknown as Editor;

/** Where the pattern's first and last rows and columns are on the screen, and the picture's zoom. */
async function placeOf(size: ViewSize, covers: readonly Cover[]) {
  const view = new DocumentView(() => SQUARE, cameraOn({ x: 0n, y: 0n }, 0, SQUARE));
  view.setSize(size);
  view.covers = () => covers;
  await fitFirst(editor, view, view.camera);
  const at = (x: bigint, y: bigint) => pointOfCell(view.camera, size, SQUARE, { x, y });
  const [first, last] = [at(0n, 0n), at(58n, 34n)];
  return { top: first.y, bottom: last.y, left: first.x, right: last.x, zoom: view.camera.zoom };
}

type Place = Awaited<ReturnType<typeof placeOf>>;
const isBeside = (place: Place, cover: Cover): boolean =>
  place.right <= cover.left ||
  place.left >= cover.right ||
  place.bottom <= cover.top ||
  place.top >= cover.bottom;

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
  expect(isBeside(place, { ...corner(400, 100), top: 60 })).toBe(true);
});

test.each([577, 900, 1400])(
  "in a view %i wide bars along both edges lie beside the pattern",
  async (width) => {
    const covers: readonly Cover[] = [
      corner(400, 50),
      { left: 12, top: 376, right: 202, bottom: 408 },
      { left: width - 172, top: 268, right: width - 12, bottom: 408 },
    ];
    const size = { width, height: 420 };
    const place = await placeOf(size, covers);
    expect(covers.filter((cover) => !isBeside(place, cover))).toEqual([]);
    expect(place.zoom).toBeLessThanOrEqual((await placeOf(size, [])).zoom);
  },
);

test("a panel along a side leaves the other one to the pattern", async () => {
  const size = { width: 652, height: 313 };
  const panel: Cover = { left: 396, top: 0, right: 652, bottom: 313 };
  expect((await placeOf(size, [panel])).right).toBeLessThan(396);
  expect((await placeOf(size, [{ ...panel, left: 0, right: 256 }])).left).toBeGreaterThan(256);
});

test("where all covers together leave too little, the pattern goes beside the smaller ones", async () => {
  const [hints, strip] = [corner(640, 180), corner(434, 48)];
  const zoom: Cover = { left: 12, top: 269, right: 202, bottom: 301 };
  const size = { width: 652, height: 313 };
  const place = await placeOf(size, [hints, strip, zoom]);
  expect([strip, zoom].map((cover) => isBeside(place, cover))).toEqual([true, true]);
  expect(place).toEqual(await placeOf(size, [strip, zoom]));
});

test("where too little is left, the pattern is fitted as if nothing covered it", async () => {
  const size = { width: 400, height: 300 };
  expect(await placeOf(size, [corner(390, 200)])).toEqual(await placeOf(size, []));
});

test("keys that come before the first fit zoom from there, and a view that was moved by then stays", async () => {
  const unfitted = cameraOn({ x: 0n, y: 0n }, 4, SQUARE);
  const middle = { x: 400, y: 300 };
  const seen = async (move: (camera: Camera) => Camera): Promise<Camera> => {
    const view = new DocumentView(() => SQUARE, unfitted);
    const fitting = fitFirst(editor, view, unfitted);
    view.setCamera(move(view.camera));
    await fitting;
    return view.camera;
  };
  const zoomed = (camera: Camera, by: number) =>
    zoomAt(camera, { width: 800, height: 600 }, SQUARE, middle, by);
  const still = await seen((camera) => camera);
  expect(still).not.toEqual(unfitted);
  expect(await seen((camera) => zoomed(zoomed(camera, 1), 1))).toEqual({ ...still, zoom: still.zoom + 2 });
  const away = panBy(unfitted, SQUARE, { x: 90, y: 0 });
  expect(await seen(() => away)).toEqual(away);
});
