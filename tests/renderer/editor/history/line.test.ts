// The line of stops as plain data, without a universe.

import { expect, test } from "vitest";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import { LIFE } from "../../../../engine/rules/universe-rule.ts";
import type { Change } from "../../../../renderer/editor/cells/changes.ts";
import * as lines from "../../../../renderer/editor/history/line.ts";
import { bytesOfScene, NO_INFO } from "../../../../renderer/editor/history/scene.ts";
import type { Line } from "../../../../renderer/editor/history/stops.ts";
import { hereOf, startPosition } from "../../../../renderer/editor/history/stops.ts";
import { shownLength, shownPosition, stopShownAt } from "../../../../renderer/editor/history/timeline.ts";
import { selectCells } from "../../../../renderer/editor/selection/selection.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";

const SCENE = {
  generation: 0n,
  rule: LIFE,
  topology: UNBOUNDED,
  selection: null,
  info: NO_INFO,
  version: 0,
  atStart: true,
};
const DIFF: Change = {
  bytes: 100,
  cost: 1,
  apply: async () => {},
  revert: async () => {},
  data: { kind: "none" },
};
const BLIND: Change = { ...DIFF, revert: null };
const snapshot = (bytes: number) => ({ snapshot: { id: 1, generation: 0n, bytes }, rule: LIFE });
const edit = (line: Line, change = DIFF): Line => lines.pushed(line, "Draw", change, hereOf(line).scene);

test("what was ahead of an edit is gone, and the line that it was made from is as it was", () => {
  const three = edit(edit(edit(lines.newLine(SCENE))));
  const branched = edit({ ...three, at: 1 });
  expect(branched).toMatchObject({ at: 2, entryBytes: (three.entryBytes * 2) / 3 });
  expect(branched.stops).toHaveLength(3);
  expect(three).toMatchObject({ at: 3 });
  expect(three.stops).toHaveLength(4);
  expect(new Set([...branched.stops, ...branched.entries].map(({ id }) => id)).size).toBe(5);
});

test("a run that is split at a waypoint and joined again is one run", () => {
  const run = lines.ranOn(lines.newLine(SCENE), "Run", 1000n, 50);
  const ended = lines.withStop(run, 1, { waypoint: false });
  const parts = lines.split(ended, 0, 250n);
  expect(parts.stops.map(({ scene }) => scene.generation)).toEqual([0n, 250n, 1000n]);
  expect(parts.entries.map(({ change }) => change.cost)).toEqual([12.5, 37.5]);
  expect(parts.at).toBe(2);
  const joined = lines.withoutEmptyWaypoints(parts);
  expect(joined.stops).toEqual(ended.stops);
  expect(joined).toMatchObject({ at: 1, entryBytes: ended.entryBytes });
  // A snapshot there keeps it.
  const held = lines.withStop(parts, 1, { held: snapshot(10) });
  expect(lines.withoutEmptyWaypoints(held)).toBe(held);
});

test("a place in the list and the stop there belong together, whether the present lies inside a run or not", () => {
  const drawn = lines.withStop(edit(lines.newLine(SCENE)), 1, { held: snapshot(10) });
  const ran = lines.withStop(lines.ranOn(drawn, "Run", 1000n, 50), 2, { waypoint: false });
  const halved = lines.split(edit(ran), 1, 250n);
  expect(halved.stops.map(({ waypoint }) => waypoint)).toEqual([false, false, true, false, false]);
  for (let at = 0; at < halved.stops.length; at++) {
    const line = { ...halved, at };
    // The list has a place inside the run only while the present is there.
    const shown = at === 2 ? [0, 1, 2, 3, 4] : [0, 1, 3, 4];
    expect(shownLength(line)).toBe(shown.length - 1);
    expect(shown.map((_, place) => stopShownAt(line, place))).toEqual(shown);
    expect(stopShownAt(line, shown.length)).toBe(-1);
    expect(shownPosition(line)).toBe(shown.indexOf(at));
  }
});

test("past its budget a cheap snapshot goes, then the oldest changes go, and the start is still known", () => {
  let line = lines.withStop(lines.newLine(SCENE), 0, { held: snapshot(1000) });
  line = lines.append(line, "Run", BLIND, { ...SCENE, generation: 5n, atStart: false });
  line = edit(edit(edit(lines.withStop(line, 1, { held: snapshot(50) }))));
  const bytes = lines.bytesOfLine(line);
  expect(lines.fitted(line, bytes)).toBe(line);
  // The snapshot goes first that a run of a millisecond makes up for.
  const lighter = lines.fitted(line, bytes - 1);
  expect(lighter.stops.map(({ held }) => held !== null)).toEqual([true, false, false, false, false]);
  const fit = lines.fitted(line, bytes - 51);
  expect(fit.stops).toHaveLength(4);
  expect(fit.start).toMatchObject({ held: line.stops[0]?.held });
  expect(startPosition(fit)).toBe(-1);
  const least = lines.fitted(line, 0);
  expect(least).toMatchObject({ at: 0, entries: [], entryBytes: 0 });
});

test("a run whose cheap snapshots go for want of room is one run again", () => {
  const known = lines.withStop(lines.newLine(SCENE), 0, { held: snapshot(1000) });
  const run = lines.withStop(lines.ranOn(known, "Run", 1000n, 50), 1, { waypoint: false });
  let parts = lines.split(lines.split(run, 0, 500n), 0, 250n);
  for (const at of [1, 2]) parts = lines.withStop(parts, at, { held: snapshot(1000) });
  const ended = { ...parts, at: 3 };
  expect(lines.fitted(ended, lines.bytesOfLine(ended) - 1).stops).toHaveLength(3);
  const fit = lines.fitted(ended, lines.bytesOfLine(ended) - 1500);
  expect(fit.stops.map(({ scene }) => scene.generation)).toEqual([0n, 1000n]);
  expect(fit).toMatchObject({ at: 1, entryBytes: run.entryBytes });
});

test("a stop counts what it does not share with the one before: its words, and the cells of its selection", () => {
  const selection = selectCells(cellsFromRle("3o$o!"));
  const info = { name: "Glider", author: "Ann", comments: ["one", "two"] };
  const bytes = (scene: typeof SCENE, before = SCENE): number => bytesOfScene(scene, before);
  expect(bytes(SCENE)).toBe(0);
  const words = bytes({ ...SCENE, info } as never);
  expect(words).toBeGreaterThanOrEqual(15);
  const cells = bytes({ ...SCENE, selection } as never);
  expect(cells).toBeGreaterThan(0);
  const both = { ...SCENE, info, selection } as never;
  expect(bytes(both)).toBe(words + cells);
  expect(bytes(both, { ...SCENE, info } as never)).toBe(cells);
  expect(bytes(both, both)).toBe(0);
});

test("a change that cannot be undone without a snapshot takes along what lies before it", () => {
  const line = edit(edit(edit(lines.newLine(SCENE)), BLIND));
  expect(lines.withoutUnreachable(line)).toMatchObject({ at: 1 });
  const known = lines.withStop(edit(edit(lines.newLine(SCENE))), 1, { held: snapshot(1) });
  expect(lines.withoutUnreachable(edit(known, BLIND)).at).toBe(3);
  expect(lines.withoutSnapshots(edit(known, BLIND)).at).toBe(0);
});
