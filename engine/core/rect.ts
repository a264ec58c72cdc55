import { maxBig, minBig } from "./integers.ts";

/** A half-open box of cells: x .. x+w-1, y .. y+h-1; y grows downward. w and h are at least 0. */
export interface Rect {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: bigint;
  readonly h: bigint;
}

export function rect(x: bigint | number, y: bigint | number, w: bigint | number, h: bigint | number): Rect {
  return { x: BigInt(x), y: BigInt(y), w: BigInt(w), h: BigInt(h) };
}

export function isEmptyRect(r: Rect): boolean {
  return r.w <= 0n || r.h <= 0n;
}

/** The common part, or null where there is none. */
export function intersectRects(a: Rect, b: Rect): Rect | null {
  const x = maxBig(a.x, b.x);
  const y = maxBig(a.y, b.y);
  const w = minBig(a.x + a.w, b.x + b.w) - x;
  const h = minBig(a.y + a.h, b.y + b.h) - y;
  return w > 0n && h > 0n ? { x, y, w, h } : null;
}

/** The smallest box that holds both; null stands for no cells. */
export function unionRects(a: Rect | null, b: Rect | null): Rect | null {
  if (!a || !b) return a ?? b;
  const x = minBig(a.x, b.x);
  const y = minBig(a.y, b.y);
  return { x, y, w: maxBig(a.x + a.w, b.x + b.w) - x, h: maxBig(a.y + a.h, b.y + b.h) - y };
}

export function rectContains(r: Rect, x: bigint, y: bigint): boolean {
  return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h;
}
