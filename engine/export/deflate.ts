/**
 * Deflate (Deutsch, RFC 1951) in the wrapping of zlib (RFC 1950), for one picture after another in the same memory.
 *
 * A repeated string is written as a match: a length and a distance back. A hash of three bytes finds earlier places
 * that begin alike: `head` holds the last place of each hash, and `before` the one before each place; both modulo the
 * window, since no match reaches further back. When a match gets longer, the search continues along the chain of the
 * rarest three bytes within it: it then visits fewer places until it finds a longer match.
 *
 * Entries left in the tables by other input could do no harm, since a place counts only after comparing its bytes; but
 * chains would lead into them in vain. So `head` is cleared, and in the first window a chain ends at the first place of
 * its hash.
 *
 * Every choice equals fflate's (`zlibSync`, which the tests compare with), so the bytes are the same. fflate allocates
 * new tables for every call, 2 MB and at the greater effort 32, which were most of an export's memory.
 */

import { BlockWriter, HARDLY_ANYTHING, LONGEST, WINDOW } from "./deflate-blocks.ts";

/** Effort of the search for matches: 6 for files that are written once and read once, 9 for often shown ones. */
export type Effort = 6 | 9;

interface Search {
  /** A match of this length is good enough. */
  readonly enough: number;
  /** Places that the search visits. */
  readonly most: number;
  /** The bits of a hash, and the shift between its three bytes. */
  readonly hashMask: number;
  readonly hashShift: number;
  /** The two bytes after the magic one that name the effort. */
  readonly flags: number;
}

const SEARCHES: Readonly<Record<Effort, Search>> = {
  6: { enough: 128, most: 128, hashMask: 2 ** 20 - 1, hashShift: 7, flags: 0x9c },
  9: { enough: 258, most: 4096, hashMask: 2 ** 24 - 1, hashShift: 8, flags: 0xda },
};

export class ZlibPacker {
  readonly #search: Search;
  readonly #head: Uint16Array;
  readonly #before = new Uint16Array(WINDOW);
  readonly #block = new BlockWriter();
  #distance = 0;

  constructor(effort: Effort) {
    this.#search = SEARCHES[effort];
    this.#head = new Uint16Array(this.#search.hashMask + 1);
  }

  /** The packed bytes. The next call reuses the array. */
  pack(bytes: Uint8Array): Uint8Array {
    this.#block.begin(bytes, this.#search.flags);
    this.#findMatches(bytes);
    this.#forget(bytes);
    return this.#block.end(adler32(bytes));
  }

  #findMatches(bytes: Uint8Array): void {
    const [block, head, before] = [this.#block, this.#head, this.#before];
    const { hashShift, hashMask } = this.#search;
    const last = bytes.length - 2;
    let told = 0;
    for (let at = 0; at < last; at++) {
      const hash = hashAt(bytes, at, hashShift, hashMask);
      const place = at & (WINDOW - 1);
      const earlier = head[hash];
      before[place] = earlier;
      head[hash] = place;
      if (at < told) continue;
      if (block.isFull && bytes.length - at > HARDLY_ANYTHING) block.write(at, false);
      const distance = (place - earlier) & (WINDOW - 1);
      const same = hashAt(bytes, at - distance, hashShift, hashMask) === hash;
      const length = same ? this.#longestMatch(bytes, at, earlier) : 0;
      if (length > 0) block.addMatch(length, this.#distance);
      else block.addLiteral(bytes[at]);
      told = at + Math.max(1, length);
    }
    for (let at = Math.max(0, last, told); at < bytes.length; at++) block.addLiteral(bytes[at]);
    block.write(bytes.length, true);
  }

  /** The length of the match to write at a place, with its distance in `#distance`; 0 for none. */
  #longestMatch(bytes: Uint8Array, at: number, last: number): number {
    const { enough, most } = this.#search;
    const before = this.#before;
    const longest = Math.min(LONGEST, bytes.length - at);
    const good = Math.min(enough, longest);
    const furthest = Math.min(WINDOW - 1, at);
    let place = at & (WINDOW - 1);
    let earlier = last;
    let distance = (place - earlier) & (WINDOW - 1);
    let length = 2;
    for (let tries = most - 1; tries > 0 && distance <= furthest && place !== earlier; tries--) {
      if (bytes[at + length] === bytes[at + length - distance]) {
        let found = 0;
        while (found < longest && bytes[at + found] === bytes[at + found - distance]) found++;
        if (found > length) {
          length = found;
          this.#distance = distance;
          if (length >= good) return length;
          earlier = rarestPlace(before, at - distance, Math.min(distance, length - 2), earlier);
        }
      }
      place = earlier;
      earlier = before[place];
      distance += (place - earlier) & (WINDOW - 1);
    }
    return length > 2 ? length : 0;
  }

  /** Few places are cleared one by one: the table is large. */
  #forget(bytes: Uint8Array): void {
    const head = this.#head;
    if (bytes.length > head.length / 16) {
      head.fill(0);
      return;
    }
    const { hashShift, hashMask } = this.#search;
    for (let at = 0; at < bytes.length - 2; at++) head[hashAt(bytes, at, hashShift, hashMask)] = 0;
  }
}

function hashAt(bytes: Uint8Array, at: number, shift: number, mask: number): number {
  return (bytes[at] ^ (bytes[at + 1] << shift) ^ (bytes[at + 2] << (2 * shift))) & mask;
}

/** Of `count` places from one on, the one whose previous place with the same beginning is furthest back. */
function rarestPlace(before: Uint16Array, from: number, count: number, otherwise: number): number {
  let rarest = otherwise;
  let furthest = 0;
  for (let k = 0; k < count; k++) {
    const place = (from + k) & (WINDOW - 1);
    const back = (place - before[place]) & (WINDOW - 1);
    if (back > furthest) {
      furthest = back;
      rarest = place;
    }
  }
  return rarest;
}

/** Sums of this many bytes fit into 31 bits. */
const ADLER_PIECE = 2655;

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + ADLER_PIECE);
    for (; at < end; at++) {
      a += bytes[at];
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return b * 65_536 + a;
}
