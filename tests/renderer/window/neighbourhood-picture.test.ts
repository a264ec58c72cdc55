// The small drawings of a cell with its neighbours.

import { expect, it } from "vitest";
import { lettersOf } from "../../../engine/rules/neighbourhood-classes.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import { NeighbourhoodPicture } from "../../../renderer/window/inspector/neighbourhood-picture.tsx";
import { markupOf } from "../markup.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box around a path of M, L, h, v and z. */
function boxOf(path: string): Box {
  let [x, y] = [0, 0];
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [, verb, numbers] of path.matchAll(/([MLhvz])([^MLhvz]*)/g)) {
    const [first = 0, second = 0] = (numbers ?? "").trim().split(/[ ,]+/).map(Number);
    if (verb === "z") continue;
    if (verb === "h") x += first;
    else if (verb === "v") y += first;
    else [x, y] = [first, second];
    xs.push(x);
    ys.push(y);
  }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

it.each(["moore", "von-neumann", "hex"] as const)(
  "draws cells of %s of one size that do not touch",
  (neighbourhood) => {
    const markup = markupOf(NeighbourhoodPicture, {
      neighbourhood,
      name: `2${lettersOf(neighbourhood, 2)[0]}`,
      isAlive: false,
    });
    const boxes = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, path]) => boxOf(path ?? ""));
    expect(boxes).toHaveLength(NEIGHBOURS[neighbourhood].length + 1);
    const cells = boxes.slice(0, -1);
    const middle = boxes.at(-1) as Box;
    for (const { left, top, right, bottom } of cells) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1.5);
      expect(Math.max(right, bottom)).toBeLessThanOrEqual(1.5);
      const [first] = cells as [Box];
      expect([right - left, bottom - top]).toEqual([
        expect.closeTo(first.right - first.left, 2),
        expect.closeTo(first.bottom - first.top, 2),
      ]);
    }
    // A square is one, and a hexagon with a corner on top is a little higher than wide.
    const ratio = neighbourhood === "hex" ? 2 / Math.sqrt(3) : 1;
    for (const { left, top, right, bottom } of boxes)
      expect((bottom - top) / (right - left)).toBeCloseTo(ratio, 2);
    expect(middle.left + middle.right).toBeCloseTo(0, 2);
    expect(middle.right - middle.left).toBeLessThan(0.88);
    expect(markup.match(/class="live"/g)).toHaveLength(2);
  },
);
