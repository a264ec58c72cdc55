/**
 * History as a timeline of generations. A person who looks back does not think of entries but of time: "what did it
 * look like at generation 300?" The timeline is that view of history: the stretch of entries around the present one in
 * which generations only grow. Runs are its length and edits are points on it; a jump in time (a reset, another number
 * for the same generation, another universe) ends it. Every generation on it can be reached, because a run can stop
 * anywhere.
 *
 * A place inside a run is a stop like others, marked as a *waypoint*: either one where history kept a snapshot on the
 * way, or the present one. Lists still show a run as one item. Only when the present stop lies inside of it do they
 * show two parts, one behind and one ahead.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { NO_CHANGE, runChange } from "../cells/changes.ts";
import type { Entry, Line, Stop } from "./stops.ts";
import { ENTRY_BYTES, isRestored, RESET } from "./stops.ts";

export interface HistoryItem {
  readonly id: number;
  readonly label: string;
  /** The generations before and after it. */
  readonly from: bigint;
  readonly to: bigint;
  /** Whether it changes the cells, their rule or their number other than by running. */
  readonly edits: boolean;
}

/** The first and the last generation that can be reached; all those between can be, too. */
export interface Timeline {
  /** Stays the same for the same timeline as it grows. */
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

/** Whether only time and edits lie between a stop and the present one. */
export function isOnTimeline(line: Line, at: number): boolean {
  const { first, last } = timelineAround(line);
  return at >= first && at <= last;
}

/** Whether the generation jumps between a stop and the next one. */
function jumps({ stops, entries }: Line, at: number): boolean {
  const { change } = entries[at] as Entry;
  if (change.run !== undefined) return false;
  return isRestored(change) || stops[at]?.scene.generation !== stops[at + 1]?.scene.generation;
}

/** The timeline's last stop that is not beyond a generation: it comes after all edits at that generation. */
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

/** The present stop's place in the list on screen: of the waypoints only the present one counts. */
export function shownPosition({ stops, at }: Line): number {
  return countShown(stops, at);
}

function countShown(stops: readonly Stop[], end: number): number {
  let shown = 0;
  for (let at = 0; at < end; at++) if (!stops[at]?.waypoint) shown++;
  return shown;
}

/** The reverse; -1 where the list is shorter. */
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

/** A run as two: up to a generation in the middle of it, and on from there. The first part gets `id`. */
export function splitEntry(
  { id: second, label, change, bytes }: Entry,
  from: bigint,
  generation: bigint,
  id: number,
): readonly [Entry, Entry] {
  const to = change.run as bigint;
  // Six digits suffice for a share of a measured time.
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

/** The error for a generation that is not on a timeline. */
export function offTimeline(generation: bigint, { from, to }: Timeline): TessellaError {
  return generation < from
    ? new TessellaError("bad-argument", `The universe begins at generation ${grouped(from)}.`, {
        hint: "There is no way from it to what was before.",
      })
    : new TessellaError("bad-argument", `The universe has come to generation ${grouped(to)} only.`);
}
