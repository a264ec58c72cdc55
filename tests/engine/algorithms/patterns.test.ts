import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import {
  patternOfUniverse,
  placePattern,
  positionPattern,
  universeRuleFor,
} from "../../../engine/algorithms/patterns.ts";
import { cellsBounds } from "../../../engine/core/cells.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { rect } from "../../../engine/core/rect.ts";
import { soupBlock, soupRows } from "../../../engine/core/soup.ts";
import { plane, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { formatUniverseRule, LIFE } from "../../../engine/rules/universe-rule.ts";
import { equalRuns } from "../../support/runs.ts";
import { cellsOf, GLIDER, universeWith } from "../../support/universes.ts";

const under = (rule: string | null) => patternOf(cellsOf(GLIDER), { rule });
const ruleText = (file: string | null, typed?: string): string =>
  formatUniverseRule(universeRuleFor(under(file), typed));

describe("which rule a pattern runs under", () => {
  it.each<[string | null, string | undefined, string]>([
    [null, undefined, "B3/S23"],
    ["B36/S23:T20,30", undefined, "B36/S23:T20,30"],
    ["B3/S23:T20,30", "B36/S23", "B36/S23:T20,30"],
    ["B3/S23:T20,30", "HighLife", "B36/S23:T20,30"],
    ["B3/S23:T20,30", "B36/S23:P9,9", "B36/S23:P9,9"],
    ["B36/S23:T20,30", ":K8*,5", "B36/S23:K8*,5"],
    ["B36/S23:T20,30", ":P0,0", "B36/S23"],
    [null, ":T64,64", "B3/S23:T64,64"],
    ["B2/S34H", "34/2", "B2/S34H"],
    ["B2/S34H:T9,9", "B1/S012", "B1/S012H:T9,9"],
    ["B2/S34H", "B1/SV", "B1/SV"],
    ["B3/S23", "34/2", "B2/S34"],
  ])("file %j, typed %j: %s", (file, typed, expected) => {
    expect(ruleText(file, typed)).toBe(expected);
  });

  it("is what was typed where there is no pattern", () => {
    expect(formatUniverseRule(universeRuleFor(null, "B36/S23:T4,4"))).toBe("B36/S23:T4,4");
    expect(formatUniverseRule(universeRuleFor(null))).toBe("B3/S23");
  });

  it("refuses what cannot be read", () => {
    expect(() => ruleText(null, "B9/S")).toThrow(expect.objectContaining({ code: "syntax" }));
    expect(() => ruleText(null, ":T4,4,4")).toThrow(expect.objectContaining({ code: "syntax" }));
  });
});

describe("where a pattern's cells go", () => {
  const at = (pattern: Parameters<typeof placePattern>[0], topology = UNBOUNDED) =>
    cellsBounds(placePattern(pattern, topology).cells);

  it("stay where the file put them", () => {
    const placed = patternOf(cellsOf(GLIDER, 7n, 8n), { positioned: true });
    expect(at(placed)).toEqual(rect(7, 8, 3, 3));
    expect(at(placed, torus(40, 40))).toEqual(rect(7, 8, 3, 3));
    // The reader of a file that names a grid has placed the cells on it already.
    const own = patternOf(cellsOf(GLIDER, -5n, -4n), { rule: "B3/S23:T40,40", box: rect(-5, -4, 3, 3) });
    expect(at(own, torus(40, 40))).toEqual(rect(-5, -4, 3, 3));
  });

  it("are centred on another grid, by the box where there is one", () => {
    expect(at(under(null), torus(9, 9))).toEqual(rect(-1, -1, 3, 3));
    expect(at({ ...under(null), box: rect(0, 0, 8, 5) }, torus(9, 9))).toEqual(rect(-4, -2, 3, 3));
    expect(at({ ...under(null), box: rect(0, 0, 8, 5) }, plane(0, 9))).toEqual(rect(-4, -2, 3, 3));
  });

  it("begin at the top left cell of a grid that is too small for the box", () => {
    expect(at({ ...under(null), box: rect(0, 0, 20, 3) }, torus(9, 9))).toEqual(rect(-4, -4, 3, 3));
  });

  it("are cut off at the grid's edge, and counted", () => {
    const far = patternOf(cellsOf(GLIDER, 3n, 0n), { positioned: true });
    const { cells, clipped } = placePattern(far, torus(9, 9));
    // Columns 3 and 4 are on the grid, column 5 is not.
    expect(cellsBounds(cells)).toEqual(rect(3, 0, 2, 3));
    expect(clipped).toBe(2n);
    expect(placePattern(patternOf(cellsOf(GLIDER, 90n, 0n), { positioned: true }), torus(9, 9)).clipped).toBe(
      5n,
    );
  });

  it("move together with the box", () => {
    const moved = positionPattern({ ...under(null), box: rect(0, 0, 8, 5) }, torus(9, 9));
    expect(moved.box).toEqual(rect(-4, -2, 8, 5));
  });
});

describe("starting and saving universes", () => {
  it("keeps cells, rule, generation and what the file said", async () => {
    const universe = await universeWith(cellsOf(GLIDER, -1n, -1n), {
      topology: torus(12, 10),
      generation: 5n,
    });
    await universe.step(9n);
    const saved = await patternOfUniverse(universe, { name: "Glider", author: null, comments: ["a line"] });
    expect(saved).toMatchObject({
      rule: "B3/S23:T12,10",
      generation: 9n,
      positioned: true,
      name: "Glider",
      comments: ["a line"],
    });
    // Four generations later a glider is itself, one cell further down and right.
    expect(equalRuns(saved.cells, cellsOf(GLIDER, 0n, 0n))).toBe(true);
  });

  it("fills a soup with the cells of soupBlock, cut to the grid", async () => {
    const soup = { seed: 5, density: 0.3, width: 70, height: 50 };
    const whole = await universeWith(undefined, { soup });
    expect(await whole.readBlock(rect(-35, -25, 70, 50))).toEqual(soupBlock(soup));
    const cut = await universeWith(undefined, { soup, topology: torus(20, 20) });
    expect(await cut.readBlock(rect(-10, -10, 20, 20))).toEqual(
      await whole.readBlock(rect(-10, -10, 20, 20)),
    );
    expect(await cut.population()).toBeLessThan(await whole.population());
  });

  it("makes a part of a soup a part of the whole", () => {
    const soup = { seed: 77, density: 0.5, width: 41, height: 30 };
    const part = soupRows(soup, 11, 6);
    expect(part.y).toBe(-4n);
    expect(part.words).toEqual(soupBlock(soup).words.slice(11 * 2, 17 * 2));
  });

  it("says why auto chose an algorithm, and frees what it could not fill", async () => {
    const { universe, reason } = await createUniverse({ rule: LIFE, topology: UNBOUNDED }, {});
    expect(universe.algorithm).toBe("bitwise");
    expect(reason).toMatch(/fastest/);
    await expect(
      createUniverse({ rule: LIFE, topology: UNBOUNDED, algorithm: "magic" }, {}),
    ).rejects.toMatchObject({
      code: "not-found",
    });
    const soup = { seed: 1, density: 1, width: 20_000, height: 20_000 };
    await expect(
      createUniverse({ rule: LIFE, topology: UNBOUNDED, soup }, { memoryMegabytes: 1 }),
    ).rejects.toMatchObject({ code: "memory-limit" });
  });
});
