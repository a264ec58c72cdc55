import { describe, expect, it } from "vitest";
import { placeAt, targetIn } from "../../../renderer/window/tabs/tab-drag.ts";

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

  it("is taken by a pane of a split view, or by a half of the only one", () => {
    const box = { left: 100, top: 50, width: 600, height: 400 };
    const at = (bears: string, x: number, y: number) => targetIn(bears, box, { x, y });
    expect([at("0", 650, 60), at("1", 110, 440)]).toEqual([
      { place: 0, part: "all" },
      { place: 1, part: "all" },
    ]);
    expect([at("columns", 399, 440), at("columns", 401, 60)]).toEqual([
      { place: 0, part: "left" },
      { place: 1, part: "right" },
    ]);
    expect([at("rows", 690, 249), at("rows", 110, 251)]).toEqual([
      { place: 0, part: "top" },
      { place: 1, part: "bottom" },
    ]);
  });
});
