/**
 * A serial program as a paper of 2010 had it: a number a cell, the neighbours of each cell looked up one by one, and every step
 * taken. It scores the tasks majority and counter. Breeding is that of the engine.
 */

import { throwIfAborted } from "../../../engine/core/errors.ts";
import { yieldToTasks } from "../../../engine/core/tasks.ts";
import type { RingShape } from "../../../engine/evolve/genome.ts";
import { genomeBits, genomeWords } from "../../../engine/evolve/genome.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../../../engine/evolve/scorer.ts";
import type { TaskSetting } from "../../../engine/evolve/task.ts";
import { COUNTER } from "../../../engine/evolve/tasks/counter.ts";
import { MAJORITY } from "../../../engine/evolve/tasks/majority.ts";
import type { TrainingSet } from "../../../engine/evolve/vectors.ts";
import { writeVector } from "../../../engine/evolve/vectors.ts";
import { endsOf, ringWords } from "../../../engine/rings/ring.ts";

/** Runs between two looks at the signal. */
const TURN = 100;

export const SERIAL_SCORER: Scorer = { score: scoreSerially, dispose: () => {} };

/** A ring of a number a cell, and the rules as a number an entry. */
interface SerialRing {
  /** With as many places beyond each end as the rules see. */
  now: Int32Array;
  next: Int32Array;
  readonly entries: Int32Array;
}

async function scoreSerially(
  { setting, genomes, set }: ScoringJob,
  { signal, onProgress }: ScoringControl = {},
): Promise<Uint32Array<ArrayBuffer>> {
  const { shape, task } = setting;
  if (task !== COUNTER.id && task !== MAJORITY.id) throw new Error(`The serial program knows no ${task}.`);
  const fields = (task === COUNTER.id ? COUNTER : MAJORITY).counts.length;
  const words = genomeWords(shape);
  const population = genomes.length / words;
  const counts = new Uint32Array(population * fields);
  const places = shape.cells + 2 * shape.radius;
  const ring = {
    ...{ now: new Int32Array(places), next: new Int32Array(places) },
    entries: new Int32Array(genomeBits(shape)),
  };
  let runs = 0;
  for (let i = 0; i < population; i++) {
    for (let b = 0; b < ring.entries.length; b++)
      ring.entries[b] = (genomes[i * words + (b >>> 5)] >>> (b & 31)) & 1;
    const own = counts.subarray(i * fields, (i + 1) * fields);
    if (task === COUNTER.id) {
      countUp(setting, ring, own);
      continue;
    }
    for (let first = 0; first < set.size; first += TURN) {
      const size = Math.min(TURN, set.size - first);
      classify(setting, ring, { ...set, first: set.first + first, size }, own);
      runs += size;
      onProgress?.(runs);
      await yieldToTasks();
      throwIfAborted(signal);
    }
  }
  return counts;
}

function step({ cells, radius, boundary, ruleACell }: RingShape, ring: SerialRing): void {
  const { now, next, entries } = ring;
  const span = 2 * radius + 1;
  const stride = ruleACell ? 2 ** span : 0;
  const ends = endsOf(boundary, now[radius], now[radius + cells - 1]);
  for (let k = 0; k < radius; k++) {
    now[k] = ends ? ends[0] : now[cells + k];
    now[radius + cells + k] = ends ? ends[1] : now[radius + k];
  }
  for (let j = 0; j < cells; j++) {
    let neighbourhood = 0;
    for (let k = 0; k < span; k++) neighbourhood = (neighbourhood << 1) | now[j + k];
    next[radius + j] = entries[j * stride + neighbourhood];
  }
  ring.now = next;
  ring.next = now;
}

function ones({ cells, radius }: RingShape, { now }: SerialRing): number {
  let sum = 0;
  for (let j = 0; j < cells; j++) sum += now[radius + j];
  return sum;
}

/** Adds the counts of the majority task, in their order. */
function classify(
  { shape, steps }: TaskSetting,
  ring: SerialRing,
  set: TrainingSet,
  counts: Uint32Array,
): void {
  const { cells, radius } = shape;
  const vector = new Uint32Array(ringWords(cells));
  for (let index = 0; index < set.size; index++) {
    writeVector(set, index, cells, vector);
    for (let j = 0; j < cells; j++) ring.now[radius + j] = (vector[j >>> 5] >>> (j & 31)) & 1;
    const before = ones(shape, ring);
    for (let t = 0; t < steps; t++) step(shape, ring);
    const after = ones(shape, ring);
    const end = after === 0 ? 0 : after === cells ? 1 : undefined;
    if (2 * before === cells) {
      counts[1]++;
      if (end !== undefined) counts[2 + end]++;
      continue;
    }
    const majority = 2 * before > cells ? 1 : 0;
    counts[6] += majority;
    if (end === undefined) counts[4]++;
    if (end !== majority) continue;
    counts[0]++;
    counts[5] += majority;
  }
}

/** Adds the count of the counter task. */
function countUp({ shape, start, steps }: TaskSetting, ring: SerialRing, counts: Uint32Array): void {
  const { cells, radius } = shape;
  for (let j = 0; j < cells; j++) ring.now[radius + j] = (start >>> (cells - 1 - j)) & 1;
  for (let t = 1; t <= steps; t++) {
    step(shape, ring);
    let value = 0;
    for (let j = 0; j < cells; j++) value = 2 * value + ring.now[radius + j];
    if (value === (start + t) % 2 ** cells) counts[0]++;
  }
}
