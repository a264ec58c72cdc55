/**
 * The nodes of a Macrocell file. Each line is read once, byte by byte, and becomes a node of the builder at once, so that a node
 * that stands twice in the file is one in the tree. Squares smaller than a leaf (levels 1 and 2, in files of more than two
 * states) are held as their bits until four of them make one. From the first state above 1 on a line becomes a node for the cells
 * that are not 0, and one for each bit of their states, all in the same builder.
 */

import { planesFor } from "../core/block.ts";
import { LEAF_LEVEL, MAX_LEVEL, QuadTreeBuilder } from "../core/quad-tree.ts";
import {
  DIGIT_0,
  DOT,
  isBlank,
  isDigit,
  isLineBreak,
  nameByte,
  STAR,
  syntaxError,
  tooLarge,
} from "./bytes.ts";
import type { MacrocellHead } from "./macrocell-head.ts";

const DOLLAR = 36;

export class MacrocellNodes {
  readonly builder: QuadTreeBuilder;
  readonly #bytes: Uint8Array;
  readonly #head: MacrocellHead;
  /** Of each line: the builder's node, or below the leaves the cells, row by row; of the live cells, then of each bit. */
  readonly #ids: Uint32Array[] = [new Uint32Array(256)];
  #levels = new Uint16Array(256);
  #count = 0;
  /** Start of the last number read, and the byte after it. */
  #at = 0;
  #next = 0;
  firstAbove1 = -1;
  readonly #children = [0, 0, 0, 0];

  constructor(bytes: Uint8Array, head: MacrocellHead, maxNodes?: number) {
    this.#bytes = bytes;
    this.#head = head;
    this.builder = new QuadTreeBuilder(maxNodes);
  }

  /** Lines that were nodes. */
  get count(): number {
    return this.#count;
  }

  /** Bits of the states, or none where there are two. */
  get planes(): number {
    return this.#ids.length - 1;
  }

  /** The node of a line, as one of the builder's: that of the cells which are not 0, or of bit `plane` of the states. */
  square(line: number, plane = -1): { readonly id: number; readonly level: number } {
    const level = this.#levels[line];
    const bits = (this.#ids[plane + 1] as Uint32Array)[line];
    if (line === 0 || level >= LEAF_LEVEL) return { id: bits, level };
    // Two rows of two, or four of four, in the upper left of a leaf.
    const side = 1 << level;
    let low = 0;
    for (let row = 0; row < side; row++) low |= ((bits >> (row * side)) & ((1 << side) - 1)) << (8 * row);
    return { id: this.builder.leaf(low, 0), level };
  }

  /** Reads the line at `at`; returns its end. Errors: `syntax`, `too-large`, with their place. */
  line(at: number): number {
    const first = this.#bytes[at];
    if (first === DOT || first === STAR || first === DOLLAR) return this.#leaf(at);
    if (isDigit(first)) return this.#inner(at);
    throw syntaxError(
      this.#bytes,
      at,
      `A line of a Macrocell file cannot begin with ${nameByte(first)}.`,
      "Leaves are drawn in . * and $, other nodes are five numbers, comments begin with #.",
    );
  }

  /** Warns of states without a rule. Call it at the end. */
  settle(): void {
    if (this.firstAbove1 < 0 || this.#head.rule !== null) return;
    this.#head.notes.warn(this.firstAbove1, "The cells have more than two states, but no rule is named.");
  }

  /** The first state above 1: all cells so far are in state 1, and from now on each bit has its nodes. */
  #takeStates(): void {
    const [living] = this.#ids as [Uint32Array];
    this.#ids.push(living.slice());
    while (this.planes < planesFor(this.#head.states)) this.#ids.push(new Uint32Array(living.length));
  }

  #leaf(at: number): number {
    const bytes = this.#bytes;
    let low = 0;
    let high = 0;
    let column = 0;
    let row = 0;
    let i = at;
    for (; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === DOLLAR) {
        row++;
        column = 0;
      } else if (byte === DOT || byte === STAR) {
        if (column > 7 || row > 7) throw this.#tooManyCells(i, row);
        if (byte === STAR) {
          if (row < 4) low |= 1 << (8 * row + column);
          else high |= 1 << (8 * row + column - 32);
        }
        column++;
      } else break;
    }
    if (row > 8) throw this.#tooManyCells(i - 1, row);
    this.#lineEnds(i);
    const line = this.#add(LEAF_LEVEL, at);
    // A drawn leaf has cells in state 1 only: the live ones are those of bit 0.
    const leaf = this.builder.leaf(low, high);
    for (const ids of this.#ids.slice(0, 2)) ids[line] = leaf;
    return i;
  }

  #tooManyCells(at: number, row: number): Error {
    return syntaxError(
      this.#bytes,
      at,
      row > 7 ? "A leaf has 8 rows; this one has more." : "A leaf's row has 8 cells; this one has more.",
    );
  }

  #inner(at: number): number {
    const level = this.#number(at);
    if (level < 1)
      throw syntaxError(this.#bytes, at, "A node of level 0 is a single cell; the least level is 1.");
    if (level > MAX_LEVEL) {
      throw tooLarge(
        this.#bytes,
        at,
        `A square of side 2^${level} is too large; 2^${MAX_LEVEL} is the most.`,
      );
    }
    const children = this.#children;
    for (let q = 0; q < 4; q++) {
      const value = this.#number(this.#next);
      children[q] = level === 1 ? this.#state(value) : this.#child(value, level);
    }
    this.#lineEnds(this.#next);
    const line = this.#add(level, at);
    for (let plane = 0; plane < this.#ids.length; plane++) {
      const ids = this.#ids[plane] as Uint32Array;
      const nw = quarterOf(ids, children[0] as number, level, plane);
      const ne = quarterOf(ids, children[1] as number, level, plane);
      const sw = quarterOf(ids, children[2] as number, level, plane);
      const se = quarterOf(ids, children[3] as number, level, plane);
      ids[line] = this.#square(level, nw, ne, sw, se);
    }
    return this.#next;
  }

  #square(level: number, nw: number, ne: number, sw: number, se: number): number {
    if (level > LEAF_LEVEL) return this.builder.node(level, nw, ne, sw, se);
    if (level === 1) return nw | (ne << 1) | (sw << 2) | (se << 3);
    const side = level - 1;
    const left = beside(nw, ne, side);
    const right = beside(sw, se, side);
    return level === 2 ? left | (right << 8) : this.builder.leaf(left, right);
  }

  #state(value: number): number {
    if (value <= 1) return value;
    const { rule, states } = this.#head;
    if (value >= states) {
      const whose = rule === null ? "" : ` of ${rule}`;
      throw syntaxError(
        this.#bytes,
        this.#at,
        `State ${value} is none${whose}; the last one is ${states - 1}.`,
      );
    }
    if (this.firstAbove1 < 0) {
      this.firstAbove1 = this.#at;
      this.#takeStates();
    }
    return value;
  }

  /** The line of a quarter, checked. */
  #child(line: number, level: number): number {
    if (line === 0) return 0;
    if (line > this.#count) {
      throw syntaxError(
        this.#bytes,
        this.#at,
        `Node ${line} does not stand above this line; nodes so far: ${this.#count}.`,
      );
    }
    if (this.#levels[line] !== level - 1) {
      throw syntaxError(
        this.#bytes,
        this.#at,
        `Node ${line} is a square of level ${this.#levels[line]}; a quarter of level ${level} has level ${level - 1}.`,
      );
    }
    return line;
  }

  /** The number at `from`, after optional blanks. Anything past 10^9 returns 10^9: too much in every use. */
  #number(from: number): number {
    const bytes = this.#bytes;
    let i = from;
    while (isBlank(bytes[i])) i++;
    this.#at = i;
    let value = 0;
    for (; isDigit(bytes[i]); i++) value = Math.min(value * 10 + bytes[i] - DIGIT_0, 1e9);
    if (i === this.#at) {
      throw syntaxError(
        bytes,
        i,
        "A node is five whole numbers: its level and its north-west, north-east, south-west and south-east quarters.",
      );
    }
    this.#next = i;
    return value;
  }

  #lineEnds(at: number): void {
    const bytes = this.#bytes;
    let i = at;
    while (isBlank(bytes[i])) i++;
    if (i < bytes.length && !isLineBreak(bytes[i])) {
      throw syntaxError(bytes, i, `The node ends here; ${nameByte(bytes[i])} does not belong to it.`);
    }
  }

  /** Counts a line, and returns its number. */
  #add(level: number, at: number): number {
    const line = ++this.#count;
    if (line === this.#levels.length) {
      if (line >= 1e9) throw tooLarge(this.#bytes, at, "The file has more than 10^9 nodes.");
      const size = Math.ceil(line * 1.6);
      this.#ids.forEach((ids, plane) => {
        this.#ids[plane] = new Uint32Array(size);
        this.#ids[plane].set(ids);
      });
      const levels = new Uint16Array(size);
      levels.set(this.#levels);
      this.#levels = levels;
    }
    this.#levels[line] = level;
    return line;
  }
}

/** What a quarter is in a plane, by its line, or on level 1 by its state: of the live cells, then of each bit. */
function quarterOf(ids: Uint32Array, child: number, level: number, plane: number): number {
  if (level > 1) return ids[child] as number;
  return plane === 0 ? Math.min(1, child) : (child >> (plane - 1)) & 1;
}

/** Two squares of level `side` (1: rows of 2 bits, 2: rows of 4) as rows of twice the width. */
function beside(west: number, east: number, side: number): number {
  const width = 1 << side;
  const mask = (1 << width) - 1;
  let rows = 0;
  for (let row = 0; row < width; row++) {
    const both = ((west >> (row * width)) & mask) | (((east >> (row * width)) & mask) << width);
    rows |= both << (row * width * 2);
  }
  return rows;
}
