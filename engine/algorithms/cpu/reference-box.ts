/**
 * The reference's cells: a dense box of bytes with a margin on every side that is as wide as cells look far, and a second copy for the next
 * generation. On a finite grid the box is the grid and stays; along an infinite side it lies around the live cells,
 * with room to grow.
 */

import type { Rect } from "../../core/rect.ts";
import type { BoundedTopology, Topology } from "../../core/topology.ts";
import { ghostLinks, gridHeight, gridLeft, gridTop, gridWidth } from "../../core/topology.ts";

export interface Box {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: number;
  readonly h: number;
  /** Cells from the box to the arrays' ends. */
  readonly ring: number;
  /** Pairs of indices (ghost, the cell that the topology puts there). */
  readonly links: Int32Array;
  readonly present: Uint8Array;
  readonly next: Uint8Array;
}

export const NO_BOX: Box = {
  x: 0n,
  y: 0n,
  w: 0,
  h: 0,
  ring: 1,
  links: new Int32Array(0),
  present: new Uint8Array(4),
  next: new Uint8Array(4),
};

/** From one row to the next in both arrays. */
export function pitchOf({ w, ring }: Pick<Box, "w" | "ring">): number {
  return w + 2 * ring;
}

/** Where row j of the box starts in both arrays. */
export function rowStart(box: Pick<Box, "w" | "ring">, j: number): number {
  return (j + box.ring) * pitchOf(box) + box.ring;
}

/** Cells that are kept elsewhere, without a ring. */
export interface OwnCells {
  /** Where rows have no ends, boxes are as wide as few multiples of this. */
  readonly granule: bigint;
  /** Bytes for a box of that size, and what is held beside it. */
  readonly bytes: (width: number, height: number) => number;
  /** Dead cells of both generations. */
  readonly make: (width: number, height: number) => Pick<Box, "present" | "next">;
}

/** Bytes that a box of that size takes. */
export function boxBytes({ w, h }: Rect, ring: number, own?: OwnCells): bigint {
  if (own) return BigInt(own.bytes(Number(w), Number(h)));
  const margin = 2n * BigInt(ring);
  const cells = (w + margin) * (h + margin);
  return 2n * cells + 8n * (cells - w * h);
}

/** A dead box. */
export function makeBox(topology: Topology, place: Rect, ring: number, own?: OwnCells): Box {
  const { x, y } = place;
  const w = Number(place.w);
  const h = Number(place.h);
  if (own) return { x, y, w, h, ring: 0, links: new Int32Array(0), ...cellsOf(own, w, h) };
  const size = (w + 2 * ring) * (h + 2 * ring);
  const links = ghostLinks(shapeOf(topology, w, h), ring);
  return { x, y, w, h, ring, links, present: new Uint8Array(size), next: new Uint8Array(size) };
}

function cellsOf(own: OwnCells, w: number, h: number): Pick<Box, "present" | "next"> {
  const { present, next } = own.make(w, h);
  return { present, next };
}

/** How the sides of the box are joined. The joins of an infinite side's ends do not matter: those cells are dead. */
function shapeOf(topology: Topology, width: number, height: number): BoundedTopology {
  return topology.kind === "unbounded" ? { kind: "plane", width, height } : { ...topology, width, height };
}

/**
 * Room around the live cells on an infinite side: an eighth of their size, and at least this much and one and a half times as far as cells look.
 * Of that, all beyond what they look far is for moving: more is computed in every generation, less is laid anew more often.
 */
const LEAST_ROOM = 16;

/** From a width to its double there are so many steps, where few widths are to occur. */
const STEPS_TO_DOUBLE = 4n;

/** The box with room on each infinite side, and the whole grid along each finite one. */
export function withRoom(topology: Topology, box: Rect, reach: number, granule?: bigint): Rect {
  const least = BigInt(Math.max(LEAST_ROOM, Math.ceil(1.5 * reach)));
  const room = (size: bigint): bigint => (size / 8n > least ? size / 8n : least);
  const roomy = box.w + 2n * room(box.w);
  const wide = granule === undefined ? roomy : oneOfFew(roomy, granule);
  const [x, w] = gridWidth(topology)
    ? [BigInt(gridLeft(topology)), BigInt(gridWidth(topology))]
    : [box.x - (wide - box.w) / 2n, wide];
  const [y, h] = gridHeight(topology)
    ? [BigInt(gridTop(topology)), BigInt(gridHeight(topology))]
    : [box.y - room(box.h), box.h + 2n * room(box.h)];
  return { x, y, w, h };
}

/** The first of few widths that is not below this one. */
function oneOfFew(least: bigint, granule: bigint): bigint {
  let step = granule;
  while (2n * STEPS_TO_DOUBLE * step < least) step *= 2n;
  return ((least + step - 1n) / step) * step;
}

/** Of the column and row of the box's first cell, counted from the grid's corner, added: 1 where that is odd. */
export function cornerParity({ x, y }: Box, topology: Topology): 0 | 1 {
  return (x - BigInt(gridLeft(topology)) + y - BigInt(gridTop(topology))) & 1n ? 1 : 0;
}

/** What the box covers, or null where it has no cell. */
export function boxRect({ x, y, w, h }: Box): Rect | null {
  return w > 0 && h > 0 ? { x, y, w: BigInt(w), h: BigInt(h) } : null;
}

/** The smallest rectangle around the present live cells. */
export function liveRect(box: Box): Rect | null {
  const { x, y, w, h, present } = box;
  let left = w;
  let right = -1;
  let top = -1;
  let bottom = -1;
  for (let j = 0; j < h; j++) {
    const start = rowStart(box, j);
    let first = 0;
    while (first < w && present[start + first] === 0) first++;
    if (first === w) continue;
    let last = w - 1;
    while (present[start + last] === 0) last--;
    if (top < 0) top = j;
    bottom = j;
    left = Math.min(left, first);
    right = Math.max(right, last);
  }
  if (top < 0) return null;
  return {
    x: x + BigInt(left),
    y: y + BigInt(top),
    w: BigInt(right - left + 1),
    h: BigInt(bottom - top + 1),
  };
}

/** Whether a cell from which others outside are seen lives: in the outermost rows or columns of an infinite side. */
export function edgeLives(topology: Topology, box: Box, reach: number): boolean {
  const { w, h, present } = box;
  const [endless, tall] = [gridWidth(topology) === 0, gridHeight(topology) === 0];
  for (let j = 0; j < h; j++) {
    const start = rowStart(box, j);
    const isOuter = tall && (j < reach || j >= h - reach);
    const near = isOuter ? w : endless ? Math.min(reach, w) : 0;
    for (let i = 0; i < near; i++) if (present[start + i] || present[start + w - 1 - i]) return true;
  }
  return false;
}

/** Copies the present cells of a region that both boxes hold. */
export function copyRegion(from: Box, to: Box, region: Rect): void {
  const rows = Number(region.h);
  for (let j = 0; j < rows; j++) {
    const start = indexIn(from, region, j);
    to.present.set(from.present.subarray(start, start + Number(region.w)), indexIn(to, region, j));
  }
}

/** Where row j of a region starts in a box's arrays. */
export function indexIn(box: Box, region: Rect, j: number): number {
  return rowStart(box, Number(region.y - box.y) + j) + Number(region.x - box.x);
}
