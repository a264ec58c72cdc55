/**
 * A quad-tree unfolded into runs, in reading order: a band of squares side by side becomes its upper and then its lower
 * half, down to leaves, whose eight rows are read off across the band. Equal squares side by side are one entry as long
 * as their halves are equal too, so that a row of 10^9 cells takes a few. Limits on the number of runs and of entries
 * in a band refuse large results before memory is short.
 */

import { TessellaError } from "./errors.ts";
import { grouped } from "./integers.ts";
import type { QuadTree } from "./quad-tree.ts";
import { LEAF_LEVEL } from "./quad-tree.ts";
import type { Rect } from "./rect.ts";
import { intersectRects } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { EMPTY_RUNS, MAX_RUNS, RunsBuilder } from "./runs.ts";
import { joinedRuns } from "./state-planes.ts";
import { treeBounds } from "./tree-facts.ts";

const HINT = "The algorithm hashlife runs it as it is, and Macrocell (.mc) files hold it.";

/**
 * The cells of the region (default: all). Errors: `too-large` when they have more runs than `maxRuns` or span 2^53 cells or more.
 */
export function treeToRuns(tree: QuadTree, region?: Rect, maxRuns: number = MAX_RUNS): Runs {
  const bounds = treeBounds(tree);
  const box = bounds && region ? intersectRects(bounds, region) : bounds;
  if (!box) return { ...EMPTY_RUNS, x: tree.x, y: tree.y };
  if (box.w > MOST || box.h > MOST) {
    throw new TessellaError(
      "too-large",
      `The pattern spans ${spanned(box.w)} x ${spanned(box.h)} cells; what is held as runs may span at most 2^53 - 1.`,
      { hint: HINT },
    );
  }
  if (tree.planes) return joinedRuns(tree.planes.map((plane) => treeToRuns(plane, region, maxRuns)));
  const unfolding = new Unfolding(tree, box, maxRuns);
  unfolding.run();
  return unfolding.out.build(box.x, box.y);
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** The size as people can read it, also of thousands of digits. */
function spanned(size: bigint): string {
  const bits = size.toString(2).length;
  return bits <= 64 ? `${size}` : `2^${bits - 1}`;
}

/** Squares side by side, west to east; where equal ones follow each other they are one entry. */
class Band {
  readonly level: number;
  readonly y: number;
  readonly nodes: number[] = [];
  readonly xs: number[] = [];
  /** How many squares of that node follow each other. */
  readonly counts: number[] = [];

  constructor(level: number, y: number) {
    this.level = level;
    this.y = y;
  }

  push(node: number, x: number, count: number): void {
    const last = this.nodes.length - 1;
    if (this.nodes[last] === node && this.xs[last] + this.counts[last] * 2 ** this.level === x) {
      this.counts[last] += count;
      return;
    }
    this.nodes.push(node);
    this.xs.push(x);
    this.counts.push(count);
  }
}

class Unfolding {
  readonly out: RunsBuilder;
  readonly #tree: QuadTree;
  readonly #box: Rect;
  readonly #width: number;
  readonly #height: number;
  readonly #limit: number;
  #visited = 0;

  constructor(tree: QuadTree, box: Rect, limit: number) {
    this.#tree = tree;
    this.#box = box;
    this.#width = Number(box.w);
    this.#height = Number(box.h);
    this.#limit = limit;
    this.out = new RunsBuilder(limit);
  }

  run(): void {
    const stack = this.#begin();
    try {
      for (let band = stack.pop(); band; band = stack.pop()) {
        this.#visited += band.nodes.length;
        if (band.nodes.length > this.#limit * 2 || this.#visited > this.#limit * 64) throw this.#tooMany();
        if (band.level === LEAF_LEVEL) this.#rows(band);
        else this.#split(band, stack);
      }
    } catch (error) {
      if (error instanceof TessellaError && error.code === "too-large") throw this.#tooMany();
      throw error;
    }
  }

  #tooMany(): TessellaError {
    return new TessellaError(
      "too-large",
      `The pattern has more than ${grouped(this.#limit)} runs of cells.`,
      { hint: HINT },
    );
  }

  /** From the root down to squares whose places are exact as doubles; only those that meet the box. */
  #begin(): Band[] {
    const { root, level, nodes, x, y } = this.#tree;
    const box = this.#box;
    let squares = [{ node: root, x: x - box.x, y: y - box.y }];
    let k = level;
    for (; k > 52; k--) {
      const half = 1n << BigInt(k - 1);
      squares = squares.flatMap((square) =>
        [0, 1, 2, 3].flatMap((q) => {
          const node = nodes[square.node * 4 + q];
          const left = square.x + (q & 1 ? half : 0n);
          const top = square.y + (q & 2 ? half : 0n);
          const meets = left < box.w && left + half > 0n && top < box.h && top + half > 0n;
          return node !== 0 && meets ? [{ node, x: left, y: top }] : [];
        }),
      );
    }
    const bands: Band[] = [];
    for (const top of [...new Set(squares.map((square) => square.y))].sort((a, b) => (a < b ? 1 : -1))) {
      const row = squares.filter((square) => square.y === top).sort((a, b) => (a.x < b.x ? -1 : 1));
      const band = new Band(k, Number(top));
      for (const { node, x: left } of row) band.push(node, Number(left), 1);
      bands.push(band);
    }
    return bands;
  }

  #split({ level, y, nodes, xs, counts }: Band, stack: Band[]): void {
    const half = 2 ** (level - 1);
    const words = this.#tree.nodes;
    for (const lower of [2, 0]) {
      const top = lower ? y + half : y;
      if (top >= this.#height || top + half <= 0) continue;
      const band = new Band(level - 1, top);
      for (let i = 0; i < nodes.length; i++) {
        const west = words[nodes[i] * 4 + lower];
        const east = words[nodes[i] * 4 + lower + 1];
        if ((west | east) === 0) continue;
        if (west === east) {
          this.#push(band, west, xs[i], counts[i] * 2, half);
          continue;
        }
        if (band.nodes.length + counts[i] > this.#limit * 2) throw this.#tooMany();
        for (let n = 0, x = xs[i]; n < counts[i]; n++, x += 2 * half) {
          this.#push(band, west, x, 1, half);
          this.#push(band, east, x + half, 1, half);
        }
      }
      if (band.nodes.length > 0) stack.push(band);
    }
  }

  #push(band: Band, node: number, x: number, count: number, side: number): void {
    if (node !== 0 && x < this.#width && x + count * side > 0) band.push(node, x, count);
  }

  #rows({ y, nodes, xs, counts }: Band): void {
    const words = this.#tree.nodes;
    for (let j = Math.max(0, -y); j < 8 && y + j < this.#height; j++) {
      const word = j >> 2;
      const shift = 8 * (j & 3);
      for (let i = 0; i < nodes.length; i++) {
        const bits = (words[nodes[i] * 4 + word] >>> shift) & 255;
        if (bits === 255) this.#add(xs[i], y + j, counts[i] * 8);
        else if (bits !== 0) {
          for (let n = 0; n < counts[i]; n++) this.#byte(bits, xs[i] + 8 * n, y + j);
        }
      }
    }
  }

  #byte(byte: number, left: number, y: number): void {
    for (let bits = byte, x = left; bits !== 0; ) {
      const gap = 31 - Math.clz32(bits & -bits);
      bits >>= gap;
      const length = 31 - Math.clz32(~bits & -~bits);
      this.#add(x + gap, y, length);
      bits >>= length;
      x += gap + length;
    }
  }

  #add(x: number, y: number, length: number): void {
    const from = Math.max(x, 0);
    this.out.add(from, y, Math.min(x + length, this.#width) - from);
  }
}
