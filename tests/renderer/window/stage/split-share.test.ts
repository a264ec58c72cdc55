import { describe, expect, it } from "vitest";
import { shareAt, shareByKey } from "../../../../renderer/window/stage/split-share.ts";

describe("the line between two panes", () => {
  const key = (key: string, { stacked = false, shiftKey = false } = {}) =>
    shareByKey(0.5, stacked, { key, shiftKey });

  it.each([
    ["beside", false, "ArrowLeft", "ArrowRight", ["ArrowUp", "ArrowDown"]],
    ["below", true, "ArrowUp", "ArrowDown", ["ArrowLeft", "ArrowRight"]],
  ] as const)(
    "moves the way an arrow points where the panes lie %s each other",
    (_, stacked, less, more, others) => {
      const [back, on] = [less, more].map((name) => key(name, { stacked }) as number) as [number, number];
      expect(back).toBeLessThan(0.5);
      expect(on - 0.5).toBeCloseTo(0.5 - back);
      // Farther with Shift.
      expect(key(less, { stacked, shiftKey: true })).toBeLessThan(back);
      expect(key(more, { stacked, shiftKey: true })).toBeGreaterThan(on);
      for (const other of [...others, "Enter", "a"]) expect(key(other, { stacked })).toBeNull();
      expect([key("Home", { stacked }), key("End", { stacked })]).toEqual([0, 1]);
    },
  );

  it("is where the pointer is", () => {
    const area = { left: 100, top: 40, width: 800, height: 600 };
    const pointer = { clientX: 300, clientY: 490 };
    expect([shareAt(area, false, pointer), shareAt(area, true, pointer)]).toEqual([0.25, 0.75]);
  });
});
