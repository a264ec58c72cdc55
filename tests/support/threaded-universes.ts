/** What tests of threads have in common: their helpers, the soups that they run, and what can be told of a universe from outside. */

import { afterAll } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import type { HelperPool } from "../../engine/algorithms/wasm/helpers.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { nodeHelpers } from "../../engine/node/kernel-helpers.ts";

/** A pool for each number of threads, the kernel's own among them. They end with the file that asks for them. */
export function helperPools(): (threads: number) => HelperPool {
  const pools = new Map<number, HelperPool>();
  afterAll(() => {
    for (const pool of pools.values()) pool.close();
  });
  return (threads) => {
    const pool = pools.get(threads) ?? nodeHelpers(threads - 1);
    pools.set(threads, pool);
    return pool;
  };
}

/** Adds a soup of all states in the middle, the same for the same side. */
export async function addSoup(universe: Universe, side: number, density: number): Promise<void> {
  const states = Array.from({ length: universe.rule.states - 1 }, (_, i) => i + 1);
  const soup = soupBlock({ seed: 5, density, width: side, height: side, states });
  await universe.writeBlock({ ...soup, x: BigInt(-side >> 1), y: BigInt(-side >> 1) }, "or");
}

export async function seen(universe: Universe): Promise<readonly unknown[]> {
  return [universe.generation, await universe.population(), await universe.bounds(), await universe.hash()];
}
