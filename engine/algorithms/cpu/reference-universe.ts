/**
 * The reference: one byte a cell, and the definition of a cellular automaton read aloud. For each cell look at its neighbours,
 * look up what follows (reference-rows.ts), write the answer into a second array, swap the arrays. Everything faster is tested
 * against it, so it is written to be checked by eye and not to be quick.
 *
 * What lies beyond an edge is settled before a generation begins. The arrays are as much larger than the grid on every
 * side as the rule's cells look far; this ghost ring is filled by copying, for each ghost cell, the cell that the topology puts there
 * (core/topology.ts), and stays dead where there is nothing but background. After that a torus, a Klein bottle and a
 * plane are all the same loop. On a frozen border the outermost cells of the grid are carried over as they are.
 *
 * `sums` is the same universe with other rows (sum-rows.ts).
 *
 * An infinite side gets a box that is large enough for now. Cells can only be born next to live ones, so as long as the
 * box's outermost cells are dead nothing is lost; when one of them lives, the box is laid anew around the live cells with
 * room on all infinite sides. Laying it around the *present* cells, not adding to the old box, lets it follow a glider
 * without growing. The ends of a tube's box may be joined to each other by the topology's rule: they are dead.
 */

import type { Block } from "../../core/block.ts";
import { blockStride, clampBlock, createBlock, planesFor, planesOf, readBlockRow } from "../../core/block.ts";
import { TessellaError } from "../../core/errors.ts";
import { groupedSize } from "../../core/integers.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects, unionRects } from "../../core/rect.ts";
import { gridRect } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { AlgorithmEnvironment, UniverseInit } from "../algorithm.ts";
import type { PutMode } from "./dense-universe.ts";
import { DenseUniverse } from "./dense-universe.ts";
import type { Box } from "./reference-box.ts";
import {
  boxBytes,
  boxRect,
  copyRegion,
  edgeLives,
  indexIn,
  liveRect,
  makeBox,
  NO_BOX,
  withRoom,
} from "./reference-box.ts";
import type { RowSteps } from "./reference-rows.ts";
import { NO_ROWS, rowsOf } from "./reference-rows.ts";

/** Cells computed between two looks at the clock: a few milliseconds. */
const SLICE_CELLS = 2 ** 18;

export class ReferenceUniverse extends DenseUniverse {
  readonly algorithm: string;
  readonly #rowsOf: typeof rowsOf;
  /** What `#box` is where nobody else looks at its cells. */
  #held: Box = NO_BOX;
  /** Finished rows of `next`. */
  #done = 0;
  #rows: RowSteps = NO_ROWS;
  #states = 2;
  /** How far cells look. */
  #reach = 1;

  /** `kind`: another algorithm with these cells, and how it computes rows. */
  constructor(
    init: UniverseInit,
    environment: AlgorithmEnvironment,
    kind: { readonly algorithm: string; readonly rowsOf: typeof rowsOf } = { algorithm: "reference", rowsOf },
  ) {
    super(init, environment);
    this.algorithm = kind.algorithm;
    this.#rowsOf = kind.rowsOf;
    this.setRule(init.rule);
    const grid = gridRect(this.topology);
    if (grid) this.#box = this.#layBox(grid);
  }

  get threads(): number | undefined {
    return this.#rows.threads;
  }

  /** With its present cells for whoever wants to write them. */
  get #box(): Box {
    this.#rows.release?.();
    return this.#held;
  }

  /** With its present cells for whoever wants to read them. */
  get #readable(): Box {
    this.#rows.settle?.();
    return this.#held;
  }

  set #box(box: Box) {
    this.#held = box;
  }

  protected compile(rule: Rule): void {
    const rows = this.#rowsOf(rule, this.topology);
    const old = this.#box;
    const place = boxRect(old);
    if (place && (rows.cells || rule.reach !== this.#reach)) {
      this.#box = this.#layBox(place, rule.reach, rows);
      copyRegion(old, this.#box, place);
    }
    this.#reach = rule.reach;
    this.#rows.close?.();
    this.#rows = rows;
    if (rule.states < this.#states) {
      const { present } = this.#box;
      for (let at = 0; at < present.length; at++) present[at] = Math.min(present[at], rule.states - 1);
    }
    this.#states = rule.states;
  }

  protected abandon(): void {
    this.#done = 0;
  }

  protected advance(odd: boolean, ahead: bigint): boolean {
    if (this.#done === 0) this.#begin(ahead);
    const box = this.#held;
    const { w, h, present, next } = box;
    const steps = this.#rows;
    const cells = SLICE_CELLS / (steps.weight ?? 1);
    const end = Math.min(h, this.#done + Math.ceil(cells / Math.max(1, w)));
    let row = this.#done;
    while (row < end) row = steps.rows(box, row, odd, end);
    this.#done = row;
    if (row < h) return false;
    this.#held = { ...box, present: next, next: present };
    this.#done = 0;
    return true;
  }

  #begin(ahead: bigint): void {
    const isBounded = gridRect(this.topology) !== null;
    if (!isBounded && this.#edgeLives()) this.reserve(null, true);
    const { links, present } = this.#held;
    for (let i = 0; i < links.length; i += 2) present[links[i]] = present[links[i + 1]];
    this.#rows.begin(this.#held, ahead);
  }

  #edgeLives(): boolean {
    return this.#rows.edgeLives?.(this.#held) ?? edgeLives(this.topology, this.#readable, this.#reach);
  }

  protected override alternates(odd: boolean): boolean {
    return this.#done === 0 && this.#rows.alternates?.(odd) === true;
  }

  protected get extent(): Rect | null {
    return boxRect(this.#held);
  }

  protected occupied(): Rect | null {
    return liveRect(this.#readable);
  }

  protected get cellBytes(): number {
    const { present, next, links } = this.#held;
    return present.byteLength + next.byteLength + links.byteLength + this.#rows.bytes;
  }

  protected reserve(box: Rect | null, keep: boolean): void {
    if (gridRect(this.topology)) {
      if (!keep) this.#box.present.fill(0);
      return;
    }
    const { extent } = this;
    // Nothing to do where there is room already; `null` asks for fresh room around the live cells.
    if (keep && box && extent && covers(extent, box)) return;
    const old = this.#box;
    const live = keep ? liveRect(old) : null;
    const wanted = unionRects(live, box);
    const granule = this.#rows.cells?.granule;
    this.#box = wanted ? this.#layBox(withRoom(this.topology, wanted, this.#reach, granule)) : NO_BOX;
    if (live) copyRegion(old, this.#box, live);
  }

  /** A dead box of that place and size. The old one counts against the limit too while both are held. */
  #layBox(place: Rect, reach = this.#reach, { cells } = this.#rows): Box {
    const what = `A box of ${groupedSize(place.w, place.h)} cells`;
    const bytes = boxBytes(place, reach, cells);
    this.checkMemory(Number(bytes) + this.#held.present.length, what);
    if (bytes > 2n ** 32n) {
      throw new TessellaError("too-large", `${what} is more than a byte array holds.`, {
        hint: "The algorithm `bitwise` packs 32 cells a word.",
      });
    }
    return this.allocate(Number(bytes), () => makeBox(this.topology, place, reach, cells));
  }

  protected free(): void {
    this.#box = NO_BOX;
    this.#rows.close?.();
    this.#rows = NO_ROWS;
  }

  protected pack(region: Rect): Block {
    const planes = planesFor(this.#states);
    const block = createBlock(region.x, region.y, Number(region.w), Number(region.h), planes);
    const box = this.#readable;
    const { buffer, byteOffset } = box.present;
    const cells = new DataView(buffer, byteOffset);
    const stride = blockStride(block.w);
    planesOf(block).forEach(({ words }, b) => {
      for (let j = 0; j < block.h; j++) {
        const row = indexIn(box, region, j);
        for (let k = 0; k < stride; k++)
          words[j * stride + k] = packBits(cells, row + 32 * k, Math.min(32, block.w - 32 * k), b);
      }
    });
    return block;
  }

  protected put(cells: Block, mode: PutMode): void {
    const place = { x: cells.x, y: cells.y, w: BigInt(cells.w), h: BigInt(cells.h) };
    const inside = this.extent && intersectRects(this.extent, place);
    if (!inside) return;
    const { present } = this.#box;
    const left = Number(inside.x - cells.x);
    const top = Number(inside.y - cells.y);
    const width = Number(inside.w);
    const height = Number(inside.h);
    const last = this.#states - 1;
    const clamped = clampBlock(cells, last);
    const states = new Uint8Array(width);
    for (let j = 0; j < height; j++) {
      const row = indexIn(this.#box, inside, j);
      if (mode === "copy") {
        readBlockRow(clamped, left, top + j, present.subarray(row, row + width));
        continue;
      }
      readBlockRow(clamped, left, top + j, states);
      for (let i = 0; i < width; i++) {
        const cell = states[i];
        const old = present[row + i];
        if (cell === 0) continue;
        if (mode === "or") present[row + i] = cell;
        else if (mode === "clear") present[row + i] = 0;
        // Of more states than two: as Golly combines their numbers.
        else if ((old ^ cell) <= last) present[row + i] = old ^ cell;
      }
    }
  }
}

/** Bit `b` of `count` bytes in a word, that of the first one lowest. */
function packBits(bytes: DataView, at: number, count: number, b: number): number {
  let word = 0;
  let i = 0;
  // Of four at once: the factor brings their bits together at the top.
  for (; i + 4 <= count; i += 4) {
    const bits = (bytes.getUint32(at + i, true) >>> b) & 0x01010101;
    word |= (Math.imul(bits, 0x01020408) >>> 24) << i;
  }
  for (; i < count; i++) word |= ((bytes.getUint8(at + i) >> b) & 1) << i;
  return word;
}

function covers(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}
