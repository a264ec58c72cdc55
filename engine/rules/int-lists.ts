/** Lists of whole numbers, each kept once and known by its number. */
export class IntLists {
  #numbers = new Int32Array(64);
  #starts: number[] = [0];
  /** Places of lists by their hash, plus one; 0 where there is none. */
  #places = new Int32Array(64);

  get size(): number {
    return this.#starts.length - 1;
  }

  /** All numbers of all lists, one list after the other. */
  get numbers(): Int32Array {
    return this.#numbers.subarray(0, this.#starts[this.size]);
  }

  /** What `numbers` begins with, and perhaps more: for loops over many lists, which begin and end there. It moves when lists come in. */
  get held(): Int32Array {
    return this.#numbers;
  }

  startOf(id: number): number {
    return this.#starts[id] as number;
  }

  endOf(id: number): number {
    return this.#starts[id + 1] as number;
  }

  get(id: number): Int32Array {
    return this.#numbers.subarray(this.#starts[id], this.#starts[id + 1]);
  }

  /** The number of the list that is the first `length` of `list`. */
  idOf(list: ArrayLike<number>, length: number = list.length): number {
    const size = this.#starts.length - 1;
    if (2 * size >= this.#places.length) this.#spread();
    const places = this.#places;
    const mask = places.length - 1;
    let at = hashOf(list, 0, length) & mask;
    for (; (places[at] as number) > 0; at = (at + 1) & mask) {
      const id = (places[at] as number) - 1;
      if (this.#equals(id, list, length)) return id;
    }
    const start = this.#starts[size] as number;
    if (start + length > this.#numbers.length) {
      const grown = new Int32Array(2 * (start + length));
      grown.set(this.#numbers.subarray(0, start));
      this.#numbers = grown;
    }
    for (let i = 0; i < length; i++) this.#numbers[start + i] = list[i] as number;
    this.#starts.push(start + length);
    places[at] = size + 1;
    return size;
  }

  #equals(id: number, list: ArrayLike<number>, length: number): boolean {
    const start = this.#starts[id] as number;
    if ((this.#starts[id + 1] as number) - start !== length) return false;
    const numbers = this.#numbers;
    for (let i = 0; i < length; i++) if (numbers[start + i] !== list[i]) return false;
    return true;
  }

  #spread(): void {
    const places = new Int32Array(4 * this.#places.length);
    const mask = places.length - 1;
    for (let id = 0; id < this.size; id++) {
      let at = hashOf(this.#numbers, this.startOf(id), this.endOf(id)) & mask;
      while ((places[at] as number) > 0) at = (at + 1) & mask;
      places[at] = id + 1;
    }
    this.#places = places;
  }
}

function hashOf(list: ArrayLike<number>, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ (list[i] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
