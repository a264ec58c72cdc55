/** Runs the whole comparison: the tables of the paper, one after the other, by every contender that is there. */

import { median } from "../../../engine/bench/statistics.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { GENETIC } from "../../../engine/evolve/genetic.ts";
import type { RingShape } from "../../../engine/evolve/genome.ts";
import { genomeOfRules } from "../../../engine/evolve/genome.ts";
import { SCORE_METHODS } from "../../../engine/evolve/gpu/methods.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { timeScores } from "../../../engine/evolve/score-bench.ts";
import type { ScoringJob } from "../../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { trainingSet } from "../../../engine/evolve/search.ts";
import { acquireDevice } from "../../../engine/gpu/device.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";
import { thisMachine } from "../pages/words.ts";
import { problemOf } from "../seeds/timing.ts";
import type { Bench, CompareOptions, Part } from "./bench.ts";
import type { Contender } from "./contenders.ts";
import { CPU, lineup, onGpu, SERIAL, search, whyNot, withThreads } from "./contenders.ts";
import { benchCounters, benchLongCounters, benchSweep } from "./counters.ts";
import type { BlockStudy, EvolveResult, MethodFigure, SearchPoint, Series } from "./result.ts";
import type { Scale } from "./scale.ts";
import { timed } from "./timing.ts";

const LATE = "Left out: the time for everything was up.";
/** How far beyond the cap the forecast of a figure may lie. */
const DOUBT = 1.5;
/** Each cell becomes what most of its neighbourhood is. */
const LOCAL_MAJORITY = "000101170117177f0117177f177f7fff";
/** Gacs, Kurdyumov and Levin 1978: settles soon. */
const GKL = "005f005f005f005f005fff5f005fff5f";

export async function compareEvolve(dawn: GPU | undefined, options: CompareOptions): Promise<EvolveResult> {
  const began = performance.now();
  const { parts, scale } = options;
  const late = (): boolean => performance.now() - began > options.budget * 1000;
  // As long as somebody uses the device, it keeps what it has compiled.
  const device = dawn ? await acquireDevice(dawn) : undefined;
  const imitated = device?.software === true;
  const bench: Bench = { dawn, imitated, options, late, problems: [] };
  const contenders = lineup(dawn);
  const part = async <T>(name: Part, run: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    if (!parts.includes(name)) return [];
    try {
      if (!late()) return await run();
      bench.problems.push(`The part "${name}": ${LATE}`);
    } catch (error) {
      // The other parts are worth keeping.
      bench.problems.push(`The part "${name}" broke off: ${problemOf(error)}`);
    }
    return [];
  };
  const figures = {
    searches: await part("searches", () => inTurn(contenders, (one) => searchSeries(bench, one))),
    simulation: await part("simulation", () =>
      inTurn(contenders.filter(simulates), (one) => simulation(bench, one)),
    ),
    methods: await part("methods", () => benchMethods(bench)),
    counters: await part("counters", () => benchCounters(bench)),
    longCounters: await part("long", () => benchLongCounters(bench)),
    sweep: await part("sweep", () => benchSweep(bench)),
    blocks: await part("blocks", () => (dawn ? inTurn(BLOCKS, (id) => blockStudy(bench, dawn, id)) : none())),
  };
  device?.release();
  const { euros, watts } = options;
  return {
    ...{ kind: "tessella-evolve-bench", version: 1 },
    date: new Date().toISOString().slice(0, 10),
    machine: thisMachine(),
    gpu: device ? { adapter: device.adapter, software: imitated, euros, watts } : null,
    seconds: (performance.now() - began) / 1000,
    ...{ cap: options.cap, searchGenerations: scale.generations },
    ...figures,
    problems: bench.problems,
  };
}

async function none(): Promise<readonly never[]> {
  return [];
}

async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

const MAJORITY = PRESETS.get("majority").plan;

/** The paper's search with so many vectors, or for its third way with so many individuals. */
function planFor({ population, generations }: Scale, vectors: number, byIndividuals: boolean): SearchPlan {
  const sizes = byIndividuals ? { population: vectors, vectors: population } : { population, vectors };
  return { ...MAJORITY, generations, ...sizes };
}

/** At growing sizes, as long as the next one is expected within the cap. */
async function growing(
  { options, late }: Bench,
  { id, label, where }: Contender,
  what: string,
  sizes: readonly number[],
  point: (size: number) => Promise<SearchPoint>,
  evaluationsOf: (size: number) => number,
): Promise<Series> {
  const points: SearchPoint[] = [];
  const problems: string[] = [];
  for (const size of sizes) {
    const evaluations = evaluationsOf(size);
    const note = (problem: string): void => {
      problems.push(`${grouped(evaluations)} evaluations: ${problem}`);
    };
    const last = points.at(-1);
    const expected = last && last.done > 0 ? (last.seconds / last.done) * evaluations : 0;
    if (late()) note(LATE);
    else if (last && last.done === 0) note("Not run: fewer were too many already.");
    else if (expected > DOUBT * options.cap)
      note(`Not run: it would take about ${grouped(Math.round(expected))} s.`);
    else {
      options.onProgress(`${what}, ${id}, ${grouped(evaluations)} evaluations`);
      try {
        points.push(await point(size));
      } catch (error) {
        note(problemOf(error));
      }
    }
  }
  return { contender: id, label, where, points, problems };
}

function searchSeries(bench: Bench, contender: Contender): Promise<Series> {
  const { scale, cap } = bench.options;
  const evaluationsOf = (vectors: number): number => scale.population * scale.generations * vectors;
  const point = async (vectors: number): Promise<SearchPoint> => {
    const plan = planFor(scale, vectors, contender.byIndividuals);
    return await searchPoint(contender, plan, { cap, rounds: scale.rounds });
  };
  return growing(bench, contender, "search", scale.vectors, point, evaluationsOf);
}

async function searchPoint(
  contender: Contender,
  plan: SearchPlan,
  limits: { readonly cap: number; readonly rounds: number },
): Promise<SearchPoint> {
  const { population, vectors, generations } = plan;
  const engine = await contender.engine(plan);
  try {
    const { reading, answer } = await timed(population * vectors * generations, limits, (control) =>
      search(engine, plan, control),
    );
    return { ...reading, population, vectors, hash: answer };
  } finally {
    engine.dispose();
  }
}

/** Who takes one rule alone. */
function simulates({ id, byIndividuals }: Contender): boolean {
  return !byIndividuals && id !== "combined";
}

function simulation(bench: Bench, contender: Contender): Promise<Series> {
  const { scale, cap } = bench.options;
  const genomes = genomeOfRules([parseRingRule(LOCAL_MAJORITY)]);
  const point = async (size: number): Promise<SearchPoint> => {
    const job = { setting: MAJORITY.setting, genomes, set: { ...trainingSet(MAJORITY, 0), size } };
    const scorer = await contender.scorer();
    try {
      // The first one compiles.
      await scorer.score({ ...job, set: { ...job.set, size: 1 } });
      const { reading } = await timed(size, { cap, rounds: scale.rounds }, (control) =>
        scorer.score(job, control),
      );
      return { ...reading, population: 1, vectors: size, hash: null };
    } finally {
      scorer.dispose();
    }
  };
  return growing(bench, contender, "simulation", [scale.simulation], point, (size) => size);
}

const ring = (cells: number, radius: 1 | 2 | 3, ruleACell = false): RingShape => ({
  ...{ cells, boundary: "cyclic", radius, ruleACell },
});

/** With the number of steps that the task usually takes, and rules of chance where none is named. */
const RINGS: readonly (readonly [name: string, shape: RingShape, rule?: string])[] = [
  ["64 cells x 128 steps", ring(64, 3)],
  ["64 cells x 128 steps, GKL", ring(64, 3), GKL],
  ["149 cells x 298 steps", ring(149, 3)],
  ["149 cells x 298 steps, GKL", ring(149, 3), GKL],
  ["149 cells x 298 steps, radius 2", ring(149, 2)],
  ["149 cells x 298 steps, radius 1", ring(149, 1)],
  ["149 cells x 298 steps, a rule of radius 1 a cell", ring(149, 1, true)],
];

async function benchMethods(bench: Bench): Promise<readonly MethodFigure[]> {
  const { dawn, imitated, options, late } = bench;
  const figures: MethodFigure[] = [];
  for (const [name, shape, rule] of RINGS) {
    const setting = { ...MAJORITY.setting, shape, steps: 2 * shape.cells };
    const plan = { ...MAJORITY, setting, population: options.scale.methods.population };
    const genomes = rule === undefined ? GENETIC.first(plan).genomes : genomeOfRules([parseRingRule(rule)]);
    const job: ScoringJob = { setting, genomes, set: trainingSet(MAJORITY, 0) };
    const measure = async (contender: Contender, earlyStop: boolean): Promise<void> => {
      if (late()) bench.problems.push(`${name}, ${contender.label}: ${LATE}`);
      else figures.push(await methodFigure(bench, contender, name, job, earlyStop));
    };
    await measure(SERIAL, false);
    await measure(CPU, true);
    // An imitated GPU takes milliseconds for an evaluation by the paper's methods.
    if (!dawn || (imitated && name !== RINGS[0][0])) continue;
    for (const method of SCORE_METHODS.list()) {
      if ((await whyNot(dawn, method, shape)) !== undefined) continue;
      for (const earlyStop of method.ours ? [true, false] : [false])
        await measure(onGpu(dawn, method, method.name, earlyStop || !method.ours), earlyStop);
    }
  }
  return figures;
}

async function methodFigure(
  { options: { scale, onProgress } }: Bench,
  { id, label, where, scorer: open }: Contender,
  ringName: string,
  job: ScoringJob,
  earlyStop: boolean,
): Promise<MethodFigure> {
  onProgress(`methods, ${ringName}, ${id}`);
  const scorer = await open();
  try {
    const timing = { milliseconds: scale.methods.milliseconds, rounds: scale.rounds };
    const { evaluations, milliseconds } = await timeScores(scorer, job, timing);
    const seconds = milliseconds.map((one) => one / 1000);
    return {
      ...{ evaluations, done: evaluations, seconds: median(seconds), rounds: seconds.length },
      ...{ fastest: Math.min(...seconds), slowest: Math.max(...seconds) },
      ...{ ring: ringName, method: id.replace(/-all$/, ""), label, where, earlyStop },
    };
  } finally {
    scorer.dispose();
  }
}

const BLOCKS = ["vectors", "packed"] as const;

async function blockStudy(bench: Bench, dawn: GPU, id: (typeof BLOCKS)[number]): Promise<BlockStudy> {
  const { options, late } = bench;
  const { scale, cap } = options;
  const { threads, vectors } = scale.blocks;
  const { name } = SCORE_METHODS.get(id);
  const problems = new Set<string>();
  const hashes = new Map<number, string>();
  const evaluations = vectors.map((count) => scale.population * scale.generations * count);
  const seconds: (number | null)[][] = [];
  for (const count of threads) {
    const method = withThreads(id, count);
    const why = await whyNot(dawn, method, MAJORITY.setting.shape);
    if (why !== undefined) problems.add(`${count} threads: ${why}`);
    let each = 0;
    const row: (number | null)[] = [];
    for (const [k, size] of vectors.entries()) {
      const expected = each * evaluations[k];
      if (why !== undefined) row.push(null);
      else if (late() || expected > DOUBT * cap) {
        problems.add(late() ? LATE : `Squares that would take longer than ${cap} s were not run.`);
        row.push(null);
      } else {
        options.onProgress(`blocks, ${id}, ${count} threads, ${size} vectors`);
        const limits = { cap, rounds: Math.min(3, scale.rounds) };
        const point = await searchPoint(onGpu(dawn, method, name), planFor(scale, size, false), limits);
        each = point.done > 0 ? point.seconds / point.done : Number.POSITIVE_INFINITY;
        row.push(point.hash === null ? null : point.seconds);
        const hash = hashes.get(size) ?? point.hash;
        if (hash !== null) hashes.set(size, hash);
        if (point.hash !== null && point.hash !== hash)
          problems.add(`**${count} threads, ${size} vectors: not the populations of the others.**`);
      }
    }
    seconds.push(row);
  }
  return { contender: id, label: name, threads, vectors, evaluations, seconds, problems: [...problems] };
}
