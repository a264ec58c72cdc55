// How many of the selected cells are in each state.

import { expect, it } from "vitest";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { StateList } from "../../../renderer/window/inspector/state-counts.tsx";
import { swatchesOf } from "../../../renderer/window/stage/state-palette.tsx";
import { markupOf } from "../markup.ts";

/** The lines of the list as they are read out. */
function linesOf(text: string, states: readonly bigint[], complete = true): string[] {
  const rule = parseRule(text);
  const swatches = swatchesOf(rule, "dark");
  const live = states.reduce((sum, cells) => sum + cells, 0n);
  const markup = markupOf(StateList, { rule, swatches, counted: { live, complete, states } });
  return [...markup.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, line]) =>
    (line ?? "").replace(/<i [^>]*>\d+<\/i>|<[^>]*>/g, ""),
  );
}

it("are told for each state that occurs, also where it is a single cell", () => {
  expect(linesOf("345/2/4", [5n, 0n, 1n])).toEqual(["1 live: 5", "3 dying 2: 1"]);
  expect(linesOf("345/2/4", [5n, 0n, 0n], false)).toEqual(["1 live: ≥ 5"]);
  expect(linesOf("345/2/4", [0n, 0n, 0n])).toEqual([]);
});

it("are told for twelve states, and the others are counted", () => {
  const cells = Array.from({ length: 23 }, (_, at) => BigInt(at + 1));
  const lines = linesOf("345/2/24", cells);
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)).toBe("and 11 more");
  expect(linesOf("345/2/24", cells.slice(0, 12))).toHaveLength(12);
});
