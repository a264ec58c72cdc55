import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsBounds, cellsPopulation, clipCells, translateCells } from "../../../engine/core/cells.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { QuadTree } from "../../../engine/core/quad-tree.ts";
import { MAX_LEVEL, QuadTreeBuilder } from "../../../engine/core/quad-tree.ts";
import { createRaster } from "../../../engine/core/raster.ts";
import { rect } from "../../../engine/core/rect.ts";
import {
  clipRuns,
  RunsBuilder,
  runsBounds,
  runsPopulation,
  translateRuns,
} from "../../../engine/core/runs.ts";
import { treeBounds, treePopulation } from "../../../engine/core/tree-facts.ts";
import { runsToTree, TreeAssembler } from "../../../engine/core/tree-from-runs.ts";
import { recentreTree } from "../../../engine/core/tree-recentre.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { expectIs } from "../../support/expect-each.ts";
import { equalRuns } from "../../support/runs.ts";
import { runsArbitrary } from "../formats/support.ts";

const place = fc.oneof(
  fc.bigInt({ min: -70n, max: 70n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
);
const anyRuns = runsArbitrary({ far: 100_000 });

/** What every tree promises. */
function expectCanonical({ root, level, levels, nodes }: QuadTree): void {
  expect(levels.length).toBe(root + 1);
  expect(nodes.length).toBe(4 * levels.length);
  if (root > 0) expect(levels[root]).toBe(level);
  const seen = new Set<string>();
  for (let i = 1; i <= root; i++) {
    const words = [...nodes.subarray(i * 4, i * 4 + 4)];
    expectIs(
      words.some((word) => word !== 0),
      true,
    );
    seen.add(`${levels[i]} ${words}`);
    if (levels[i] === 3) expectIs(words[2] === 0 && words[3] === 0, true);
    else for (const n of words) expectIs(n === 0 || (n < i && levels[n] === levels[i] - 1), true);
  }
  expect(seen.size).toBe(root);
}

const refusalOf = (work: () => unknown): TessellaError => {
  try {
    work();
  } catch (error) {
    if (error instanceof TessellaError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
};

describe("runs as a quad-tree", () => {
  it("are the same cells, around any middle", () => {
    fc.assert(
      fc.property(anyRuns, place, place, (runs, x, y) => {
        const tree = runsToTree(runs, x, y);
        expectCanonical(tree);
        expect(tree.x + (1n << BigInt(tree.level - 1))).toBe(x);
        expect(tree.y + (1n << BigInt(tree.level - 1))).toBe(y);
        expect(equalRuns(treeToRuns(tree), runs)).toBe(true);
        expect(treePopulation(tree)).toBe(runsPopulation(runs));
        expect(treeBounds(tree)).toEqual(runsBounds(runs));
      }),
    );
  });

  it("come in bands of any height", () => {
    fc.assert(
      fc.property(anyRuns, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (runs, heights) => {
        const assembler = new TreeAssembler();
        const bounds = runsBounds(runs) ?? rect(0, 0, 0, 0);
        let y = bounds.y;
        for (let k = 0; y < bounds.y + bounds.h; k++) {
          const h = BigInt(k < 20 ? heights[k % heights.length] : 1_000_000);
          assembler.add(clipRuns(runs, { ...bounds, y, h }));
          y += h;
        }
        const [banded, whole] = [assembler.end(), runsToTree(runs)];
        expect(banded.nodes).toEqual(whole.nodes);
        expect([banded.x, banded.y, banded.level]).toEqual([whole.x, whole.y, whole.level]);
      }),
    );
  });

  it("cost what the runs cost, not what the cells would", () => {
    const out = new RunsBuilder();
    out.add(3, 0, 999_999_999);
    for (let y = 1; y < 9; y++) out.add(-(10 ** 14), y, 2 * 10 ** 14 + y);
    out.add(4e15, 11, 1e9);
    const runs = out.build(10n ** 40n, -7n);
    const tree = runsToTree(runs);
    expect(tree.root).toBeLessThan(1000);
    expect(equalRuns(treeToRuns(tree), runs)).toBe(true);
    const edge = { x: runs.x + 500_000_000n, y: -7n, w: 1_000_000_000n, h: 1n };
    expect([...treeToRuns(tree, edge).spans]).toEqual([0, 500_000_002]);
  });
});

describe("limits", () => {
  it("take cells that lie far from one another, as long as there are no more of them", () => {
    const builder = new RunsBuilder();
    for (let i = 0; i < 500; i++) builder.add(i * 2 ** 30, i * 2 ** 30, 1);
    const runs = builder.build(0n, 0n);
    const tree = runsToTree(runs);
    expect(equalRuns(treeToRuns(tree, undefined, 500), runs)).toBe(true);
    expect(() => treeToRuns(tree, undefined, 499)).toThrow(TessellaError);
  });

  it("refuse rasters that memory would not hold", () => {
    const at = { x: 0n, y: 0n, scale: 0 };
    for (const [width, height] of [
      [2 ** 26 + 1, 1],
      [8192, 8193],
      [-1, 1],
      [1.5, 1],
    ] as const)
      expect(() => createRaster({ ...at, width, height })).toThrow(/makes no sense/);
    expect(createRaster({ ...at, width: 3, height: 0 }).counts).toHaveLength(0);
  });
});

describe("a quad-tree", () => {
  it("is divided elsewhere and still holds the same cells", () => {
    fc.assert(
      fc.property(anyRuns, place, place, place, place, (runs, x0, y0, x, y) => {
        const before = runsToTree(runs, x0, y0);
        const tree = recentreTree(before, x, y);
        expectCanonical(tree);
        const stated = { ...before, planes: [before] };
        expect(recentreTree(stated, x, y).planes ?? [tree]).toEqual([tree]);
        const direct = runsToTree(runs, x, y);
        expect([tree.x, tree.y, tree.level, tree.root]).toEqual([
          direct.x,
          direct.y,
          direct.level,
          direct.root,
        ]);
        expect(equalRuns(treeToRuns(tree), runs)).toBe(true);
      }),
    );
  });

  it("is read by region", () => {
    fc.assert(
      fc.property(anyRuns, fc.array(fc.nat(300), { minLength: 4, maxLength: 4 }), (runs, [x, y, w, h]) => {
        const box = { x: runs.x + BigInt(x - 20), y: runs.y + BigInt(y - 20), w: BigInt(w), h: BigInt(h) };
        const tree = runsToTree(runs, 3n, -5n);
        const part = clipRuns(runs, box);
        expect(equalRuns(treeToRuns(tree, box), part)).toBe(true);
        expect(cellsPopulation(clipCells(tree, box))).toBe(runsPopulation(part));
      }),
    );
  });

  it("stays a tree where nothing of it lies outside: runs might not hold it", () => {
    const builder = new RunsBuilder();
    for (let y = 0; y < 32; y++) builder.add(0, y, 32);
    const tree = runsToTree(builder.build(5n, 6n));
    const box = { x: 5n, y: 6n, w: 32n, h: 32n };
    expect(clipCells(tree, box)).toBe(tree);
    for (const less of [{ x: 6n }, { y: 7n }, { w: 31n }, { h: 31n }])
      expect(cellsPopulation(clipCells(tree, { ...box, ...less }))).toBe(31n * 32n);
  });

  it("is moved without being copied", () => {
    fc.assert(
      fc.property(anyRuns, place, place, (runs, dx, dy) => {
        const moved = translateCells(runsToTree(runs), dx, dy);
        const expected = translateRuns(runs, dx, dy);
        expect(cellsBounds(moved)).toEqual(runsBounds(expected));
        expect(equalRuns(treeToRuns(moved as QuadTree), expected)).toBe(true);
      }),
    );
  });

  /** Level `top`: a live cell in each corner of a square of side 2^top. */
  function corners(top: number): QuadTree {
    const builder = new QuadTreeBuilder();
    let [nw, ne] = [builder.leaf(1, 0), builder.leaf(128, 0)];
    let [sw, se] = [builder.leaf(0, 2 ** 24), builder.leaf(0, 2 ** 31)];
    for (let k = 4; k < top; k++) {
      nw = builder.node(k, nw, 0, 0, 0);
      ne = builder.node(k, 0, ne, 0, 0);
      sw = builder.node(k, 0, 0, sw, 0);
      se = builder.node(k, 0, 0, 0, se);
    }
    return builder.build(builder.node(top, nw, ne, sw, se), top, 0n, 0n);
  }

  it("may be thousands of levels high", () => {
    const tree = corners(2000);
    expect(treePopulation(tree)).toBe(4n);
    expect(treeBounds(tree)).toEqual({ x: 0n, y: 0n, w: 1n << 2000n, h: 1n << 2000n });
    const moved = recentreTree(tree, 1n, -1n);
    expectCanonical(moved);
    expect(treeBounds(moved)).toEqual(treeBounds(tree));
    const last = { x: (1n << 2000n) - 5n, y: (1n << 2000n) - 5n, w: 10n, h: 10n };
    expect(runsBounds(treeToRuns(moved, last))).toEqual(rect((1n << 2000n) - 1n, (1n << 2000n) - 1n, 1, 1));
    expect(refusalOf(() => treeToRuns(tree))).toMatchObject({
      code: "too-large",
      message: "The pattern spans 2^2000 x 2^2000 cells; what is held as runs may span at most 2^53 - 1.",
      hint: expect.stringContaining("hashlife"),
    });
    expect(runsPopulation(treeToRuns(corners(52)))).toBe(4n);
  });

  /** Each node is four times the one below it. */
  function repeated(leaf: number, top: number): QuadTree {
    const builder = new QuadTreeBuilder();
    let node = builder.leaf(leaf, leaf);
    for (let k = 4; k <= top; k++) node = builder.node(k, node, node, node, node);
    return builder.build(node, top, 0n, 0n);
  }

  it("counts more cells than a double can", () => {
    expect(treePopulation(repeated(0xffffffff, 300))).toBe(1n << 600n);
    expect(treePopulation(repeated(1, 30))).toBe(2n << 54n);
    expect(refusalOf(() => treeToRuns(repeated(0x55, 40)))).toMatchObject({ code: "too-large" });
    expect(refusalOf(() => treeToRuns(repeated(0x55, 10), undefined, 1000)).message).toBe(
      "The pattern has more than 1,000 runs of cells.",
    );
  });

  it("is refused where it would take too many nodes or levels", () => {
    const limit = refusalOf(() => {
      const builder = new QuadTreeBuilder(10);
      for (let k = 1; k < 12; k++) builder.leaf(k, 0);
    });
    expect(limit).toMatchObject({
      code: "too-large",
      message: "The pattern has more than 10 different squares.",
    });
    const far = new RunsBuilder();
    far.add(0, 0, 1);
    expect(refusalOf(() => runsToTree(far.build(1n << BigInt(MAX_LEVEL + 1), 0n))).code).toBe("too-large");
  });

  it("travels by structured clone", () => {
    const tree = corners(70);
    expect(structuredClone(tree)).toEqual(tree);
  });
});
