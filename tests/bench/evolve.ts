/**
 * `npm run bench -- evolve [options]`: rules on random vectors, by every method of the GPU and by one core of the CPU.
 *
 *   --json FILE      keep the figures
 *   --adapter NAME   which GPU
 *   --only PARTS     some of serial, methods, genetic, counter
 *   --runs N         of counters (default: 10,000, or 20 where a CPU imitates the GPU)
 *   --vectors N      of the long genetic run (default: 24,000, or 240)
 *
 * serial: the CPU path beside a program that a GPU was compared with in 2010 (evolve-serial.ts). methods: nanoseconds an evaluation, which is one vector to its end under one rule; of the first population of a search, whose
 * rules are chance. genetic: whole searches with breeding. counter: runs to their goal. Each figure is the median of some rounds
 * behind one that compiles.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatTable } from "../../engine/bench/report.ts";
import { median } from "../../engine/bench/statistics.ts";
import { scoreOnCpu } from "../../engine/evolve/cpu-scorer.ts";
import { GENETIC } from "../../engine/evolve/genetic.ts";
import type { RingShape } from "../../engine/evolve/genome.ts";
import { solveCounters } from "../../engine/evolve/gpu/counter-runs.ts";
import { GpuScorer } from "../../engine/evolve/gpu/gpu-scorer.ts";
import { GpuSearch } from "../../engine/evolve/gpu/gpu-search.ts";
import { refusal, SCORE_METHODS } from "../../engine/evolve/gpu/methods.ts";
import { PRESETS } from "../../engine/evolve/presets.ts";
import type { ScoringJob } from "../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../engine/evolve/search.ts";
import { trainingSet } from "../../engine/evolve/search.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { benchSerial } from "./evolve-serial.ts";

const ROUNDS = 5;
const PARTS = ["serial", "methods", "genetic", "counter"];

/** What was timed, and how long it took. */
interface Figure {
  readonly part: string;
  readonly what: string;
  readonly method: string;
  readonly earlyStop: boolean;
  readonly evaluations: number;
  /** Median, fastest and slowest of the rounds. */
  readonly milliseconds: number;
  readonly fastest: number;
  readonly slowest: number;
  readonly nanosecondsAnEvaluation: number;
  readonly note?: string;
}

interface Timed {
  readonly evaluations: number;
  readonly milliseconds: readonly number[];
}

interface Bench {
  readonly gpu: GpuDevice;
  readonly dawn: GPU;
  readonly figures: Figure[];
}

export async function benchEvolve(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      json: { type: "string" },
      adapter: { type: "string" },
      only: { type: "string" },
      runs: { type: "string" },
      vectors: { type: "string" },
    },
  });
  const parts = values.only?.split(",") ?? PARTS;
  if (parts.includes("serial")) await benchSerial();
  if (parts.every((part) => part === "serial")) return;
  const dawn = await openDawn({ adapterName: values.adapter });
  const gpu = await acquireDevice(dawn);
  const bench: Bench = { gpu, dawn, figures: [] };
  const { software } = gpu;
  console.log(`${gpu.adapter}\n`);
  if (parts.includes("methods")) await benchMethods(bench);
  if (parts.includes("genetic"))
    await benchGenetic(bench, Number(values.vectors ?? (software ? 240 : 24_000)));
  if (parts.includes("counter")) await benchCounters(bench, Number(values.runs ?? (software ? 20 : 10_000)));
  gpu.release();
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ adapter: gpu.adapter, software, figures: bench.figures }, null, 1)}\n`,
    );
}

function tell(
  { figures }: Bench,
  about: Omit<Figure, "evaluations" | "milliseconds" | "fastest" | "slowest" | "nanosecondsAnEvaluation">,
  { evaluations, milliseconds }: Timed,
): Figure {
  const middle = median(milliseconds);
  const figure: Figure = {
    ...about,
    evaluations,
    milliseconds: middle,
    fastest: Math.min(...milliseconds),
    slowest: Math.max(...milliseconds),
    nanosecondsAnEvaluation: (middle * 1e6) / evaluations,
  };
  figures.push(figure);
  console.error(`  ${about.what}, ${about.method}: ${figure.nanosecondsAnEvaluation.toPrecision(3)} ns`);
  return figure;
}

async function timed(rounds: number, work: () => Promise<number>): Promise<Timed> {
  const milliseconds: number[] = [];
  let evaluations = 0;
  for (let k = 0; k < rounds; k++) {
    const began = performance.now();
    evaluations = await work();
    milliseconds.push(performance.now() - began);
  }
  return { evaluations, milliseconds };
}

/** Rings with the number of steps that the task usually takes. */
const RINGS: readonly (readonly [string, RingShape])[] = [
  ["64 cells x 128 steps", { cells: 64, boundary: "cyclic", radius: 3, ruleACell: false }],
  ["149 cells x 298 steps", { cells: 149, boundary: "cyclic", radius: 3, ruleACell: false }],
  ["149 cells x 298 steps, radius 2", { cells: 149, boundary: "cyclic", radius: 2, ruleACell: false }],
  ["149 cells x 298 steps, radius 1", { cells: 149, boundary: "cyclic", radius: 1, ruleACell: false }],
  [
    "149 cells x 298 steps, a rule of radius 1 a cell",
    { cells: 149, boundary: "cyclic", radius: 1, ruleACell: true },
  ],
];

async function benchMethods(bench: Bench): Promise<void> {
  const { gpu, dawn } = bench;
  const least = gpu.software ? 300 : 100;
  const { plan } = PRESETS.get("majority");
  // An imitated GPU takes milliseconds an evaluation by the paper's methods.
  const population = gpu.software ? 8 : plan.population;
  const [rounds, fewest] = gpu.software ? [3, 32] : [ROUNDS, 1];
  for (const [what, shape] of gpu.software ? RINGS.slice(0, 1) : RINGS) {
    const setting = { ...plan.setting, shape, steps: 2 * shape.cells };
    const { genomes } = GENETIC.first({ ...plan, setting, population });
    const job = (size: number): ScoringJob => ({ setting, genomes, set: { ...trainingSet(plan, 0), size } });
    const rows: Figure[] = [];
    /** Enough vectors to fill the time, and then some rounds with them. */
    const measure = async (
      method: string,
      earlyStop: boolean,
      score: (job: ScoringJob) => Promise<unknown>,
    ): Promise<void> => {
      let size = fewest;
      const work = async (): Promise<number> => {
        await score(job(size));
        return size * population;
      };
      await work();
      for (;;) {
        const { milliseconds } = await timed(1, work);
        if (milliseconds[0] >= least || size >= 2 ** 22) break;
        size = Math.ceil(size * Math.min(8, Math.max(1.5, (1.2 * least) / milliseconds[0])));
      }
      const time = await timed(rounds, work);
      rows.push(tell(bench, { part: "methods", what, method, earlyStop }, time));
    };
    for (const method of SCORE_METHODS.list()) {
      if (refusal(method, shape, gpu) !== undefined) continue;
      for (const earlyStop of method.ours ? [true, false] : [false]) {
        const scorer = await GpuScorer.create(await acquireDevice(dawn), method, { earlyStop });
        await measure(method.id, earlyStop, (one) => scorer.score(one));
        scorer.dispose();
      }
    }
    await measure("cpu", true, (one) => scoreOnCpu(one));
    print(what, rows);
  }
}

function print(what: string, rows: readonly Figure[]): void {
  const b = rows.find(({ method }) => method === "vectors");
  const head = [
    "method",
    "runs end early",
    "evaluations",
    "ns an evaluation",
    "fastest .. slowest",
    "against vectors",
  ];
  const ns = ({ evaluations }: Figure, milliseconds: number): string =>
    ((milliseconds * 1e6) / evaluations).toPrecision(3);
  const table = rows.map((row) => [
    row.method,
    row.earlyStop ? "yes" : "no",
    row.evaluations.toLocaleString("en"),
    row.nanosecondsAnEvaluation.toPrecision(3),
    `${ns(row, row.fastest)} .. ${ns(row, row.slowest)}`,
    b ? `${(b.nanosecondsAnEvaluation / row.nanosecondsAnEvaluation).toPrecision(3)}x` : "",
  ]);
  console.log(`${what}\n\n${formatTable(head, table)}\n`);
}

async function benchGenetic(bench: Bench, vectors: number): Promise<void> {
  const { dawn } = bench;
  const { plan } = PRESETS.get("majority");
  const { plan: wide } = PRESETS.get("majority-149");
  const many = { ...plan, vectors };
  const searches: readonly (readonly [string, SearchPlan, boolean])[] = [
    ["the preset majority", plan, true],
    [`majority, ${vectors.toLocaleString("en")} vectors`, many, true],
    [`majority, ${vectors.toLocaleString("en")} vectors`, many, false],
    [
      `majority-149, ${vectors.toLocaleString("en")} vectors, 10 generations`,
      { ...wide, vectors, generations: 10 },
      true,
    ],
    [
      `majority, ${vectors.toLocaleString("en")} vectors, 100 generations`,
      { ...many, generations: 100 },
      true,
    ],
  ];
  const rows = [];
  // Minutes where a CPU imitates the GPU.
  const short = bench.gpu.software ? searches.slice(0, 3) : searches;
  for (const [what, search, earlyStop] of short) {
    const engine = await GpuSearch.create(await acquireDevice(dawn), SCORE_METHODS.get("packed"), {
      earlyStop,
    });
    let hash = "";
    await engine.prepare(search);
    const work = async (): Promise<number> => {
      const { last } = await engine.score(search, GENETIC.first(search));
      const { reports } = await engine.advance(search, last, search.generations - 1);
      hash = reports[reports.length - 1].figures.hash;
      return search.generations * search.population * search.vectors;
    };
    await work();
    const time = await timed(bench.gpu.software ? 3 : ROUNDS, work);
    const figure = tell(bench, { part: "genetic", what, method: "packed", earlyStop, note: hash }, time);
    engine.dispose();
    rows.push([
      ...[
        what,
        earlyStop ? "yes" : "no",
        figure.milliseconds.toFixed(2),
        `${figure.fastest.toFixed(2)} .. ${figure.slowest.toFixed(2)}`,
      ],
      ...[figure.nanosecondsAnEvaluation.toPrecision(3), hash],
    ]);
  }
  const head = [
    "search",
    "runs end early",
    "ms",
    "fastest .. slowest",
    "ns an evaluation",
    "last population",
  ];
  console.log(`${formatTable(head, rows)}\n`);
}

async function benchCounters(bench: Bench, runs: number): Promise<void> {
  const { gpu } = bench;
  const { plan } = PRESETS.get("counter");
  await solveCounters(gpu, { ...plan, goal: 2 }, 1);
  let generations: readonly (number | undefined)[] = [];
  const time = await timed(gpu.software ? 1 : 3, async () => {
    generations = await solveCounters(gpu, plan, runs);
    return generations.reduce<number>((sum, one) => sum + (one ?? plan.generations), 0) * plan.population;
  });
  const solved = generations.filter((one) => one !== undefined);
  const mean = solved.reduce((sum, one) => sum + one, 0) / solved.length;
  const error = Math.sqrt(
    solved.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (solved.length - 1) / solved.length,
  );
  const note = `${solved.length} of ${runs} solved, ${mean.toFixed(0)} +- ${error.toFixed(0)} generations, at most ${Math.max(...solved)}`;
  const figure = tell(
    bench,
    { part: "counter", what: "the preset counter", method: "runs", earlyStop: false, note },
    time,
  );
  console.log(
    `counter: ${(figure.milliseconds / 1000).toFixed(3)} s (${figure.fastest.toFixed(0)} .. ${figure.slowest.toFixed(0)} ms); ${note}\n`,
  );
}
