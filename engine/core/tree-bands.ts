/** Rows of squares of one level, as runs of equal nodes: the intermediate form of tree-from-runs.ts. */

/** Bands of one level from the top down: runs of equal nodes, counted in squares of that level. */
export class Bands {
  rows = new Float64Array(64);
  /** The first run of each band. */
  starts = new Uint32Array(64);
  count = 0;
  columns = new Float64Array(256);
  lengths = new Float64Array(256);
  nodes = new Uint32Array(256);
  runs = 0;

  begin(row: number): void {
    if (this.count + 1 >= this.rows.length) {
      this.rows = grown(this.rows, new Float64Array(this.rows.length * 2));
      this.starts = grown(this.starts, new Uint32Array(this.starts.length * 2));
    }
    this.rows[this.count] = row;
    this.starts[this.count++] = this.runs;
    this.starts[this.count] = this.runs;
  }

  /** To the right of what the band has. */
  push(column: number, length: number, node: number): void {
    const n = this.runs;
    if (
      n > this.starts[this.count - 1] &&
      this.nodes[n - 1] === node &&
      this.columns[n - 1] + this.lengths[n - 1] === column
    ) {
      this.lengths[n - 1] += length;
      return;
    }
    if (n === this.columns.length) {
      const size = Math.ceil(n * 1.6);
      this.columns = grown(this.columns, new Float64Array(size));
      this.lengths = grown(this.lengths, new Float64Array(size));
      this.nodes = grown(this.nodes, new Uint32Array(size));
    }
    this.columns[n] = column;
    this.lengths[n] = length;
    this.nodes[n] = node;
    this.runs = n + 1;
    this.starts[this.count] = this.runs;
  }

  /** The node at a place, for the few that are left at the end. */
  at(column: number, row: number): number {
    for (let band = 0; band < this.count; band++) {
      if (this.rows[band] !== row) continue;
      for (let i = this.starts[band]; i < this.starts[band + 1]; i++) {
        if (column >= this.columns[i] && column < this.columns[i] + this.lengths[i]) return this.nodes[i];
      }
    }
    return 0;
  }
}

function grown<T extends Float64Array | Uint32Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}

/** Walks along a band. */
export class Cursor {
  readonly #bands: Bands;
  #next: number;
  readonly #end: number;
  /** Where the present run goes on, and ends; infinite behind the last. */
  from = Number.POSITIVE_INFINITY;
  #to = Number.POSITIVE_INFINITY;
  #node = 0;

  constructor(bands: Bands, band: number) {
    this.#bands = bands;
    this.#next = band < 0 ? 0 : bands.starts[band];
    this.#end = band < 0 ? 0 : bands.starts[band + 1];
    this.#load();
  }

  static none(bands: Bands): Cursor {
    return new Cursor(bands, -1);
  }

  #load(): void {
    if (this.#next >= this.#end) {
      this.from = Number.POSITIVE_INFINITY;
      this.#node = 0;
      return;
    }
    this.from = this.#bands.columns[this.#next];
    this.#to = this.from + this.#bands.lengths[this.#next];
    this.#node = this.#bands.nodes[this.#next];
    this.#next++;
  }

  peek(column: number): number {
    return this.from === column ? this.#node : 0;
  }

  /** The node at a column, and on. */
  take(column: number): number {
    if (this.from !== column) return 0;
    const node = this.#node;
    this.skip(column + 1);
    return node;
  }

  /** Over how many columns the node stays the same. */
  steady(column: number): number {
    return this.from === column ? this.#to - column : this.from - column;
  }

  /** Goes on at `column`, which lies in the present run or before it. */
  skip(column: number): void {
    if (this.from >= column) return;
    if (column < this.#to) this.from = column;
    else this.#load();
  }
}
