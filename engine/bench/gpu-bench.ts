/**
 * GPU algorithms on dense soups, rule by rule and size by size: the runs, their order, and the evaluation of their
 * figures. The caller decides where they run (the command line does it in its own process, the studio in its workers),
 * so nothing here touches a universe.
 *
 * Two yardsticks stand beside each figure. One is the memory: how fast the same GPU copies, and so how fast a kernel
 * that does one generation a pass could be at best. The other is the fastest algorithm on the CPU, which also checks
 * the cells: on small grids both run the same generations and their state hashes are compared.
 */

import { planesFor } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import type { Topology } from "../core/topology.ts";
import { torus } from "../core/topology.ts";
import type { CopyBandwidth } from "../gpu/copy-bandwidth.ts";
import type { Rule } from "../rules/rule.ts";
import { median } from "./statistics.ts";

/** Timed beside the GPU, and used to check the cells. */
export const YARDSTICK = "bitwise";
/** The same for rules that look far. */
const FAR_YARDSTICK = "sums";
export const YARDSTICKS: readonly string[] = [YARDSTICK, FAR_YARDSTICK];

function yardstickOf({ form }: Rule): string {
  return form.kind === "counted" ? FAR_YARDSTICK : YARDSTICK;
}

/** Up to this many cells the CPU checks a result: a few seconds at most. */
const MOST_CHECKED_CELLS = 2 ** 26;
/** Up to this many the CPU's own speed is measured; it is the same further on. */
const MOST_YARDSTICK_CELLS = 2 ** 25;

export interface GridSize {
  readonly width: number;
  readonly height: number;
}

/** One algorithm, rule and size. */
export interface SoupJob {
  /** An algorithm's id, or a kernel's. */
  readonly algorithm: string;
  readonly rule: Rule;
  readonly topology: Topology;
  /** Timed stretches; 0 only checks. */
  readonly repeats: number;
  /** Each stretch is at least about this long. */
  readonly milliseconds: number;
  /** Generations after which the state hash is taken; null for no check. */
  readonly checkGenerations: number | null;
  /** Of each stretch, where that is known from an earlier job on this soup. */
  readonly length?: StretchLength;
}

/** How long a stretch is. */
export interface StretchLength {
  /** From the soup on. */
  readonly generations: number;
  /** How often it goes so far. */
  readonly turns: number;
}

/** A timed stretch, its turns taken together. */
export interface TimedStretch {
  readonly seconds: number;
  readonly generations: number;
  /** How often work was handed to the GPU; null where nobody counts. */
  readonly submits: number | null;
  /** What the GPU itself measured; null where it has no clock. */
  readonly gpuSeconds: number | null;
}

export interface SoupFigures {
  /** null on the CPU. */
  readonly adapter: string | null;
  readonly stretches: readonly TimedStretch[];
  /** From the soup on, in each turn of a stretch. */
  readonly generations: number;
  readonly hash: bigint | null;
}

export interface Contestant {
  readonly id: string;
  readonly needsGpu: boolean;
  readonly refuses: (rule: Rule, topology: Topology) => string | null | Promise<string | null>;
}

export interface GpuBenchPlan {
  readonly rules: readonly Rule[];
  readonly sizes: readonly GridSize[];
  readonly algorithms: readonly Contestant[];
  readonly repeats: number;
  readonly milliseconds: number;
  /** Whether a CPU algorithm runs even if it takes long. */
  readonly patient: boolean;
}

interface GpuBenchTools {
  readonly measure: (job: SoupJob, needsGpu: boolean) => Promise<SoupFigures>;
  /** The GPU's copy rate; null if there is none. */
  readonly copy: () => Promise<CopyBandwidth | null>;
  readonly onProgress?: (done: number, all: number, what: string) => void;
  /** `soFar`: everything up to that row. */
  readonly onRow?: (row: GpuBenchRow, soFar: GpuBench) => void;
  readonly signal?: AbortSignal;
}

export interface GpuBenchRow extends GridSize {
  readonly rule: string;
  readonly algorithm: string;
  /** null on the CPU, and where nothing ran. */
  readonly adapter: string | null;
  readonly rates: readonly number[];
  readonly generations: number;
  /** Cells a second; null where nothing was timed. */
  readonly median: number | null;
  readonly slowest: number | null;
  readonly fastest: number | null;
  /** Against the one-step limit; null on the CPU. */
  readonly ofLimit: number | null;
  /** Against the yardstick at the same rule and size; null without it. */
  readonly ofYardstick: number | null;
  /** Whether the cells equal the yardstick's; null if they were not compared. */
  readonly right: boolean | null;
  /** Why nothing was timed. */
  readonly problem: string | null;
}

export interface GpuBench {
  readonly copy: CopyBandwidth | null;
  /** Cells a second that one generation a pass can at best reach; null without a GPU. */
  readonly oneStepLimit: number | null;
  readonly repeats: number;
  readonly rows: readonly GpuBenchRow[];
}

/** Bytes a second, the better of the two ways to copy. */
export function bestCopy({ command, kernel }: Pick<CopyBandwidth, "command" | "kernel">): number {
  return Math.max(command, kernel);
}

/** Bytes that a pass of one generation moves for a cell of two states: a bit read and a bit written. Of more, each plane takes so many. */
const BYTES_A_CELL = 0.25;

/** Cells a second that one generation a pass can at best reach where memory copies that fast. */
export function oneStepLimit(copy: CopyBandwidth): number {
  return bestCopy(copy) / BYTES_A_CELL;
}

/** Runs the whole plan. A case that fails becomes its row's `problem`. Errors: `aborted`. */
export async function benchGpu(plan: GpuBenchPlan, tools: GpuBenchTools): Promise<GpuBench> {
  const cases = plan.rules.flatMap((rule) => plan.sizes.map((size) => ({ rule, ...size })));
  // The CPU first: the others are compared with it.
  const contestants = [...plan.algorithms].sort((a, b) => Number(a.needsGpu) - Number(b.needsGpu));
  // Of the two yardsticks nobody asks for the one that is none for a rule.
  const contestantsFor = (rule: Rule): readonly Contestant[] =>
    contestants.filter(({ id }) => plan.patient || !YARDSTICKS.includes(id) || id === yardstickOf(rule));
  const all = cases.reduce((sum, { rule }) => sum + contestantsFor(rule).length, 0);
  tools.onProgress?.(0, all, "memory copy");
  const copy = contestants.some(({ needsGpu }) => needsGpu) ? await tools.copy() : null;
  const limit = copy && oneStepLimit(copy);
  const rows: GpuBenchRow[] = [];
  for (const { rule, width, height } of cases) {
    const ofCase: GpuBenchRow[] = [];
    const topology = torus(width, height);
    let expected: bigint | null | undefined;
    const rightHash = async (): Promise<bigint | null> => {
      expected ??= await yardstickHash(plan, tools, rule, topology, width * height);
      return expected;
    };
    for (const contestant of contestantsFor(rule)) {
      if (tools.signal?.aborted) throw new TessellaError("aborted", "The benchmark was stopped.");
      const what = `${rule.text}, ${groupedSize(width, height)}, ${contestant.id}`;
      tools.onProgress?.(rows.length + ofCase.length, all, what);
      const yardstick = ofCase.find(({ algorithm }) => algorithm === yardstickOf(rule))?.median ?? null;
      const blank = blankRow(rule.text, { width, height }, contestant.id);
      const row = await rowOf(plan, tools, { contestant, rule, topology, blank, rightHash });
      const reached = contestant.needsGpu && limit !== null ? limit / planesFor(rule.states) : null;
      const finished = { ...row, ...shares(row, reached, yardstick) };
      ofCase.push(finished);
      tools.onRow?.(finished, {
        copy,
        oneStepLimit: limit,
        repeats: plan.repeats,
        rows: [...rows, ...ofCase],
      });
    }
    rows.push(...ofCase);
  }
  tools.onProgress?.(all, all, "done");
  return { copy, oneStepLimit: limit, repeats: plan.repeats, rows };
}

interface CaseOfOne {
  readonly contestant: Contestant;
  readonly rule: Rule;
  readonly topology: Topology;
  readonly blank: GpuBenchRow;
  readonly rightHash: () => Promise<bigint | null>;
}

async function rowOf(
  plan: GpuBenchPlan,
  tools: GpuBenchTools,
  { contestant, rule, topology, blank, rightHash }: CaseOfOne,
): Promise<GpuBenchRow> {
  const cells = blank.width * blank.height;
  const refusal = await contestant.refuses(rule, topology);
  if (refusal !== null) return { ...blank, problem: refusal };
  if (!contestant.needsGpu && cells > MOST_YARDSTICK_CELLS && !plan.patient) {
    return { ...blank, problem: "Left out: so many cells take the CPU long." };
  }
  const job: SoupJob = {
    algorithm: contestant.id,
    rule,
    topology,
    repeats: plan.repeats,
    milliseconds: plan.milliseconds,
    checkGenerations: cells <= MOST_CHECKED_CELLS ? checkedGenerations(cells) : null,
  };
  try {
    const expected = job.checkGenerations === null ? null : await rightHash();
    const { adapter, stretches, generations, hash } = await tools.measure(job, contestant.needsGpu);
    const rates = stretches.map((stretch) => (cells * stretch.generations) / stretch.seconds);
    return {
      ...blank,
      adapter,
      rates,
      generations,
      median: median(rates),
      slowest: Math.min(...rates),
      fastest: Math.max(...rates),
      right:
        expected === null || hash === null || contestant.id === yardstickOf(rule) ? null : hash === expected,
    };
  } catch (error) {
    if (!(error instanceof TessellaError) || error.code === "aborted") throw error;
    return { ...blank, problem: error.message };
  }
}

/** A number of generations that no kernel's pass divides, fewer where there are many cells. */
function checkedGenerations(cells: number): number {
  return cells <= 2 ** 20 ? 101 : cells <= 2 ** 22 ? 37 : 13;
}

async function yardstickHash(
  plan: GpuBenchPlan,
  tools: GpuBenchTools,
  rule: Rule,
  topology: Topology,
  cells: number,
): Promise<bigint | null> {
  const { milliseconds } = plan;
  const checkGenerations = checkedGenerations(cells);
  const job = { algorithm: yardstickOf(rule), rule, topology, repeats: 0, milliseconds, checkGenerations };
  try {
    return (await tools.measure(job, false)).hash;
  } catch (error) {
    if (!(error instanceof TessellaError) || error.code === "aborted") throw error;
    return null;
  }
}

function shares(
  { median: rate }: GpuBenchRow,
  limit: number | null,
  yardstick: number | null,
): Pick<GpuBenchRow, "ofLimit" | "ofYardstick"> {
  return {
    ofLimit: rate === null || limit === null ? null : rate / limit,
    ofYardstick: rate === null || yardstick === null ? null : rate / yardstick,
  };
}

function blankRow(rule: string, { width, height }: GridSize, algorithm: string): GpuBenchRow {
  return {
    rule,
    width,
    height,
    algorithm,
    adapter: null,
    rates: [],
    generations: 0,
    median: null,
    slowest: null,
    fastest: null,
    ofLimit: null,
    ofYardstick: null,
    right: null,
    problem: null,
  };
}

/** Faults of the results, a sentence each. */
export function wrongRows({ rows }: GpuBench): readonly string[] {
  return rows
    .filter(({ right }) => right === false)
    .map(
      ({ rule, width, height, algorithm }) =>
        `${algorithm}: wrong cells of ${rule}, ${groupedSize(width, height)}.`,
    );
}
