// What lies over the cells: where it is drawn, and so that a person can tell one thing from another.

import { describe, expect, it } from "vitest";
import { cellsOfRect } from "../../../../engine/core/cell-sets.ts";
import { rect } from "../../../../engine/core/rect.ts";
import type { Runs } from "../../../../engine/core/runs.ts";
import { EMPTY_RUNS, RunsBuilder } from "../../../../engine/core/runs.ts";
import type { Point } from "../../../../engine/grids/grid-kind.ts";
import { GRID_KINDS } from "../../../../engine/grids/registry.ts";
import type { PendingPaste } from "../../../../renderer/editor/paste/pending-paste.ts";
import type { Selection } from "../../../../renderer/editor/selection/selection.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import { drawOverlay } from "../../../../renderer/window/stage/overlay.ts";
import type { OverlayScene } from "../../../../renderer/window/stage/overlay-scene.ts";
import { CanvasNotes } from "../../../support/canvas-notes.ts";

/** Each thing on a canvas as a line: what is done, how it looks, and the outlines. */
function linesOf(notes: CanvasNotes): readonly string[] {
  return notes.list.map(({ act, looks, outlines }) => {
    const { fillStyle, strokeStyle, globalAlpha, lineWidth, dash } = looks;
    const dashed = dash.length > 0 ? ` dashed ${dash}` : "";
    const how = {
      fill: `fill ${fillStyle} at ${globalAlpha}`,
      stroke: `${lineWidth} px ${strokeStyle} at ${globalAlpha}${dashed}`,
    };
    const path = outlines.map(
      ({ corners, closed }) =>
        `${corners.map(({ x, y }) => `${x},${y}`).join(" ")}${closed ? " closed" : ""}`,
    );
    return `${act === "fill" || act === "stroke" ? how[act] : act}: ${path.join(", ")}`;
  });
}

const SQUARE = GRID_KINDS.get("square");
const SCENE: OverlayScene = {
  camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 4 },
  size: { width: 200, height: 120 },
  kind: SQUARE,
  editor: { selection: null, draft: null, pending: null },
  tool: { preview: null, footprint: null },
  box: null,
  cursor: null,
  keyboard: false,
  colours: { accent: "accent", ground: "ground", ink: "ink" },
};
const BOX = selectBox(rect(0, 0, 2, 1)) as Selection;

function drawn(change: Partial<OverlayScene>): readonly string[] {
  const notes = new CanvasNotes();
  // What the last frame left.
  Object.assign(notes.context, { lineWidth: 9, strokeStyle: "old", fillStyle: "old" });
  expect(drawOverlay(notes.context, { ...SCENE, ...change })).toBe(true);
  // What is left for whoever draws next.
  expect(notes.looks).toMatchObject({ globalAlpha: 1, dash: [] });
  const [cleared, ...lines] = linesOf(notes);
  expect(cleared).toBe("clear: 0,0 200,0 200,120 0,120 closed");
  return lines;
}

/** A square of a path of whole cells, as one draws it from `x`, `y`. */
const square = (x: number, y: number, side: number): string =>
  `${x},${y} ${x + side},${y} ${x + side},${y + side} ${x},${y + side} closed`;
const sides = (x: number, y: number): string => {
  const corners = [`${x},${y}`, `${x + 16},${y}`, `${x + 16},${y + 16}`, `${x},${y + 16}`];
  return corners.map((from, i) => `${from} ${corners[(i + 1) % 4]}`).join(", ");
};
const around = "99.5,59.5 131.5,59.5 131.5,75.5 99.5,75.5 closed";
const cellInk = square(100.5, 60.5, 15);
const CELL = cellsOfRect(rect(0, 0, 1, 1));
const ORIGIN = { x: 0n, y: 0n };
const editing = (change: Partial<OverlayScene["editor"]>) => ({ editor: { ...SCENE.editor, ...change } });
const using = (change: Partial<OverlayScene["tool"]>) => ({ tool: { ...SCENE.tool, ...change } });

describe("over the cells", () => {
  it("lies nothing that nobody asked for", () => {
    expect(drawn({})).toEqual([]);
  });

  it("lies the selection: a box with its rim, or the cells with theirs", () => {
    const box = [`fill accent at 0.1: ${around}`, `1 px accent at 1: ${around}`];
    expect(drawn(editing({ selection: BOX }))).toEqual(box);
    const draft = selectBox(rect(0, 0, 1, 1));
    // What is being dragged stands for what was selected.
    expect(drawn(editing({ selection: draft, draft: BOX }))).toEqual(box);
    expect(drawn(editing({ selection: { ...BOX, mask: CELL } }))).toEqual([
      `fill accent at 0.2: ${cellInk}`,
      `1 px accent at 1: ${sides(100, 60)}`,
    ]);
  });

  it("has a set too ragged for a rim of its own that of its box, which only squares have", () => {
    const dots = new RunsBuilder();
    for (let row = 0; row < 260; row++) for (let i = 0; i < 520; i++) dots.add(2 * i, row, 1);
    const ragged = editing({ selection: { ...BOX, mask: dots.build(0n, 0n) } });
    expect(drawn(ragged).slice(1)).toEqual([`1 px accent at 1 dashed 2,4: ${around}`]);
    expect(drawn({ ...ragged, kind: GRID_KINDS.get("hex") })).toHaveLength(1);
  });

  it("follows the tips of hexagons, between the pixels", () => {
    const kind = GRID_KINDS.get("hex");
    const [filled, rim] = drawn({ ...editing({ selection: selectBox(rect(0, 0, 1, 1)) }), kind });
    const path = /^fill accent at 0.1: (.*) closed$/.exec(filled as string)?.[1] as string;
    expect(rim).toBe(`1 px accent at 1: ${path} closed`);
    const corners = path.split(" ").map((corner) => corner.split(",").map(Number));
    // Upright, sixteen pixels wide, around a cell whose middle is that of the screen.
    for (const x of [92, 100, 108]) expect(corners.some(([at]) => at === x)).toBe(true);
    expect(Math.min(...corners.map(([, y]) => y as number))).toBeCloseTo(60 - 16 / Math.sqrt(3), 6);
  });

  it("lies a paste in hand, over the place from which it was lifted, and hides the handles and the cursor", () => {
    const pending = { cells: CELL, region: BOX, lifted: null } as unknown as PendingPaste;
    const rim = `1 px accent at 1 dashed 5,4: ${around}`;
    const handled = { cursor: ORIGIN, ...using({ handles: [{ x: 1, y: 2 }] }) };
    expect(drawn({ ...editing({ pending }), ...handled })).toEqual([`fill accent at 0.75: ${cellInk}`, rim]);
    const lifted = cellsOfRect(rect(3, 0, 1, 1));
    expect(drawn(editing({ pending: { ...pending, lifted } }))).toEqual([
      `fill ground at 0.8: ${square(148.5, 60.5, 15)}`,
      `fill accent at 0.75: ${cellInk}`,
      rim,
    ]);
  });

  it("lie handles and a dragged box on whole pixels, so that their lines are sharp", () => {
    expect(drawn(using({ handles: [{ x: 10.4, y: 20.6 }] }))).toEqual([
      `fill ground at 1: ${square(5.5, 16.5, 8)}`,
      `1 px accent at 1: ${square(5.5, 16.5, 8)}`,
    ]);
    const dragged = "1 px accent at 1 dashed 4,3: 10.5,5.5 30.5,5.5 30.5,10.5 10.5,10.5 closed";
    const [a, b]: [Point, Point] = [
      { x: 30.2, y: 5 },
      { x: 10, y: 9.6 },
    ];
    expect(drawn({ box: [a, b] })).toEqual([dragged]);
    expect(drawn({ box: [b, a] })).toEqual([dragged]);
  });
});

describe("the cell under the pointer", () => {
  const cursor = { x: 1n, y: 0n };
  const at = (zoom: number) => ({ cursor, camera: { ...SCENE.camera, zoom } });

  it("has a thin outline from eight pixels on, and a clear one at any size where the keyboard points", () => {
    expect(drawn(at(4))).toEqual([`1 px ink at 0.55: ${square(115.5, 59.5, 16)}`]);
    expect(drawn(at(3))).toHaveLength(1);
    expect(drawn(at(2.9))).toEqual([]);
    const keyboard = true;
    expect(drawn({ ...at(4), keyboard })).toEqual([`2 px accent at 1: ${square(115.5, 59.5, 16)}`]);
    // Six pixels at least.
    expect(drawn({ ...at(2), keyboard })).toEqual([`2 px accent at 1: ${square(102.5, 58.5, 6)}`]);
  });

  it.each([
    [0n, "down"],
    [1n, "up"],
  ])("is a triangle that points the right way: x = %s, %s", (x, way) => {
    const kind = GRID_KINDS.get("triangle");
    const [line = ""] = drawn({ kind, cursor: { x, y: 0n } });
    const heights = [...line.matchAll(/,([\d.]+)/g)].map(([, y]) => Math.round(Number(y)));
    const low = Math.max(...heights);
    expect(heights.filter((y) => y === low)).toHaveLength(way === "up" ? 2 : 1);
  });

  it("has the brush's outline around it, on a dark rim, unless the brush is hardly seen", () => {
    const brush = { cursor, ...using({ footprint: CELL }) };
    expect(drawn(brush)).toEqual([
      `3 px ground at 0.6: ${sides(116, 60)}`,
      `1 px ink at 0.8: ${sides(116, 60)}`,
    ]);
    expect(drawn({ ...brush, keyboard: true })).toEqual([
      `4 px ground at 0.6: ${sides(116, 60)}`,
      `2 px accent at 1: ${sides(116, 60)}`,
    ]);
    const six = (zoom: number) =>
      drawn({ ...at(zoom), ...using({ footprint: CELL }), keyboard: true }).length;
    expect(six(Math.log2(6))).toBe(2);
    expect(six(Math.log2(5.9))).toBe(1);
    expect(drawn({ cursor, ...using({ footprint: EMPTY_RUNS }) })).toHaveLength(1);
  });
});

describe("what a tool is about to do", () => {
  const colours = { ...SCENE.colours, states: ["one", "two"] };
  const preview = (change: object, cells: Runs = CELL) => using({ preview: { cells, ...change } });

  it("is drawn in the colour of its state, and where it clears cells as a hole with a rim", () => {
    expect(drawn(preview({}))).toEqual([`fill accent at 0.75: ${cellInk}`]);
    expect(drawn({ ...preview({}), colours })).toEqual([`fill one at 0.75: ${cellInk}`]);
    expect(drawn({ ...preview({ ink: 2 }), colours })).toEqual([`fill two at 0.75: ${cellInk}`]);
    expect(drawn({ ...preview({ ink: 0 }), colours })).toEqual([
      `fill ground at 0.75: ${cellInk}`,
      `1 px accent at 1: ${sides(100, 60)}`,
    ]);
  });

  it("is a closed line where a lasso goes round", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 0.5 },
    ];
    expect(drawn(using({ preview: { cells: null, loop: { origin: { x: 1n, y: 1n }, points } } }))).toEqual([
      "fill accent at 0.12: 124,84 140,92 closed",
      "1 px accent at 1 dashed 4,3: 124,84 140,92 closed",
    ]);
  });
});
