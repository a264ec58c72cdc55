// The kernels of older programs through WebGPU in a real Chromium. What they do in full is shown through Dawn in Node
// (tests/gpu/seeds.test.ts); here each compiles and steps.

import { expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { SEED_ALGORITHMS } from "../../engine/algorithms/gpu/comparison/seed-algorithms.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(async () => navigator.gpu);

it.each(SEED_ALGORITHMS)("$id steps soups as the reference does", async (algorithm) => {
  for (const text of ["B3/S23:T65,17", "B2/S34H:P33,16"]) {
    const init = parseUniverseRule(text);
    const { width, height } = init.topology as { readonly width: number; readonly height: number };
    const hashes: bigint[] = [];
    for (const each of [REFERENCE, algorithm]) {
      const universe = await each.create(init, onGpu);
      await universe.writeBlock(soupBlock({ seed: 11, density: 0.5, width, height }), "copy");
      await universe.step(5n);
      hashes.push(await universe.hash());
      universe.dispose();
    }
    expect(hashes[1], text).toBe(hashes[0]);
  }
});
