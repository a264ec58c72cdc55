import { describe, expect, it } from "vitest";
import { placeAt } from "../../../renderer/window/tabs/tab-drag.ts";

describe("a dragged tab", () => {
  it("stands behind those whose middle its own has passed", () => {
    const boxes = [
      { left: 0, width: 100 },
      { left: 100, width: 40 },
      { left: 140, width: 100 },
    ];
    expect([-10, 49, 51, 119, 121, 189, 191, 900].map((x) => placeAt(boxes, x))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ]);
  });
});
