/** Lists of whole numbers, each kept once and known by its number. */
export class IntLists {
  #numbers = new Int32Array(1024);
  #starts: number[] = [0];
  /** Places of lists by their hash, plus one; 0 where there is none. */
  #places = new Int32Array(1024);

  get size(): number {
    return this.#starts.length - 1;
  }

  /** All numbers of all lists, one list after the other. */
  get numbers(): Int32Array {
    return this.#numbers.subarray(0, this.#starts[this.size]);
  }

  get(id: number): Int32Array {
    return this.#numbers.subarray(this.#starts[id], this.#starts[id + 1]);
  }

  /** The number of the list that is the first `length` of `list`. */
  idOf(list: ArrayLike<number>, length: number = list.length): number {
    if (2 * this.size >= this.#places.length) this.#spread();
    const mask = this.#places.length - 1;
    let at = hashOf(list, length) & mask;
    for (; this.#places[at] > 0; at = (at + 1) & mask) {
      const id = this.#places[at] - 1;
      if (this.#equals(id, list, length)) return id;
    }
    const start = this.#starts[this.size] as number;
    if (start + length > this.#numbers.length) {
      const grown = new Int32Array(2 * (start + length));
      grown.set(this.#numbers.subarray(0, start));
      this.#numbers = grown;
    }
    for (let i = 0; i < length; i++) this.#numbers[start + i] = list[i] as number;
    this.#starts.push(start + length);
    this.#places[at] = this.size;
    return this.size - 1;
  }

  #equals(id: number, list: ArrayLike<number>, length: number): boolean {
    const start = this.#starts[id] as number;
    if ((this.#starts[id + 1] as number) - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.#numbers[start + i] !== list[i]) return false;
    return true;
  }

  #spread(): void {
    this.#places = new Int32Array(2 * this.#places.length);
    const mask = this.#places.length - 1;
    for (let id = 0; id < this.size; id++) {
      const list = this.get(id);
      let at = hashOf(list, list.length) & mask;
      while (this.#places[at] > 0) at = (at + 1) & mask;
      this.#places[at] = id + 1;
    }
  }
}

function hashOf(list: ArrayLike<number>, length: number): number {
  let hash = length;
  for (let i = 0; i < length; i++) {
    hash = Math.imul(hash ^ (list[i] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
