// The lanes of ranks under wheel, drag, pointer and keys: what is seen stays within what there is, and the cursor within what is seen.

import { describe, expect, it } from "vitest";
import { RankTrack, SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import type { LanesLook } from "../../../../renderer/labs/performance/run/lanes-look.ts";
import { FIRST_LOOK, LanesPlace } from "../../../../renderer/labs/performance/run/lanes-look.ts";
import {
  ABOVE,
  AXIS,
  GUTTER,
  laneHeight,
  tallestLanes,
} from "../../../../renderer/labs/performance/run/lanes-painter.ts";

/** Blocks of a second each, one after the other, from `from` on. */
function track(blocks = 8, from = 0): RankTrack {
  const made = new RankTrack();
  for (let i = 0; i < blocks; i++) made.push([1, 1, (from + i) * 1e6, 1e6]);
  return made;
}

/** Twenty ranks of which three are seen; a second is 100 pixels of the whole. */
const SEEN = { width: GUTTER + 800, height: 3 * 26 + AXIS + ABOVE };
const RANKS = Array.from({ length: 20 }, () => track());
const LANES = new LanesPlace(RANKS, SEEN);
const ZOOMED: LanesLook = { ...FIRST_LOOK, view: { start: 2, end: 6 } };
const at = (rank: number, block: number, look: LanesLook = FIRST_LOOK): LanesLook => ({
  ...look,
  cursor: { rank, block },
});
const turned = { deltaX: 0, deltaY: 0, inLines: false, shiftKey: false };

describe("lanes", () => {
  it("are as tall as all fit, within bounds", () => {
    expect([LANES.lane, LANES.mostTop]).toEqual([26, 17 * 26]);
    expect(new LanesPlace([track()], SEEN).mostTop).toBe(0);
    const heights = [0, 2 * 26 + 25, 2 * 27 + 26, 2 * 72 + 26, 2 * 73 + 26];
    expect(heights.map((height) => laneHeight(2, height))).toEqual([26, 26, 27, 72, 72]);
    expect(laneHeight(0, 66)).toBe(40);
    expect(tallestLanes(3)).toBe(3 * 72 + 26);
  });

  it("show all until somebody looks closer, and again once all is seen", () => {
    expect(LANES.viewOf(FIRST_LOOK)).toEqual({ start: 0, end: 8 });
    expect(LANES.step(FIRST_LOOK, true)).toEqual(ZOOMED);
    expect(LANES.step(ZOOMED, false)).toEqual(FIRST_LOOK);
    expect(LANES.all(at(1, 2, ZOOMED))).toEqual(at(1, 2));
    expect(LANES.step(FIRST_LOOK, true, 0.25).view).toEqual({ start: 1, end: 5 });
    expect(LANES.zoom({ ...ZOOMED, view: { start: 0, end: 2 } }, 2).view).toEqual({ start: 0, end: 4 });
  });
});

describe("lanes of a GPU", () => {
  const computing = SPAN_KINDS.indexOf("computing");
  const gpu = new RankTrack();
  // Told at once, computed for two seconds each.
  for (let i = 0; i < 4; i++) gpu.push([1, 1, 0, 1, computing, i * 2e6, 2e6]);
  const lanes = new LanesPlace([gpu], SEEN);

  it("have the cursor where a block is computed, and show it there", () => {
    const far = lanes.point(FIRST_LOOK, GUTTER + 450, ABOVE + 5);
    expect(far.cursor).toEqual({ rank: 0, block: 2 });
    const close: LanesLook = { view: { start: 0, end: 2 }, top: 0, cursor: { rank: 0, block: 2 } };
    expect(lanes.press(close, "ArrowRight", false)).toMatchObject({
      ...{ view: { start: 6, end: 8 }, cursor: { rank: 0, block: 3 } },
    });
    expect(lanes.press({ ...close, view: { start: 4, end: 8 } }, "+", false)?.view).toEqual({
      ...{ start: 4, end: 6 },
    });
  });
});

describe("the wheel over lanes", () => {
  const half = Math.log(0.5) / 0.002;

  it("zooms about the pointer, alike in pixels and in lines", () => {
    expect(LANES.wheel(FIRST_LOOK, GUTTER + 200, { ...turned, deltaY: half }).view).toEqual({
      start: 1,
      end: expect.closeTo(5, 9),
    });
    const lines = LANES.wheel(FIRST_LOOK, GUTTER + 200, { ...turned, deltaY: half / 16, inLines: true });
    expect(lines.view?.end).toBeCloseTo(5, 9);
    // Left of the time, and right of it.
    expect(LANES.wheel(FIRST_LOOK, 0, { ...turned, deltaY: half }).view?.start).toBe(0);
    expect(LANES.wheel(FIRST_LOOK, GUTTER + 999, { ...turned, deltaY: half }).view?.end).toBeCloseTo(8, 9);
    expect(LANES.wheel(ZOOMED, GUTTER, { ...turned, deltaY: 1e5 })).toEqual(FIRST_LOOK);
  });

  it("moves them sideways, or with Shift", () => {
    const right = { start: 3, end: 7 };
    expect(LANES.wheel(ZOOMED, 0, { ...turned, deltaX: 200 }).view).toEqual(right);
    expect(LANES.wheel(ZOOMED, 0, { ...turned, deltaX: 200, deltaY: -199 }).view).toEqual(right);
    expect(LANES.wheel(ZOOMED, 0, { ...turned, deltaY: 200, shiftKey: true }).view).toEqual(right);
    expect(LANES.wheel(ZOOMED, 0, { ...turned, deltaX: 12.5, inLines: true }).view).toEqual(right);
    // As far one way as the other is no move to the side.
    expect(LANES.wheel(ZOOMED, 0, { ...turned, deltaX: 1, deltaY: 1 }).view?.end).toBeGreaterThan(6);
  });
});

describe("a pointer over lanes", () => {
  it("drags what is under it along, as far as there is something", () => {
    expect(LANES.drag(ZOOMED, ZOOMED, -200, -30)).toEqual({ ...ZOOMED, view: { start: 3, end: 7 }, top: 30 });
    expect(LANES.drag(ZOOMED, ZOOMED, 9999, 30)).toEqual({ ...ZOOMED, view: { start: 0, end: 4 }, top: 0 });
    expect(LANES.drag(FIRST_LOOK, FIRST_LOOK, -200, -9999)).toEqual({ ...FIRST_LOOK, top: LANES.mostTop });
    // From where it began, whatever has happened since.
    const since = at(1, 1, { ...ZOOMED, view: { start: 0, end: 4 }, top: 99 });
    expect(LANES.drag(since, ZOOMED, -200, -30)).toEqual({ ...since, view: { start: 3, end: 7 }, top: 30 });
  });

  it("takes the cursor to the block that it is on", () => {
    expect(LANES.point(FIRST_LOOK, GUTTER + 250, ABOVE + 26)).toEqual(at(1, 2));
    expect(LANES.point(FIRST_LOOK, GUTTER + 250, ABOVE + 25)).toEqual(at(0, 2));
    const look = { ...ZOOMED, top: 52 };
    expect(LANES.point(look, GUTTER + 250, ABOVE + 26)).toEqual(at(3, 3, look));
    for (const [x, y] of [
      [GUTTER - 1, 50],
      [GUTTER + 9, ABOVE - 1],
      [GUTTER + 9, 20 * 26 + ABOVE],
    ] as const)
      expect(LANES.point(FIRST_LOOK, x, y)).toBe(FIRST_LOOK);
    expect(LANES.point(FIRST_LOOK, GUTTER, 50).cursor).toEqual({ rank: 1, block: 0 });
    const there = at(1, 2);
    expect(LANES.point(there, GUTTER + 299, ABOVE + 51)).toBe(there);
    expect(LANES.point(there, GUTTER + 301, ABOVE + 51)).toEqual(at(1, 3));
    expect(LANES.point(there, GUTTER + 299, ABOVE + 25)).toEqual(at(0, 2));
  });
});

describe("keys on lanes", () => {
  const cursor = (look: LanesLook, key: string, far = false) => LANES.press(look, key, far)?.cursor;

  it("lead from block to block, or by ten with Shift, and to both ends", () => {
    expect(cursor(FIRST_LOOK, "ArrowRight")).toEqual({ rank: 0, block: 0 });
    expect(cursor(at(2, 3), "ArrowRight")).toEqual({ rank: 2, block: 4 });
    expect(cursor(at(2, 3), "ArrowLeft")).toEqual({ rank: 2, block: 2 });
    expect(cursor(at(2, 0), "ArrowLeft")).toEqual({ rank: 2, block: 0 });
    expect(cursor(at(2, 7), "ArrowRight")).toEqual({ rank: 2, block: 7 });
    expect(cursor(at(2, 3), "Home")).toEqual({ rank: 2, block: 0 });
    expect(cursor(at(2, 3), "End")).toEqual({ rank: 2, block: 7 });
    const long = new LanesPlace([track(40)], SEEN);
    expect(long.press(at(0, 20), "ArrowRight", true)?.cursor?.block).toBe(30);
    expect(long.press(at(0, 20), "ArrowLeft", true)?.cursor?.block).toBe(10);
    expect(LANES.press(FIRST_LOOK, "a", false)).toBeNull();
    expect(new LanesPlace([], SEEN).press(FIRST_LOOK, "Home", false)).toBeNull();
    expect(new LanesPlace([new RankTrack()], SEEN).press(FIRST_LOOK, "Home", false)).toBe(FIRST_LOOK);
  });

  it("lead to the ranks above and below, at the same time, and never off them", () => {
    const late = new LanesPlace([track(8, 2), track(), track(8, 4)], SEEN);
    expect(late.press(at(1, 5), "ArrowUp", false)?.cursor).toEqual({ rank: 0, block: 3 });
    expect(late.press(at(1, 5), "ArrowDown", false)?.cursor).toEqual({ rank: 2, block: 1 });
    // Before its first block.
    expect(late.press(at(1, 0), "ArrowDown", false)?.cursor).toEqual({ rank: 2, block: 0 });
    expect(late.press(at(0, 3), "ArrowUp", false)?.cursor).toEqual({ rank: 0, block: 3 });
    expect(late.press(at(2, 3), "ArrowDown", false)?.cursor).toEqual({ rank: 2, block: 3 });
  });

  it("bring what they lead to into sight, and no more", () => {
    expect(LANES.press(at(2, 5, ZOOMED), "ArrowRight", false)).toEqual({
      ...{ view: { start: 3, end: 7 }, top: 0 },
      cursor: { rank: 2, block: 6 },
    });
    expect(LANES.press(at(2, 5, ZOOMED), "ArrowDown", false)).toEqual({
      ...{ view: ZOOMED.view, top: 26 },
      cursor: { rank: 3, block: 5 },
    });
    const down = { ...FIRST_LOOK, top: 5 * 26 };
    expect(LANES.press(at(5, 1, down), "ArrowUp", false)).toEqual(at(4, 1, { ...down, top: 4 * 26 }));
    expect(LANES.press(at(6, 1, down), "ArrowUp", false)).toEqual(at(5, 1, down));
    expect(LANES.press(at(19, 1, { ...down, top: 1e6 }), "Home", false)?.top).toBe(LANES.mostTop);
  });

  it("zoom about the cursor's block, and show all", () => {
    for (const key of ["+", "="])
      expect(LANES.press(at(0, 2), key, false)).toEqual(at(0, 2, { ...ZOOMED, view: { start: 1, end: 5 } }));
    expect(LANES.press(FIRST_LOOK, "+", false)?.view).toEqual({ start: 0, end: 4 });
    expect(LANES.press(at(0, 4, { ...ZOOMED, view: { start: 3, end: 5 } }), "-", false)?.view).toEqual({
      start: 2,
      end: 6,
    });
    // A block that is out of sight counts as the nearer edge.
    expect(LANES.press(at(0, 7, { ...ZOOMED, view: { start: 2, end: 4 } }), "+", false)?.view).toEqual({
      start: 3,
      end: 4,
    });
    expect(LANES.press(at(0, 2, ZOOMED), "0", false)).toEqual(at(0, 2));
  });
});
