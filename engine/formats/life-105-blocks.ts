/**
 * Cells as Life 1.05 blocks: the plane is cut into strips of 80 columns, and within a strip a block continues until a
 * stretch of empty rows costs more than a new `#P` line.
 */

import { TessellaError } from "../core/errors.ts";
import type { ByteSink } from "./bytes.ts";
import { DOT, LF, STAR } from "./bytes.ts";
import { MAX_WRITTEN_BYTES } from "./format.ts";

const STRIP = 80;
const MAX_EMPTY_ROWS = 8;

/** Triples (row, first column, length) of one strip, in reading order. */
type Strip = number[];

export class Blocks {
  readonly #strips = new Map<number, Strip>();
  #bytes = 0;

  /** Adds a run; runs come in reading order. Errors: `too-large` when the text would pass 256 MB. */
  add(x: number, y: number, length: number): void {
    this.#bytes += length + 8;
    if (this.#bytes > MAX_WRITTEN_BYTES) {
      throw new TessellaError(
        "too-large",
        "Life 1.05 draws every cell, and this pattern has too many of them.",
        {
          hint: "RLE writes runs of cells and stays small.",
        },
      );
    }
    const end = x + length;
    for (let from = x; from < end; ) {
      const key = Math.floor(from / STRIP);
      const to = Math.min(end, (key + 1) * STRIP);
      let strip = this.#strips.get(key);
      if (!strip) {
        strip = [];
        this.#strips.set(key, strip);
      }
      strip.push(y, from, to - from);
      from = to;
    }
  }

  write(out: ByteSink, originX: bigint, originY: bigint): void {
    const keys = [...this.#strips.keys()].sort((a, b) => a - b);
    for (const key of keys) {
      const strip = this.#strips.get(key) as Strip;
      for (let i = 0; i < strip.length; i = writeBlock(out, strip, i, originX, originY));
    }
  }
}

/** Writes the block that begins with triple `i`; returns the start of the next one. */
function writeBlock(out: ByteSink, strip: Strip, i: number, originX: bigint, originY: bigint): number {
  let end = i;
  let left = Number.POSITIVE_INFINITY;
  for (let y = strip[i]; end < strip.length; end += 3) {
    const row = strip[end];
    if (row - y > MAX_EMPTY_ROWS) break;
    y = row;
    left = Math.min(left, strip[end + 1]);
  }
  out.text(`#P ${originX + BigInt(left)} ${originY + BigInt(strip[i])}\n`);
  let y = strip[i];
  let x = left;
  for (let k = i; k < end; k += 3) {
    for (; y < strip[k]; y++) {
      if (x === left) out.push(DOT);
      out.push(LF);
      x = left;
    }
    const from = strip[k + 1];
    const length = strip[k + 2];
    out.fill(DOT, from - x);
    out.fill(STAR, length);
    x = from + length;
  }
  out.push(LF);
  return end;
}
