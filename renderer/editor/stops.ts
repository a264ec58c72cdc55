/** What history is made of, and which of its snapshots another universe has to be given. */

import type { Change } from "./changes.ts";
import type { Scene } from "./scene.ts";
import type { Held } from "./snapshots.ts";

export interface Entry {
  readonly id: number;
  readonly label: string;
  readonly change: Change;
  readonly bytes: number;
}

export interface Stop {
  readonly id: number;
  scene: Scene;
  held: Held | null;
  /** The only way here: no change leads to this stop. */
  pinned: boolean;
}

/** What is played again rather than carried into another universe: milliseconds and generations. */
const QUICK_REPLAY = 1000;
const FEW_GENERATIONS = 100n;

/**
 * The stops whose snapshots something is lost without, the start first and then the nearest to the present one. Reading the
 * cells of each takes time, so a stop that lies a few quick generations behind another one is played again from there
 * instead, should it be asked for. That counts generations too: what was quick under HashLife may take another algorithm for
 * ever.
 */
export function stopsToCarry(
  stops: readonly Stop[],
  entries: readonly Entry[],
  start: number,
  position: number,
): readonly Stop[] {
  const needed: number[] = [];
  let [cost, from] = [Number.POSITIVE_INFINITY, 0n];
  stops.forEach(({ held, pinned, scene }, at) => {
    cost += entries[at - 1]?.change.cost ?? 0;
    const near =
      cost <= QUICK_REPLAY && scene.generation >= from && scene.generation - from <= FEW_GENERATIONS;
    if (!held || (near && !pinned && at !== start)) return;
    needed.push(at);
    [cost, from] = [0, scene.generation];
  });
  const far = (at: number): number => (at === start ? -1 : Math.abs(at - position));
  return needed.sort((a, b) => far(a) - far(b)).map((at) => stops[at] as Stop);
}
