/**
 * The memory of the twin, as words. A WebAssembly memory grows in place and is there even where kernels may not be
 * compiled; a plain buffer, which has to be copied to grow, serves where even that is missing.
 */

const PAGE = 65536;
const MAX_PAGES = 65536;

export interface TwinMemory {
  /** Taken anew after `grow`. */
  readonly words: Uint32Array;
  /** Makes it at least so large, in whole pages. Errors: a RangeError where the machine has no more. */
  grow(bytes: number): void;
}

export function twinMemory(bytes: number): TwinMemory {
  return typeof WebAssembly === "object" ? new GrowingMemory(bytes) : new CopiedMemory(bytes);
}

class GrowingMemory implements TwinMemory {
  readonly #memory: WebAssembly.Memory;
  #words: Uint32Array;

  constructor(bytes: number) {
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE), maximum: MAX_PAGES });
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  get words(): Uint32Array {
    return this.#words;
  }

  grow(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE) - this.#words.byteLength / PAGE;
    if (pages <= 0) return;
    this.#memory.grow(pages);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

export class CopiedMemory implements TwinMemory {
  #words: Uint32Array;

  constructor(bytes: number) {
    this.#words = new Uint32Array((Math.ceil(bytes / PAGE) * PAGE) / 4);
  }

  get words(): Uint32Array {
    return this.#words;
  }

  grow(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE);
    if (pages > MAX_PAGES) throw new RangeError(`A HashLife memory ends at ${MAX_PAGES} pages.`);
    if (pages * PAGE <= this.#words.byteLength) return;
    const words = new Uint32Array((pages * PAGE) / 4);
    words.set(this.#words);
    this.#words = words;
  }
}
