// The picture of ranks' time: what stands around what.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RankTrack } from "../../../../engine/cluster/record.ts";
import { AXIS, GUTTER, paintLanes } from "../../../../renderer/labs/performance/run/lanes-painter.ts";
import { boxAround, CanvasNotes, imageDataFake } from "../../../support/canvas-notes.ts";

/** A canvas, with the boxes that are stroked there and where pictures are put, and what is filled and written in which colour. */
function recorded() {
  const notes = new CanvasNotes();
  const boxes = (act: "stroke" | "picture") =>
    notes.of(act).flatMap(({ outlines }) => outlines.map(boxAround));
  return {
    canvas: notes.canvas as never,
    stroked: () => boxes("stroke"),
    pictured: () => boxes("picture"),
    filled: () => notes.filled.map(({ colour, corners }) => ({ colour, ...boxAround({ corners }) })),
    written: () => notes.of("write").map(({ looks, text }) => [looks.fillStyle, text]),
  };
}

const COLOURS: Readonly<Record<string, string>> = {
  "--grid-10": "#000010",
  "--ink": "#ffffff",
  "--dim": "#888888",
  "--cell": "#123456",
  "--danger": "#abcdef",
};

/** Pixels of what is drawn for each lane: a row for each of SPAN_KINDS. */
let strips: ImageData["data"][] = [];

beforeEach(() => {
  strips = [];
  vi.stubGlobal("document", { createElement: () => recorded().canvas });
  vi.stubGlobal("getComputedStyle", () => ({
    getPropertyValue: (name: string) => COLOURS[name] ?? "#102030",
    fontSize: "13px",
    fontFamily: "",
  }));
  vi.stubGlobal(
    "ImageData",
    imageDataFake(({ data }) => strips.push(data)),
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** Four blocks of a second each, one after the other. */
function track(): RankTrack {
  const blocks = new RankTrack();
  for (let start = 0; start < 4; start++) blocks.push([1, 1, start * 1e6, 1e6]);
  return blocks;
}

test.each([
  [0, 1],
  [1, 0],
  [1, 3],
])("the cursor stands closely around its block: rank %i, block %i", (rank, block) => {
  const { canvas, stroked, pictured } = recorded();
  const width = GUTTER + 400;
  paintLanes(canvas, {} as never, {
    tracks: [track(), track()],
    view: { start: 0, end: 4 },
    ...{ width, height: 200, lane: 60, top: 0, ratio: 1 },
    cursor: { rank, block },
  });
  const rows = pictured().slice(rank * 5, rank * 5 + 5);
  const lane = {
    top: Math.min(...rows.map((row) => row.top)),
    bottom: Math.max(...rows.map((row) => row.bottom)),
  };
  const [left, right] = [GUTTER + 100 * block, GUTTER + 100 * (block + 1)];
  expect(stroked()).toHaveLength(1);
  const [cursor] = stroked() as [ReturnType<typeof boxAround>];
  for (const [inner, outer] of [
    [cursor.left, left],
    [cursor.top, lane.top],
    [right, cursor.right],
    [lane.bottom, cursor.bottom],
  ] as const) {
    expect(inner).toBeLessThanOrEqual(outer);
    expect(outer - inner).toBeLessThanOrEqual(2);
  }
});

test("lines are faint between lanes and at moments; the cursor's rank alone stands out", () => {
  const { canvas, filled, written } = recorded();
  const [width, height, lane] = [GUTTER + 400, 200, 60];
  paintLanes(canvas, {} as never, {
    tracks: [track(), track(), track()],
    view: { start: 0, end: 4 },
    ...{ width, height, lane, top: 0, ratio: 1 },
    cursor: { rank: 1, block: 0 },
  });
  const lines = filled();
  expect(new Set(lines.map(({ colour }) => colour))).toEqual(new Set([COLOURS["--grid-10"]]));
  for (const { left, top, right, bottom } of lines) expect(Math.min(right - left, bottom - top)).toBe(1);
  const across = lines.filter(({ left, right }) => right - left === 400).map(({ top }) => top);
  const down = lines.filter(({ bottom }) => bottom === height - AXIS).map(({ left }) => left);
  expect(across.map((y) => y - across[0]!)).toEqual([0, lane, 2 * lane]);
  expect([across.length + down.length, down.length > 2]).toEqual([lines.length, true]);
  expect(written().slice(0, 3)).toEqual([
    [COLOURS["--dim"], "0"],
    [COLOURS["--ink"], "1"],
    [COLOURS["--dim"], "2"],
  ]);
  // Each moment with a line has its time.
  expect(
    written()
      .slice(3)
      .map(([colour]) => colour),
  ).toEqual(down.map(() => COLOURS["--dim"]));
});

test("a kind's row is as opaque as its share of the time, and a moment of it is seen all the same", () => {
  const [computing, , waiting] = [0, 1, 2];
  const blocks = new RankTrack();
  // Microseconds: two seconds of computing, then 5 ms and 10 us of waiting in columns of 10 ms.
  blocks.push([1, 1, 0, 4e6, computing, 0, 2e6, waiting, 2e6, 5e3, waiting, 3e6, 10]);
  paintLanes(recorded().canvas, {} as never, {
    tracks: [blocks],
    view: { start: 0, end: 4 },
    ...{ width: GUTTER + 400, height: 200, lane: 60, top: 0, ratio: 1, cursor: null },
  });
  expect(strips).toHaveLength(1);
  const at = (kind: number, column: number) => [
    ...strips[0]!.subarray(4 * (400 * kind + column)).subarray(0, 4),
  ];
  expect([0, 199, 200].map((column) => at(computing, column))).toEqual([
    [0x12, 0x34, 0x56, 255],
    [0x12, 0x34, 0x56, 255],
    [0, 0, 0, 0],
  ]);
  const [half, moment] = [at(waiting, 200), at(waiting, 300)];
  expect([half.slice(0, 3), moment.slice(0, 3)]).toEqual([
    [0xab, 0xcd, 0xef],
    [0xab, 0xcd, 0xef],
  ]);
  expect(moment[3]).toBeGreaterThan(255 / 10);
  expect(half[3]).toBeGreaterThan(moment[3]! + 50);
  expect(half[3]).toBeLessThan(165);
  expect(at(waiting, 250)[3]).toBe(0);
});
