import rleUrl from "./build/rle.wasm?url&inline";
import { decodeInline } from "./load.ts";

interface RleKernel {
  begin(address: number, width: number, height: number): void;
  read(from: number, end: number): number;
}

const PAGE = 2 ** 16;
/** Where the text lies in the kernel's memory; the packed rows come behind it. */
const TEXT = PAGE;
/** It is read in pieces, so that it need not lie there as a whole. */
const TEXT_BYTES = 2 ** 16;

/** null until it is first wanted, and where kernels are refused. */
let compiled: WebAssembly.Module | null = null;

/** Compiled at once, as readers of patterns do not wait; the kernel is small enough for every thread. */
function compileRle(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(decodeInline(rleUrl));
  } catch {
    return null;
  }
}

/** Sets the tokens of dense RLE as bits of packed rows (`Block`); see assembly/rle.ts. */
export class RleTokens {
  readonly #kernel: RleKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #words: number;

  private constructor(kernel: RleKernel, memory: WebAssembly.Memory, words: number) {
    this.#kernel = kernel;
    this.#memory = memory;
    this.#words = words;
  }

  /** For so many cells, all dead; null where kernels are refused or so much memory cannot be had. */
  static of(width: number, height: number): RleTokens | null {
    compiled ??= compileRle();
    if (!compiled) return null;
    const words = Math.ceil(width / 32) * height;
    try {
      const pages = Math.ceil((TEXT + TEXT_BYTES + 4 * words) / PAGE);
      const memory = new WebAssembly.Memory({ initial: pages, maximum: PAGE });
      const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
      const kernel = exports as unknown as RleKernel;
      kernel.begin(TEXT + TEXT_BYTES, width, height);
      return new RleTokens(kernel, memory, words);
    } catch {
      return null;
    }
  }

  /** Reads whole tokens of the text from `at` on, some 64 kB. Returns the place behind the last one or behind the `!`; -1 at anything unusual. */
  read(text: Uint8Array, at: number): number {
    const piece = text.subarray(at, at + TEXT_BYTES);
    new Uint8Array(this.#memory.buffer, TEXT, TEXT_BYTES).set(piece);
    const end = this.#kernel.read(TEXT, TEXT + piece.length);
    return end > TEXT ? at + end - TEXT : -1;
  }

  /** The packed rows. */
  words(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#memory.buffer as ArrayBuffer, TEXT + TEXT_BYTES, this.#words).slice();
  }
}
