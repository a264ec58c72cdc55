// Which patterns get a thumbnail, and what it shows.

import { expect, test } from "vitest";
import { pointsUp } from "../../../engine/grids/grid-kind.ts";
import { pictureOf } from "../../../renderer/library/thumbnail-picture.ts";

test("a pattern is drawn up to a quarter of a million cells, which still takes no time", () => {
  const row = (cells: number): string => `x = ${cells}, y = 1, rule = B3/S23\n${cells}o!\n`;
  expect(pictureOf(row(2 ** 18))?.cells.length).toBe(2 ** 19);
  expect(pictureOf(row(2 ** 18 + 1))).toBeNull();
});

test("cells come with their states and their lattice, and a file that cannot be read has no picture", () => {
  const picture = pictureOf("x = 3, y = 1, rule = 345/2/4\nA.C!\n");
  expect([...(picture?.cells ?? [])]).toEqual([0, 0, 2, 0]);
  expect([...(picture?.states ?? [])]).toEqual([1, 3]);
  expect(pictureOf("x = 1, y = 1, rule = B2/S34H\no!\n")?.kind.id).toBe("hex");
  expect(pictureOf("x = 1, y = 1, rule = B9/S9\no!\n")).toBeNull();
  expect(pictureOf("x = 1, y = 1, rule = B3/S23\no!\n")?.states).toBeNull();
});

test("triangles point in a picture as they do in the universe, wherever the file puts them", () => {
  const up = (place: string, grid: string): boolean => {
    const picture = pictureOf(`${place}x = 1, y = 1, rule = R1,C0,S4-6,B4,NL${grid}\no!\n`)!;
    const [x, y] = picture.cells;
    return pointsUp(picture.kind, { x: BigInt(x!), y: BigInt(y!) });
  };
  expect(up("", "")).toBe(false);
  expect(up("#CXRLE Pos=3,4\n", "")).toBe(true);
  expect(up("#CXRLE Pos=3,5\n", "")).toBe(false);
  // The corners of these grids are (-4, -4) and (-5, -4).
  expect(up("#CXRLE Pos=-4,-4\n", ":T8,8")).toBe(false);
  expect(up("#CXRLE Pos=-5,-4\n", ":T10,8")).toBe(false);
  expect(up("#CXRLE Pos=-4,-4\n", ":T10,8")).toBe(true);
});
