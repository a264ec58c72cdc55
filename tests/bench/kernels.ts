/**
 * Kernels for whole grids against each other and against the memory they run on: cells a second of a half-dense soup, and the
 * share of what one generation a pass could reach at the speed of a plain copy (a quarter of a byte a cell: an eighth read and an
 * eighth written).
 */

import { BIT_ROW } from "../../engine/algorithms/gpu/bit-row-kernel.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/gpu.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/strips-kernel.ts";
import { tileKernel, tileThreads } from "../../engine/algorithms/gpu/tile-kernel.ts";
import { VECTOR_ROW } from "../../engine/algorithms/gpu/vector-row-kernel.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

const strips = (length: number, lanes: number, chunkRows: number, ahead: number): DenseKernelType =>
  stripsKernel({ lengths: length === 1 ? [1] : [length, 1], lanes, chunkRows, ahead });

/** `SIZE RULE` pairs come from the command line: `kernels 16384 B3/S23 65536 B3/S23`. */
export async function benchKernels(words: readonly string[]): Promise<void> {
  const gpu = await openDawn();
  for (let i = 0; i + 1 < words.length; i += 2) await benchSize(gpu, Number(words[i]), words[i + 1]);
}

async function benchSize(gpu: GPU, side: number, rule: string): Promise<void> {
  const init = parseUniverseRule(`${rule}:T${side},${side}`);
  const kernels: DenseKernelType[] = [BIT_ROW, VECTOR_ROW];
  if (side <= 4096) {
    for (const reach of [8, 16, 32]) {
      for (const words of [4, 6, 8, 14]) {
        for (const rows of [16, 32, 64, 96]) {
          for (const threadRows of [2, 4, 8]) {
            const shape = { words, rows, reach, threadRows };
            if (tileThreads(shape) <= 512) kernels.push(tileKernel(shape));
          }
        }
      }
    }
  }
  if (side >= 4096) {
    const small = [32, 40, 48, 56, 64, 80, 96, 128];
    const large = [64, 96, 128, 192, 256];
    for (const lanes of [32, 64]) {
      for (const [length, ahead] of [
        [4, 2],
        [4, 4],
        [6, 2],
        [6, 4],
        [8, 2],
        [8, 3],
      ]) {
        for (const chunk of side > 20000 ? large : small) kernels.push(strips(length, lanes, chunk, ahead));
      }
    }
  }
  console.log(`\n${rule} on ${side} x ${side}`);
  for (const kernel of kernels) {
    try {
      const universe = await createDenseUniverse(GPU_ALGORITHM, () => [kernel], init, {
        gpu,
        memoryMegabytes: 65536,
      });
      await universe.fillSoup({ seed: 1, density: 0.5 });
      await universe.step(64n);
      let generations = 480n;
      let best = 0;
      for (let k = 0; k < 3; k++) {
        const began = performance.now();
        await universe.step(universe.generation + generations);
        const seconds = (performance.now() - began) / 1000;
        best = Math.max(best, (side * side * Number(generations)) / seconds);
        if (seconds < 0.03) generations *= 8n;
      }
      console.log(`  ${kernel.id.padEnd(22)} ${(best / 1e12).toFixed(3)}e12`);
      universe.dispose();
    } catch (error) {
      console.log(`  ${kernel.id.padEnd(22)} ${String(error).slice(0, 300)}`);
    }
  }
}
