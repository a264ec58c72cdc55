/** Who scores and breeds: the serial program, the CPU path, and every way that a GPU has. */

import { CPU_SCORER } from "../../../engine/evolve/cpu-scorer.ts";
import { GENETIC } from "../../../engine/evolve/genetic.ts";
import type { RingShape } from "../../../engine/evolve/genome.ts";
import { GpuScorer } from "../../../engine/evolve/gpu/gpu-scorer.ts";
import { breedsOnGpu, GpuSearch } from "../../../engine/evolve/gpu/gpu-search.ts";
import type { ScoreMethod } from "../../../engine/evolve/gpu/methods.ts";
import { refusal, SCORE_METHODS } from "../../../engine/evolve/gpu/methods.ts";
import type { Scorer, ScoringControl } from "../../../engine/evolve/scorer.ts";
import type { SearchEngine, SearchPlan } from "../../../engine/evolve/search.ts";
import { searchEngine } from "../../../engine/evolve/searches.ts";
import { acquireDevice } from "../../../engine/gpu/device.ts";
import type { Where } from "./result.ts";
import { SERIAL_SCORER } from "./serial.ts";

export interface Contender {
  readonly id: string;
  readonly label: string;
  readonly where: Where;
  /** Whether it grows by individuals and not by vectors, as the paper's third way does. */
  readonly byIndividuals: boolean;
  readonly scorer: () => Promise<Scorer>;
  /** For searches of this plan; all that it needs is compiled. */
  readonly engine: (plan: SearchPlan) => Promise<PacedEngine>;
}

export interface PacedEngine extends SearchEngine {
  /** Generations that it is asked for at once: all where it breeds too, and otherwise one. */
  readonly atOnce: number;
}

const oneByOne = (scorer: Scorer): PacedEngine => ({
  ...searchEngine(scorer),
  atOnce: 1,
  dispose: () => scorer.dispose(),
});

const onCpu = (id: string, label: string, where: Where, scorer: Scorer): Contender => ({
  ...{ id, label, where, byIndividuals: false },
  scorer: async () => scorer,
  engine: async () => oneByOne(scorer),
});

export const SERIAL: Contender = onCpu("serial", "serial program (JavaScript)", "serial", SERIAL_SCORER);
export const CPU: Contender = onCpu("cpu", "the CPU path, one core", "cpu", CPU_SCORER);

/** A method of the GPU; `earlyStop` false: every step is taken. */
export function onGpu(dawn: GPU, method: ScoreMethod, label: string, earlyStop = true): Contender {
  const scorer = async (): Promise<Scorer> =>
    GpuScorer.create(await acquireDevice(dawn), method, { earlyStop });
  return {
    ...{ id: earlyStop ? method.id : `${method.id}-all`, label, where: "gpu" },
    byIndividuals: method.id === "individuals",
    scorer,
    engine: async (plan) => {
      const gpu = await acquireDevice(dawn);
      if (breedsOnGpu(gpu, plan)) {
        const search = await GpuSearch.create(gpu, method, { earlyStop });
        await search.prepare(plan);
        return {
          atOnce: Number.POSITIVE_INFINITY,
          score: (...words) => search.score(...words),
          advance: (...words) => search.advance(...words),
          dispose: () => search.dispose(),
        };
      }
      return oneByOne(await GpuScorer.create(gpu, method, { earlyStop }));
    },
  };
}

/** In the order of the tables. Without a GPU, the CPU's. */
export function lineup(dawn: GPU | undefined): readonly Contender[] {
  if (!dawn) return [SERIAL, CPU];
  const gpu = (id: string, label: string, earlyStop?: boolean): Contender =>
    onGpu(dawn, SCORE_METHODS.get(id), label, earlyStop);
  return [
    SERIAL,
    CPU,
    gpu("cells", "A: a thread a cell"),
    gpu("vectors", "B: a thread a vector"),
    gpu("individuals", "C: a thread an individual"),
    gpu("combined", "A x C: individuals side by side, a thread a cell"),
    gpu("packed", "ours: eight cells a look-up"),
    gpu("packed", "ours, every step taken", false),
  ];
}

/** A method with so many threads a workgroup, whatever the adapter would take itself. */
export function withThreads(id: "vectors" | "packed", threads: number): ScoreMethod {
  return {
    ...SCORE_METHODS.get(id),
    grouping: () => ({
      constants: { threads },
      ...{ individuals: 1, vectors: threads, takes: id === "vectors" ? "once" : "some" },
    }),
  };
}

/** Why a method does not score such rings on that GPU; undefined where it does. */
export async function whyNot(dawn: GPU, method: ScoreMethod, shape: RingShape): Promise<string | undefined> {
  const gpu = await acquireDevice(dawn);
  try {
    const threads = method.grouping(shape, gpu).constants.threads ?? 0;
    const most = gpu.limits.maxComputeInvocationsPerWorkgroup;
    if (threads > most) return `${gpu.adapter} has at most ${most} threads a workgroup.`;
    return refusal(method, shape, gpu);
  } finally {
    gpu.release();
  }
}

/** A whole search. Answers the hash of its last population. Errors: `aborted`, and those of the engine. */
export async function search(
  engine: PacedEngine,
  plan: SearchPlan,
  { signal, onProgress }: ScoringControl,
): Promise<string> {
  const each = plan.population * plan.vectors;
  const after = (generations: number): ScoringControl => ({
    signal,
    onProgress: (runs) => onProgress?.(generations * each + runs),
  });
  let { last, reports } = await engine.score(plan, GENETIC.first(plan), after(0));
  for (let made = 1; made < plan.generations; made += reports.length) {
    const count = Math.min(engine.atOnce, plan.generations - made);
    ({ last, reports } = await engine.advance(plan, last, count, after(made)));
  }
  return reports[reports.length - 1].figures.hash;
}
