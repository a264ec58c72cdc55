/**
 * Where tiles lie. The plane is really unbounded: tile coordinates are bigints, split into a region (2^15 x 2^15 tiles, a Map by
 * name) and a place within it (a small integer, a Map by number). The usual look-up of a neighbour then needs no bigint.
 */

import { DIRECTIONS } from "./tile-layout.ts";

export const REGION_BITS = 15;
export const REGION_SIDE = 1 << REGION_BITS;
export const REGION_MASK = REGION_SIDE - 1;
/** The step from a place to its neighbour in each direction. */
export const PLACE_STEPS = DIRECTIONS.map(([dx, dy]) => dy * REGION_SIDE + dx);

export interface Region {
  readonly index: number;
  readonly rx: bigint;
  readonly ry: bigint;
  /** place = (ty << 15) | tx within the region -> tile address. */
  readonly tiles: Map<number, number>;
}

/** Whether all eight neighbours of a place are in its region. */
export function isInside(place: number): boolean {
  const x = place & REGION_MASK;
  const y = place >> REGION_BITS;
  return x > 0 && y > 0 && x < REGION_MASK && y < REGION_MASK;
}

export function coordinatesOf({ rx, ry }: Region, place: number): readonly [bigint, bigint] {
  return [
    (rx << BigInt(REGION_BITS)) + BigInt(place & REGION_MASK),
    (ry << BigInt(REGION_BITS)) + BigInt(place >> REGION_BITS),
  ];
}

/** A tile's place within its region. */
export function placeIn(tx: bigint, ty: bigint): number {
  const mask = BigInt(REGION_MASK);
  return (Number(ty & mask) << REGION_BITS) | Number(tx & mask);
}
