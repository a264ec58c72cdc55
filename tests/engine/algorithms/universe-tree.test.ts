import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { createUniverse, writeCells } from "../../../engine/algorithms/load.ts";
import { placePattern } from "../../../engine/algorithms/patterns.ts";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import { treeOfUniverse } from "../../../engine/algorithms/universe-tree.ts";
import { createBlock } from "../../../engine/core/block.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import type { QuadTree } from "../../../engine/core/quad-tree.ts";
import { QuadTreeBuilder } from "../../../engine/core/quad-tree.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { runsToTree } from "../../../engine/core/tree-from-runs.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { saveUniverse } from "../../../engine/export/save-universe.ts";
import { MACROCELL } from "../../../engine/formats/macrocell.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { LIFE, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { equalRuns } from "../../support/runs.ts";
import { cellsOf, GLIDER, universeWith } from "../../support/universes.ts";

const SOUP = { seed: 4, density: 0.4, width: 300, height: 200 };

/** Two gliders in the corners of a square of side 2^60. */
function farApart(): QuadTree {
  const builder = new QuadTreeBuilder();
  let [nw, se] = [builder.leaf(0x00070402, 0), builder.leaf(0x00070402, 0)];
  for (let k = 4; k < 60; k++) {
    nw = builder.node(k, nw, 0, 0, 0);
    se = builder.node(k, 0, 0, 0, se);
  }
  return builder.build(builder.node(60, nw, 0, 0, se), 60, 5n, 6n);
}

describe("a universe's cells as a quad-tree", () => {
  it("are those of the universe", async () => {
    const universe = await universeWith(undefined, { soup: SOUP, topology: torus(300, 200) });
    const tree = await treeOfUniverse(universe);
    expect(equalRuns(treeToRuns(tree), await universe.readRuns())).toBe(true);
    universe.dispose();
  });

  it("are saved as a Macrocell file in pieces", async () => {
    const universe = await universeWith(undefined, { soup: SOUP, topology: torus(300, 200) });
    for (const gzip of [false, true]) {
      const pieces: Uint8Array[] = [];
      await saveUniverse(universe, MACROCELL, { gzip, details: { name: "n" } }, async (piece) => {
        pieces.push(piece);
      });
      const bytes = Uint8Array.from(Buffer.concat(pieces));
      const { pattern } = readPattern(bytes);
      expect(pattern).toMatchObject({ rule: "B3/S23:T300,200", name: "n" });
      expect([...bytes]).toEqual([...writePattern(pattern, "macrocell", { gzip })]);
      const runs = treeToRuns(pattern.cells as QuadTree);
      expect(equalRuns(runs, await universe.readRuns())).toBe(true);
    }
    universe.dispose();
  });

  it("are the universe's own where it holds a tree", async () => {
    const tree = farApart();
    const universe = { readTree: async () => tree } as unknown as Universe;
    expect(await treeOfUniverse(universe)).toBe(tree);
  });
});

describe("a universe of a quad-tree", () => {
  it("is one of the same cells", async () => {
    const cells = runsToTree(cellsOf(GLIDER, 7n, -(10n ** 9n)));
    const { universe } = await createUniverse({ rule: LIFE, topology: UNBOUNDED, cells }, {});
    expect(equalRuns(await universe.readRuns(), cellsOf(GLIDER, 7n, -(10n ** 9n)))).toBe(true);
    universe.dispose();
  });

  it("has every cell where it was, in trees of any height, in two states and in more", async () => {
    const rules = { two: LIFE, four: parseUniverseRule("/2/4").rule };
    const cells = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 3 })), { maxLength: 9 });
    const corner = fc.integer({ min: -40, max: 40 }).map(BigInt);
    const property = fc.asyncProperty(
      fc.constantFrom("two" as const, "four" as const),
      fc.constantFrom(1, 5, 8, 13, 16, 30, 70),
      ...([corner, corner, cells] as const),
      async (kind, side, x, y, placed) => {
        const states = new Map<number, number>();
        for (const [column, row, state] of placed)
          states.set((row % side) * side + (column % side), kind === "two" ? 1 : state);
        const runs = new RunsBuilder();
        for (const [at, state] of [...states].sort(([a], [b]) => a - b))
          runs.add(at % side, Math.floor(at / side), 1, state);
        const listed = runs.build(x, y);
        const request = { rule: rules[kind], topology: UNBOUNDED, cells: runsToTree(listed) };
        const { universe } = await createUniverse({ ...request, algorithm: "hashlife" }, {});
        expect(equalRuns(await universe.readRuns(), listed)).toBe(true);
        universe.dispose();
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it("takes the tree as it is where the algorithm can", async () => {
    const taken: unknown[] = [];
    const universe = {
      rule: LIFE,
      writeRuns: async () => void taken.push("runs"),
      writeBlock: async () => void taken.push("block"),
      writeTree: async (tree: QuadTree) => void taken.push(tree),
    };
    const tree = farApart();
    await writeCells(universe, tree);
    await writeCells(universe, cellsOf(GLIDER, 0n, 0n));
    await writeCells(universe, createBlock(0n, 0n, 8, 8));
    expect(taken).toEqual([tree, "runs", "block"]);
  });

  it("is refused, with the algorithm that takes it, where it does not fit", async () => {
    const cells = farApart();
    const bitwise = ALGORITHMS.get("bitwise");
    const request = { rule: LIFE, topology: UNBOUNDED, cells, algorithm: bitwise.id };
    await expect(createUniverse(request, {})).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("hashlife"),
    });
  });

  it("is cut to a finite grid", () => {
    const tree = runsToTree(cellsOf(GLIDER, 3n, 0n));
    const { cells, clipped } = placePattern(patternOf(tree, { positioned: true }), torus(9, 9));
    expect(clipped).toBe(2n);
    expect("kind" in cells).toBe(false);
    const far = placePattern(patternOf(farApart(), { positioned: true }), torus(100, 100));
    // Of the first glider all is on the grid, of the other nothing.
    expect(far.clipped).toBe(5n);
  });
});
