/** The GPU's report on its tiles: the struct `State` of shaders/sparse/tiles.wgsl. */

export const STATE_WORDS = 11;
export const STATE_HALTED = 1;
export const STATE_USED_SLOTS = 6;
/** The number of tiles on each list except the free one. */
export const STATE_LISTED = { first: 7, words: 4 } as const;

export const NOT_HALTED = 0;
export const HALTED_FAR = 3;

interface Status {
  readonly generations: number;
  readonly halted: number;
  readonly needed: number;
  readonly live: number;
  /** Tiles from this number on were never used. */
  readonly fresh: number;
  readonly usedSlots: number;
  readonly wants: number;
  readonly awake: readonly [number, number];
}

export const EMPTY: Status = {
  generations: 0,
  halted: NOT_HALTED,
  needed: 0,
  live: 0,
  fresh: 1,
  usedSlots: 0,
  wants: 0,
  awake: [0, 0],
};

export function readStatus(words: Uint32Array): Status {
  const [generations, halted, needed, live, fresh, , usedSlots, wants, , even, odd] = words;
  return { generations, halted, needed, live, fresh, usedSlots, wants, awake: [even, odd] };
}
