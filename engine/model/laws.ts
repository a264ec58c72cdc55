/** Speed-ups, and the share of a program that does not speed up, by two laws. S is the speed-up on P processors. */

/** T(1) / T(P). */
export function speedUp(one: number, many: number): number {
  return one / many;
}

/** Amdahl's serial share, for the same work on more processors: (P/S - 1) / (P - 1). null for one processor. */
export function amdahlShare(processors: number, speedUp: number): number | null {
  return processors === 1 ? null : (processors / speedUp - 1) / (processors - 1);
}

/** Gustafson's serial share, for work that grows with the processors: (P - S) / (P - 1). null for one processor. */
export function gustafsonShare(processors: number, speedUp: number): number | null {
  return processors === 1 ? null : (processors - speedUp) / (processors - 1);
}
