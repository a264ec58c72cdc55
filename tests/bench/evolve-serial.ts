/**
 * The CPU path on one core beside a serial program of a number a cell, as a paper of 2010 had it: the neighbours of each cell are
 * looked up one by one, and every step is taken. Both run the same rules on the same vectors in turn, and must count the same.
 */

import { formatTable } from "../../engine/bench/report.ts";
import { median } from "../../engine/bench/statistics.ts";
import { scoreOnCpu } from "../../engine/evolve/cpu-scorer.ts";
import { GENETIC } from "../../engine/evolve/genetic.ts";
import { genomeOfRules, genomeWords, ringOfGenome } from "../../engine/evolve/genome.ts";
import { PRESETS } from "../../engine/evolve/presets.ts";
import type { ScoringJob } from "../../engine/evolve/scorer.ts";
import { trainingSet } from "../../engine/evolve/search.ts";
import { writeVector } from "../../engine/evolve/vectors.ts";
import { ringWords } from "../../engine/rings/ring.ts";
import { parseRingRule } from "../../engine/rings/ring-rule.ts";

const ROUNDS = 7;
const GKL = "005f005f005f005f005fff5f005fff5f";

/** How many vectors each rule classifies. */
function serialProgram({ setting, genomes, set }: ScoringJob): number[] {
  const { shape, steps } = setting;
  const { cells, radius } = shape;
  const words = genomeWords(shape);
  const vector = new Uint32Array(ringWords(cells));
  const correct: number[] = [];
  for (let i = 0; i * words < genomes.length; i++) {
    const rule = Int32Array.from(
      ringOfGenome(shape, genomes.subarray(i * words, (i + 1) * words)).rules[0].table,
    );
    let right = 0;
    for (let index = 0; index < set.size; index++) {
      writeVector(set, index, cells, vector);
      let now = Int32Array.from({ length: cells }, (_, j) => (vector[j >>> 5] >>> (j & 31)) & 1);
      let next = new Int32Array(cells);
      let before = 0;
      for (let j = 0; j < cells; j++) before += now[j];
      for (let t = 0; t < steps; t++) {
        for (let j = 0; j < cells; j++) {
          let neighbourhood = 0;
          for (let at = j - radius; at <= j + radius; at++)
            neighbourhood = (neighbourhood << 1) | now[at < 0 ? at + cells : at < cells ? at : at - cells];
          next[j] = rule[neighbourhood];
        }
        [now, next] = [next, now];
      }
      let after = 0;
      for (let j = 0; j < cells; j++) after += now[j];
      if (2 * before !== cells && after === (2 * before > cells ? cells : 0)) right++;
    }
    correct.push(right);
  }
  return correct;
}

export async function benchSerial(): Promise<void> {
  const rows: string[][] = [];
  for (const id of ["majority", "majority-149"]) {
    const { plan } = PRESETS.get(id);
    const { setting } = plan;
    const population = 10;
    const set = { ...trainingSet({ ...plan, density: "fair" }, 0), size: 100 };
    const fields = 7;
    const { cells } = setting.shape;
    for (const [rules, genomes] of [
      ["chance", GENETIC.first({ ...plan, population }).genomes],
      ["GKL", genomeOfRules([parseRingRule(GKL)])],
    ] as const) {
      const job: ScoringJob = { setting, genomes, set };
      const runs = (genomes.length / genomeWords(setting.shape)) * set.size;
      const serial: number[] = [];
      const packed: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const began = performance.now();
        const expected = serialProgram(job);
        const between = performance.now();
        // Many vectors at a time, as in a search; the table of a rule is made once.
        const counts = await scoreOnCpu({ ...job, set: { ...set, size: 10 * set.size } });
        const ended = performance.now();
        const same = await scoreOnCpu(job);
        if (expected.some((right, i) => right !== same[i * fields]))
          throw new Error(`${id} counts differently.`);
        if (round === 0 || counts.length === 0) continue;
        serial.push(((between - began) * 1000) / runs);
        packed.push(((ended - between) * 1000) / (10 * runs));
      }
      const [slow, quick] = [median(serial), median(packed)];
      const ratios = serial.map((one, k) => one / packed[k]).sort((a, b) => a - b);
      rows.push([
        ...[`${cells} cells x ${setting.steps} steps`, rules, slow.toPrecision(3), quick.toPrecision(3)],
        ...[
          `${median(ratios).toFixed(1)}x`,
          `${ratios[0].toFixed(1)} .. ${ratios[ratios.length - 1].toFixed(1)}`,
        ],
      ]);
    }
  }
  const head = ["ring", "rules", "serial, us an evaluation", "one core, us", "ratio", "range"];
  console.log(`${formatTable(head, rows)}\n`);
}
