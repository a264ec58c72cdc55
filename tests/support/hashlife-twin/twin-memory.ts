/** The memory of the twin, as words. A WebAssembly memory grows in place. */

const PAGE = 65536;

export class TwinMemory {
  readonly #memory: WebAssembly.Memory;
  #words: Uint32Array;

  constructor(bytes: number) {
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE), maximum: 65536 });
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  /** Taken anew after `grow`. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Makes it at least so large, in whole pages. Errors: a RangeError where the machine has no more. */
  grow(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE) - this.#words.byteLength / PAGE;
    if (pages <= 0) return;
    this.#memory.grow(pages);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}
