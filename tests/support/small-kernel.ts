// Runs the smallest kernel from its inlined bytes to an answer: the same steps in Node, in a page and in a worker.

import { loadReverseBits } from "../../engine/algorithms/wasm/bytes.ts";

/** Turns a few bytes over with the kernel. */
export async function runSmallKernel(): Promise<number[]> {
  const reverseBits = await loadReverseBits();
  const bytes = Uint8Array.of(0b1, 0b1100_0010, 255, 0);
  reverseBits(bytes, bytes);
  return [...bytes];
}

export const smallAnswer = [0b1000_0000, 0b0100_0011, 255, 0];
