/** The parts of history, and two choices among its snapshots: which ones another universe needs, and which one to lose first. */

import type { Change } from "../cells/changes.ts";
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
  readonly scene: Scene;
  readonly held: Held | null;
  /** The snapshot is the only way here: no change leads to this stop. */
  readonly pinned: boolean;
  /** Lies within a run: the run continues in the next entry. */
  readonly waypoint: boolean;
}

/** A state that is known completely. */
export interface Known {
  readonly scene: Scene;
  readonly held: Held;
}

/** A line of stops; the universe is at one of them. There is one stop more than entries: each entry leads to the next stop. */
export interface Line {
  readonly stops: readonly Stop[];
  readonly entries: readonly Entry[];
  /** The position of the present stop. */
  readonly at: number;
  /** The start to reset to, once its stop was given up. */
  readonly start: Known | null;
  /** The last id given to a stop or an entry. */
  readonly ids: number;
  /** Bytes of the entries. */
  readonly entryBytes: number;
}

export function hereOf({ stops, at }: Line): Stop {
  return stops[at] as Stop;
}

/** The last stop, up to the present one, at which nothing had run yet; -1 where it was given up. */
export function startPosition({ stops, at }: Line): number {
  return stops.findLastIndex(({ scene }, n) => n <= at && scene.atStart);
}

/** Bytes of an entry and its stop beside the change's own data. */
export const ENTRY_BYTES = 400;
/** The assumed cost of restoring a snapshot, in milliseconds. */
export const RESTORE_COST = 5;

/** The change to a stop that is only ever restored: to other cells than those before, */
export const ENTERED: Change = {
  bytes: 0,
  cost: RESTORE_COST,
  apply: async () => {
    throw new Error("This stop has a snapshot to be restored.");
  },
  revert: null,
  data: null,
};

/** or to the cells that the universe began with. */
export const RESET: Change = { ...ENTERED };

export function isRestored(change: Change): boolean {
  return change === ENTERED || change === RESET;
}

/** Limits, in milliseconds and generations, up to which a stop is played again rather than carried into another universe. */
const QUICK_REPLAY = 1000;
const FEW_GENERATIONS = 100n;

/**
 * The stops whose snapshots are needed, the start first and then the nearest to the present stop. Reading the cells of
 * each takes time, so a stop that lies a few quick generations behind another one is played again from there instead,
 * on demand. Generations count too: a quick leg under HashLife may take another algorithm for ever.
 */
export function stopsToCarry(line: Line): readonly Stop[] {
  const { stops, entries, at: position } = line;
  const start = startPosition(line);
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

/**
 * The stop whose snapshot is cheapest to lose, if that costs at most `most` milliseconds; -1 where there is none. The
 * first snapshot of all, the start's and those that alone can restore their stop are never given up. The cheapest lies
 * closest behind another one, so the snapshots that remain of a long run are spread evenly.
 */
export function cheapestToLose(line: Line, most: number): number {
  const { stops, entries } = line;
  const start = startPosition(line);
  let [victim, least] = [-1, Number.POSITIVE_INFINITY];
  let known = false;
  let sinceKnown = 0;
  stops.forEach((stop, at) => {
    if (at > 0) sinceKnown += entries[at - 1]?.change.cost ?? 0;
    if (!stop.held) return;
    const spare = known && !stop.pinned && at !== start;
    if (spare && sinceKnown < least && sinceKnown + costToNextKnown(stops, entries, at) <= most) {
      [victim, least] = [at, sinceKnown];
    }
    known = true;
    sinceKnown = 0;
  });
  return victim;
}

function costToNextKnown(stops: readonly Stop[], entries: readonly Entry[], position: number): number {
  let cost = 0;
  for (let at = position; at < entries.length; at++) {
    cost += entries[at]?.change.cost ?? 0;
    if (stops[at + 1]?.held) break;
  }
  return cost;
}

/** The known stop from which a stop is reached in the least time; -1 where none leads to it. */
export function cheapestStart({ stops, entries, at: here }: Line, position: number): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  const consider = (from: number, cost: number): boolean => {
    const known = from === here || Boolean(stops[from]?.held);
    const total = cost + (from === here ? 0 : RESTORE_COST);
    if (known && total < least) [best, least] = [from, total];
    return known;
  };
  for (let at = position, cost = 0; at >= 0; at--) {
    if (consider(at, cost) || at === 0) break;
    cost += entries[at - 1]?.change.cost ?? 0;
  }
  for (let at = position, cost = 0; at <= entries.length; at++) {
    if (consider(at, cost)) break;
    const next = entries[at]?.change;
    if (!next?.revert) break;
    cost += next.cost;
  }
  return best;
}
