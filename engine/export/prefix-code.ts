/**
 * Prefix codes as in deflate (RFC 1951, 3.2.2): the number of bits of each symbol, so that frequent symbols take few
 * and none takes more than a limit; and the bits themselves, which follow from the lengths alone.
 *
 * Lengths come from Huffman's tree: the two lightest nodes are joined until one is left, and a symbol's length is its
 * depth. With the symbols sorted by weight, joined nodes come out sorted too, so the lightest is always at the head of
 * one of two queues. Lengths past the limit are cut to it. That claims more codes than there are, a debt, which is paid
 * off by lengthening others that are below the limit, the rarest of the longest first.
 *
 * Of equals the lower symbol comes first everywhere: the same counts give the same code as fflate.
 */

/** A weight and a symbol in one number, which sorts by weight and then by symbol. */
const WEIGHT = 512;
/** The same with a depth before both. */
const DEPTH = 2 ** 24;
const DEEPEST = 63;

export class PrefixCode {
  /** Count of each symbol. At most 2^15 in all. */
  readonly counts: Uint16Array;
  /** Bits of each symbol; 0 if it does not occur. */
  readonly lengths: Uint8Array;
  /** The bits, the first one lowest. */
  readonly codes: Uint16Array;
  readonly #most: number;
  /** Symbols that occur, sorted by weight. */
  readonly #sorted: Uint32Array;
  readonly #joined: Uint16Array;
  /** The joined node above each symbol and above each joined node. */
  readonly #above: Uint16Array;
  readonly #aboveJoined: Uint16Array;
  readonly #depths: Uint8Array;

  /** No code takes more than `most` bits. */
  constructor(symbols: number, most: number) {
    this.counts = new Uint16Array(symbols);
    this.lengths = new Uint8Array(symbols);
    this.codes = new Uint16Array(symbols);
    this.#most = most;
    this.#sorted = new Uint32Array(symbols);
    this.#joined = new Uint16Array(symbols);
    this.#above = new Uint16Array(symbols);
    this.#aboveJoined = new Uint16Array(symbols);
    this.#depths = new Uint8Array(symbols);
  }

  /** Number of symbols up to the last that occurs; one if none does. */
  get used(): number {
    let count = this.lengths.length;
    while (count > 1 && this.lengths[count - 1] === 0) count--;
    return count;
  }

  /** Computes the lengths from the counts. */
  fit(): void {
    const { counts, lengths } = this;
    lengths.fill(0);
    let used = 0;
    for (let symbol = 0; symbol < counts.length; symbol++) {
      if (counts[symbol] > 0) this.#sorted[used++] = counts[symbol] * WEIGHT + symbol;
    }
    if (used === 1) lengths[this.#sorted[0] % WEIGHT] = 1;
    if (used < 2) return;
    const sorted = this.#sorted.subarray(0, used).sort();
    this.#join(sorted);
    const deepest = this.#measure(sorted);
    if (deepest > this.#most) this.#limit(sorted, deepest);
  }

  /** Computes the codes from the lengths: in order of length, and within a length in order of symbol. */
  assign(): void {
    let code = 0;
    for (let bits = 1; bits <= this.#most; bits++) {
      for (let symbol = 0; symbol < this.lengths.length; symbol++) {
        if (this.lengths[symbol] === bits) this.codes[symbol] = reversed(code++, bits);
      }
      code <<= 1;
    }
  }

  /** Bits that this many symbols take. */
  costOf(counts: Uint16Array): number {
    let bits = 0;
    for (let symbol = 0; symbol < counts.length; symbol++) bits += counts[symbol] * this.lengths[symbol];
    return bits;
  }

  #join(sorted: Uint32Array): void {
    const joined = this.#joined;
    let [leaf, node] = [0, 0];
    for (let next = 0; next < sorted.length - 1; next++) {
      joined[next] = 0;
      for (let side = 0; side < 2; side++) {
        const weight = leaf < sorted.length ? Math.floor(sorted[leaf] / WEIGHT) : Number.POSITIVE_INFINITY;
        if (node < next && joined[node] < weight) {
          this.#aboveJoined[node] = next;
          joined[next] += joined[node++];
        } else {
          this.#above[leaf++] = next;
          joined[next] += weight;
        }
      }
    }
  }

  /** Takes the depths as lengths. Returns the greatest. */
  #measure(sorted: Uint32Array): number {
    const depths = this.#depths;
    const root = sorted.length - 2;
    depths[root] = 0;
    for (let node = root - 1; node >= 0; node--) depths[node] = depths[this.#aboveJoined[node]] + 1;
    let deepest = 0;
    for (let leaf = 0; leaf < sorted.length; leaf++) {
      const depth = depths[this.#above[leaf]] + 1;
      this.lengths[sorted[leaf] % WEIGHT] = depth;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  /** Debts count in codes of the greatest depth, then in codes of the limit. */
  #limit(sorted: Uint32Array, deepest: number): void {
    const { lengths } = this;
    const most = this.#most;
    for (let k = 0; k < sorted.length; k++) sorted[k] += (DEEPEST - lengths[sorted[k] % WEIGHT]) * DEPTH;
    sorted.sort();
    let debt = 0;
    let k = 0;
    for (; lengths[sorted[k] % WEIGHT] > most; k++) {
      const symbol = sorted[k] % WEIGHT;
      debt += 2 ** (deepest - most) - 2 ** (deepest - lengths[symbol]);
      lengths[symbol] = most;
    }
    debt = Math.floor(debt / 2 ** (deepest - most));
    while (debt > 0) {
      const symbol = sorted[k] % WEIGHT;
      if (lengths[symbol] < most) debt -= 2 ** (most - ++lengths[symbol]);
      else k++;
    }
    // Gives back what was overpaid.
    for (; debt < 0; k--) {
      const symbol = sorted[k] % WEIGHT;
      if (lengths[symbol] !== most) continue;
      lengths[symbol]--;
      debt++;
    }
  }
}

function reversed(code: number, bits: number): number {
  let out = 0;
  for (let k = 0; k < bits; k++) out |= ((code >> k) & 1) << (bits - 1 - k);
  return out;
}
