/**
 * Words of 2x2 blocks, as the block algorithm stores its cells: a byte is a block (bit 2 * row + column in its low
 * four bits), a word is four neighbouring blocks, that is eight columns and two rows. The functions here look up a
 * generation, copy single cells along edges, and convert to and from packed rows of bits.
 */

/** Ints per copied cell: source word and bit, target word and bit. */
export const COPY = 4;

export function copyCells(copies: Int32Array, from: Int32Array, to: Int32Array): void {
  for (let k = 0; k < copies.length; k += COPY) {
    const cell = (from[copies[k]] >>> copies[k + 1]) & 1;
    const at = copies[k + 2];
    const bit = copies[k + 3];
    to[at] = (to[at] & ~(1 << bit)) | (cell << bit);
  }
}

/**
 * Computes rows of blocks `from` to `end` of the side to be written. From side 0 to side 1 (`back` false) a block
 * comes from those at its place, right of it and below; on the way back from those at its place, left of it and
 * above. Both look up the same two rows of blocks in the same order and differ only in where the answer goes: one row
 * further down and one block (a byte) further right, so on the way back each word's last answer moves to the next
 * word.
 */
export function lookUp(
  cells: Int32Array,
  next: Int32Array,
  table: Uint8Array,
  stride: number,
  from: number,
  end: number,
  back: boolean,
): void {
  const down = back ? stride : 0;
  const shift = back ? 8 : 0;
  const carried = back ? 0xff : 0;
  for (let r = back ? from - 1 : from, last = back ? end - 1 : end; r < last; r++) {
    let upper = r * stride;
    let lower = upper + stride;
    const stop = lower - 1;
    let here = cells[upper] | (cells[lower] << 4);
    // The answer that would come from the word before the row, which is empty.
    let carry = table[(here & 0xff) << 8];
    while (upper < stop) {
      const right = cells[upper + 1] | (cells[++lower] << 4);
      const crossing = table[(here >>> 24) | ((right & 0xff) << 8)];
      const word =
        table[here & 0xffff] |
        (table[(here >>> 8) & 0xffff] << 8) |
        (table[here >>> 16] << 16) |
        (crossing << 24);
      next[down + upper++] = (word << shift) | (carry & carried);
      carry = crossing;
      here = right;
    }
    if (back) {
      next[down + upper] =
        carry |
        (table[here & 0xffff] << 8) |
        (table[(here >>> 8) & 0xffff] << 16) |
        (table[here >>> 16] << 24);
    }
  }
}

/**
 * Column and row of the cell that each bit of an index of blocks stands for (rules/tables.ts): bits 0-3 are the upper left 2x2, 4-7
 * the lower left, 8-11 the upper right, 12-15 the lower right.
 */
export const BY_BLOCKS = Array.from(
  { length: 16 },
  (_, bit) => [((bit >> 2) & 2) | (bit & 1), (bit >> 1) & 3] as const,
);

/** Columns and rows of the outermost cells of a box, each once. */
export function* ring(left: number, top: number, w: number, h: number): Generator<readonly [number, number]> {
  for (let i = 0; i < w; i++) {
    yield [left + i, top];
    if (h > 1) yield [left + i, top + h - 1];
  }
  for (let j = 1; j < h - 1; j++) {
    yield [left, top + j];
    if (w > 1) yield [left + w - 1, top + j];
  }
}

/** Eight cells of one row from the low two bits of each byte of a word of blocks. */
export function squeeze(word: number): number {
  const pairs = word & 0x03030303;
  const nibbles = (pairs | (pairs >>> 6)) & 0x000f000f;
  return (nibbles | (nibbles >>> 12)) & 0xff;
}

/** The inverse of squeeze. */
export function spread(eight: number): number {
  const nibbles = (eight | (eight << 12)) & 0x000f000f;
  return (nibbles | (nibbles << 6)) & 0x03030303;
}

/** Bits i .. i + 7 of a packed row; bits outside its words are 0. */
export function eightBits(words: Uint32Array, row: number, stride: number, i: number): number {
  const k = i >> 5;
  const shift = i & 31;
  const low = k >= 0 && k < stride ? words[row + k] >>> shift : 0;
  const high = shift > 24 && k + 1 < stride ? words[row + k + 1] << (32 - shift) : 0;
  return (low | high) & 0xff;
}
