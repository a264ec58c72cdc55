/** The memory of `gpu-hashlife` as the host sees it (shaders/hashlife/state.wgsl). Words. */

/** Answers of the control. */
export const RUNNING = 0;
export const DONE = 1;
export const SHORT = 2;
export const DEEP = 3;

/** The head of the struct `State`, in order. */
const HEAD = [
  "status",
  "root",
  "level",
  "stepsLeft",
  "stepsDone",
  "least",
  "full",
  "torus",
  "current",
  "top",
  "freeCount",
  "next",
  "capacity",
  "mask",
  "residue",
  "odd",
  "width",
  "threshold",
  "stackWords",
  "wide",
  "passes",
  "widePasses",
  "taken",
  "lost",
  "picked",
  "stackUsed",
  "shaped",
  "shapedLevel",
  "answer",
  "answerLevel",
] as const;

export type HeadName = (typeof HEAD)[number];
export type Head = Readonly<Record<HeadName, number>>;

export const HEAD_WORDS = HEAD.length;
/** Levels and rows of the struct, and the words of a row. */
const LEVEL_WORDS = 2056;
const ROW_WORDS = 9;
export const LEVELS_AT = HEAD_WORDS;
export const STATE_WORDS = HEAD_WORDS + LEVEL_WORDS + LEVEL_WORDS * ROW_WORDS;

export function headAt(name: HeadName): number {
  return HEAD.indexOf(name);
}

export function headOf(words: Uint32Array): Head {
  return Object.fromEntries(HEAD.map((name, i) => [name, words[i]])) as Head;
}

/** Slots that may be handed out. */
export function roomOf(head: Head): number {
  return head.freeCount + head.lost - head.taken + head.capacity - head.next;
}

/** Bits of `Order.flags` (shaders/hashlife/walk.wgsl). */
export const WITH_STACK = 1;
export const WITH_RESULTS = 2;
export const EVERYTHING = 4;
export const FORGET_FULL = 8;
export const FORGET_PART = 16;

/** Words of a picked square: its slot, with this bit if it is a leaf, and its contents. */
export const PICKED_WORDS = 9;
export const PICKED_LEAF = 2 ** 31;
