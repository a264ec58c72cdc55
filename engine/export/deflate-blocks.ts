/**
 * The blocks of deflate (RFC 1951, 3.2.3 to 3.2.7). The writer collects literals and matches, and writes each block in
 * the cheapest of three ways: stored bytes, the fixed code of the format, or a code of its own at the head of the
 * block.
 */

import { PrefixCode } from "./prefix-code.ts";

export const WINDOW = 32_768;
export const LONGEST = 258;
/** A block ends after this many symbols or matches, unless hardly any input is left. */
const MOST_SYMBOLS = 24_576;
const MOST_MATCHES = 7_000;
export const HARDLY_ANYTHING = 423;
/** A symbol is a literal, or a match: its length, and below that its distance. */
const LENGTH = 1 << 16;

const END_OF_BLOCK = 256;
const LENGTHS_FROM = 257;

/** The codes of lengths or distances: each stands for a range of them, which extra bits narrow down. */
interface Stretches {
  readonly extra: Uint8Array;
  readonly first: Uint16Array;
  /** By length or distance. */
  readonly codeOf: Uint8Array;
}

function stretches(extra: readonly number[], first: number, last: number): Stretches {
  const firsts = new Uint16Array(extra.length);
  const codeOf = new Uint8Array(last + 1);
  let from = first;
  for (const [code, bits] of extra.entries()) {
    firsts[code] = from;
    codeOf.fill(code, from, from + 2 ** bits);
    from += 2 ** bits;
  }
  return { extra: Uint8Array.from(extra), first: firsts, codeOf };
}

const LENGTHS = stretches(
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
  3,
  LONGEST,
);
// The longest match would be the last of its stretch and has a code of its own.
LENGTHS.first[28] = LONGEST;
LENGTHS.codeOf[LONGEST] = 28;
const DISTANCES = stretches(
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
  WINDOW,
);

/** The order in which the format writes the lengths of the code lengths' own code. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;
/** Symbols of that code beside the lengths: repeat the last one 3 to 6 times, 3 to 10 zeros, and 11 to 138 zeros. */
const [AGAIN, ZEROS, MANY_ZEROS] = [16, 17, 18];
const AGAIN_BITS = [2, 3, 7] as const;

const FIXED_LITERALS = new PrefixCode(288, 9);
FIXED_LITERALS.lengths.fill(8).fill(9, 144, 256).fill(7, 256, 280);
FIXED_LITERALS.assign();
const FIXED_DISTANCES = new PrefixCode(32, 5);
FIXED_DISTANCES.lengths.fill(5);
FIXED_DISTANCES.assign();

/** Bits from the lowest of each byte up. */
class BitWriter {
  #bytes = new Uint8Array(0);
  #length = 0;
  #held = 0;
  #heldBits = 0;

  /** Restarts with room for this many bytes. */
  begin(most: number): void {
    if (this.#bytes.length < most) this.#bytes = new Uint8Array(most);
    this.#length = 0;
  }

  /** At most 16 bits. */
  put(value: number, bits: number): void {
    this.#held |= value << this.#heldBits;
    this.#heldBits += bits;
    while (this.#heldBits >= 8) {
      this.#bytes[this.#length++] = this.#held;
      this.#held >>>= 8;
      this.#heldBits -= 8;
    }
  }

  /** Pads to a whole byte. */
  align(): void {
    if (this.#heldBits > 0) this.put(0, 8 - this.#heldBits);
  }

  /** Whole bytes; the writer is aligned. */
  copy(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) this.#bytes[this.#length++] = bytes[at];
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Collects literals and matches and writes them in blocks. */
export class BlockWriter {
  readonly #out = new BitWriter();
  readonly #literals = new PrefixCode(286, 15);
  readonly #distances = new PrefixCode(30, 15);
  /** The code for the lengths of the other two. */
  readonly #lengths = new PrefixCode(19, 7);
  /** Those lengths as symbols of that code, with the extra bits above bit five. */
  readonly #told = new Uint16Array(286 + 30);
  #tolds = 0;
  readonly #symbols = new Uint32Array(MOST_SYMBOLS + HARDLY_ANYTHING + 2);
  #count = 0;
  #matches = 0;
  #extraBits = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;

  get isFull(): boolean {
    return this.#matches > MOST_MATCHES || this.#count > MOST_SYMBOLS;
  }

  begin(bytes: Uint8Array, flags: number): void {
    // A block is at most five bytes longer than its input, which is more than its matches take.
    this.#out.begin(bytes.length + 5 * (1 + Math.ceil(bytes.length / MOST_MATCHES)) + 6);
    this.#out.put(0x78, 8);
    this.#out.put(flags, 8);
    this.#bytes = bytes;
    this.#start = 0;
  }

  addLiteral(byte: number): void {
    this.#symbols[this.#count++] = byte;
    this.#literals.counts[byte]++;
  }

  addMatch(length: number, distance: number): void {
    this.#symbols[this.#count++] = length * LENGTH + distance;
    const lengthCode = LENGTHS.codeOf[length];
    const distanceCode = DISTANCES.codeOf[distance];
    this.#literals.counts[LENGTHS_FROM + lengthCode]++;
    this.#distances.counts[distanceCode]++;
    this.#extraBits += LENGTHS.extra[lengthCode] + DISTANCES.extra[distanceCode];
    this.#matches++;
  }

  /** Writes the block that ends at byte `end`. */
  write(end: number, last: boolean): void {
    const [literals, distances] = [this.#literals, this.#distances];
    literals.counts[END_OF_BLOCK]++;
    literals.fit();
    distances.fit();
    const costIn = (a: PrefixCode, b: PrefixCode): number =>
      a.costOf(literals.counts) + b.costOf(distances.counts) + this.#extraBits;
    const stored = (end - this.#start + 5) * 8;
    const fixed = costIn(FIXED_LITERALS, FIXED_DISTANCES);
    const made = costIn(literals, distances) + this.#tellCodes();
    this.#out.put(last ? 1 : 0, 1);
    if (stored <= fixed && stored <= made) {
      this.#store(end);
    } else if (made < fixed) {
      this.#out.put(2, 2);
      this.#writeCodes();
      this.#writeSymbols(literals, distances);
    } else {
      this.#out.put(1, 2);
      this.#writeSymbols(FIXED_LITERALS, FIXED_DISTANCES);
    }
    this.#start = end;
    this.#count = this.#matches = this.#extraBits = 0;
    literals.counts.fill(0);
    distances.counts.fill(0);
  }

  /** The stream with its checksum. */
  end(checksum: number): Uint8Array {
    this.#out.align();
    for (let shift = 24; shift >= 0; shift -= 8) this.#out.put((checksum >>> shift) & 255, 8);
    return this.#out.written();
  }

  #store(end: number): void {
    const size = end - this.#start;
    this.#out.put(0, 2);
    this.#out.align();
    this.#out.put(size, 16);
    this.#out.put(size ^ 0xffff, 16);
    this.#out.copy(this.#bytes, this.#start, end);
  }

  /** Packs both codes into the fewest symbols and fits a code to those. Returns the bits of all of it. */
  #tellCodes(): number {
    const { counts } = this.#lengths;
    counts.fill(0);
    this.#tolds = 0;
    this.#tellLengths(this.#literals);
    this.#tellLengths(this.#distances);
    this.#lengths.fit();
    let bits = 14 + 3 * this.#ordered + this.#lengths.costOf(counts);
    for (const [k, extra] of AGAIN_BITS.entries()) bits += extra * counts[AGAIN + k];
    return bits;
  }

  #tellLengths({ lengths, used }: PrefixCode): void {
    for (let at = 0; at < used; ) {
      const length = lengths[at];
      let run = 1;
      while (at + run < used && lengths[at + run] === length) run++;
      at += run;
      if (length === 0) {
        for (; run > 138; run -= 138) this.#tell(MANY_ZEROS, 127);
        if (run > 10) this.#tell(MANY_ZEROS, run - 11);
        else if (run > 2) this.#tell(ZEROS, run - 3);
        if (run > 2) continue;
      } else if (run > 3) {
        this.#tell(length, 0);
        for (run--; run > 6; run -= 6) this.#tell(AGAIN, 3);
        if (run > 2) {
          this.#tell(AGAIN, run - 3);
          continue;
        }
      }
      while (run-- > 0) this.#tell(length, 0);
    }
  }

  #tell(symbol: number, extra: number): void {
    this.#told[this.#tolds++] = (extra << 5) | symbol;
    this.#lengths.counts[symbol]++;
  }

  /** Number of lengths of the code lengths' code that have to be written. */
  get #ordered(): number {
    let count: number = ORDER.length;
    while (count > 4 && this.#lengths.lengths[ORDER[count - 1]] === 0) count--;
    return count;
  }

  #writeCodes(): void {
    const [out, code, ordered] = [this.#out, this.#lengths, this.#ordered];
    out.put(this.#literals.used - LENGTHS_FROM, 5);
    out.put(this.#distances.used - 1, 5);
    out.put(ordered - 4, 4);
    for (let k = 0; k < ordered; k++) out.put(code.lengths[ORDER[k]], 3);
    code.assign();
    for (let k = 0; k < this.#tolds; k++) {
      const symbol = this.#told[k] & 31;
      out.put(code.codes[symbol], code.lengths[symbol]);
      if (symbol >= AGAIN) out.put(this.#told[k] >> 5, AGAIN_BITS[symbol - AGAIN]);
    }
    this.#literals.assign();
    this.#distances.assign();
  }

  #writeSymbols(literals: PrefixCode, distances: PrefixCode): void {
    const out = this.#out;
    for (let k = 0; k < this.#count; k++) {
      const symbol = this.#symbols[k];
      if (symbol < 256) {
        out.put(literals.codes[symbol], literals.lengths[symbol]);
        continue;
      }
      const length = symbol >>> 16;
      const lengthCode = LENGTHS.codeOf[length];
      out.put(literals.codes[LENGTHS_FROM + lengthCode], literals.lengths[LENGTHS_FROM + lengthCode]);
      out.put(length - LENGTHS.first[lengthCode], LENGTHS.extra[lengthCode]);
      const distance = symbol & (LENGTH - 1);
      const distanceCode = DISTANCES.codeOf[distance];
      out.put(distances.codes[distanceCode], distances.lengths[distanceCode]);
      out.put(distance - DISTANCES.first[distanceCode], DISTANCES.extra[distanceCode]);
    }
    out.put(literals.codes[END_OF_BLOCK], literals.lengths[END_OF_BLOCK]);
  }
}
