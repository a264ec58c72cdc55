// A whole process that uses the GPU, built and run by tests/gpu/exit.test.ts. It lets go of the GPU object while the
// universe still lives, collects garbage (`--expose-gc`), works on, disposes, and then has nothing left to do, though it
// still holds the universe.

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

async function open(): Promise<Universe> {
  const gpu = await openDawn();
  return await GPU_ALGORITHM.create(parseUniverseRule("B3/S23:T64,64"), { gpu });
}

function collectGarbage(): void {
  if (!globalThis.gc) throw new Error("Run this with --expose-gc.");
  for (let i = 0; i < 4; i++) globalThis.gc();
}

async function main(): Promise<void> {
  const universe = await open();
  const other = await open();
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await universe.step(universe.generation + 10n);
    universe.setRule(parseUniverseRule(i === 1 ? "B2/S34H" : "B3/S23").rule);
  }
  other.dispose();
  collectGarbage();
  await universe.step(50n);
  console.log(`${universe.generation} ${await universe.population()}`);
  universe.dispose();
  collectGarbage();
  Object.assign(globalThis, { kept: universe });
}

await main();
