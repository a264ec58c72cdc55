// The bench of searches, small: everybody who is in its tables breeds the same populations.

import { expect, test } from "vitest";
import { openDawn } from "../../engine/node/dawn.ts";
import { compareEvolve } from "../bench/evolve/compare.ts";
import { renderEvolve } from "../bench/evolve/render.ts";
import { SMALL } from "../bench/evolve/scale.ts";
import { holdGpu } from "../support/held-gpu.ts";

test("searches and threads of a workgroup are timed, and the populations are the same", async () => {
  const result = await compareEvolve((await holdGpu(openDawn)).gpu, {
    parts: ["searches", "simulation", "blocks"],
    scale: {
      ...SMALL,
      ...{ population: 4, generations: 2, vectors: [4], simulation: 4, rounds: 1 },
      // 10 is no power of two, and no GPU has so many as the last.
      blocks: { threads: [8, 10, 4096], vectors: [4] },
    },
    ...{ budget: 600, cap: 60, euros: null, watts: null },
    onProgress: () => {},
  });
  const ids = ["serial", "cpu", "cells", "vectors", "individuals", "combined", "packed", "packed-all"];
  expect(result.searches.map(({ contender }) => contender)).toEqual(ids);
  // Here there are as many individuals as vectors, so that the third way has the same search.
  const hashes = result.searches.map(({ points }) => points[0]?.hash);
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(result.blocks.map(({ seconds }) => seconds.map(([first]) => first !== null && first > 0))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  for (const { problems } of result.blocks)
    expect(problems).toEqual([expect.stringContaining("threads a workgroup.")]);
  expect(renderEvolve(result).get("README.md")).toContain("imitates a GPU on the CPU");
});
