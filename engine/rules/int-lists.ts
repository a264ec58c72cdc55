/** Lists of whole numbers, each kept once and known by its number. */
export class IntLists {
  /** The length of each list; 0 where they differ. */
  readonly #width: number;
  #size = 0;
  #numbers = new Int32Array(64);
  /** Where each list begins, and the last one ends. Lists of one length need none. */
  #starts = new Int32Array(0);
  /** Places of lists by their hash, plus one; 0 where there is none. */
  #places = new Int32Array(64);

  /** `width`: the length of each list, where all have the same. */
  constructor(width = 0) {
    this.#width = width;
    if (width === 0) this.#starts = new Int32Array(64);
  }

  get size(): number {
    return this.#size;
  }

  /** All numbers of all lists, one list after the other. */
  get numbers(): Int32Array {
    return this.#numbers.subarray(0, this.startOf(this.#size));
  }

  /** What `numbers` begins with, and perhaps more: for loops over many lists, which begin and end there. It moves when lists come in. */
  get held(): Int32Array {
    return this.#numbers;
  }

  startOf(id: number): number {
    return this.#width > 0 ? id * this.#width : (this.#starts[id] as number);
  }

  endOf(id: number): number {
    return this.startOf(id + 1);
  }

  get(id: number): Int32Array {
    return this.#numbers.subarray(this.startOf(id), this.endOf(id));
  }

  /** Gives back what only `idOf` needs, which must not be called any more. */
  close(): void {
    this.#places = new Int32Array(0);
  }

  /** The number of the list that is the first `length` of `list`. */
  idOf(list: ArrayLike<number>, length: number = list.length): number {
    const size = this.#size;
    if (2 * size >= this.#places.length) this.#spread();
    const places = this.#places;
    const mask = places.length - 1;
    let at = hashOf(list, 0, length) & mask;
    for (; (places[at] as number) > 0; at = (at + 1) & mask) {
      const id = (places[at] as number) - 1;
      if (this.#equals(id, list, length)) return id;
    }
    const start = this.startOf(size);
    if (start + length > this.#numbers.length) this.#numbers = grown(this.#numbers, start, start + length);
    for (let i = 0; i < length; i++) this.#numbers[start + i] = list[i] as number;
    this.#size = size + 1;
    if (this.#width === 0) {
      if (size + 2 > this.#starts.length) this.#starts = grown(this.#starts, size + 1, size + 2);
      this.#starts[size + 1] = start + length;
    }
    places[at] = size + 1;
    return size;
  }

  #equals(id: number, list: ArrayLike<number>, length: number): boolean {
    const start = this.startOf(id);
    if (this.#width === 0 && (this.#starts[id + 1] as number) - start !== length) return false;
    const numbers = this.#numbers;
    for (let i = 0; i < length; i++) if (numbers[start + i] !== list[i]) return false;
    return true;
  }

  #spread(): void {
    const places = new Int32Array(2 * this.#places.length);
    const mask = places.length - 1;
    for (let id = 0; id < this.size; id++) {
      let at = hashOf(this.#numbers, this.startOf(id), this.endOf(id)) & mask;
      while ((places[at] as number) > 0) at = (at + 1) & mask;
      places[at] = id + 1;
    }
    this.#places = places;
  }
}

/** A copy of the first `length` numbers with room for `needed`, and half of that more. */
function grown(numbers: Int32Array, length: number, needed: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(needed + (needed >> 1) + 64);
  copy.set(numbers.subarray(0, length));
  return copy;
}

function hashOf(list: ArrayLike<number>, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ (list[i] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
