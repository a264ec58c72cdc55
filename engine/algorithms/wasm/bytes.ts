import bytesUrl from "./build/bytes.wasm?url&inline";
import { compileInline } from "./load.ts";

interface BytesKernel {
  reverseBits(address: number, length: number): void;
}

/**
 * Writes each byte of `from`, with its bits reversed, to `to`, which has the same length; they may be the same array.
 */
type ReverseBits = (from: Uint8Array, to: Uint8Array) => void;

const PAGE = 2 ** 16;
/** Bytes per call, few enough for a processor's cache. */
const PIECE = 2 ** 18;

/** Errors: `unsupported-operation` where WebAssembly or its SIMD instructions are missing. */
export async function loadReverseBits(): Promise<ReverseBits> {
  const module = await compileInline(bytesUrl, "Turning bits over");
  const memory = new WebAssembly.Memory({ initial: PIECE / PAGE, maximum: PIECE / PAGE });
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  const { reverseBits } = instance.exports as unknown as BytesKernel;
  const bytes = new Uint8Array(memory.buffer);
  return (from, to) => {
    for (let at = 0; at < from.length; at += PIECE) {
      const piece = from.subarray(at, at + PIECE);
      bytes.set(piece);
      reverseBits(0, (piece.length + 15) & ~15);
      to.set(bytes.subarray(0, piece.length), at);
    }
  };
}
