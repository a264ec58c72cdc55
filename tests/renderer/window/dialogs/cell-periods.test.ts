// The map of an oscillator's periods: its cells fill the picture, the pointer finds them, and the key tells periods apart.

import { describe, expect, it } from "vitest";
import type { CellPeriods } from "../../../../engine/analysis/identity.ts";
import { rect } from "../../../../engine/core/rect.ts";
import type { Point } from "../../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../../engine/grids/grid-kind.ts";
import { GRID_KINDS } from "../../../../engine/grids/registry.ts";
import { latticeFrame } from "../../../../engine/picture/lattice-frame.ts";
import {
  fillPeriods,
  periodAt,
  periodFrame,
  periodLines,
} from "../../../../renderer/window/dialogs/cell-periods.ts";
import { CanvasNotes } from "../../../support/canvas-notes.ts";

/** A box whose every cell has a period of its own, from 1 on. */
const numbered = (x: number, y: number, w: number, h: number): CellPeriods => ({
  box: rect(x, y, w, h),
  periods: Uint32Array.from({ length: w * h }, (_, k) => k + 1),
});

const lattices = GRID_KINDS.list().map((kind) => [kind.id, kind] as const);

describe.each(lattices)("on %s cells", (_, lattice) => {
  const { cell } = latticeFrame(lattice);
  const outlines = outlinesOf(lattice);

  it.each([
    ["tall", numbered(-3, 4, 20, 90)],
    ["wide", numbered(0, 0, 75, 11)],
    ["small", numbered(1, -7, 3, 2)],
  ])("those of a %s box reach from edge to edge of a picture of at most 280 pixels a side", (size, map) => {
    const frame = periodFrame(map, lattice);
    const middles = Array.from(map.periods, (_, k) =>
      frame.centre(k % Number(map.box.w), Math.floor(k / Number(map.box.w))),
    );
    const [xs, ys] = [middles.map(({ x }) => x), middles.map(({ y }) => y)];
    const [halfWidth, halfHeight] = [(cell.x / 2) * frame.unit, (cell.y / 2) * frame.unit];
    expect(Math.min(...xs) - halfWidth).toBeCloseTo(0);
    expect(Math.min(...ys) - halfHeight).toBeCloseTo(0);
    expect(Math.max(...xs) + halfWidth).toBeCloseTo(frame.width);
    expect(Math.max(...ys) + halfHeight).toBeCloseTo(frame.height);
    if (size === "small")
      expect([frame.unit, frame.width < 280, frame.height < 280]).toEqual([22, true, true]);
    else expect(Math.max(frame.width, frame.height)).toBeCloseTo(280);
  });

  it("each is found under its middle and near its corners, and nothing beside the first and the last of a row or a column", () => {
    // Of triangles, one that points up comes first.
    for (const map of [numbered(-3, 4, 5, 4), numbered(2, 4, 5, 4)]) {
      const { x, y } = map.box;
      const frame = periodFrame(map, lattice);
      const said = (i: number, j: number, corner = { x: 0, y: 0 }): string | null => {
        const middle = frame.centre(i, j);
        const [offsetX, offsetY] = [
          middle.x + 0.9 * corner.x * frame.unit,
          middle.y + 0.9 * corner.y * frame.unit,
        ];
        return periodAt({ offsetX, offsetY }, map, frame);
      };
      for (let j = 0; j < 4; j++) {
        for (let i = 0; i < 5; i++) {
          const here = { x: x + BigInt(i), y: y + BigInt(j) };
          const corners = pointsUp(lattice, here) ? outlines.up : outlines.down;
          for (const point of [{ x: 0, y: 0 }, ...corners])
            expect(said(i, j, point)).toBe(`${here.x}, ${here.y}: period ${j * 5 + i + 1}`);
        }
        expect([said(-1, j), said(5, j)]).toEqual([null, null]);
      }
      expect([said(2, -1), said(2, 4)]).toEqual([null, null]);
    }
  });
});

const areaOf = (corners: readonly Point[]): number =>
  Math.abs(
    corners.reduce((sum, { x, y }, k) => {
      const next = corners[(k + 1) % corners.length] as Point;
      return sum + x * next.y - y * next.x;
    }, 0) / 2,
  );

describe.each(lattices)("the picture of %s cells", (_, lattice) => {
  it("has each cell where the pointer finds it, in the colour of its period, with a seam around it", () => {
    const all = numbered(-3, 4, 5, 4);
    const map = { ...all, periods: all.periods.map((period) => (period === 7 ? 0 : period)) };
    const frame = periodFrame(map, lattice);
    const canvas = new CanvasNotes();
    fillPeriods(canvas.context, map, frame, (period) => `period ${period}`);
    expect(canvas.filled.map(({ colour }) => colour)).toEqual(
      [...map.periods].filter(Boolean).map((period) => `period ${period}`),
    );
    const whole = lattice.shape === "square" ? 1 : areaOf(outlinesOf(lattice).down);
    for (const { colour, corners } of canvas.filled) {
      for (const { x, y } of corners)
        expect(periodAt({ offsetX: x, offsetY: y }, map, frame)?.replace(/^.*: /, "")).toBe(colour);
      expect(areaOf(corners)).toBeCloseTo(whole * (frame.unit - 1) ** 2);
    }
  });

  it("leaves nothing bare where cells are small", () => {
    const map = numbered(0, 0, 90, 2);
    const frame = periodFrame(map, lattice);
    const canvas = new CanvasNotes();
    fillPeriods(canvas.context, map, frame, () => "");
    expect(frame.unit).toBeLessThan(4);
    for (const [k, { corners }] of canvas.filled.entries()) {
      const { x, y } = frame.centre(k % 90, Math.floor(k / 90));
      const [first, , last] = corners as [Point, Point, Point];
      expect((first.x + last.x) / 2).toBeCloseTo(x);
      expect((first.y + last.y) / 2).toBeCloseTo(y);
      expect(areaOf(corners)).toBeCloseTo(frame.unit ** 2);
    }
  });
});

it("a cell that is never live is said to be none", () => {
  const map = { box: rect(10, -20, 2, 1), periods: Uint32Array.of(0, 12_345) };
  const frame = periodFrame(map, GRID_KINDS.get("square"));
  const said = [0, 1].map((i) => {
    const { x, y } = frame.centre(i, 0);
    return periodAt({ offsetX: x, offsetY: y }, map, frame);
  });
  expect(said).toEqual(["10, -20: never live", "11, -20: period 12,345"]);
});

describe("the key", () => {
  const key = (...periods: number[]) =>
    periodLines({ box: rect(0, 0, periods.length, 1), periods: Uint32Array.from(periods) });

  it("counts the cells of each period, the shortest first, and none that are never live", () => {
    const counts = key(30, 0, 1, 2, 30, 2, 30, 0).map(({ period, cells }) => [period, cells]);
    expect(counts).toEqual([
      [1, 1],
      [2, 2],
      [30, 3],
    ]);
  });

  it("has quiet stators, the accent for the longest period, and a colour of its own for each between", () => {
    const colours = key(1, 2, 3, 4, 6, 12).map(({ colour }) => colour);
    expect(colours[0]).toBe("var(--faint)");
    expect(colours[5]).toBe("var(--accent)");
    expect(new Set(colours).size).toBe(6);
    for (const mixed of colours.slice(1, 5)) {
      const share = Number(
        /^color-mix\(in oklab, var\(--(?:danger|accent)\) (\d+)%, var\(--cell\)\)$/.exec(mixed)?.[1],
      );
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(100);
    }
    // Far from the whole period is red.
    expect(colours[1]).toBe("color-mix(in oklab, var(--danger) 100%, var(--cell))");
    // One period alone is the whole.
    expect(key(3, 1, 3).map(({ colour }) => colour)).toEqual(["var(--faint)", "var(--accent)"]);
    expect(key(1)).toEqual([{ period: 1, cells: 1, colour: "var(--faint)" }]);
  });
});
