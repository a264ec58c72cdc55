/**
 * `gpu-sparse` beside `bitwise` on the unbounded plane. Each case runs on both from the same cells and must end in the same
 * state; what is timed is the step, after one generation to compile and to warm up. Both run on this machine, in turn, and
 * the ratio is that of one run.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Algorithm, AlgorithmEnvironment, Universe } from "../../engine/algorithms/algorithm.ts";
import { writeCells } from "../../engine/algorithms/load.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { formatTable } from "../../engine/bench/report.ts";
import { soupRows } from "../../engine/core/soup.ts";
import { formatHash } from "../../engine/core/state-hash.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

interface Case {
  readonly name: string;
  readonly generations: bigint;
  readonly fill: (universe: Universe) => Promise<void>;
}

const SOUP_ROWS = 512;

function soupCase(side: number, generations: bigint): Case {
  return {
    name: `soup ${side} x ${side}`,
    generations,
    fill: async (universe) => {
      const soup = { seed: 1, density: 0.5, width: side, height: side };
      for (let first = 0; first < side; first += SOUP_ROWS)
        await universe.writeBlock(soupRows(soup, first, Math.min(SOUP_ROWS, side - first)), "or");
    },
  };
}

/** A pattern of the library, whose folder lies beside the built program's. */
function patternCase(id: string, generations: bigint): Case {
  return {
    name: id,
    generations,
    fill: async (universe) => {
      const file = fileURLToPath(new URL(`../../assets/patterns/${id}.rle`, import.meta.url));
      await writeCells(universe, readPattern(new Uint8Array(readFileSync(file))).pattern.cells);
    },
  };
}

const CASES: readonly Case[] = [
  patternCase("acorn", 5206n),
  patternCase("gosper-glider-gun", 100_000n),
  patternCase("breeder-1", 5000n),
  soupCase(4096, 1000n),
  soupCase(16384, 200n),
];

/** What one run comes to. */
interface Result {
  readonly seconds: number;
  readonly hash: string;
  readonly population: bigint;
  readonly megabytes: number;
  readonly adapter: string;
}

async function run(algorithm: Algorithm, job: Case, environment: AlgorithmEnvironment): Promise<Result> {
  const universe = await algorithm.create(parseUniverseRule("B3/S23"), environment);
  try {
    await job.fill(universe);
    await universe.step(1n);
    await universe.population();
    const began = performance.now();
    await universe.step(job.generations);
    const seconds = (performance.now() - began) / 1000;
    return {
      seconds,
      hash: formatHash(await universe.hash()),
      population: await universe.population(),
      megabytes: universe.memory() / 2 ** 20,
      adapter: universe.adapter ?? "CPU",
    };
  } finally {
    universe.dispose();
  }
}

/** `names`: parts of the names of the cases to run; none for all. Fails where two states differ. */
export async function benchSparse(names: readonly string[]): Promise<void> {
  const gpu = await openDawn();
  const environment = { gpu, memoryMegabytes: 8192 };
  const rows: string[][] = [];
  for (const job of CASES) {
    if (names.length > 0 && !names.some((name) => job.name.includes(name))) continue;
    const onCpu = await run(ALGORITHMS.get("bitwise"), job, environment);
    const onGpu = await run(ALGORITHMS.get("gpu-sparse"), job, environment);
    if (onCpu.hash !== onGpu.hash || onCpu.population !== onGpu.population) {
      throw new Error(`${job.name}: bitwise ended in ${onCpu.hash}, gpu-sparse in ${onGpu.hash}.`);
    }
    const perGeneration = (onGpu.seconds / Number(job.generations - 1n)) * 1e6;
    const row = [
      job.name,
      String(job.generations),
      onCpu.seconds.toFixed(3),
      onGpu.seconds.toFixed(3),
      `${(onCpu.seconds / onGpu.seconds).toPrecision(3)}x`,
      perGeneration.toFixed(1),
      onGpu.megabytes.toFixed(0),
      onGpu.hash,
    ];
    rows.push(row);
    console.log(`${row.join("  ")}  (${onGpu.adapter})`);
  }
  const head = [
    "case",
    "generations",
    "bitwise s",
    "gpu-sparse s",
    "ratio",
    "us a generation",
    "MB",
    "state",
  ];
  console.log(`\n${formatTable(head, rows)}\n`);
}
