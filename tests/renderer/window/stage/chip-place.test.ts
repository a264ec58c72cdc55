import { expect, test } from "vitest";
import { chipPlace } from "../../../../renderer/window/stage/chip-place.ts";

const STAGE = { width: 800, height: 600 };
const CHIP = { width: 300, height: 32 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test("the chip stands 12 pixels above the box, in the middle of its visible part", () => {
  expect(chipPlace(box(300, 200, 500, 260), CHIP, STAGE)).toEqual({ x: 250, y: 156 });
  expect(chipPlace(box(-900, 200, 600, 260), CHIP, STAGE)).toEqual({ x: 150, y: 156 });
});

test("it keeps to the stage: beside its edges, below the box, or inside a box that fills the view", () => {
  expect(chipPlace(box(10, 200, 30, 260), CHIP, STAGE)).toEqual({ x: 8, y: 156 });
  expect(chipPlace(box(780, 200, 790, 260), CHIP, STAGE)).toEqual({ x: 492, y: 156 });
  expect(chipPlace(box(300, 30, 500, 260), CHIP, STAGE)).toEqual({ x: 250, y: 272 });
  expect(chipPlace(box(-10, -10, 810, 610), CHIP, STAGE)).toEqual({ x: 250, y: 8 });
});

test("a box off the screen has none", () => {
  expect(chipPlace(box(900, 200, 1000, 260), CHIP, STAGE)).toBeNull();
  expect(chipPlace(box(100, -90, 200, -10), CHIP, STAGE)).toBeNull();
});

test("it stays below the strip of the tool's options, where there is one", () => {
  expect(chipPlace(box(300, 100, 500, 260), CHIP, STAGE, 56)).toEqual({ x: 250, y: 56 });
  expect(chipPlace(box(300, 90, 500, 260), CHIP, STAGE, 56)).toEqual({ x: 250, y: 272 });
  expect(chipPlace(box(-10, -10, 810, 610), CHIP, STAGE, 56)).toEqual({ x: 250, y: 56 });
});
