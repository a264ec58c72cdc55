// Which patterns get a thumbnail, and what it shows.

import { expect, test } from "vitest";
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
