/** Pieces of a proof about tables of radius 2 on a GPU, which tries every table. */

import { popcount32 } from "../../core/block.ts";
import { throwIfAborted } from "../../core/errors.ts";
import { allocate, readWords } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { foldedGroups } from "../../gpu/pipelines.ts";
import { BUFFER_USAGE } from "../../gpu/webgpu-flags.ts";
import type { Necklaces } from "../necklaces.ts";
import type { PieceLabel, Proof, ProofControl } from "../proof.ts";
import type { TablesQuestion } from "../tables-proof.ts";
import { hardestNecklaces, INNER_ENTRIES, PIECE_TABLES, tableOfPiece } from "../tables-proof.ts";
import type { GpuScorerOptions } from "./paced-passes.ts";
import { PacedPasses } from "./paced-passes.ts";
import { TABLE_GROUP, tableShader, WEIGHT_PLANES } from "./table-source.ts";

/** Pieces that are counted together, so that a GPU is full: what they come to is read back once. */
const MOST_TOGETHER = 64;
/** Words that results take together at most. */
const RESULT_WORDS = 2 ** 20;

/**
 * Counts the pieces at these places (`countPieces`). The device stays the caller's. Errors: `too-large`, `memory-limit`, `gpu-lost`,
 * `aborted`.
 */
export async function countTables(
  gpu: GpuDevice,
  { question, pieces }: Proof<TablesQuestion>,
  places: readonly number[],
  { signal, onPiece }: ProofControl,
  options: TrialOptions = {},
): Promise<void> {
  const trials = await TableTrials.create(gpu, question, options);
  try {
    for (let done = 0; done < places.length; done += trials.together) {
      const now = places.slice(done, done + trials.together);
      const best = await trials.run(
        now.map((place) => pieces[place]),
        [0, now.length * PIECE_TABLES],
        signal,
      );
      for (const [i, { right, tables }] of best.entries())
        await onPiece(now[i], tables === 0 ? [0, 0] : [right, tables]);
      throwIfAborted(signal);
    }
  } finally {
    trials.dispose();
  }
}

/**
 * The tables of a piece that are right for as many configurations as its best, lowest inner entries first and at most so many: halves
 * of the piece that have one are halved again. Errors: as `countTables`.
 */
export async function findTables(
  gpu: GpuDevice,
  { cells }: TablesQuestion,
  piece: PieceLabel,
  best: number,
  most: number,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const trials = await TableTrials.create(gpu, { cells, least: best }, {});
  const found: number[] = [];
  const search = async (first: number, end: number): Promise<void> => {
    if (found.length >= most) return;
    const [{ tables }] = await trials.run([piece], [first, end], signal);
    if (tables === 0) return;
    if (end - first === 1) {
      found.push((tableOfPiece(piece) | innerEntries(first)) >>> 0);
      return;
    }
    const middle = (first + end) / 2;
    await search(first, middle);
    await search(middle, end);
  };
  try {
    await search(0, PIECE_TABLES);
    return found;
  } finally {
    trials.dispose();
  }
}

type TrialOptions = Pick<GpuScorerOptions, "milliseconds">;

/** Runs tables on a GPU. */
class TableTrials {
  /** Pieces at most that run together. */
  readonly together: number;
  readonly #gpu: GpuDevice;
  readonly #passes: PacedPasses;
  readonly #pipeline: GPUComputePipeline;
  readonly #bound: GPUBindGroup;
  readonly #buffers: readonly GPUBuffer[];
  readonly #configurations: number;
  /** Configurations that a table may be wrong for. */
  readonly #spare: number;

  static async create(
    gpu: GpuDevice,
    { cells, least }: Pick<TablesQuestion, "cells" | "least">,
    options: TrialOptions,
  ): Promise<TableTrials> {
    const rings = hardestNecklaces(cells);
    const resultWords = rings.configurations - least + 2;
    const fitting = Math.max(1, Math.min(MOST_TOGETHER, Math.floor(RESULT_WORDS / resultWords)));
    const together = gpu.software ? 1 : fitting;
    const necklaceWords = packed(rings);
    const shader = tableShader({ cells, words: Math.ceil(rings.states.length / 32), resultWords });
    const pipeline = await gpu.wait(gpu.pipelines.pipeline(shader, { threads: TABLE_GROUP }));
    const { storage, uniform, copyTarget, copySource } = BUFFER_USAGE;
    const usage = storage | copyTarget | copySource;
    const buffers = await allocate(gpu, "the tables", [
      { label: "batch", size: 8, usage: uniform | copyTarget },
      { label: "necklaces", size: necklaceWords.byteLength, usage },
      { label: "pieces", size: together * 4, usage },
      { label: "results", size: together * resultWords * 4, usage },
    ]);
    gpu.retain();
    try {
      const passes = await PacedPasses.create(gpu, options);
      passes.expect(cells, 2 * cells);
      gpu.queue.writeBuffer(buffers[1], 0, necklaceWords);
      const bound = gpu.device.createBindGroup({
        label: "tables",
        layout: gpu.pipelines.layout(shader),
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      });
      return new TableTrials(gpu, { passes, pipeline, bound, buffers, together }, rings, least);
    } catch (error) {
      gpu.release();
      for (const buffer of buffers) buffer.destroy();
      throw error;
    }
  }

  private constructor(
    gpu: GpuDevice,
    made: {
      readonly passes: PacedPasses;
      readonly pipeline: GPUComputePipeline;
      readonly bound: GPUBindGroup;
      readonly buffers: readonly GPUBuffer[];
      readonly together: number;
    },
    { configurations }: Necklaces,
    least: number,
  ) {
    this.#gpu = gpu;
    this.#passes = made.passes;
    this.#pipeline = made.pipeline;
    this.#bound = made.bound;
    this.#buffers = made.buffers;
    this.together = made.together;
    this.#configurations = configurations;
    this.#spare = configurations - least;
  }

  /**
   * Of each piece the most configurations that a table is right for, and how many are; 0 tables where none reaches `least`. Tables are
   * numbered through all pieces, by their inner entries: those from `first` to before `end` run.
   */
  async run(
    pieces: readonly PieceLabel[],
    [first, end]: readonly [first: number, end: number],
    signal?: AbortSignal,
  ): Promise<readonly { readonly right: number; readonly tables: number }[]> {
    const [gpu, passes, spare] = [this.#gpu, this.#passes, this.#spare];
    const [batch, , pieceBuffer, results] = this.#buffers;
    const resultWords = spare + 2;
    const empty = new Uint32Array(pieces.length * resultWords);
    pieces.forEach((_, i) => {
      empty[i * resultWords] = spare;
    });
    gpu.queue.writeBuffer(results, 0, empty);
    gpu.queue.writeBuffer(pieceBuffer, 0, Uint32Array.from(pieces, tableOfPiece));
    for (let from = first; from < end; ) {
      // The passes count runs of 32 necklaces, which is what a table takes at least.
      const tables = Math.max(TABLE_GROUP, Math.floor(passes.room / 32));
      const to = Math.min(end, from + tables);
      gpu.queue.writeBuffer(batch, 0, Uint32Array.of(from, to));
      const groups = foldedGroups(Math.ceil((to - from) / TABLE_GROUP));
      passes.submit("tables", 32 * (to - from), (pass) =>
        pass.dispatchGrid(this.#pipeline, this.#bound, groups),
      );
      from = to;
      await passes.ready(signal);
    }
    await passes.drained(signal);
    const words = await readWords(gpu, "the tables", pieces.length * resultWords, () => results);
    return pieces.map((_, i) => {
      const wrong = words[i * resultWords];
      return { right: this.#configurations - wrong, tables: words[i * resultWords + 1 + wrong] };
    });
  }

  dispose(): void {
    this.#passes.dispose();
    for (const buffer of this.#buffers) buffer.destroy();
  }
}

/** Inner entries as bits of a table. */
function innerEntries(number: number): number {
  return INNER_ENTRIES.reduce((table, k, i) => table | (((number >>> i) & 1) << k), 0);
}

/** As shaders/evolve/tables.wgsl reads them. */
function packed({ cells, states, weights }: Necklaces): Uint32Array<ArrayBuffer> {
  const stride = cells + 1 + WEIGHT_PLANES;
  const words = new Uint32Array(Math.ceil(states.length / 32) * stride);
  states.forEach((state, n) => {
    const at = (n >>> 5) * stride;
    const set = (word: number, bit: number): void => {
      words[at + word] |= bit << (n & 31);
    };
    for (let i = 0; i < cells; i++) set(i, (state >>> i) & 1);
    set(cells, 2 * popcount32(state) > cells ? 1 : 0);
    for (let plane = 0; plane < WEIGHT_PLANES; plane++) set(cells + 1 + plane, (weights[n] >>> plane) & 1);
  });
  return words;
}
