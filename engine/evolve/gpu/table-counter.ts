/** Counts pieces of a proof about tables of radius 2 on a GPU, by trying every table. */

import { popcount32 } from "../../core/block.ts";
import { throwIfAborted } from "../../core/errors.ts";
import { allocate, readWords } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { foldedGroups } from "../../gpu/pipelines.ts";
import { BUFFER_USAGE } from "../../gpu/webgpu-flags.ts";
import type { Necklaces } from "../necklaces.ts";
import type { Proof, ProofControl } from "../proof.ts";
import type { TablesQuestion } from "../tables-proof.ts";
import { hardestNecklaces, PIECE_TABLES, tableOfPiece } from "../tables-proof.ts";
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
  options: Pick<GpuScorerOptions, "milliseconds"> = {},
): Promise<void> {
  const { cells, least } = question;
  const rings = hardestNecklaces(cells);
  const { configurations } = rings;
  const spare = configurations - least;
  const resultWords = spare + 2;
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
  const [batch, necklaceBuffer, pieceBuffer, results] = buffers;
  gpu.retain();
  let passes: PacedPasses | undefined;
  try {
    passes = await PacedPasses.create(gpu, options);
    passes.expect(cells, 2 * cells);
    gpu.queue.writeBuffer(necklaceBuffer, 0, necklaceWords);
    const bound = gpu.device.createBindGroup({
      label: "tables",
      layout: gpu.pipelines.layout(shader),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    for (let done = 0; done < places.length; done += together) {
      const now = places.slice(done, done + together);
      const empty = new Uint32Array(now.length * resultWords);
      now.forEach((_, i) => {
        empty[i * resultWords] = spare;
      });
      gpu.queue.writeBuffer(results, 0, empty);
      gpu.queue.writeBuffer(
        pieceBuffer,
        0,
        Uint32Array.from(now, (place) => tableOfPiece(pieces[place])),
      );
      const all = now.length * PIECE_TABLES;
      for (let first = 0; first < all; ) {
        // The passes count runs of 32 necklaces, which is what a table takes at least.
        const tables = Math.max(TABLE_GROUP, Math.floor(passes.room / 32));
        const end = Math.min(all, first + tables);
        gpu.queue.writeBuffer(batch, 0, Uint32Array.of(first, end));
        const groups = foldedGroups(Math.ceil((end - first) / TABLE_GROUP));
        passes.submit("tables", 32 * (end - first), (pass) => pass.dispatchGrid(pipeline, bound, groups));
        first = end;
        await passes.ready(signal);
      }
      await passes.drained(signal);
      const words = await readWords(gpu, "the tables", now.length * resultWords, () => results);
      for (const [i, place] of now.entries()) {
        const own = words.subarray(i * resultWords, (i + 1) * resultWords);
        const tables = own[1 + own[0]];
        await onPiece(place, tables === 0 ? [0, 0] : [configurations - own[0], tables]);
      }
      throwIfAborted(signal);
    }
  } finally {
    if (passes) passes.dispose();
    else gpu.release();
    for (const buffer of buffers) buffer.destroy();
  }
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
