/**
 * The kernels that `gpu` tries against each other, each by itself: cells a second of a half-dense soup, and their share of what one
 * generation a pass could reach at the speed of a memory copy, which is measured in the same run. Beside it what it costs to look at
 * the cells and to change one: eight generations and a read, eight generations after an edit and a read. Kernels that keep cells in a
 * form of their own convert them then.
 */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense/dense-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { kernelsFor } from "../../engine/algorithms/gpu/dense/kernel-choice.ts";
import { kernelSort } from "../../engine/algorithms/gpu/dense/kernel-shapes.ts";
import type { GpuTopology } from "../../engine/algorithms/gpu/dense/step-source.ts";
import { VECTOR_ROW } from "../../engine/algorithms/gpu/dense/vector-row-kernel.ts";
import { oneStepLimit } from "../../engine/bench/gpu-bench.ts";
import { median } from "../../engine/bench/statistics.ts";
import { planesFor } from "../../engine/core/block.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../../engine/core/topology.ts";
import { measureCopy } from "../../engine/gpu/copy-bandwidth.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { fillSoup } from "../support/fill-soup.ts";

const CELL = { x: 0n, y: 0n, w: 1n, h: 1n };
const LOOKS = 15;
const PATCH = 2048;

async function medianMilliseconds(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let k = 0; k < LOOKS; k++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** `SIZE RULE` pairs come from the command line: `kernels 16384 B3/S23 16384x8320 345/2/4`. Cells in several planes move as many bits. */
export async function benchKernels(words: readonly string[]): Promise<void> {
  const gpu = await openDawn();
  const limit = oneStepLimit(await measureCopy({ gpu }));
  console.log(`one generation a pass: at most ${(limit / 1e12).toFixed(2)}e12`);
  for (let i = 0; i + 1 < words.length; i += 2) await benchSize(gpu, words[i], words[i + 1], limit);
}

/** How long look-ups take depends on the cells: a soup of all states is the worst of them. One patch of it covers the grid. */
async function fillStates(universe: Universe): Promise<void> {
  const { rule, topology } = universe;
  const states = Array.from({ length: rule.states - 1 }, (_, at) => at + 1);
  const patch = soupBlock({ seed: 1, density: 0.5, width: PATCH, height: PATCH, states });
  for (let y = gridTop(topology); y < gridTop(topology) + gridHeight(topology); y += PATCH)
    for (let x = gridLeft(topology); x < gridLeft(topology) + gridWidth(topology); x += PATCH)
      await universe.writeBlock({ ...patch, x: BigInt(x), y: BigInt(y) }, "or");
}

async function benchSize(gpu: GPU, size: string, rule: string, limit: number): Promise<void> {
  const [width, height = width] = size.split("x").map(Number);
  const init = parseUniverseRule(`${rule}:T${width},${height}`);
  const planes = planesFor(init.rule.states);
  const nearest: DenseKernelType[] = planes === 1 ? [BIT_ROW, VECTOR_ROW] : [BIT_ROW];
  const counts = kernelSort(init.rule) === "living";
  const kernels = counts ? nearest : [];
  const topology = init.topology as GpuTopology;
  const limits = { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 31 - 4 } as GPUSupportedLimits;
  for (const type of kernelsFor(topology, { software: false, limits }, init.rule)) {
    if (!kernels.includes(type)) kernels.push(type);
  }
  console.log(`\n${rule} on ${width} x ${height}`);
  for (const kernel of kernels) {
    try {
      const universe = await createDenseUniverse(GPU_ALGORITHM, () => [kernel], init, {
        gpu,
        memoryMegabytes: 65536,
      });
      if (counts) await fillSoup(universe, { seed: 1, density: 0.5 });
      else await fillStates(universe);
      await universe.step(64n);
      let generations = 480n;
      let best = 0;
      for (let k = 0; k < 3; k++) {
        const began = performance.now();
        await universe.step(universe.generation + generations);
        const seconds = (performance.now() - began) / 1000;
        best = Math.max(best, (width * height * Number(generations)) / seconds);
        if (seconds < 0.03) generations *= 8n;
      }
      const look = await medianMilliseconds(async () => {
        await universe.step(universe.generation + 8n);
        await universe.readBlock(CELL);
      });
      const edit = await medianMilliseconds(async () => {
        await universe.clear(CELL);
        await universe.step(universe.generation + 8n);
        await universe.readBlock(CELL);
      });
      const speed = `${(best / 1e12).toFixed(3)}e12  ${((best * planes) / limit).toFixed(3)}`;
      console.log(
        `  ${kernel.id.padEnd(22)} ${speed}  look ${look.toFixed(2)} ms  edit ${edit.toFixed(2)} ms`,
      );
      universe.dispose();
    } catch (error) {
      console.log(`  ${kernel.id.padEnd(22)} ${String(error).slice(0, 300)}`);
    }
  }
}
