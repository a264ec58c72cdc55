/**
 * History as a timeline of generations. A person who looks back does not think of entries but of time: "what did it look like at
 * generation 300?" The timeline is that view of history: the stretch of entries around the present one in which generations only
 * grow. Runs are its length, edits are points on it, and what makes time jump (a reset, another number for the same
 * generation, another universe) ends it. Any generation on it can be reached, because a run may be stopped anywhere.
 *
 * A place inside a run is a stop like others, marked as a *waypoint*: either one where a snapshot was kept on the way, or the one
 * where somebody looks just now. Lists show a run as one item all the same; only where one stands inside of it, it is shown in
 * two parts, one behind and one ahead.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import { groupDigits } from "../../ui/numbers.ts";
import { NO_CHANGE, runChange } from "../cells/changes.ts";
import type { Entry, Line, Stop } from "./stops.ts";
import { ENTRY_BYTES, isRestored, RESET } from "./stops.ts";

export interface HistoryItem {
  readonly id: number;
  readonly label: string;
  /** The generations before and after it. */
  readonly from: bigint;
  readonly to: bigint;
  /** Whether the cells, or their rule or number, are others than the universe would have come to by itself. */
  readonly edits: boolean;
}

/** The generations between which one can go anywhere. */
export interface Timeline {
  /** Stays the same as long as it is the same timeline, however long it gets. */
  readonly id: number;
  readonly from: bigint;
  readonly to: bigint;
}

/** The first and the last stop of the timeline that the present one is on. */
function timelineAround(line: Line): { readonly first: number; readonly last: number } {
  let [first, last] = [line.at, line.at];
  while (first > 0 && !jumps(line, first - 1)) first--;
  while (last < line.entries.length && !jumps(line, last)) last++;
  return { first, last };
}

export function timelineOf(line: Line): Timeline {
  const { first, last } = timelineAround(line);
  const { id, scene } = line.stops[first] as Stop;
  return { id, from: scene.generation, to: (line.stops[last] as Stop).scene.generation };
}

/** Whether time does not simply go on from a stop to the next one. */
function jumps({ stops, entries }: Line, at: number): boolean {
  const { change } = entries[at] as Entry;
  if (change.run !== undefined) return false;
  return isRestored(change) || stops[at]?.scene.generation !== stops[at + 1]?.scene.generation;
}

/** The last stop of the timeline that is not beyond a generation: at that generation all that was edited there has been. */
export function stopBefore(line: Line, generation: bigint): number {
  const { first, last } = timelineAround(line);
  const { stops } = line;
  let [low, high] = [first, last];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stops[middle] as Stop).scene.generation <= generation) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the present stop is in the list that is shown: waypoints count only where one stands on them. */
export function shownPosition({ stops, at }: Line): number {
  return countShown(stops, at);
}

function countShown(stops: readonly Stop[], end: number): number {
  let shown = 0;
  for (let at = 0; at < end; at++) if (!stops[at]?.waypoint) shown++;
  return shown;
}

/** The other way round; -1 where the list is not as long. */
export function stopShownAt({ stops, at: position }: Line, shown: number): number {
  let seen = -1;
  for (let at = 0; at < stops.length; at++) {
    if (stops[at]?.waypoint && at !== position) continue;
    if (++seen === shown) return at;
  }
  return -1;
}

export function shownLength({ stops, at: position }: Line): number {
  const whole = countShown(stops, stops.length);
  return whole - 1 + (stops[position]?.waypoint ? 1 : 0);
}

/** The list: one item from each stop that counts to the next one. */
export function shownItems({ stops, entries, at: position }: Line): readonly HistoryItem[] {
  const items: HistoryItem[] = [];
  let from = (stops[0] as Stop).scene.generation;
  entries.forEach(({ id, label, change }, at) => {
    const { waypoint, scene } = stops[at + 1] as Stop;
    if (waypoint && at + 1 !== position) return;
    const edits = change !== NO_CHANGE && change !== RESET && change.run === undefined;
    items.push({ id, label, from, to: scene.generation, edits });
    from = scene.generation;
  });
  return items;
}

/** A run as two: up to a generation in the middle of it, and on from there. `id` is the first part's. */
export function splitEntry(
  { id: second, label, change, bytes }: Entry,
  from: bigint,
  generation: bigint,
  id: number,
): readonly [Entry, Entry] {
  const to = change.run as bigint;
  // To six digits: a share of a time that was measured.
  const share = Number(((generation - from) * 1_000_000n) / (to - from)) / 1e6;
  return [
    { id, label, change: runChange(generation, change.cost * share), bytes: ENTRY_BYTES },
    { id: second, label, change: runChange(to, change.cost * (1 - share)), bytes },
  ];
}

/** The two as one again. */
export function joinEntries(one: Entry, other: Entry): Entry {
  const { id, change } = other;
  return {
    id,
    label: one.label,
    change: runChange(change.run as bigint, one.change.cost + change.cost),
    bytes: one.bytes + other.bytes - ENTRY_BYTES,
  };
}

/** What is wrong with a generation that does not lie on a timeline. */
export function offTimeline(generation: bigint, { from, to }: Timeline): TessellaError {
  return generation < from
    ? new TessellaError("bad-argument", `The universe begins at generation ${groupDigits(from)}.`, {
        hint: "There is no way from it to what was before.",
      })
    : new TessellaError("bad-argument", `The universe has come to generation ${groupDigits(to)} only.`);
}
