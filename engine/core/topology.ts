/**
 * Topology: the shape of the universe, and how its edges are joined. One place knows the joins; every algorithm asks
 * `sourceCell` (or fills a ghost border from it) instead of knowing tori and Klein bottles itself.
 *
 * A bounded grid of w x h has its top left cell at (-floor(w/2), -floor(h/2)) and is spelled as Golly does in the rule's
 * suffix; the joins follow Golly's diagrams of bounded grids (corners of C and S copy their own corner cell).
 */

import { shorten, TessellaError } from "./errors.ts";
import { grouped } from "./integers.ts";
import type { Rect } from "./rect.ts";

export type Topology =
  | { readonly kind: "unbounded" }
  /** Dead outside (more exactly: the background). A size of 0 is infinite. */
  | { readonly kind: "plane"; readonly width: number; readonly height: number }
  /** Opposite edges joined, moved by shiftX (top and bottom) or shiftY (left and right). A size of 0 is infinite. */
  | {
      readonly kind: "torus";
      readonly width: number;
      readonly height: number;
      readonly shiftX: number;
      readonly shiftY: number;
    }
  /** One pair of edges joined reversed: twist "x" reverses the horizontal (top and bottom) edges. shift is 0 or 1. */
  | {
      readonly kind: "klein";
      readonly width: number;
      readonly height: number;
      readonly twist: "x" | "y";
      readonly shift: 0 | 1;
    }
  /** Both pairs joined reversed. */
  | { readonly kind: "cross"; readonly width: number; readonly height: number }
  /** Top joined to left, right to bottom. */
  | { readonly kind: "sphere"; readonly width: number; readonly height: number }
  /** The cells on the border never change; there is no outside. The convention of older CUDA programs. */
  | { readonly kind: "frozen"; readonly width: number; readonly height: number };

export type BoundedTopology = Exclude<Topology, { kind: "unbounded" }>;

export const UNBOUNDED: Topology = { kind: "unbounded" };

/** Golly's limit, kept so that files travel. */
export const MAX_GRID_SIDE = 2_000_000_000;

export function plane(width: number, height: number): Topology {
  return { kind: "plane", width, height };
}

export function torus(width: number, height: number, shiftX = 0, shiftY = 0): Topology {
  return { kind: "torus", width, height, shiftX, shiftY };
}

/** Whether both sides are finite. */
export function isFinite2d(t: Topology): t is BoundedTopology {
  return t.kind !== "unbounded" && t.width > 0 && t.height > 0;
}

/** The grid's width, 0 where it is infinite. */
export function gridWidth(t: Topology): number {
  return t.kind === "unbounded" ? 0 : t.width;
}

export function gridHeight(t: Topology): number {
  return t.kind === "unbounded" ? 0 : t.height;
}

/** x of the leftmost cell (0 where the width is infinite). */
export function gridLeft(t: Topology): number {
  return -Math.floor(gridWidth(t) / 2) || 0;
}

/** y of the topmost cell (0 where the height is infinite). */
export function gridTop(t: Topology): number {
  return -Math.floor(gridHeight(t) / 2) || 0;
}

/** The box of a finite grid, or null where a side is infinite. */
export function gridRect(t: Topology): Rect | null {
  if (!isFinite2d(t)) return null;
  return { x: BigInt(gridLeft(t)), y: BigInt(gridTop(t)), w: BigInt(t.width), h: BigInt(t.height) };
}

/**
 * The position of the top left cell of a box without one, as in Golly: at (0, 0) on the unbounded plane; in the middle
 * of a grid that it fits into; else (also if its size is unknown) in the grid's top left corner.
 */
export function placedOrigin(
  t: Topology,
  width: bigint,
  height: bigint,
): { readonly x: bigint; readonly y: bigint } {
  if (t.kind === "unbounded") return { x: 0n, y: 0n };
  const fits = (size: bigint, side: number): boolean => size > 0n && (side === 0 || size <= BigInt(side));
  if (fits(width, t.width) && fits(height, t.height)) return { x: -(width / 2n), y: -(height / 2n) };
  return { x: BigInt(gridLeft(t)), y: BigInt(gridTop(t)) };
}

/** The part of `box` that lies on the grid, or null. Infinite sides do not clip. */
export function clipToGrid(t: Topology, box: Rect): Rect | null {
  let { x, y, w, h } = box;
  if (gridWidth(t) > 0) {
    const left = BigInt(gridLeft(t));
    const right = left + BigInt(gridWidth(t));
    const end = x + w < right ? x + w : right;
    x = x > left ? x : left;
    w = end - x;
  }
  if (gridHeight(t) > 0) {
    const top = BigInt(gridTop(t));
    const bottom = top + BigInt(gridHeight(t));
    const end = y + h < bottom ? y + h : bottom;
    y = y > top ? y : top;
    h = end - y;
  }
  return w > 0n && h > 0n ? { x, y, w, h } : null;
}

const DEAD = -1;

/**
 * Which cell of the grid stands at column i, row j, where i and j are counted from the grid's top left cell and may lie
 * one cell outside it; on planes and on tori that are not shifted any number of cells. Answers `row * width + column`, or -1 for a cell that is always background.
 * For finite grids; `frozen` has no outside, so its ghosts are background and never matter.
 */
export function sourceCell(t: BoundedTopology, i: number, j: number): number {
  const w = t.width;
  const h = t.height;
  const outX = i < 0 || i >= w;
  const outY = j < 0 || j >= h;
  if (!outX && !outY) return j * w + i;
  switch (t.kind) {
    case "plane":
    case "frozen":
      return DEAD;
    case "torus": {
      // The row above the top is the bottom row moved by the shift, and likewise for columns.
      const x = i + t.shiftX * Math.floor(j / h);
      const y = j + t.shiftY * Math.floor(i / w);
      return wrap(y, h) * w + wrap(x, w);
    }
    case "klein": {
      let x = wrap(i, w);
      let y = wrap(j, h);
      // The shift goes to the left (up): Golly's programs do so, though the diagram in its help moves the other way.
      if (t.twist === "x" && outY) x = wrap(w - 1 - x - t.shift, w);
      if (t.twist === "y" && outX) y = wrap(h - 1 - y - t.shift, h);
      return y * w + x;
    }
    case "cross": {
      if (outX && outY) return clamp(j, h) * w + clamp(i, w);
      return outY ? wrap(j, h) * w + (w - 1 - i) : (h - 1 - j) * w + wrap(i, w);
    }
    case "sphere": {
      if (outX && outY) return clamp(j, h) * w + clamp(i, w);
      if (j < 0) return i * w;
      if (i < 0) return j;
      // Right joins bottom: one index runs along both.
      return i >= w ? (h - 1) * w + j : i * w + (w - 1);
    }
  }
}

function wrap(v: number, size: number): number {
  const r = v % size;
  return r < 0 ? r + size : r === 0 ? 0 : r;
}

function clamp(v: number, size: number): number {
  return v < 0 ? 0 : v >= size ? size - 1 : v;
}

/**
 * The ghost border, `ring` cells wide: for a (w + 2 ring) x (h + 2 ring) array whose interior is the grid, the pairs (ghost
 * index, source index), both into that padded array. Ghosts that are always background are left out. Length 2 * (number of
 * joined ghosts).
 */
export function ghostLinks(t: BoundedTopology, ring = 1): Int32Array {
  // Nothing is joined on these; everywhere else each ghost stands for a cell.
  if (t.kind === "plane" || t.kind === "frozen") return new Int32Array(0);
  const w = t.width;
  const h = t.height;
  const pitch = w + 2 * ring;
  const links = new Int32Array(2 * ghostCount(w, h, ring));
  let at = 0;
  for (let j = -ring; j < h + ring; j++) {
    const inside = j >= 0 && j < h;
    for (let i = -ring; i < w + ring; i++) {
      if (inside && i === 0) i = w;
      const source = sourceCell(t, i, j);
      links[at++] = (j + ring) * pitch + i + ring;
      links[at++] = (Math.floor(source / w) + ring) * pitch + (source % w) + ring;
    }
  }
  return links;
}

/** How many cells lie in a ring around a grid. */
export function ghostCount(w: number, h: number, ring: number): number {
  return (w + 2 * ring) * (h + 2 * ring) - w * h;
}

/** The suffix with its colon, or "" for the unbounded plane: `:T30+5,20`. `:F` (frozen border) is Tessella's own. */
export function formatTopology(t: Topology): string {
  switch (t.kind) {
    case "unbounded":
      return "";
    case "plane":
      return `:P${t.width},${t.height}`;
    case "frozen":
      return `:F${t.width},${t.height}`;
    case "torus":
      return `:T${t.width}${signed(t.shiftX)},${t.height}${signed(t.shiftY)}`;
    case "klein": {
      const shift = t.shift ? "+1" : "";
      return t.twist === "x" ? `:K${t.width}*${shift},${t.height}` : `:K${t.width},${t.height}*${shift}`;
    }
    case "cross":
      return `:C${t.width},${t.height}`;
    case "sphere":
      return `:S${t.width}`;
  }
}

function signed(n: number): string {
  return n === 0 ? "" : n > 0 ? `+${n}` : `${n}`;
}

const SIDE = String.raw`\s*(\d+)(\*?)([+-]\d+)?\s*`;
const SUFFIX = new RegExp(`^([PTKCSF])${SIDE}(?:,${SIDE})?$`, "i");

/**
 * Reads a suffix without its colon (`T30,20-2`, `k30*,20`, `T100`). Errors: `syntax` with a sentence that names the part.
 */
export function parseTopology(text: string): Topology {
  const m = SUFFIX.exec(text.trim());
  if (!m) {
    throw bad(text, "it should look like T100,80, P30,0, T30+5,20, K30*,20, C30,20, S20 or F30,20");
  }
  const letter = (m[1] as string).toUpperCase();
  const width = side(text, m[2] as string);
  const height = m[5] === undefined ? width : side(text, m[5]);
  const starX = m[3] === "*";
  const starY = m[6] === "*";
  const shiftX = Number(m[4] ?? 0);
  const shiftY = Number(m[7] ?? 0);
  if (letter !== "K" && (starX || starY)) throw bad(text, "only a Klein bottle (K) has a twisted side (*)");
  if (letter !== "K" && letter !== "T" && (shiftX !== 0 || shiftY !== 0)) {
    throw bad(text, "only a torus (T) or a Klein bottle (K) can be shifted");
  }
  if (letter !== "P" && letter !== "T" && (width === 0 || height === 0)) {
    throw bad(text, "only a plane (P) or a torus (T) can have an infinite side (0)");
  }
  if (letter === "P") return width === 0 && height === 0 ? UNBOUNDED : plane(width, height);
  if (letter === "F") return { kind: "frozen", width, height };
  if (letter === "C") return { kind: "cross", width, height };
  if (letter === "S") {
    if (width !== height) throw bad(text, "both sides of a sphere must be equal");
    return { kind: "sphere", width, height };
  }
  if (letter === "T") return torusFrom(text, width, height, shiftX, shiftY);
  return kleinFrom(text, { width, height, starX, starY, shiftX, shiftY });
}

function torusFrom(text: string, width: number, height: number, shiftX: number, shiftY: number): Topology {
  if (shiftX !== 0 && shiftY !== 0) throw bad(text, "a torus can be shifted on one pair of edges only");
  if ((shiftX !== 0 || shiftY !== 0) && (width === 0 || height === 0)) {
    throw bad(text, "a tube with an infinite side cannot be shifted");
  }
  if (width === 0 && height === 0) return UNBOUNDED;
  // A shift by the whole side is no shift; the sign is kept, since files are compared by their text.
  return torus(width, height, width ? shiftX % width || 0 : 0, height ? shiftY % height || 0 : 0);
}

interface KleinParts {
  readonly width: number;
  readonly height: number;
  readonly starX: boolean;
  readonly starY: boolean;
  readonly shiftX: number;
  readonly shiftY: number;
}

function kleinFrom(text: string, p: KleinParts): Topology {
  if (p.starX === p.starY) throw bad(text, "a Klein bottle needs exactly one twisted side, marked *");
  const twist = p.starX ? "x" : "y";
  const [length, given, other] = p.starX ? [p.width, p.shiftX, p.shiftY] : [p.height, p.shiftY, p.shiftX];
  const shift = given % length;
  if (other !== 0) throw bad(text, "only the twisted side of a Klein bottle can be shifted");
  if (shift !== 0 && length % 2 !== 0)
    throw bad(text, "a Klein bottle can only be shifted along an even side");
  // Moving the reversed edge by any amount gives the same surface as moving it by one.
  return { kind: "klein", width: p.width, height: p.height, twist, shift: shift === 0 ? 0 : 1 };
}

function side(text: string, digits: string): number {
  const n = Number(digits);
  if (n > MAX_GRID_SIDE) throw bad(text, `a side may have at most ${grouped(MAX_GRID_SIDE)} cells`);
  return n;
}

function bad(text: string, why: string): TessellaError {
  return new TessellaError("syntax", `The grid ":${shorten(text.trim())}" cannot be read: ${why}.`);
}
