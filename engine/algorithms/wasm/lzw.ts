import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import lzwUrl from "./build/lzw.wasm?url&inline";
import { compileInline } from "./load.ts";

interface LzwKernel {
  leaveOut(pixels: number, former: number, sparse: number, length: number, transparent: number): void;
  encode(pixels: number, length: number, bits: number, target: number, most: number): number;
}

/** An index that no pixel has, and the bits that hold it and all others. */
export interface Transparency {
  readonly transparent: number;
  readonly bits: number;
}

interface PackedPixels {
  /** LZW codes of GIF. Valid until the next picture is packed. */
  readonly data: Uint8Array;
  /** Whether the unchanged pixels are transparent. */
  readonly sparse: boolean;
}

const PAGE = 2 ** 16;
const MOST_PAGES = 2 ** 16;
/** The kernel's table of strings lies before this address, for pixels of eight bits. */
const TABLE_END = 16 + 2 * (4096 << 8);
const NO_LIMIT = 2 ** 31 - 1;

/** Packs pictures for GIF, one after another in the same memory: fill the arrays of `begin`, then call `pack`. */
export class LzwPacker {
  readonly #kernel: LzwKernel;
  readonly #memory: WebAssembly.Memory;
  /** Pixels of an array. */
  #room = 0;
  /** Which attempt won last time; it comes first, as the other gives up when it is longer. */
  #sparseFirst = true;

  constructor(kernel: LzwKernel, memory: WebAssembly.Memory) {
    this.#kernel = kernel;
    this.#memory = memory;
  }

  /** Arrays for a picture of that many pixels and the one before it. Errors: `memory-limit`. */
  begin(pixels: number): { readonly own: Uint8Array; readonly former: Uint8Array } {
    if (pixels > this.#room) {
      const room = Math.ceil(pixels / 16) * 16;
      this.#reserve(Math.ceil((TABLE_END + 3 * room) / PAGE), pixels);
      this.#room = room;
    }
    return { own: this.#bytes(TABLE_END, pixels), former: this.#bytes(TABLE_END + this.#room, pixels) };
  }

  /**
   * Packs the first array of `begin`, whose pixels `bits` (2 to 8) hold; with `free`, a picture with transparent pixels where
   * the arrays agree, if that is shorter. Errors: `memory-limit`.
   */
  pack(pixels: number, bits: number, free: Transparency | null): PackedPixels {
    const own = TABLE_END;
    const former = own + this.#room;
    const out = former + this.#room;
    const attempt = (sparse: boolean, target: number, most: number): number => {
      const [from, width] = sparse && free ? [former, free.bits] : [own, bits];
      try {
        return this.#kernel.encode(from, pixels, width, target, most);
      } catch {
        throw tooManyPixels(pixels);
      }
    };
    if (!free) return { data: this.#bytes(out, attempt(false, out, NO_LIMIT)), sparse: false };
    this.#kernel.leaveOut(own, former, former, pixels, free.transparent);
    const first = this.#sparseFirst;
    const length = attempt(first, out, NO_LIMIT);
    // Of two that are equally long, the one without transparent pixels is taken.
    const other = attempt(!first, out + length, first ? length : length - 1);
    if (other < 0) return { data: this.#bytes(out, length), sparse: first };
    this.#sparseFirst = !first;
    return { data: this.#bytes(out + length, other), sparse: !first };
  }

  #reserve(pages: number, pixels: number): void {
    const more = pages - this.#memory.buffer.byteLength / PAGE;
    if (pages > MOST_PAGES) throw tooManyPixels(pixels);
    try {
      if (more > 0) this.#memory.grow(more);
    } catch {
      throw tooManyPixels(pixels);
    }
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }
}

function tooManyPixels(pixels: number): TessellaError {
  return new TessellaError(
    "memory-limit",
    `There is not enough memory to pack a GIF of ${grouped(pixels)} pixels.`,
    { hint: "Choose a smaller size." },
  );
}

/** Errors: `unsupported-operation` where WebAssembly or its SIMD instructions are missing. */
export async function loadLzw(): Promise<LzwPacker> {
  const module = await compileInline(lzwUrl, "Packing a GIF");
  const memory = new WebAssembly.Memory({ initial: Math.ceil(TABLE_END / PAGE), maximum: MOST_PAGES });
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  return new LzwPacker(instance.exports as unknown as LzwKernel, memory);
}
