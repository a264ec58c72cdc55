/**
 * A file in memory, for hosts that save it in one piece: it grows by appends, with an occasional overwrite of earlier
 * bytes (video containers return to their headers when the length is known).
 */

import { TessellaError } from "../../engine/core/errors.ts";

export class GrowingFile {
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Copies the bytes. Errors: `bad-argument` for a place past the end, which would leave a gap. */
  write(bytes: Uint8Array, at: number = this.#size): void {
    checkPlace(at, this.#size);
    const inside = Math.min(bytes.length, this.#size - at);
    if (inside > 0) this.#overwrite(bytes.subarray(0, inside), at);
    if (inside === bytes.length) return;
    this.#pieces.push(Uint8Array.from(bytes.subarray(inside)));
    this.#size += bytes.length - inside;
  }

  /** The pieces in order; they stay this file's own. */
  pieces(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#pieces;
  }

  /** The whole file as one array. */
  bytes(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  clear(): void {
    this.#pieces = [];
    this.#size = 0;
  }

  #overwrite(bytes: Uint8Array, at: number): void {
    let start = 0;
    for (const piece of this.#pieces) {
      const from = Math.max(at, start);
      const to = Math.min(at + bytes.length, start + piece.length);
      if (to > from) piece.set(bytes.subarray(from - at, to - at), from - start);
      start += piece.length;
      if (start >= at + bytes.length) return;
    }
  }
}

/** Errors: `bad-argument` unless 0 <= at <= size. */
export function checkPlace(at: number, size: number): void {
  if (Number.isSafeInteger(at) && at >= 0 && at <= size) return;
  throw new TessellaError("bad-argument", `A file of ${size} bytes cannot be written at byte ${at}.`);
}

/** The error of reading on from a place that a file no longer has. */
export function endsBefore(name: string, from: number): TessellaError {
  return new TessellaError("bad-argument", `"${name}" ends before byte ${from}.`);
}
