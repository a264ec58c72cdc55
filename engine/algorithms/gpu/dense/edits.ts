/**
 * Changes cells in place. The CPU shifts a block to the grid's word boundaries and uploads it in bands, and a shader
 * merges them. Nothing is read back, and an edit of a few cells sends a few words. A soup is made where it is to lie.
 */

import type { Block } from "../../../core/block.ts";
import { blockStride, clampBlock, planesFor, planesOf } from "../../../core/block.ts";
import { throwIfAborted } from "../../../core/errors.ts";
import type { Runs } from "../../../core/runs.ts";
import { highestState, runsToBlock } from "../../../core/runs.ts";
import type { Soup } from "../../../core/soup.ts";
import { soupThreshold } from "../../../core/soup.ts";
import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { copyBits, headBits, tailBits } from "../../../gpu/packed-bits.ts";
import type { GridBox, PackedLayout, WordBox } from "../../../gpu/packed-layout.ts";
import { wordsOf } from "../../../gpu/packed-layout.ts";
import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { WriteMode } from "../../algorithm.ts";
import { MERGE_PLANES_SHADER, MERGE_SHADER, SOUP_SHADER, STATED_SOUP_SHADER } from "./step-source.ts";

/** The shader's numbers. `erase` kills all cells of the box; `clamp`, of more than two states, gives those beyond the last that one. */
const MERGE_MODES = { or: 0, clear: 1, xor: 2, copy: 3, erase: 4, clamp: 5 } as const;

/** Cells packed and uploaded in one piece. */
export const BAND_CELLS = 2 ** 25;

/** Cells of a soup between two chances to stop: a tenth of a second where a processor imitates the GPU. */
const SOUP_BAND_CELLS = 2 ** 24;

/** Bands under way before the next one waits: uploads take memory until the GPU has them. */
const BANDS_IN_FLIGHT = 8;

const GROUP_SIZE = 64;

export class Edits {
  readonly #gpu: GpuDevice;
  readonly #layout: PackedLayout;
  /** Of the rule; those that are written beyond them become the last. */
  states: number;
  #bands = 0;

  /** `states`: of the rule, as many as the layout has planes for. */
  constructor(gpu: GpuDevice, layout: PackedLayout, states: number) {
    this.#gpu = gpu;
    this.#layout = layout;
    this.states = states;
  }

  /** Merges the part of the block that `box` names; the box's first cell is the block's cell (column, row). */
  async merge(
    cells: GPUBuffer,
    block: Block,
    column: number,
    row: number,
    box: GridBox,
    mode: WriteMode | "copy",
  ): Promise<void> {
    const { planes } = this.#layout;
    const known = planesOf(clampBlock(block, this.states - 1));
    const rows = Math.max(1, Math.floor(BAND_CELLS / planes / box.width));
    for (let done = 0; done < box.height; done += rows) {
      const height = Math.min(rows, box.height - done);
      const words = wordsOf(box.left, box.top + done, box.width, height);
      const size = words.columns * height;
      const band = new Uint32Array(size * planes);
      for (const [b, plane] of known.entries()) {
        for (let j = 0; j < height; j++) {
          const source = (row + done + j) * blockStride(block.w);
          const target = b * size + j * words.columns;
          copyBits(plane.words, source, column, band, target, box.left % 32, box.width);
        }
      }
      await this.#apply(cells, words, box, mode, band);
    }
  }

  /** Kills every cell of the box. */
  async erase(cells: GPUBuffer, box: GridBox): Promise<void> {
    const words = wordsOf(box.left, box.top, box.width, box.height);
    await this.#apply(cells, words, box, "erase", new Uint32Array(1));
  }

  /** Gives every cell beyond the last of `states` that one. Only for cells in planes. */
  async clamp(cells: GPUBuffer): Promise<void> {
    const { width, height } = this.#layout;
    const box = { left: 0, top: 0, width, height };
    await this.#apply(cells, wordsOf(0, 0, width, height), box, "clamp", new Uint32Array(1));
  }

  /**
   * Adds cells of a soup, those which core/soup.ts makes: (x, y) is the cell of the soup that comes to the box's first cell.
   * Errors: `bad-argument` for a density out of range, `aborted`, `memory-limit`, `gpu-lost`.
   */
  async addSoup(
    cells: GPUBuffer,
    box: GridBox,
    soup: Soup,
    x: number,
    y: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const { stride, planes, planeRows } = this.#layout;
    const threshold = soupThreshold(soup.density);
    const full = threshold === 2 ** 32 ? 1 : 0;
    const choices = this.#choicesOf(soup);
    const shader = choices ? STATED_SOUP_SHADER : SOUP_SHADER;
    const states = choices && (await this.#uploaded("states of a soup", choices));
    try {
      const rows = Math.max(1, Math.floor(SOUP_BAND_CELLS / box.width));
      for (let done = 0; done < box.height; done += rows) {
        throwIfAborted(signal);
        const height = Math.min(rows, box.height - done);
        const words = wordsOf(box.left, box.top + done, box.width, height);
        const values = [
          ...coverValues(words, box, stride),
          soup.seed,
          x - (box.left % 32),
          y + done,
          full ? 0 : threshold,
          full,
          choices?.length ?? 0,
          planes,
          planeRows * stride,
        ];
        await this.#run(shader, words.columns * height, values, states ? [cells, states] : [cells]);
        await this.#paced();
      }
    } finally {
      states?.destroy();
    }
  }

  /** The states that a soup's live cells may be in, of those that the rule has; null where there is one. */
  #choicesOf({ states }: Soup): Uint32Array<ArrayBuffer> | null {
    if (this.#layout.planes === 1) return null;
    const choices = states && states.length > 0 ? states : [1];
    return Uint32Array.from(choices, (state) => Math.min(state, this.states - 1));
  }

  async #apply(
    cells: GPUBuffer,
    words: WordBox,
    box: GridBox,
    mode: keyof typeof MERGE_MODES,
    band: Uint32Array<ArrayBuffer>,
  ): Promise<void> {
    const upload = await this.#uploaded("cells to write", band);
    try {
      const { stride, planes, planeRows } = this.#layout;
      const values = [
        ...coverValues(words, box, stride),
        MERGE_MODES[mode],
        planes,
        planeRows * stride,
        this.states - 1,
      ];
      await this.#run(planes > 1 ? MERGE_PLANES_SHADER : MERGE_SHADER, words.columns * words.rows, values, [
        upload,
        cells,
      ]);
    } finally {
      // WebGPU keeps it until the work that uses it is done.
      upload.destroy();
    }
    await this.#paced();
  }

  async #uploaded(label: string, words: Uint32Array<ArrayBuffer>): Promise<GPUBuffer> {
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget;
    const [upload] = await allocate(this.#gpu, `the ${label}`, [{ label, size: words.byteLength, usage }]);
    this.#gpu.queue.writeBuffer(upload, 0, words);
    return upload;
  }

  /** To be called after each band. */
  async #paced(): Promise<void> {
    if (++this.#bands % BANDS_IN_FLIGHT === 0) await this.#gpu.idle();
  }

  /** Runs a shader with one thread a word: its uniform first, then the buffers. */
  async #run(
    shader: ShaderSource,
    threads: number,
    values: readonly number[],
    buffers: readonly GPUBuffer[],
  ): Promise<void> {
    const { device, pipelines, queue } = this.#gpu;
    const { label } = shader;
    const pipeline = await pipelines.pipeline(shader, { group_size: GROUP_SIZE });
    this.#gpu.check();
    const uniform = device.createBuffer({
      label: `${label}: place`,
      size: values.length * 4,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
    queue.writeBuffer(uniform, 0, Uint32Array.from(values));
    const encoder = device.createCommandEncoder({ label });
    const pass = encoder.beginComputePass({ label });
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      device.createBindGroup({
        label,
        layout: pipelines.layout(shader),
        entries: [uniform, ...buffers].map((buffer, binding) => ({ binding, resource: { buffer } })),
      }),
    );
    pass.dispatchWorkgroups(...foldedGroups(Math.ceil(threads / GROUP_SIZE)));
    pass.end();
    queue.submit([encoder.finish()]);
    uniform.destroy();
  }
}

/** Runs as packed blocks, one for each band of rows that is worth packing together. The runs must lie on the grid. */
export function* bandsOfRuns(runs: Runs): Generator<Block> {
  const { rows, starts, spans } = runs;
  for (let first = 0; first < rows.length; ) {
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let end = first;
    for (; end < rows.length; end++) {
      const last = starts[end + 1] - 1;
      const newLeft = Math.min(left, spans[starts[end] * 2]);
      const newRight = Math.max(right, spans[last * 2] + spans[last * 2 + 1]);
      // One row at least, however long it is.
      if (end > first && (newRight - newLeft) * (rows[end] - rows[first] + 1) > BAND_CELLS) break;
      left = newLeft;
      right = newRight;
    }
    const band = { ...runs, rows: rows.subarray(first, end), starts: starts.subarray(first, end + 1) };
    const box = {
      x: runs.x + BigInt(left),
      y: runs.y + BigInt(rows[first]),
      w: BigInt(right - left),
      h: BigInt(rows[end - 1] - rows[first] + 1),
    };
    yield runsToBlock(band, box, planesFor(1 + highestState(band)));
    first = end;
  }
}

/** The words of a box and the bits of its first and last columns: how the uniforms of merging and of soups begin. */
function coverValues(words: WordBox, { left, width }: GridBox, stride: number): readonly number[] {
  const { column, row, columns, rows } = words;
  return [column, row, columns, rows, stride, headBits(left), tailBits(left + width - 1)];
}
