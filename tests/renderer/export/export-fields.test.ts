// What the export dialog asks for, and what it makes of the answers.

import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { cameraOn } from "../../../engine/picture/camera-moves.ts";
import type { ExportWish, OfferedFormat, Preview } from "../../../engine/worker/protocol/export.ts";
import {
  FormatFields,
  LookFields,
  RegionFields,
  TimeFields,
} from "../../../renderer/export/export-fields.tsx";
import type { ExportForm, ExportScene } from "../../../renderer/export/export-form.ts";
import { standOf } from "../../../renderer/export/export-form.ts";
import { PreviewPane } from "../../../renderer/export/preview.tsx";
import type { Asked } from "../markup.ts";
import { fieldsIn, markupOf, tag } from "../markup.ts";

const SQUARE = GRID_KINDS.get("square");
const FORM: ExportForm = {
  format: "gif",
  where: "all",
  box: { x: -2, y: 3, w: 10, h: 20 },
  ...{ from: 4, to: 103, every: 3, plain: false, scale: "auto", width: 640, height: 300 },
  start: { x: 1n, y: 2n, dx: 0.25, dy: 0, zoom: 4 },
  between: [],
  end: { x: -9n, y: 2n, dx: 0.5, dy: 0, zoom: 0.5 },
  ...{ fps: 25, hold: 2, loop: true, squares: false, gap: 1, gridLines: true, theme: "ink" },
  ...{ ages: true, icons: false, caption: false },
};
const SCENE: ExportScene = {
  generation: 4n,
  selection: null,
  grid: null,
  shape: "square",
  hasIcons: false,
  view: { camera: cameraOn({ x: 5n, y: 7n }, 3, SQUARE), size: { width: 320, height: 200 }, kind: SQUARE },
  stem: "gun",
};
const format = (id: string, more: Partial<OfferedFormat> = {}): OfferedFormat =>
  ({
    ...{ id, name: id.toUpperCase(), extensions: [`.${id}`], summary: `About ${id}.`, refuses: null },
    ...{ takes: "pictures", sequence: false, lossless: true, drawsCells: false },
    ...more,
  }) as OfferedFormat;
const GIF = format("gif", { mostFps: 50 } as Partial<OfferedFormat>);
const PNG = format("png", { sequence: true });
const PBM = format("pbm", { takes: "cells", sequence: true, hasPlain: true } as Partial<OfferedFormat>);
const SVG = format("svg", { takes: "cells", sequence: true, drawsCells: true } as Partial<OfferedFormat>);
const RLE = format("rle", { takes: "patterns", sequence: true });
const MP4 = format("mp4", { lossless: false });

const labels = (fields: readonly Asked[]) => fields.map(({ label }) => label);

function ask(
  fields: (props: never) => ReactNode,
  form: Partial<ExportForm> = {},
  of: OfferedFormat | null = GIF,
  scene: Partial<ExportScene> = {},
) {
  const set = vi.fn();
  const all = fieldsIn(
    fields({ form: { ...FORM, ...form }, set, scene: { ...SCENE, ...scene }, format: of } as never),
    ["StandFields"],
  );
  const change = (label: string, value: unknown, at = 0): unknown => {
    const found = all.filter((field) => field.label === label)[at] as Asked;
    (found.onChange as (value: unknown) => void)(value);
    return set.mock.lastCall?.[0];
  };
  return { all, labels: labels(all), change, set };
}

describe("the region", () => {
  const places = (
    of: OfferedFormat,
    scene: Partial<ExportScene> = {},
    where: ExportForm["where"] = "all",
  ) => {
    const [region] = ask(RegionFields, { where }, of, scene).all as [Asked];
    return [region.value, (region.options as { id: string }[]).map(({ id }) => id).join(" ")];
  };

  it("is chosen among what there is: only films move, and patterns are written whole", () => {
    expect(places(GIF)).toEqual(["all", "all first view region growing follow camera"]);
    expect(places(PBM)).toEqual(["all", "all first view region"]);
    expect(places(PBM, {}, "follow")).toEqual(["all", "all first view region"]);
    const most = { selection: rect(0, 0, 2, 2), grid: rect(0, 0, 9, 9) };
    expect(places(PNG, most, "grid")).toEqual([
      "grid",
      "selection grid all first view region growing follow camera",
    ]);
    expect(ask(RegionFields, {}, RLE).all).toEqual([]);
    expect(ask(RegionFields, { where: "follow" }, null).all[0]?.value).toBe("follow");
    expect(ask(RegionFields).change("Region", "view")).toEqual({ where: "view" });
  });

  it("is a box of cells, side by side", () => {
    const box = ask(RegionFields, { where: "region" });
    expect(box.all.slice(1).map(({ label, value, min }) => [label, value, min])).toEqual([
      ["Left", -2, -Number.MAX_SAFE_INTEGER],
      ["Top", 3, -Number.MAX_SAFE_INTEGER],
      ["Width", 10, 1],
      ["Height", 20, 1],
    ]);
    for (const { label, max } of box.all.slice(1))
      expect([label, max]).toEqual([label, Number.MAX_SAFE_INTEGER]);
    expect(box.change("Left", 7)).toEqual({ box: { ...FORM.box, x: 7 } });
    expect(box.change("Top", 7)).toEqual({ box: { ...FORM.box, y: 7 } });
    expect(box.change("Width", 7)).toEqual({ box: { ...FORM.box, w: 7 } });
    expect(box.change("Height", 7)).toEqual({ box: { ...FORM.box, h: 7 } });
    expect(ask(RegionFields).labels).toEqual(["Region"]);
  });

  it("is where a camera goes, with places on the way that come, change and go", () => {
    const stop = { generation: 50, stand: { x: 3n, y: -4n, dx: 0, dy: 0.5, zoom: 1 } };
    const camera = ask(RegionFields, { where: "camera", between: [stop] });
    const stand = ["X", "Y", "Zoom", "Use the view"];
    expect(camera.labels).toEqual([
      ...["Region", "Camera at the beginning", ...stand],
      ...["On the way, 1", "At generation", ...stand, "Remove this place"],
      ...["Camera at the end", ...stand, "Add a place on the way"],
    ]);
    const values = camera.all.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
    expect(values).toEqual([1.25, 2, 4, 50, 3, -3.5, 1, -8.5, 2, 0.5]);
    expect(camera.change("X", -2.25)).toEqual({ start: { ...FORM.start, x: -3n, dx: 0.75 } });
    expect(camera.change("Y", 8.5)).toEqual({ start: { ...FORM.start, y: 8n, dy: 0.5 } });
    // A field may be empty for a moment.
    expect(camera.change("X", Number.NaN)).toEqual({ start: { ...FORM.start, x: 0n, dx: 0 } });
    expect(camera.change("Zoom", 2, 2)).toEqual({ end: { ...FORM.end, zoom: 2 } });
    expect(camera.change("Zoom", 2, 1)).toEqual({
      between: [{ ...stop, stand: { ...stop.stand, zoom: 2 } }],
    });
    expect(camera.change("At generation", 60)).toEqual({ between: [{ ...stop, generation: 60 }] });
    const press = (label: string, at = 0) => {
      const button = camera.all.filter((field) => field.label === label)[at] as Asked;
      (button.onPress as () => void)();
      return camera.set.mock.lastCall?.[0];
    };
    const here = standOf(SCENE.view);
    expect(press("Use the view")).toEqual({ start: here });
    expect(press("Use the view", 1)).toEqual({ between: [{ ...stop, stand: here }] });
    expect(press("Use the view", 2)).toEqual({ end: here });
    expect(press("Remove this place")).toEqual({ between: [] });
    expect(press("Add a place on the way")).toEqual({ between: [stop, { generation: 76, stand: here }] });
    const zoom = camera.all.find(({ label }) => label === "Zoom");
    expect(zoom).toMatchObject({ min: 0, max: 1024, step: 0.001 });
    expect(ask(RegionFields, { where: "camera" }, PBM).labels).toEqual(["Region"]);
  });
});

describe("the time", () => {
  it("begins at the universe's generation, and a film has a pace", () => {
    const time = ask(TimeFields);
    expect(time.all.map(({ label, value, min, max }) => [label, value, min, max])).toEqual([
      ["From generation", 4, 4, Number.MAX_SAFE_INTEGER],
      ["To", 103, 4, Number.MAX_SAFE_INTEGER],
      ["Every", 3, 1, Number.MAX_SAFE_INTEGER],
      ["Frames a second", 25, 1, 50],
      ["Generations a second", 75, 0.001, Number.MAX_SAFE_INTEGER],
      ["Hold the last one", 2, 0, 3600],
      ["Find a seamless loop in it", undefined, undefined, undefined],
    ]);
    expect(time.all.at(-1)).toMatchObject({ checked: true });
    expect(time.all[3]).toMatchObject({ step: 0.001 });
    expect(time.all[5]).toMatchObject({ unit: "s", step: 0.1 });
    for (const [label, key] of [
      ["From generation", "from"],
      ["To", "to"],
      ["Every", "every"],
      ["Frames a second", "fps"],
      ["Hold the last one", "hold"],
    ] as const)
      expect(time.change(label, 9)).toEqual({ [key]: 9 });
    expect(time.change("Find a seamless loop in it", false)).toEqual({ loop: false });
    expect(ask(TimeFields, {}, MP4).all[3]).toMatchObject({ max: 240 });
  });

  it("has no pace for a file a frame", () => {
    for (const one of [PNG, PBM, RLE, null])
      expect(ask(TimeFields, {}, one).labels).toEqual(["From generation", "To", "Every"]);
  });

  it("finds the frames and their distance for a speed", () => {
    const { change } = ask(TimeFields, { fps: 25 });
    expect(change("Generations a second", 100)).toEqual({ every: 4, fps: 25 });
    expect(change("Generations a second", 10)).toEqual({ every: 1, fps: 10 });
    for (const none of [0, -1, Number.NaN, 2 ** 60]) expect(change("Generations a second", none)).toEqual({});
    expect(ask(TimeFields, { fps: 400 }).change("Generations a second", 100)).toEqual({ every: 2, fps: 50 });
    expect(ask(TimeFields, { fps: Number.NaN }).change("Generations a second", 100)).toEqual({
      every: 100,
      fps: 1,
    });
  });
});

describe("the look", () => {
  const DRAWN = [
    "Theme",
    "Gap",
    "Grid lines",
    "Colour cells by age",
    "Caption with generation and population",
  ];

  it("is that of a picture, with a size where the picture's is free", () => {
    expect(ask(LookFields).labels).toEqual(["Scale", ...DRAWN]);
    expect(ask(LookFields, { scale: "fit" }).labels).toEqual([
      "Scale",
      "Picture width",
      "Picture height",
      ...DRAWN,
    ]);
    for (const where of ["growing", "follow", "camera", "view"] as const)
      expect(ask(LookFields, { where }).labels).toEqual(["Picture width", "Picture height", ...DRAWN]);
    expect(ask(LookFields, {}, SVG).labels).toEqual(["Theme", "Grid lines"]);
    expect(ask(LookFields, {}, RLE).labels).toEqual([]);
    expect(ask(LookFields, {}, null).labels).toEqual([]);
    const sized = ask(LookFields, { scale: "fit" });
    expect(sized.all.slice(1, 3).map(({ value, min, max, unit }) => [value, min, max, unit])).toEqual([
      [640, 1, 32768, "px"],
      [300, 1, 32768, "px"],
    ]);
    for (const [label, key, value] of [
      ["Scale", "scale", "4"],
      ["Picture width", "width", 9],
      ["Picture height", "height", 9],
      ["Theme", "theme", "ink"],
      ["Gap", "gap", 2],
      ["Grid lines", "gridLines", false],
      ["Colour cells by age", "ages", false],
      ["Caption with generation and population", "caption", true],
    ] as const)
      expect(sized.change(label, value)).toEqual({ [key]: value });
    expect(sized.all.map(({ checked }) => checked).filter((on) => on !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
    expect(sized.all.find(({ label }) => label === "Gap")).toMatchObject({
      value: 1,
      unit: "px",
      min: 0,
      max: 64,
    });
  });

  it("has the cells' own shape where they are no squares, and icons where the rule has some", () => {
    for (const [shape, name] of [
      ["hexagon", "Hexagons"],
      ["triangle", "Triangles"],
    ] as const) {
      const cells = ask(LookFields, {}, GIF, { shape });
      const field = cells.all.find(({ label }) => label === "Cells as");
      expect(field).toMatchObject({
        value: "shapes",
        options: [
          { id: "shapes", label: name },
          { id: "squares", label: "Squares" },
        ],
      });
      expect(cells.change("Cells as", "squares")).toEqual({ squares: true });
      expect(cells.change("Cells as", "shapes")).toEqual({ squares: false });
      const squares = ask(LookFields, { squares: true }, GIF, { shape });
      expect(squares.all.find(({ label }) => label === "Cells as")?.value).toBe("squares");
    }
    const icons = ask(LookFields, { icons: true }, GIF, { hasIcons: true });
    expect(icons.all.find(({ label }) => label === "Icons of the states")?.checked).toBe(true);
    expect(icons.change("Icons of the states", false)).toEqual({ icons: false });
  });

  it("of a bitmap is how it is spelled", () => {
    const spelled = ask(LookFields, {}, PBM);
    expect(spelled.all).toMatchObject([
      {
        label: "Spelling",
        value: "P4",
        options: [
          { id: "P4", label: "P4, packed bits" },
          { id: "P1", label: "P1, text" },
        ],
      },
    ]);
    expect(spelled.change("Spelling", "P1")).toEqual({ plain: true });
    expect(spelled.change("Spelling", "P4")).toEqual({ plain: false });
    expect(ask(LookFields, { plain: true }, PBM).all[0]?.value).toBe("P1");
  });
});

describe("the format", () => {
  const WEBM = format("webm", { lossless: false });
  const ALL = [GIF, MP4, WEBM, PNG, PBM, RLE];
  const choose = (form: Partial<ExportForm>, formats: readonly OfferedFormat[] = ALL, more = false) => {
    const [set, onMore] = [vi.fn(), vi.fn()];
    const props = { form: { ...FORM, ...form }, set, formats, more, onMore };
    const [field] = fieldsIn(FormatFields(props)) as [Asked];
    const options = (field.options as { id: string; label: string }[]).map(({ label }) => label).join(" ");
    return { field, options, set, onMore, markup: markupOf(FormatFields, props) };
  };

  it("is one of a few, of which the second stands in where the first is not available", () => {
    const usual = choose({});
    expect([usual.field.value, usual.options]).toEqual(["gif", "GIF MP4 PNG PBM More"]);
    expect(usual.markup).toContain('<p class="field-hint">About gif.</p>');
    expect(usual.markup).not.toContain("Any format");
    const refused = { ...MP4, refuses: "This browser has no encoder." };
    expect(choose({}, [GIF, refused, WEBM, PNG]).options).toBe("GIF WebM PNG PBM More");
    (usual.field.onChange as (id: string) => void)("png");
    expect([usual.set.mock.calls, usual.onMore.mock.calls]).toEqual([[[{ format: "png" }]], [[false]]]);
    usual.set.mockClear();
    (usual.field.onChange as (id: string) => void)("more");
    expect([usual.set.mock.calls, usual.onMore.mock.lastCall]).toEqual([[], [true]]);
    // Before the formats are known.
    expect(choose({ format: "rle" }, []).field.value).toBe("rle");
    expect(choose({ format: "rle" }, [RLE]).field.value).toBe("more");
  });

  it("is any other behind More, which says why some are not here", () => {
    for (const open of [choose({ format: "rle" }), choose({}, ALL, true)])
      expect(open.field.value).toBe("more");
    const { markup } = choose({ format: "rle" });
    expect(markup).toContain("<span>RLE</span>");
    expect(markup).not.toContain("-refused");
    const refused = choose({ format: "rle" }, [...ALL, format("avif", { refuses: "Too slow." })]).markup;
    expect(refused).toContain("AVIF: Too slow.");
    const described = /aria-describedby="([^"]*)"/.exec(refused)?.[1];
    expect(refused).toContain(`id="${described}">AVIF: Too slow.`);
  });
});

describe("the preview", () => {
  const PICTURE = { width: 40, height: 20, pixels: new Uint8Array(800), rgb: new Uint8Array(6) };
  const PREVIEW = {
    range: { from: 10n, to: 3000n, every: 2n },
    ...{ frames: 1496, framesShown: 1500, index: 3, generation: 16n },
    ...{ size: { width: 1920, height: 1080 }, region: rect(0, 0, 30, 1020), picture: PICTURE },
  } as unknown as Preview;
  const WISH = { fps: 25, loop: true, range: { from: 10n, to: 4000n, every: 2n } } as ExportWish;
  const shown = (change: object = {}, preview: Partial<Preview> | null = {}, of: object = {}) => {
    const foreseen = {
      ...{ of: "", estimate: null, problem: null, busy: false, ...of },
      preview: preview && { ...PREVIEW, ...preview },
    };
    return markupOf(PreviewPane, {
      ...{ foreseen, format: GIF, wish: WISH, index: 3, paused: false, onIndex: () => {}, ...change },
    });
  };
  const facts = (markup: string) =>
    [...markup.matchAll(/<dt>([^<]*)<\/dt><dd class="number">([^<]*)<\/dd>/g)].map(([, name, value]) => [
      name,
      value,
    ]);

  it("shows a frame, and says which", () => {
    const markup = shown();
    expect(tag(markup, "canvas")).toMatchObject({ width: "40", height: "20", role: "img" });
    expect(tag(markup, "canvas")["aria-label"]).toBe("Frame 4, as it will be written");
    const slider = tag(markup, "input");
    expect(slider).toMatchObject({ type: "range", min: "0", max: "1495", value: "3" });
    expect(slider["aria-valuetext"]).toBe("Frame 4, generation 16");
    expect(slider).not.toHaveProperty("disabled");
    expect(markup).toContain("4 / 1,496 · gen 16<");
    // A frame past the end is the last one; while frames are written, the one that is shown stays.
    expect(tag(shown({ index: 5000 }), "input").value).toBe("1495");
    expect(tag(shown({ index: 9, paused: true }), "input")).toMatchObject({ value: "3", disabled: "" });
    expect(tag(shown({}, { frames: 1 }), "input")).toMatchObject({ value: "0", max: "0", disabled: "" });
    expect(tag(shown({}, { frames: 2 }), "input")).not.toHaveProperty("disabled");
  });

  it("enlarges what is small, in whole pixels, and lets what is large shrink", () => {
    const style = (width: number, height: number) =>
      tag(shown({}, { picture: { ...PICTURE, width, height } as never }), "canvas").style;
    expect(style(40, 20)).toBe("image-rendering:pixelated;aspect-ratio:40 / 20;width:160px");
    expect(style(2, 3)).toBe("image-rendering:pixelated;aspect-ratio:2 / 3;width:32px");
    expect(style(81, 3)).toBe("image-rendering:pixelated;aspect-ratio:81 / 3");
    expect(style(80, 3)).toContain("width:160px");
    expect(style(480, 320)).toContain("pixelated");
    expect(style(481, 320)).toContain("auto");
    expect(style(480, 321)).toContain("auto");
  });

  it("says why there is no picture", () => {
    const none = { picture: null };
    expect(shown({}, null, { busy: true })).toContain("Drawing the first frame …");
    expect(shown({ format: null }, null)).toContain("Drawing the first frame …");
    expect(shown({}, null)).not.toContain("Drawing");
    expect(shown({ paused: true }, null)).toContain("when the export is over");
    expect(shown({}, none)).toContain("too large to be shown here");
    expect(shown({ format: RLE }, none)).toContain("nothing is drawn");
    expect(shown({ format: RLE }, none, { problem: "No." })).not.toContain("nothing is drawn");
    expect(tag(shown({}, null, { busy: true }), "section")["aria-busy"]).toBe("true");
    expect(tag(shown({}, null), "input")).not.toHaveProperty("aria-valuetext");
  });

  it("has the facts of the whole export", () => {
    const estimate = { frames: 1496, seconds: 75, bytes: 3_400_000 };
    expect(facts(shown({}, {}, { estimate }))).toEqual([
      ["Frames", "1,496, 60 s"],
      ["Loop", "generations 10 to 3,000"],
      ["Pixels", "1,920 × 1,080"],
      ["Cells", "30 × 1,020"],
      ["Takes", "about 75 s, 3.4 MB"],
    ]);
    const whole = { range: WISH.range, size: null, region: null };
    expect(facts(shown({ format: PNG }, whole))).toEqual([
      ["Frames", "1,496"],
      ["Takes", "…"],
    ]);
    expect(facts(shown({}, { ...whole, range: { ...WISH.range, from: 12n } }))[1]?.[0]).toBe("Loop");
    expect(facts(shown({ wish: { ...WISH, loop: false } }))[1]?.[0]).toBe("Pixels");
    for (const without of [shown({ wish: null }), shown({ format: null }), shown({}, {}, { problem: "No." })])
      expect(facts(without)).toEqual([]);
  });
});
