// The unbounded plane on the GPU through WebGPU in a real Chromium; more of it runs through Dawn in Node (tests/gpu).

import { expect, it } from "vitest";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { createSparseUniverse, GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { describeContract } from "../support/contract.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(async () => navigator.gpu);

// It begins with as few tiles as fit into the least memory, so that the limit is soon met.
describeContract(
  { ...GPU_SPARSE, create: (init, environment) => createSparseUniverse(init, environment, { tiles: 64 }) },
  { grids: 2, sample: ["B03/S23"], leastMegabytes: 1, environment: () => onGpu },
);

it.each(["B3/S23", "B03/S23"])(
  "a soup under %s outgrows a small pool as it does on the CPU",
  async (rule) => {
    const soup = soupBlock({ seed: 2, density: 0.4, width: 300, height: 200 });
    const init = parseUniverseRule(rule);
    const sparse = await createSparseUniverse(init, onGpu, { tiles: 16, growth: 1.2 });
    const bitwise = await BITWISE.create(init, {});
    for (const universe of [sparse, bitwise]) {
      await universe.writeBlock(soup, "or");
      await universe.step(150n);
    }
    expect(await sparse.hash()).toBe(await bitwise.hash());
    expect(await sparse.bounds()).toEqual(await bitwise.bounds());
    sparse.dispose();
  },
);
