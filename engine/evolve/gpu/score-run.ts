/** Scores rules on random vectors on a GPU, in batches that are short enough for whoever watches. */

import { TessellaError, throwIfAborted } from "../../core/errors.ts";
import { readWords } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { Pacer } from "../../gpu/pacer.ts";
import { PassClock } from "../../gpu/pass-clock.ts";
import { StepPass } from "../../gpu/step-pass.ts";
import { genomeWords } from "../genome.ts";
import type { CountControl, MajorityCount, VectorSet } from "../majority.ts";
import type { Span } from "./pieces.ts";
import { bandOf, pieceOf } from "./pieces.ts";
import type { ScorePlan } from "./score-stage.ts";
import { evaluationPacer, majorityCount, mostIndividuals, OUTCOMES, ScoreStage } from "./score-stage.ts";

/** The numbers of vectors stay below this, so that no thread counts beyond a word. */
const MOST_VECTORS = 2 ** 32 - 2 ** 20;

/** What a batch takes on the GPU where nobody watches. */
const BATCH_MILLISECONDS = 60;

export interface ScoreControl extends CountControl {
  /** What a batch may take on the GPU. */
  readonly milliseconds?: number;
}

/**
 * Runs every vector under every rule. `genomes` holds the rules one behind the other, `genomeWords` words each; the counts are
 * in their order. Errors: `unsupported-operation` where the method does not take the ring, `bad-argument` for too many vectors,
 * `memory-limit`, `gpu-lost`, `aborted`.
 */
export async function scoreOnGpu(
  gpu: GpuDevice,
  plan: ScorePlan,
  genomes: Uint32Array<ArrayBuffer>,
  set: VectorSet,
  control: ScoreControl = {},
): Promise<readonly MajorityCount[]> {
  if (set.vectors > MOST_VECTORS)
    throw new TessellaError(
      "bad-argument",
      `A GPU runs at most ${MOST_VECTORS.toLocaleString("en")} vectors, not ${set.vectors.toLocaleString("en")}.`,
    );
  const words = genomeWords(plan.ring);
  const individuals = genomes.length / words;
  const most = Math.min(individuals, mostIndividuals(gpu, plan.ring));
  const stage = await ScoreStage.create(gpu, plan, most);
  const clock = await PassClock.create(gpu);
  const counts: MajorityCount[] = [];
  try {
    const pacer = evaluationPacer(gpu, plan.ring.cells, set.steps);
    for (let first = 0; first < individuals; first += most) {
      const end = Math.min(individuals, first + most);
      gpu.queue.writeBuffer(stage.genomes[0], 0, genomes, first * words, (end - first) * words);
      const outcomes = await scoreChunk(gpu, stage, { clock, pacer }, set, end - first, control);
      for (let i = 0; i < end - first; i++)
        counts.push(majorityCount(set.vectors, outcomes.subarray(i * OUTCOMES, (i + 1) * OUTCOMES)));
    }
    return counts;
  } finally {
    clock?.dispose();
    stage.dispose();
  }
}

interface Timing {
  readonly clock: PassClock | null;
  readonly pacer: Pacer;
}

/** The outcomes of the individuals whose genomes are in the stage's first buffer. */
async function scoreChunk(
  gpu: GpuDevice,
  stage: ScoreStage,
  { clock, pacer }: Timing,
  { vectors, seed, steps }: VectorSet,
  individuals: number,
  { signal, onProgress, milliseconds = BATCH_MILLISECONDS }: ScoreControl,
): Promise<Uint32Array> {
  const { grouping } = stage;
  stage.setJob(seed, steps);
  gpu.queue.writeBuffer(stage.outcomes, 0, new Uint32Array(individuals * OUTCOMES));
  for (let first = 0; first < individuals; ) {
    const band: Span = bandOf(grouping, first, individuals, pacer.rowsFor(milliseconds));
    for (let done = 0; done < vectors; ) {
      throwIfAborted(signal);
      const rest = { first: done, end: vectors };
      const piece = pieceOf(grouping, gpu.software, band, rest, pacer.rowsFor(milliseconds));
      stage.setPiece(piece);
      const timer = clock?.start();
      const encoder = gpu.device.createCommandEncoder({ label: "score" });
      const pass = encoder.beginComputePass({ label: "score", timestampWrites: timer?.writes });
      stage.encode(new StepPass(pass), piece);
      pass.end();
      timer?.finish(encoder);
      gpu.queue.submit([encoder.finish()]);
      const evaluations = (piece.vectors.end - done) * (band.end - band.first);
      // Whoever waits next hears of a failure.
      pacer.follow(gpu, evaluations, timer).catch(() => undefined);
      done = piece.vectors.end;
      onProgress?.(Math.floor((band.first * vectors + done * (band.end - band.first)) / individuals));
      await pacer.room(signal);
    }
    first = band.end;
  }
  await pacer.drained(signal);
  throwIfAborted(signal);
  return await readWords(gpu, "scores", individuals * OUTCOMES, () => stage.outcomes);
}
