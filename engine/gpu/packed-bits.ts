/** Moving cells between packed rows whose words do not line up. */

/**
 * Copies `count` bits from bit `from` of the source row to bit `to` of the target row, where the rows begin at the
 * words `sourceRow` and `targetRow`. Other bits of the target stay. `count` is at least 1.
 *
 * Each target word combines the two source words that its 32 bits straddle. At the ends these may lie beyond the row
 * or the array; their bits are masked off.
 */
export function copyBits(
  source: Uint32Array,
  sourceRow: number,
  from: number,
  target: Uint32Array,
  targetRow: number,
  to: number,
  count: number,
): void {
  const first = Math.floor(to / 32);
  const last = Math.floor((to + count - 1) / 32);
  // The source bit for bit 0 of the first target word; up to 31 before `from`, so possibly negative.
  const start = from - (to - first * 32);
  const shift = start & 31;
  let at = sourceRow + Math.floor(start / 32);
  for (let k = first; k <= last; k++, at++) {
    const word = shift === 0 ? source[at] : (source[at] >>> shift) | (source[at + 1] << (32 - shift));
    let mask = 0xffffffff;
    if (k === first) mask &= headBits(to);
    if (k === last) mask &= tailBits(to + count - 1);
    const index = targetRow + k;
    target[index] = (target[index] & ~mask) | (word & mask);
  }
}

/** The bits of a word from the one that holds cell `first` of a row on. */
export function headBits(first: number): number {
  return (0xffffffff << (first % 32)) >>> 0;
}

/** The bits of a word up to the one that holds cell `last` of a row. */
export function tailBits(last: number): number {
  return 0xffffffff >>> (31 - (last % 32));
}
