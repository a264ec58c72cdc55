// How fast a view scrolls under a gesture that leads past its edge: as fast at each edge, and no faster than one can follow.

import { expect, it } from "vitest";
import { scrollSpeed } from "../../../renderer/tools/edge-scroll.ts";

const SIZE = { width: 200, height: 100 };

it.each([
  ["well within", 100, 50, 0, 0],
  ["on the outermost pixel that counts as within", 1, 99, 0, 0],
  ["at the left edge", 0, 50, -132, 0],
  ["at the right edge", 200, 50, 132, 0],
  ["above", 100, -9, 0, -240],
  ["below", 100, 109, 0, 240],
  ["beyond a corner", -9, 109, -240, 240],
  ["far away", 9000, -9000, 3000, -3000],
])("%s", (_, x, y, dx, dy) => {
  const speed = scrollSpeed({ x, y }, SIZE);
  expect([speed.x + 0, speed.y + 0]).toEqual([dx, dy]);
});
