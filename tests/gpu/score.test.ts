// Scores on the GPU: every method gives the counts of the CPU, on rings that end in the middle of everything.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RingShape } from "../../engine/evolve/genome.ts";
import { genomeWords, ringOfGenome } from "../../engine/evolve/genome.ts";
import { SCORE_METHODS } from "../../engine/evolve/gpu/methods.ts";
import { scoreOnGpu } from "../../engine/evolve/gpu/score-run.ts";
import { countMajority } from "../../engine/evolve/majority.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { pcg } from "../../engine/rings/random-state.ts";
import { parseRingRule } from "../../engine/rings/ring-rule.ts";

let gpu: GpuDevice;
beforeAll(async () => {
  gpu = await acquireDevice(await openDawn({ switches: (process.env.SW ?? "").split(",").filter(Boolean) }));
});
afterAll(() => gpu.release());

const shape = (
  cells: number,
  radius: RingShape["radius"],
  boundary: RingShape["boundary"] = "cyclic",
  ruleEach = false,
): RingShape => ({ cells, radius, boundary, ruleEach });

/** Tables by chance: some settle, some never do. */
function genomesOf(ring: RingShape, individuals: number): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: individuals * genomeWords(ring) }, (_, k) => {
    const mixed = pcg(7 * k + ring.cells);
    return k % 3 === 0 ? mixed & pcg(k) : mixed;
  });
}

const CASES: readonly RingShape[] = [
  shape(3, 3), shape(31, 1, "fixed01"), shape(64, 3), shape(65, 2, "replicate"), shape(34, 3, "fixed10"), shape(70, 3, "replicate"),
  shape(32, 1, "cyclic", true), shape(33, 2, "replicate", true), shape(40, 3, "fixed11", true), shape(129, 3),
];

describe.each(SCORE_METHODS.list().map((method) => [method.id, method] as const))("%s", (_id, method) => {
  test.each(CASES)("$cells cells, radius $radius, $boundary, $ruleEach", async (ring) => {
    const set = { vectors: 40, seed: 3, steps: 21 };
    if (method.id === "packed" && ring.ruleEach) return;
    const words = genomeWords(ring);
    const genomes = genomesOf(ring, 3);
    const t0 = performance.now(), c0 = process.cpuUsage();
    const counts = await scoreOnGpu(gpu, { ring, method, earlyStop: true }, genomes, set);
    const c=process.cpuUsage(c0); const t1 = performance.now(); const c1 = process.cpuUsage(); await scoreOnGpu(gpu, { ring, method, earlyStop: true }, genomes, set); const cc = process.cpuUsage(c1); console.log(method.id, ring.cells, ring.radius, ring.ruleEach, (t1 - t0).toFixed(0), (performance.now() - t1).toFixed(0), 'cpu', (c.user+c.system)/1000|0, (cc.user+cc.system)/1000|0);
    for (let i = 0; i < 3; i++) {
      const one = ringOfGenome(ring, genomes.subarray(i * words, (i + 1) * words));
      expect(counts[i]).toEqual(await countMajority(one, set));
    }
  });
});
