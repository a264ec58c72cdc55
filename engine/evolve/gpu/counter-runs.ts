/** Many runs of the genetic algorithm for counters at once, a workgroup a run, from their beginning to their end. */

import { throwIfAborted } from "../../core/errors.ts";
import { allocate, readWords } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { Pacer } from "../../gpu/pacer.ts";
import { foldedGroups } from "../../gpu/pipelines.ts";
import { BUFFER_USAGE } from "../../gpu/webgpu-flags.ts";
import { GENETIC } from "../genetic.ts";
import { genomeBits } from "../genome.ts";
import type { ScoringControl } from "../scorer.ts";
import type { SearchPlan } from "../search.ts";
import { COUNTER } from "../tasks/counter.ts";
import { counterShader } from "./genetic-source.ts";
import { geneticsWords } from "./genetics-words.ts";
import type { GpuScorerOptions } from "./paced-passes.ts";
import { BATCH_MILLISECONDS } from "./paced-passes.ts";

/** Threads that every adapter has in a workgroup. */
const MOST_INDIVIDUALS = 256;
/** Generations of a dispatch, which is as long as one generation of all runs times that. */
const MOST_SLICE = 2 ** 16;

/** First guesses at the milliseconds of a run's generation, on a GPU and on a CPU that imitates one. */
const GUESS = { hardware: 1e-5, software: 0.05 } as const;
const FIRST_MILLISECONDS = 6;

/** Words of the structs `Counters` and `Run` (shaders/evolve/counter-runs.wgsl). */
const COUNTERS_WORDS = 5;
const RUN_WORDS = 2;
const SOLVED = 1;

/** Whether whole runs of such a plan fit workgroups: a genome is one word, and a thread an individual. */
export function runsOnGpu({ search, setting, population, breeding, tables, goal }: SearchPlan): boolean {
  return (
    search === GENETIC.id &&
    setting.task === COUNTER.id &&
    breeding.deme === 0 &&
    tables === "fair" &&
    genomeBits(setting.shape) <= 32 &&
    population <= MOST_INDIVIDUALS &&
    goal !== undefined
  );
}

/**
 * How many generations each of `runs` runs takes until it reaches the plan's goal, undefined where it does not; run i has the seed
 * `runSeed(plan.seed, i)`. For plans that `runsOnGpu` takes. The control hears of runs that are over. Errors: `too-large`,
 * `memory-limit`, `gpu-lost`, `aborted`.
 */
export async function solveCounters(
  gpu: GpuDevice,
  plan: SearchPlan,
  runs: number,
  { signal, onProgress }: ScoringControl = {},
  { milliseconds = BATCH_MILLISECONDS }: Pick<GpuScorerOptions, "milliseconds"> = {},
): Promise<readonly (number | undefined)[]> {
  const { setting, population, generations } = plan;
  const shader = counterShader(setting.shape);
  const pipeline = await gpu.wait(gpu.pipelines.pipeline(shader, { lanes: population }));
  const { storage, uniform, copyTarget, copySource } = BUFFER_USAGE;
  const usage = storage | copyTarget | copySource;
  const buffers = await allocate(gpu, "the runs", [
    { label: "genetics", size: geneticsWords(plan).byteLength, usage: uniform | copyTarget },
    { label: "counters", size: COUNTERS_WORDS * 4, usage: uniform | copyTarget },
    { label: "runs", size: runs * RUN_WORDS * 4, usage },
    { label: "populations", size: runs * population * 4, usage },
    { label: "runs that go on", size: 4, usage },
  ]);
  const [genetics, counters, states, , going] = buffers;
  try {
    gpu.queue.writeBuffer(genetics, 0, geneticsWords(plan));
    const bound = gpu.device.createBindGroup({
      label: "counters",
      layout: gpu.pipelines.layout(shader),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const guess = gpu.software ? GUESS.software : GUESS.hardware;
    // Its rows are generations of a run.
    const pacer = new Pacer(guess, FIRST_MILLISECONDS / guess);
    for (let left = runs; left > 0; ) {
      throwIfAborted(signal);
      const slice = Math.min(MOST_SLICE, Math.max(1, Math.floor(pacer.rowsFor(milliseconds) / left)));
      const job = Uint32Array.of(setting.start, setting.steps, slice, generations, runs);
      gpu.queue.writeBuffer(counters, 0, job);
      const encoder = gpu.device.createCommandEncoder({ label: "counters" });
      encoder.clearBuffer(going);
      const pass = encoder.beginComputePass({ label: "counters" });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bound);
      pass.dispatchWorkgroups(...foldedGroups(runs));
      pass.end();
      gpu.queue.submit([encoder.finish()]);
      const [, [now]] = await Promise.all([
        pacer.follow(gpu, slice * left),
        readWords(gpu, "runs", 1, () => going),
      ]);
      left = now;
      onProgress?.(runs - left);
    }
    const words = await readWords(gpu, "runs", runs * RUN_WORDS, () => states);
    return Array.from({ length: runs }, (_, i) =>
      words[i * RUN_WORDS + 1] === SOLVED ? words[i * RUN_WORDS] : undefined,
    );
  } finally {
    for (const buffer of buffers) buffer.destroy();
  }
}
