import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { cameraOn } from "../../../engine/picture/camera-moves.ts";
import type { OfferedFormat } from "../../../engine/worker/protocol/export.ts";
import type { StudioDocument } from "../../../renderer/document/document.ts";
import type { ExportForm, ExportScene } from "../../../renderer/export/export-form.ts";
import {
  formFor,
  keepForm,
  placeOf,
  standOf,
  wishOf,
  withStop,
} from "../../../renderer/export/export-form.ts";

const FAR = 10n ** 30n;
const SQUARE = GRID_KINDS.get("square");
const FORM: ExportForm = {
  format: "gif",
  where: "all",
  box: { x: -2, y: 3, w: 10, h: 20 },
  from: 4,
  to: 103,
  every: 3,
  plain: true,
  scale: "auto",
  width: 640,
  height: 300,
  start: { x: 1n, y: 2n, dx: 0, dy: 0, zoom: 4 },
  between: [],
  end: { x: 9n, y: 2n, dx: 0.5, dy: 0, zoom: 0.5 },
  fps: 25,
  hold: 2,
  loop: true,
  squares: false,
  gap: 1,
  gridLines: true,
  theme: "ink",
  ages: true,
  icons: false,
  caption: true,
};
const FACTS = { summary: "", lossless: true, refuses: null };
const GIF = {
  ...FACTS,
  ...{ id: "gif", name: "GIF", extensions: [".gif"], takes: "pictures", sequence: false, mostFps: 50 },
} as OfferedFormat;
const PBM = {
  ...FACTS,
  ...{ id: "pbm", name: "PBM", extensions: [".pbm"], takes: "cells", sequence: true, hasPlain: true },
} as OfferedFormat;
const SCENE: ExportScene = {
  generation: 4n,
  selection: rect(1, 1, 5, 5),
  grid: null,
  shape: "square",
  hasIcons: false,
  view: { camera: cameraOn({ x: 5n, y: 7n }, 3, SQUARE), size: { width: 320, height: 200 }, kind: SQUARE },
  stem: "gun",
};
const wish = (change: Partial<ExportForm> = {}, format = GIF, scene: Partial<ExportScene> = {}) =>
  wishOf({ ...FORM, ...change }, format, { ...SCENE, ...scene });

describe("where a view looks", () => {
  it.each(["square", "hex"])("is told from the middle of a cell: %s", (id) => {
    const kind = GRID_KINDS.get(id);
    const { x, y, dx, dy, zoom } = standOf({ camera: cameraOn({ x: FAR, y: -7n }, -2, kind), kind });
    expect(Number(x - FAR) + dx).toBeCloseTo(0, 9);
    expect(Number(y) + dy).toBeCloseTo(-7, 9);
    expect(zoom).toBe(0.25);
  });
});

describe("the camera's way", () => {
  const THERE = { x: 3n, y: 3n, dx: 0.5, dy: 0, zoom: 2 };
  const framing = (change: Partial<ExportForm>) => wish({ where: "camera", ...change }).framing;

  it("passes the places on it in order", () => {
    expect(framing({ between: [{ generation: 50, stand: THERE }] })).toMatchObject({
      kind: "camera",
      path: {
        keyframes: [
          { generation: 4n, x: 1n },
          { ...THERE, generation: 50n },
          { generation: 103n, x: 9n },
        ],
      },
    });
    for (const generation of [4, 103, 200, Number.NaN]) {
      expect(() => framing({ between: [{ generation, stand: THERE }] })).toThrow(
        /between generations 4 and 103/,
      );
    }
    const twice = [60, 50].map((generation) => ({ generation, stand: THERE }));
    expect(() => framing({ between: twice })).toThrow(/50 does not fit/);
  });

  it("gets another place in the middle of its longest stretch, where there is room", () => {
    let form: ExportForm = { ...FORM, from: 0, to: 8 };
    for (const expected of [[4], [2, 4], [2, 4, 6], [1, 2, 4, 6]]) {
      form = { ...form, between: withStop(form, THERE) };
      expect(form.between.map(({ generation }) => generation)).toEqual(expected);
    }
    for (let more = 0; more < 9; more++) form = { ...form, between: withStop(form, THERE) };
    expect(form.between.map(({ generation }) => generation)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("a form as a wish", () => {
  it("asks for what was chosen", () => {
    expect(wish()).toEqual({
      format: "gif",
      name: "gun.gif",
      plain: false,
      range: { from: 4n, to: 103n, every: 3n },
      framing: { kind: "region", region: "all", scale: "auto" },
      look: {
        theme: "ink",
        squares: false,
        gap: 1,
        gridLines: true,
        icons: false,
        ages: true,
        caption: true,
      },
      fps: 25,
      hold: 50,
      loop: true,
    });
    expect(wish({}, PBM)).toMatchObject({ name: "gun-%04d.pbm", plain: true, hold: 0, loop: false });
    expect(wish({ to: 4 }, PBM).name).toBe("gun.pbm");
    expect(wish({}, GIF, { shape: "hexagon" }).look.squares).toBe(false);
    expect(wish({ squares: true }, GIF, { shape: "hexagon" }).look.squares).toBe(true);
    // Pictures of states where there are any and they are wanted.
    for (const icons of [true, false])
      for (const hasIcons of [true, false])
        expect(wish({ icons }, GIF, { hasIcons }).look.icons).toBe(icons && hasIcons);
    expect(wish({ ages: false, caption: false, loop: false })).toMatchObject({
      look: { ages: false, caption: false },
      loop: false,
    });
    // A file of cells has no colours, gaps and words.
    expect(wish({ icons: true }, PBM, { hasIcons: true }).look).toMatchObject({
      ...{ gap: 0, ages: false, icons: false, caption: false },
    });
  });

  it("films each kind of place", () => {
    const framing = (change: Partial<ExportForm>, format = GIF) => wish(change, format).framing;
    expect(framing({ where: "selection", scale: "1/4" })).toEqual({
      ...{ kind: "region", region: SCENE.selection, scale: { pixels: 1, cells: 4 } },
    });
    expect(framing({ where: "region", scale: "fit" })).toEqual({
      ...{ kind: "fit", region: rect(-2, 3, 10, 20), width: 640, height: 300 },
    });
    expect(framing({ where: "growing" })).toEqual({ kind: "growing", width: 640, height: 300 });
    expect(framing({ where: "camera" })).toMatchObject({
      path: {
        keyframes: [
          { generation: 4n, zoom: 4 },
          { generation: 103n, x: 9n, dx: 0.5, zoom: 0.5 },
        ],
      },
    });
    // At least what is on the screen: 1.5 times as high, so cells are 1.5 times as large.
    expect(framing({ where: "view" })).toMatchObject({
      path: { keyframes: [{ x: 5n, y: 7n, zoom: 12 }] },
      width: 640,
    });
    expect(framing({ where: "view" }, PBM)).toMatchObject({ kind: "region", region: { w: 43n } });
    // A view that moves is nothing that a file of cells could show: all of the pattern is there instead.
    for (const where of ["growing", "follow", "camera"] as const) {
      expect(framing({ where }, PBM)).toMatchObject({ kind: "region", region: "all" });
      expect(placeOf({ ...FORM, where }, PBM)).toBe("all");
      expect(placeOf({ ...FORM, where }, GIF)).toBe(where);
    }
  });

  it.each([
    [{ from: 3 }, /already; it only runs forward/],
    [{ to: 1 }, /lies before the first/],
    [{ every: 0 }, /makes no sense/],
    [{ every: 1.5 }, /whole numbers/],
    [{ to: 10_000_000 }, /more than a million/],
    [{ fps: 60 }, /between 1 and 50/],
    [{ fps: Number.NaN }, /frames a second/],
    [{ hold: -1 }, /held/],
    [{ gap: 0.5 }, /gap/],
    [{ where: "growing", width: Number.NaN }, /width and height/],
    [{ where: "region", box: { x: 0, y: 0, w: 0, h: 4 } }, /no cells/],
    [{ where: "region", box: { x: 0.5, y: 0, w: 1, h: 4 } }, /whole cells/],
  ] as const)("refuses %j", (change, sentence) => {
    expect(() => wish(change as Partial<ExportForm>)).toThrow(sentence);
  });

  it("refuses a selection that is gone, and a camera that sees nothing", () => {
    const start = { ...FORM.start, zoom: 0 };
    expect(() => wish({ where: "camera", start })).toThrow(/zoom/);
    expect(() => wish({ where: "selection" }, GIF, { selection: null })).toThrow(/Nothing is selected/);
  });
});

describe("a form that is opened again", () => {
  const opened = (generation: bigint, kept: Partial<ExportForm>): ExportForm => {
    const document = {
      editor: { state: { selection: null, topology: UNBOUNDED } },
      universe: { present: { generation } },
    } as unknown as StudioDocument;
    keepForm(document, { ...FORM, ...kept });
    return formFor(document, "ink");
  };

  it("keeps its stretch of time while the universe has not passed its beginning", () => {
    expect(opened(4n, {})).toMatchObject({ from: 4, to: 103 });
    expect(opened(0n, {})).toMatchObject({ from: 4, to: 103 });
  });

  it("moves it to the present one else, as long as before, with the camera's positions in it", () => {
    const stand = FORM.start;
    expect(opened(50n, { between: [{ generation: 60, stand }] })).toMatchObject({
      ...{ from: 50, to: 149 },
      between: [{ generation: 106, stand }],
    });
    // A single frame stays one.
    expect(opened(50n, { from: 7, to: 7 })).toMatchObject({ from: 50, to: 50 });
    expect(opened(50n, { from: 7, to: 3 })).toMatchObject({ from: 50, to: 50 });
    // Fields that were left empty stand for the present.
    expect(opened(50n, { from: Number.NaN, to: Number.NaN })).toMatchObject({ from: 50, to: 50 });
  });
});
