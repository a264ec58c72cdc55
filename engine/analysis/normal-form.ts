/**
 * The normal form of a generation: its cells without their position. A moved pattern keeps its form, and its
 * displacement is the difference of two positions.
 *
 * On an unbounded plane the position is the top left corner of the cells' box. A torus has no such corner: a pattern
 * may lie across the seam. There the columns are a ring, and the corner goes behind the longest gap of empty columns
 * (rows likewise); if several gaps are the longest, each is tried, and the form with the smallest key counts. On all
 * other grids, whose edges are walls or twisted, a moved pattern has other surroundings: only identical cells are
 * equal, and the position stays in the form.
 *
 * Triangles lie as they did only where x + y of their way is even: a corner at which it is odd, from the base, is put one
 * column to the left. Round a ring of odd size they do not.
 *
 * A key, a hash of the runs, tells forms apart quickly. Equal keys prove nothing: `sameForm` compares every run.
 */

import type { Runs } from "../core/runs.ts";
import { forEachRun, RunsBuilder } from "../core/runs.ts";
import type { Topology } from "../core/topology.ts";
import type { Base, CellFrame, FrameBounds } from "./frame.ts";
import { frameOf } from "./frame.ts";

export interface Form {
  /** A whole number of at most 53 bits. */
  readonly key: number;
  /** Position of its corner, from the base. */
  readonly x: number;
  readonly y: number;
  /** Triples (x, y, run) from the corner, in reading order; `packRun` makes the run. */
  readonly spans: Float64Array;
}

export interface Normaliser {
  readonly formOf: (frame: CellFrame) => Form;
  /** The displacement from one position to another; around a torus the shorter way. */
  readonly between: (from: Form, to: Form) => { readonly x: number; readonly y: number };
  /** The same cells in one piece, for their box and shape; null if the seam cuts them and they cannot be put together. */
  readonly whole: (frame: CellFrame) => CellFrame | null;
}

/** `triangles`: whether cells are; from the base, those with an even x + y point one way and all others the other. */
export function normaliserFor(topology: Topology, base: Base, triangles = false): Normaliser {
  const straight = (from: Form, to: Form) => ({ x: to.x - from.x, y: to.y - from.y });
  const asItIs = (frame: CellFrame) => frame;
  if (topology.kind === "unbounded")
    return { formOf: (frame) => cornerForm(frame, base, triangles), between: straight, whole: asItIs };
  const { width, height } = topology;
  const unlessCut = (frame: CellFrame) => (reachesAcross(frame.bounds, width, height) ? null : frame);
  const isOdd = triangles && (width % 2 !== 0 || height % 2 !== 0);
  if (topology.kind !== "torus" || isOdd) {
    const whole = topology.kind === "plane" ? asItIs : unlessCut;
    return { formOf: (frame) => fixedForm(frame, base), between: () => ({ x: 0, y: 0 }), whole };
  }
  // With shifted edges, removing the position would have to follow the shift: a pattern across the seam is identified
  // once it is back at its start.
  if (topology.shiftX !== 0 || topology.shiftY !== 0)
    return { formOf: (frame) => cornerForm(frame, base, triangles), between: straight, whole: unlessCut };
  return {
    formOf: (frame) => ringForm(frame, base, width, height, triangles),
    between: (from, to) => ({ x: shorter(to.x - from.x, width), y: shorter(to.y - from.y, height) }),
    whole: (frame) => wholeOnRing(frame, base, width, height),
  };
}

/** From one edge to the other, as a pattern across a seam has. A side of 0 has no edges. */
function reachesAcross(bounds: FrameBounds | null, width: number, height: number): boolean {
  if (!bounds) return false;
  return bounds.right - bounds.left === width || bounds.bottom - bounds.top === height;
}

function wholeOnRing(frame: CellFrame, base: Base, width: number, height: number): CellFrame {
  const { bounds, generation } = frame;
  // A pattern of at most half the ring has its longest gap outside already.
  const [w, h] = bounds ? [bounds.right - bounds.left, bounds.bottom - bounds.top] : [0, 0];
  if ((width === 0 || w * 2 <= width) && (height === 0 || h * 2 <= height)) return frame;
  const { spans } = ringForm(frame, base, width, height);
  const out = new RunsBuilder();
  for (let i = 0; i < spans.length; i += 3) out.add(spans[i], spans[i + 1], ...unpackRun(spans[i + 2]));
  return frameOf(out.build(base.x, base.y), generation, base);
}

/** A run's length, and its state where that is not 1, as one number. */
function packRun(length: number, state: number): number {
  return state === 1 ? length : -(length * STATES + state);
}

function unpackRun(run: number): readonly [length: number, state: number] {
  return run > 0 ? [run, 1] : [Math.floor(-run / STATES), -run % STATES];
}

const STATES = 256;

/** Whether both have the same cells, up to position. */
export function sameForm(a: Form, b: Form): boolean {
  if (a.spans.length !== b.spans.length) return false;
  for (let i = 0; i < a.spans.length; i++) if (a.spans[i] !== b.spans[i]) return false;
  return true;
}

function cornerForm({ cells, bounds }: CellFrame, base: Base, triangles: boolean): Form {
  const x = bounds?.left ?? 0;
  const y = bounds?.top ?? 0;
  return formFrom(cells, base, triangles ? evenColumn(x, y) : x, y);
}

/** The column itself, or the one to its left where x + y is odd. */
function evenColumn(x: number, y: number): number {
  return x - ring(x + y, 2);
}

function fixedForm({ cells }: CellFrame, base: Base): Form {
  return formFrom(cells, base, 0, 0);
}

function formFrom(cells: Runs, base: Base, x: number, y: number): Form {
  const dx = Number(cells.x - base.x) - x;
  const dy = Number(cells.y - base.y) - y;
  const spans = new Float64Array((cells.spans.length / 2) * 3);
  let at = 0;
  forEachRun(cells, (i, j, length, state) => {
    spans[at++] = i + dx;
    spans[at++] = j + dy;
    spans[at++] = packRun(length, state);
  });
  return { key: keyOf(spans), x, y, spans };
}

/** Two 32-bit lanes of multiply and shift; the top bits of both make the key. */
function keyOf(spans: Float64Array): number {
  let a = 0x9e3779b9 | 0;
  let b = 0x85ebca6b | 0;
  for (let i = 0; i < spans.length; i++) {
    const v = spans[i] | 0;
    a = Math.imul(a ^ v, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b + v, 0x2c1b3c6d);
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d);
  b = Math.imul(b ^ (b >>> 15), 0x297a2d39);
  return (a >>> 0) * 2 ** 21 + ((b ^ (b >>> 16)) >>> 11);
}

/** Limit of ways to cut a torus open; a pattern with more longest gaps is far too regular to move. */
const MOST_CUTS = 64;

function ringForm(frame: CellFrame, base: Base, width: number, height: number, triangles = false): Form {
  const { cells } = frame;
  if (cells.rows.length === 0) return formFrom(cells, base, 0, 0);
  const columns = cutsOf(width, (mark) => {
    const dx = Number(cells.x - base.x);
    forEachRun(cells, (x, _, length) => mark(x + dx, length));
  });
  const rows = cutsOf(height, (mark) => {
    const dy = Number(cells.y - base.y);
    for (const y of cells.rows) mark(y + dy, 1);
  });
  let best: Form | null = null;
  if (columns.length * rows.length > MOST_CUTS) return cutForm(cells, base, 0, 0, width, height);
  for (const x of columns) {
    for (const y of rows) {
      const form = cutForm(cells, base, triangles ? evenColumn(x, y) : x, y, width, height);
      if (!best || form.key < best.key) best = form;
    }
  }
  return best ?? cutForm(cells, base, 0, 0, width, height);
}

/** The end of each longest gap of a ring; [0] if the ring is infinite or has no gap, since nothing marks a position then. */
function cutsOf(
  size: number,
  visit: (mark: (from: number, length: number) => void) => void,
): readonly number[] {
  if (size === 0) {
    let least = Number.POSITIVE_INFINITY;
    visit((from) => {
      least = Math.min(least, from);
    });
    return [least];
  }
  const taken = new Uint8Array(size);
  visit((from, length) => {
    for (let k = 0; k < length; k++) taken[ring(from + k, size)] = 1;
  });
  const first = taken.indexOf(1);
  let longest = 0;
  let cuts: number[] = [0];
  let gap = 0;
  for (let k = 1; k <= size; k++) {
    const at = (first + k) % size;
    if (!taken[at]) {
      gap++;
      continue;
    }
    if (gap > longest) {
      longest = gap;
      cuts = [];
    }
    if (gap === longest && gap > 0) cuts.push(at);
    gap = 0;
  }
  return cuts;
}

function cutForm(cells: Runs, base: Base, x: number, y: number, width: number, height: number): Form {
  const dx = Number(cells.x - base.x) - x;
  const dy = Number(cells.y - base.y) - y;
  const out = new RunsBuilder();
  forEachRun(cells, (i, j, length, state) => {
    const row = height === 0 ? j + dy : ring(j + dy, height);
    if (width === 0) return out.add(i + dx, row, length, state);
    const column = ring(i + dx, width);
    const head = Math.min(length, width - column);
    out.add(column, row, head, state);
    out.add(0, row, length - head, state);
  });
  return { ...formFrom(out.build(base.x, base.y), base, 0, 0), x, y };
}

function ring(v: number, size: number): number {
  return ((v % size) + size) % size;
}

function shorter(distance: number, size: number): number {
  if (size === 0) return distance;
  const forward = ring(distance, size);
  return forward * 2 > size ? forward - size : forward;
}
