// Runs the probe kernel from its inlined bytes to a sum: the same steps in Node, in a page and in a worker.

import probeUrl from "../../engine/algorithms/wasm/build/probe.wasm?url&inline";
import { compileInline } from "../../engine/algorithms/wasm/load.ts";

interface ProbeExports {
  addLanes(a: number, b: number, out: number, n: number): void;
  clear(address: number, n: number): void;
}

/** Adds two runs of four integers with the kernel, then clears the first; answers the sum and the cleared run. */
export async function runProbeKernel(): Promise<{ sum: number[]; cleared: number[] }> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
  const instance = await WebAssembly.instantiate(await compileInline(probeUrl), { env: { memory } });
  const kernel = instance.exports as unknown as ProbeExports;
  const cells = new Int32Array(memory.buffer);
  cells.set([1, 2, 3, 4], 0);
  cells.set([10, 20, 30, 40], 4);
  kernel.addLanes(0, 16, 32, 4);
  kernel.clear(0, 16);
  return { sum: [...cells.subarray(8, 12)], cleared: [...cells.subarray(0, 4)] };
}

export const probeAnswer = { sum: [11, 22, 33, 44], cleared: [0, 0, 0, 0] };
