// Where a selection can be taken hold of, and where the same press moves its cells.

import { describe, expect, it } from "vitest";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import type { ScreenScene } from "../../../engine/picture/box-on-screen.ts";
import type { Selection } from "../../../renderer/editor/selection/selection.ts";
import { selectBox, selectCells } from "../../../renderer/editor/selection/selection.ts";
import { gripAt, gripsOf, screenBoxOf } from "../../../renderer/tools/selection-grips.ts";
import { cellsOf } from "../../support/universes.ts";

/** Eight pixels a cell; the corner of the cell (0, 0) is in the middle of the view, at (200, 150). */
const SCENE: ScreenScene = {
  camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 3 },
  size: { width: 400, height: 300 },
  kind: GRID_KINDS.get("square"),
};
const box = (w: bigint, h: bigint): Selection => selectBox({ x: 0n, y: 0n, w, h }) as Selection;
const placesOf = (selection: Selection): string[] =>
  gripsOf(selection, SCENE)
    .map(({ sides, at }) => `${sides.x},${sides.y} at ${at.x},${at.y}`)
    .sort();

describe("the handles of a selection", () => {
  it("are at the corners and in the middles of a large box", () => {
    expect(placesOf(box(10n, 6n))).toEqual(
      [
        "-1,-1 at 200,150",
        "1,-1 at 280,150",
        "1,1 at 280,198",
        "-1,1 at 200,198",
        "0,-1 at 240,150",
        "1,0 at 280,174",
        "0,1 at 240,198",
        "-1,0 at 200,174",
      ].sort(),
    );
    expect(screenBoxOf(box(10n, 6n), SCENE)).toEqual({ left: 200, top: 150, right: 280, bottom: 198 });
  });

  it("are at the corners only where a side is short, and a lassoed set has none", () => {
    const sides = (selection: Selection): string[] =>
      gripsOf(selection, SCENE).map((grip) => `${grip.sides.x},${grip.sides.y}`);
    expect(sides(box(5n, 4n)).slice(4)).toEqual(["0,-1", "0,1"]);
    expect(sides(box(4n, 5n)).slice(4)).toEqual(["1,0", "-1,0"]);
    expect(sides(box(4n, 4n))).toHaveLength(4);
    expect(sides(selectCells(cellsOf([".O", "OO"])) as Selection)).toEqual([]);
  });

  it("are at a set of hexagons only where its rows of the same parity have the same sides", () => {
    const scene = { ...SCENE, kind: GRID_KINDS.get("hex") };
    const isBox = (...rows: string[]): boolean =>
      gripsOf(selectCells(cellsOf(rows)) as Selection, scene).length > 0;
    // A row lies half a cell further left than the one above it.
    expect(isBox("OOOO..", ".OOOO.", ".OOOO.", "..OOOO")).toBe(true);
    expect(isBox("OOOO..", ".OOOO.", ".OOO..", "..OOOO")).toBe(false);
    expect(isBox("OOOO..", ".OOOO.", ".OOOO.", "..OOO.")).toBe(false);
    expect(isBox("OOOO..", ".OOOO.", ".O.OO.", "..OOOO")).toBe(false);
    expect(isBox("OOOO..", ".OOOO.", "..OOOO")).toBe(false);
  });

  it("are taken hold of around their middles, by a finger from further away", () => {
    const grips = gripsOf(box(20n, 12n), SCENE);
    const at = (x: number, y: number, finger = false): string | null => {
      const grip = gripAt(grips, { x, y }, finger);
      return grip && `${grip.sides.x},${grip.sides.y}`;
    };
    expect(at(200, 150)).toBe("-1,-1");
    expect(at(193, 143)).toBe("-1,-1");
    expect(at(191, 150)).toBeNull();
    expect(at(187, 150, true)).toBe("-1,-1");
    expect(at(185, 150, true)).toBeNull();
    expect(at(280, 145)).toBe("0,-1");
    expect(at(364, 246)).toBe("1,1");
    expect(at(260, 200)).toBeNull();
  });

  it("leave the inside of a small box to whoever moves its cells", () => {
    const grips = gripsOf(box(2n, 2n), SCENE);
    expect(gripAt(grips, { x: 208, y: 158 }, false)).toBeNull();
    expect(gripAt(grips, { x: 208, y: 158 }, true)).toBeNull();
    expect(gripAt(grips, { x: 196, y: 146 }, false)?.sides).toEqual({ x: -1, y: -1 });
    expect(gripAt(grips, { x: 203, y: 153 }, false)?.sides).toEqual({ x: -1, y: -1 });
  });
});
