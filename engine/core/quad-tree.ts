/**
 * Quad-trees: cells of any extent in as little memory as their structure needs.
 *
 * A square of side 2^k is four squares of side 2^(k-1), down to leaves of 8 x 8 cells. Squares that look the same are one
 * node, wherever they lie, so that a pattern made of repeated parts takes the memory of one of each: a tree of a few
 * thousand nodes may stand for more cells than there are atoms. It is a directed graph without cycles; no code ever walks it
 * as a tree. This is what a Macrocell file holds and what HashLife computes with (Gosper, "Exploiting regularities in large
 * cellular spaces", Physica D 10, 1984). What comes of it is worked out a node at a time, in the order of the array, in which
 * children stand before their parents: no recursion, whatever the depth.
 */

import { TessellaError } from "./errors.ts";
import { grouped } from "./integers.ts";

/** Plain data: structured clone and transfer between workers take it as it is. */
export interface QuadTree {
  readonly kind: "tree";
  /** Upper left cell of the root's square. */
  readonly x: bigint;
  readonly y: bigint;
  /** The last node; 0 for no cells. */
  readonly root: number;
  /** The root's level: its side is 2^level. At least 3. */
  readonly level: number;
  /** Level of each node; 3 is a leaf. */
  readonly levels: Uint16Array<ArrayBuffer>;
  /**
   * Four words a node: nw, ne, sw, se from level 4 on. In a leaf words 0 and 1 are the rows 0-3 and 4-7, bit 8 * row + column, the
   * lowest bit westernmost, and words 2 and 3 are 0. Node 0 is the empty square of every level; every other holds a cell, and no two
   * are equal. Nodes stand after their children.
   */
  readonly nodes: Uint32Array<ArrayBuffer>;
  /**
   * Of cells in more than two states: a tree for each bit of their states, all of the same square as this one, which says where
   * any is set. Default: all cells are in state 1.
   */
  readonly planes?: readonly QuadTree[];
}

export const LEAF_LEVEL = 3;

/** Squares of side 2^4096 are the largest: no known pattern comes near, and numbers of cells stay readable. */
export const MAX_LEVEL = 4096;

/**
 * The default middle of trees (upper left cell of the root's south-east quarter): that of Macrocell files, so that
 * files and memory divide patterns along the same lines.
 */
export const TREE_MIDDLE = { x: 0n, y: 1n } as const;

/** How many nodes a builder takes before it refuses: 16 to 26 bytes each, so 2^24 are 420 MB at most. */
const MAX_NODES = 2 ** 24;

export const EMPTY_TREE: QuadTree = {
  kind: "tree",
  x: 0n,
  y: 0n,
  root: 0,
  level: LEAF_LEVEL,
  levels: new Uint16Array(1),
  nodes: new Uint32Array(4),
};

/** Makes nodes, each only once: a table that is searched by content (open addressing, linear probing) finds equal ones. */
export class QuadTreeBuilder {
  #nodes = new Uint32Array(4 * 256);
  #levels = new Uint16Array(256);
  #count = 1;
  /** Node numbers; 0 is a free place. Its size is a power of two, at least 4/3 of the nodes. */
  #table = new Uint32Array(512);
  readonly #limit: number;

  constructor(limit: number = MAX_NODES) {
    this.#limit = limit;
  }

  /** Nodes, the empty one among them. */
  get count(): number {
    return this.#count;
  }

  /** Word `k` of a node. */
  word(node: number, k: number): number {
    return this.#nodes[node * 4 + k];
  }

  levelOf(node: number): number {
    return this.#levels[node];
  }

  /** The leaf with rows 0-3 in `low` and 4-7 in `high`. Errors: `too-large`. */
  leaf(low: number, high: number): number {
    return this.#find(LEAF_LEVEL, low >>> 0, high >>> 0, 0, 0);
  }

  /** The square of four others, which the caller knows to be of level - 1 or empty. Errors: `too-large`. */
  node(level: number, nw: number, ne: number, sw: number, se: number): number {
    return this.#find(level, nw, ne, sw, se);
  }

  /**
   * The tree with that root and its upper left cell at (x, y). Later nodes are left out: they cannot be below it. The builder can
   * be used further.
   */
  build(root: number, level: number, x: bigint, y: bigint): QuadTree {
    const count = root + 1;
    return {
      kind: "tree",
      x,
      y,
      root,
      level,
      levels: this.#levels.slice(0, count),
      nodes: this.#nodes.slice(0, count * 4),
    };
  }

  #find(level: number, a: number, b: number, c: number, d: number): number {
    if ((a | b | c | d) === 0) return 0;
    const nodes = this.#nodes;
    const mask = this.#table.length - 1;
    let slot = mix(level, a, b, c, d) & mask;
    for (let n = this.#table[slot]; n !== 0; n = this.#table[slot]) {
      const at = n * 4;
      if (
        nodes[at] === a &&
        nodes[at + 1] === b &&
        nodes[at + 2] === c &&
        nodes[at + 3] === d &&
        this.#levels[n] === level
      ) {
        return n;
      }
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, level, a, b, c, d);
  }

  #add(slot: number, level: number, a: number, b: number, c: number, d: number): number {
    const node = this.#count;
    if (level > MAX_LEVEL) {
      throw new TessellaError("too-large", `The cells spread over more than 2^${MAX_LEVEL} rows or columns.`);
    }
    if (node > this.#limit) {
      throw new TessellaError(
        "too-large",
        `The pattern has more than ${grouped(this.#limit)} different squares.`,
      );
    }
    if (node === this.#levels.length) this.#grow();
    const at = node * 4;
    const nodes = this.#nodes;
    nodes[at] = a;
    nodes[at + 1] = b;
    nodes[at + 2] = c;
    nodes[at + 3] = d;
    this.#levels[node] = level;
    this.#count = node + 1;
    if (this.#count * 4 > this.#table.length * 3) this.#rehash();
    else this.#table[slot] = node;
    return node;
  }

  #grow(): void {
    const length = Math.min(Math.ceil(this.#count * 1.6), this.#limit + 1);
    const nodes = new Uint32Array(length * 4);
    nodes.set(this.#nodes);
    this.#nodes = nodes;
    const levels = new Uint16Array(length);
    levels.set(this.#levels);
    this.#levels = levels;
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    const nodes = this.#nodes;
    for (let n = 1; n < this.#count; n++) {
      const at = n * 4;
      let slot = mix(this.#levels[n], nodes[at], nodes[at + 1], nodes[at + 2], nodes[at + 3]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = n;
    }
    this.#table = table;
  }
}

/** Four words and a level to 32 bits: odd multipliers, and at the end the finishing steps of MurmurHash3 (Appleby, 2011). */
function mix(level: number, a: number, b: number, c: number, d: number): number {
  let h =
    Math.imul(a, 0x9e3779b1) ^
    Math.imul(b, 0x85ebca6b) ^
    Math.imul(c, 0xc2b2ae35) ^
    Math.imul(d, 0x27d4eb2f) ^
    level;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
