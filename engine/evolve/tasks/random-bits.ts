/**
 * Random bits: what the middle cell is, step after step, shall look like chance (Wolfram 1986 on rule 30; Sipper and Tomassini
 * 1996 bred rules a cell for it). Counted are blocks of four bits that follow each other, and how often a bit is that of 1 to 4
 * steps before. The fitness is a whole number of millionths: how often two blocks drawn from these differ, beside how often they
 * would by chance, times one minus the largest correlation.
 */

import { grouped } from "../../core/integers.ts";
import type { Task } from "../task.ts";
import { overVectors } from "./over-vectors.ts";

const BLOCK = 4;
const BLOCKS = 2 ** BLOCK;
const LAGS = 4;
const MILLION = 1_000_000;

export const RANDOM_BITS: Task = {
  id: "random-bits",
  name: "Random bits",
  success: "The middle cell is as unpredictable as chance, by blocks of four bits and correlations.",
  counts: [
    ...Array.from({ length: BLOCKS }, (_, k) => `block${k}`),
    ...Array.from({ length: LAGS }, (_, k) => `same${k + 1}`),
    "runs",
  ],
  vectors: true,
  usual: {
    shape: { cells: 50, boundary: "cyclic", radius: 1, ruleACell: true },
    steps: () => 4096,
    vectors: 100,
  },
  check: () => {},
  counting: (setting, runnerOf) => {
    const { steps } = setting;
    const middle = setting.shape.cells >>> 1;
    return overVectors(setting, runnerOf, (state, runner, counts, at) => {
      /** The bits so far, the newest lowest. */
      let bits = 0;
      for (let t = 0; t < steps; t++) {
        runner.run(state, 1);
        const bit = (state[middle >>> 5] >>> (middle & 31)) & 1;
        for (let lag = 0; lag < Math.min(t, LAGS); lag++)
          if (((bits >>> lag) & 1) === bit) counts[at + BLOCKS + lag]++;
        bits = (bits << 1) | bit;
        if ((t + 1) % BLOCK === 0) counts[at + (bits & (BLOCKS - 1))]++;
      }
      counts[at + BLOCKS + LAGS]++;
    });
  },
  fitness: (counts, at, { steps }) => {
    let blocks = 0n;
    let alike = 0n;
    for (let k = 0; k < BLOCKS; k++) {
      const count = BigInt(counts[at + k]);
      blocks += count;
      alike += count * count;
    }
    if (blocks === 0n) return 0;
    const unlike = BigInt(BLOCKS) * (blocks * blocks - alike);
    const [bias, pairs] = largestBias(counts, at, steps);
    return Number(
      (BigInt(MILLION) * unlike * (pairs - bias)) / (BigInt(BLOCKS - 1) * blocks * blocks * pairs),
    );
  },
  most: () => MILLION,
  report: ({ setting, vectors, counts }) => {
    const blocks = [...counts.subarray(0, BLOCKS)];
    const all = blocks.reduce((sum, count) => sum + count, 0);
    const entropy = blocks.reduce(
      (sum, count) => sum - (count === 0 ? 0 : (count / all) * Math.log2(count / all)),
      0,
    );
    const correlations = Array.from({ length: LAGS }, (_, k) => {
      const pairs = vectors * Math.max(0, setting.steps - k - 1);
      return pairs === 0 ? 0 : (2 * counts[BLOCKS + k]) / pairs - 1;
    });
    const fitness = RANDOM_BITS.fitness(counts, 0, setting);
    return {
      facts: {
        vectors,
        blocks,
        same: [...counts.subarray(BLOCKS, BLOCKS + LAGS)],
        fitness,
        entropy,
        correlations,
      },
      lines: [
        ["fitness", `${grouped(fitness)} of ${grouped(MILLION)}`],
        ["entropy", `${entropy.toFixed(4)} of ${BLOCK} bits a block`],
        ["correlation", correlations.map((one) => one.toFixed(4)).join(", ")],
      ],
    };
  },
};

/** The correlation of the lag where it is farthest from 0, as a fraction. */
function largestBias(counts: Uint32Array, at: number, steps: number): readonly [bias: bigint, pairs: bigint] {
  const runs = BigInt(counts[at + BLOCKS + LAGS]);
  let [bias, pairs] = [0n, 1n];
  for (let lag = 1; lag <= LAGS; lag++) {
    const own = runs * BigInt(Math.max(1, steps - lag));
    const twice = 2n * BigInt(counts[at + BLOCKS + lag - 1]) - own;
    const away = twice < 0n ? -twice : twice;
    if (away * pairs > bias * own) [bias, pairs] = [away, own];
  }
  return [bias, pairs];
}
