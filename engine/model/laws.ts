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

/** A measured speed-up. */
export interface SpeedUp {
  readonly processors: number;
  readonly speedUp: number;
}

/** The share of either law that fits several speed-ups best, by least squares; null where none is of several processors. */
export function fittedShare(law: "amdahl" | "gustafson", measured: readonly SpeedUp[]): number | null {
  let [products, squares] = [0, 0];
  for (const { processors, speedUp } of measured) {
    // Both laws are lines through one processor: P/S - 1 and P - S are alpha (P - 1).
    const lost = law === "amdahl" ? processors / speedUp - 1 : processors - speedUp;
    products += lost * (processors - 1);
    squares += (processors - 1) ** 2;
  }
  return squares === 0 ? null : products / squares;
}

/** Amdahl's speed-up, 1 / (alpha + (1 - alpha) / P). */
export function amdahlSpeedUp(processors: number, alpha: number): number {
  return 1 / (alpha + (1 - alpha) / processors);
}

/** Gustafson's speed-up, P - alpha (P - 1). */
export function gustafsonSpeedUp(processors: number, alpha: number): number {
  return processors - alpha * (processors - 1);
}
