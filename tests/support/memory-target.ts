import { TessellaError } from "../../engine/core/errors.ts";
import type { Target, TargetFile } from "../../engine/export/target.ts";

/** Keeps files in memory. */
export class MemoryTarget implements Target {
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();

  /** Committed files by name, in the order of their commits. */
  get files(): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
    return this.#files;
  }

  async begin(name: string): Promise<TargetFile> {
    let pieces: Uint8Array[] = [];
    const whole = (): Uint8Array<ArrayBuffer> => {
      const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    };
    return {
      write: async (bytes) => {
        pieces.push(bytes.slice());
      },
      rewrite: async (at, bytes) => {
        const mended = whole();
        mended.set(bytes, at);
        pieces = [mended];
      },
      commit: async () => {
        this.#files.set(name, whole());
        pieces = [];
      },
      abort: async () => {
        pieces = [];
      },
    };
  }

  async has(name: string): Promise<boolean> {
    return this.#files.has(name);
  }

  async read(name: string): Promise<Uint8Array> {
    const bytes = this.#files.get(name);
    if (bytes) return bytes;
    throw new TessellaError("not-found", `There is no file "${name}".`);
  }
}
