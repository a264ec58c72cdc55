// Cells in more than two states, in every form in which they travel.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import {
  blockBounds,
  blockCell,
  blockPopulation,
  createBlock,
  livingBlock,
  planesFor,
  setBlockRun,
} from "../../../engine/core/block.ts";
import { cellsBounds, cellsPopulation, translateCells } from "../../../engine/core/cells.ts";
import { addBlockToRaster, addRunsToRaster, createRaster } from "../../../engine/core/raster.ts";
import {
  blockToRuns,
  clampRuns,
  commonPopulation,
  forEachRun,
  highestState,
  RunsBuilder,
  runsBounds,
  runsPopulation,
  runsToBlock,
} from "../../../engine/core/runs.ts";
import { soupBlock, soupState } from "../../../engine/core/soup.ts";
import { HASH_A, HASH_B, HASH_PRIME, hashBlock, hashPow } from "../../../engine/core/state-hash.ts";
import { joinedRuns, runsOfPlane } from "../../../engine/core/state-planes.ts";
import { runsToTree } from "../../../engine/core/tree-from-runs.ts";
import { recentreTree } from "../../../engine/core/tree-recentre.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { turnedTree } from "../../../engine/core/tree-turn.ts";
import { equalRuns } from "../../support/runs.ts";

/** Runs of states up to `last` in a box of 70 x 20, in any order, and the same cells one by one. */
const anyCells = fc.constantFrom(2, 3, 6, 25, 255).chain((last) =>
  fc.record({
    x: fc.bigInt(-300n, 300n),
    y: fc.bigInt(-300n, 300n),
    runs: fc.array(
      fc.tuple(fc.nat(69), fc.nat(19), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: last })),
      {
        maxLength: 30,
      },
    ),
    planes: fc.constant(planesFor(last + 1)),
  }),
);
type Cells = typeof anyCells extends fc.Arbitrary<infer T> ? T : never;

function blockOf({ x, y, runs, planes }: Cells): {
  readonly block: Block;
  readonly states: Map<string, number>;
} {
  const block = createBlock(x, y, 70, 20, planes);
  const states = new Map<string, number>();
  for (const [i, j, length, state] of runs) {
    const end = Math.min(70, i + length);
    setBlockRun(block, i, j, end - i, state);
    for (let at = i; at < end; at++) states.set(`${at},${j}`, state);
  }
  return { block, states };
}

const check = (holds: (cells: Cells) => void): void =>
  fc.assert(fc.property(anyCells, holds), { numRuns: 60 });

describe("cells in states", () => {
  it("have a plane for each bit", () => {
    expect([2, 3, 4, 5, 8, 9, 256].map(planesFor)).toEqual([1, 2, 2, 3, 3, 4, 8]);
    expect(createBlock(0n, 0n, 40, 3, 2).words).toHaveLength(12);
    expect(createBlock(0n, 0n, 40, 3)).not.toHaveProperty("planes");
  });

  it("are the same as blocks, runs and trees", () => {
    check((cells) => {
      const { block, states } = blockOf(cells);
      for (let j = 0; j < 20; j++)
        for (let i = 0; i < 70; i++) {
          const state = states.get(`${i},${j}`) ?? 0;
          if (blockCell(block, i, j) !== state) throw new Error(`${i},${j} is ${blockCell(block, i, j)}`);
        }
      const runs = blockToRuns(block);
      expect(runsPopulation(runs)).toBe(BigInt(states.size));
      expect(blockPopulation(block)).toBe(states.size);
      expect(highestState(runs)).toBe(Math.max(0, ...states.values()));
      expect(blockBounds(block)).toEqual(runsBounds(runs));
      const box = { x: cells.x, y: cells.y, w: 70n, h: 20n };
      expect(runsToBlock(runs, box, cells.planes)).toEqual(block);
      expect(runsToBlock(runs, box)).toEqual(livingBlock(block));
      const tree = runsToTree(runs);
      expect(equalRuns(treeToRuns(tree), runs)).toBe(true);
      expect([cellsPopulation(tree), cellsBounds(tree)]).toEqual([BigInt(states.size), runsBounds(runs)]);
      const part = { x: cells.x + 9n, y: cells.y + 3n, w: 30n, h: 9n };
      const cut = blockToRuns(runsToBlock(runs, part, cells.planes));
      expect(equalRuns(treeToRuns(tree, part), cut)).toBe(true);
      expect(equalRuns(treeToRuns(recentreTree(tree, 3n, -5n)), runs)).toBe(true);
      const moved = translateCells(tree, -7n, 1000n);
      expect(
        "kind" in moved && equalRuns(treeToRuns(moved), { ...runs, x: runs.x - 7n, y: runs.y + 1000n }),
      ).toBe(true);
    });
  });

  it("turn with their trees", () => {
    check((cells) => {
      const runs = blockToRuns(blockOf(cells).block);
      const tree = runsToTree(runs);
      const turned = turnedTree(tree, [0, -1, 1, 0], tree.x, tree.y);
      const last = (1n << BigInt(tree.level)) - 1n;
      const out = new RunsBuilder();
      forEachRun(runs, (x, y, length, state) => {
        const row = runs.y + BigInt(y) - tree.y;
        for (let i = 0; i < length; i++) {
          const column = runs.x + BigInt(x + i) - tree.x;
          out.add(Number(last - row), Number(column), 1, state);
        }
      });
      expect(equalRuns(treeToRuns(turned), out.build(tree.x, tree.y))).toBe(true);
    });
  });

  it("come apart into bits and together again", () => {
    check((cells) => {
      const runs = blockToRuns(blockOf(cells).block);
      const planes = Array.from({ length: cells.planes }, (_, b) => runsOfPlane(runs, b));
      expect(equalRuns(joinedRuns(planes), runs)).toBe(true);
    });
  });

  it("above the last state become that one", () => {
    check((cells) => {
      const { block, states } = blockOf(cells);
      const clamped = clampRuns(blockToRuns(block), 2);
      expect(runsPopulation(clamped)).toBe(BigInt(states.size));
      forEachRun(clamped, (x, y, _, state) => {
        const at = `${x + Number(clamped.x - cells.x)},${y + Number(clamped.y - cells.y)}`;
        if (state !== Math.min(2, states.get(at) as number)) throw new Error(`${at} is ${state}`);
      });
    });
  });

  it("are common where they are in the same state", () => {
    const build = (...states: readonly number[]) => {
      const out = new RunsBuilder();
      for (const [x, state] of states.entries()) if (state > 0) out.add(x, 0, 1, state);
      return out.build(0n, 0n);
    };
    expect(commonPopulation(build(1, 2, 3, 3, 0), build(1, 3, 3, 3, 1))).toBe(3);
  });
});

describe("the state hash of more than two states", () => {
  it("sums the bits, and of two states is what it was", () => {
    const one = (state: number, planes: number): bigint => {
      const block = createBlock(5n, -3n, 1, 1, planes);
      setBlockRun(block, 0, 0, 1, state);
      return hashBlock(block);
    };
    const place = (hashPow(HASH_A, 5n) * hashPow(HASH_B, -3n)) % HASH_PRIME;
    expect([1, 2, 3, 8].map((planes) => one(1, planes))).toEqual([place, place, place, place]);
    expect(one(3, 2)).toBe((one(1, 2) + one(2, 2)) % HASH_PRIME);
    expect(one(181, 8)).toBe((one(128, 8) + one(32, 8) + one(16, 8) + one(4, 8) + one(1, 8)) % HASH_PRIME);
    expect(new Set([1, 2, 4, 8, 16, 32, 64, 128].map((state) => one(state, 8))).size).toBe(8);
  });

  it("is frozen", () => {
    const block = createBlock(0n, 0n, 8, 1, 8);
    for (let b = 0; b < 8; b++) setBlockRun(block, b, 0, 1, 1 << b);
    // Worked out from the definition by another program.
    expect(hashBlock(block)).toBe(853_199_606_716_689_351n);
  });
});

describe("a soup with states", () => {
  const soup = { seed: 7, density: 0.4, width: 65, height: 33 };

  it("lives where it would without them, in all of them", () => {
    const stated = soupBlock({ ...soup, states: [1, 2, 5] });
    expect(livingBlock(stated)).toEqual(soupBlock(soup));
    const counts = new Map<number, number>();
    forEachRun(blockToRuns(stated), (_x, _y, length, state) => {
      counts.set(state, (counts.get(state) ?? 0) + length);
    });
    expect([...counts.keys()].sort()).toEqual([1, 2, 5]);
    for (const count of counts.values()) expect(count).toBeGreaterThan((soup.density * 65 * 33) / 5);
    expect(soupState({ seed: 7 }, 3, 4)).toBe(1);
  });
});

describe("a raster of states", () => {
  it("shows the lowest above 0 of each pixel's", () => {
    check((cells) => {
      const { block, states } = blockOf(cells);
      const request = { x: cells.x, y: cells.y, width: 10, height: 3, scale: 3 };
      const [packed, listed] = [createRaster(request, 256), createRaster(request, 256)];
      addBlockToRaster(packed, block);
      addRunsToRaster(listed, blockToRuns(block));
      const expected = new Uint8Array(30);
      const [dx, dy] = [Number(cells.x - packed.x), Number(cells.y - packed.y)];
      for (const [at, state] of states) {
        const [i, j] = at.split(",").map(Number) as [number, number];
        const [px, py] = [(i + dx) >> 3, (j + dy) >> 3];
        if (px >= 10 || py >= 3) continue;
        const known = expected[py * 10 + px] as number;
        if (known === 0 || state < known) expected[py * 10 + px] = state;
      }
      if (cells.planes > 1) expect(packed.states).toEqual(expected);
      expect(listed.states).toEqual(expected);
      expect(packed.counts).toEqual(listed.counts);
    });
  });

  it("has none where there are two", () => {
    expect(createRaster({ x: 0n, y: 0n, width: 1, height: 1, scale: 0 })).not.toHaveProperty("states");
  });
});
