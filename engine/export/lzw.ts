/**
 * The compression of GIF (Welch 1984, with codes that grow from `bits + 1` to 12 bits), for pictures in which some
 * pixels may be one of two colours: their own, or "transparent" if the frame before already shows that colour.
 *
 * LZW writes one code for the longest known string that comes next. If a pixel has two spellings, the coder follows all
 * strings that match and takes the longest, so the better compression decides. Only a string's first pixel is settled
 * beforehand, by trying both: the decoder learns a new string with every code, the last one plus the next one's first
 * pixel, and the coder has to know it at that moment too.
 *
 * When all 4096 codes are taken, the strings stay as long as they continue to fit, and are dropped when they do worse
 * than before.
 */

const MOST_CODES = 4096;
/** Codes between two judgements of a full table. */
const WINDOW = 256;
/** Strings followed at once. */
const MOST_BRANCHES = 24;

/** Packs one picture after another in the same memory. */
export class LzwPacker {
  readonly #bits: number;
  readonly #clear: number;
  /** The code of string + pixel, at `string << bits | pixel`; 0 for none. */
  readonly #child: Uint16Array;
  #next = 0;
  #size = 0;
  #out = new Uint8Array(1024);
  #length = 0;
  #held = 0;
  #heldBits = 0;
  #here = new Uint16Array(MOST_BRANCHES);
  #there = new Uint16Array(MOST_BRANCHES);
  /** Length of the last string found. */
  #matched = 0;

  /** `bits`: 2 to 8, which hold every pixel and the transparent one. */
  constructor(bits: number) {
    this.#bits = bits;
    this.#clear = 1 << bits;
    this.#child = new Uint16Array(MOST_CODES << bits);
  }

  /**
   * The codes of the pixels. `free` is 1 for a pixel that may also be transparent; it is absent if there are none. The
   * next call reuses the array.
   */
  encode(pixels: Uint8Array, free: Uint8Array | null = null, transparent = 0): Uint8Array {
    this.#length = this.#held = this.#heldBits = 0;
    this.#size = this.#bits + 1;
    this.#reset();
    let last = -1;
    let [codes, covered, best] = [0, 0, 0];
    for (let at = 0; at < pixels.length; ) {
      let first = pixels[at];
      this.#learn(last, first);
      let code = this.#longest(pixels, free, transparent, at, first);
      let matched = this.#matched;
      if (free?.[at]) {
        this.#unlearn(last, first);
        this.#learn(last, transparent);
        const other = this.#longest(pixels, free, transparent, at, transparent);
        if (this.#matched > matched) {
          [code, matched] = [other, this.#matched];
          first = transparent;
        } else {
          this.#unlearn(last, transparent);
          this.#learn(last, first);
        }
      }
      this.#write(code);
      at += matched;
      last = code;
      if (this.#next < MOST_CODES) {
        [codes, covered, best] = [0, 0, 0];
        continue;
      }
      codes++;
      covered += matched;
      if (codes < WINDOW) continue;
      if (covered < best * 0.95) {
        this.#reset();
        last = -1;
      }
      best = Math.max(best, covered);
      [codes, covered] = [0, 0];
    }
    // The coder learns nothing with the last code, but the decoder has caught up by then.
    if (this.#size < 12 && this.#next >= 1 << this.#size) this.#size++;
    this.#put(this.#clear + 1);
    if (this.#heldBits > 0) this.#byte(this.#held);
    return this.#out.subarray(0, this.#length);
  }

  #reset(): void {
    this.#put(this.#clear);
    this.#child.fill(0);
    this.#next = this.#clear + 2;
    this.#size = this.#bits + 1;
  }

  #learn(string: number, pixel: number): void {
    if (string < 0 || this.#next >= MOST_CODES) return;
    this.#child[(string << this.#bits) | pixel] = this.#next++;
  }

  #unlearn(string: number, pixel: number): void {
    const at = (string << this.#bits) | pixel;
    if (string < 0 || this.#child[at] !== this.#next - 1 || this.#child[at] === 0) return;
    this.#child[at] = 0;
    this.#next--;
  }

  /** The longest known string from a pixel on, whose spelling is settled; its length is in `#matched`. */
  #longest(
    pixels: Uint8Array,
    free: Uint8Array | null,
    transparent: number,
    start: number,
    first: number,
  ): number {
    const child = this.#child;
    const bits = this.#bits;
    let [here, there] = [this.#here, this.#there];
    let count = 1;
    here[0] = first;
    let at = start + 1;
    for (; at < pixels.length; at++) {
      const own = pixels[at];
      const either = free !== null && free[at] !== 0;
      let found = 0;
      for (let k = 0; k < count && found < MOST_BRANCHES - 1; k++) {
        const base = here[k] << bits;
        const a = child[base | own];
        if (a !== 0) there[found++] = a;
        if (!either) continue;
        const b = child[base | transparent];
        if (b !== 0) there[found++] = b;
      }
      if (found === 0) break;
      count = found;
      [here, there] = [there, here];
    }
    this.#matched = at - start;
    return here[0];
  }

  /** Writes a code as wide as the decoder expects it: the decoder learns the newest string only after reading this code. */
  #write(code: number): void {
    while (this.#size < 12 && this.#next - 1 >= 1 << this.#size) this.#size++;
    this.#put(code);
  }

  #put(code: number): void {
    this.#held |= code << this.#heldBits;
    this.#heldBits += this.#size;
    while (this.#heldBits >= 8) {
      this.#byte(this.#held & 255);
      this.#held >>>= 8;
      this.#heldBits -= 8;
    }
  }

  #byte(value: number): void {
    if (this.#length === this.#out.length) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(this.#out);
      this.#out = grown;
    }
    this.#out[this.#length++] = value;
  }
}
