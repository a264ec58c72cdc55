/**
 * History as plain data: a line of stops with an entry between each two, and the operations on it. Every function
 * returns a new line and moves no universe; the player (history-player.ts) moves it and releases the snapshots that the
 * new line lacks.
 */

import type { Change } from "../cells/changes.ts";
import { runChange } from "../cells/changes.ts";
import type { Scene } from "./scene.ts";
import { bytesOfScene } from "./scene.ts";
import type { Held } from "./snapshots.ts";
import type { Entry, Line, Stop } from "./stops.ts";
import { cheapestToLose, ENTRY_BYTES, hereOf, isRestored, startPosition } from "./stops.ts";
import { joinEntries, splitEntry } from "./timeline.ts";

/** A snapshot stays when its loss would cost more than this to play again, in milliseconds. */
const MOST_REPLAY = 10_000;

/** A line of a single stop. */
export function newLine(scene: Scene): Line {
  return { stops: [newStop(1, scene, false)], entries: [], at: 0, start: null, ids: 1, entryBytes: 0 };
}

function newStop(id: number, scene: Scene, waypoint: boolean): Stop {
  return { id, scene, held: null, pinned: false, waypoint };
}

/** Every snapshot that the line has, each once. */
export function heldBy({ stops, start }: Line): ReadonlySet<Held> {
  const all = new Set<Held>();
  for (const { held } of stops) if (held) all.add(held);
  if (start) all.add(start.held);
  return all;
}

/** Bytes of diffs and snapshots. */
export function bytesOfLine(line: Line): number {
  let bytes = line.entryBytes;
  for (const { snapshot } of heldBy(line)) bytes += snapshot.bytes;
  return bytes;
}

/** The present stop or, within a run, the one that the run began at. */
export function beginningOf({ stops, at }: Line): Stop {
  return stops.findLast(({ waypoint }, n) => n <= at && (n === 0 || !waypoint)) as Stop;
}

/** The line with one stop updated. */
export function withStop(line: Line, at: number, change: Partial<Omit<Stop, "id">>): Line {
  return { ...line, stops: line.stops.with(at, { ...(line.stops[at] as Stop), ...change }) };
}

/** The line with one more stop behind the present one, which must be the last; the universe is there. */
export function append(line: Line, label: string, change: Change, scene: Scene, waypoint = false): Line {
  const bytes = ENTRY_BYTES + change.bytes + bytesOfScene(scene, hereOf(line).scene);
  return {
    ...line,
    entries: [...line.entries, { id: line.ids + 1, label, change, bytes }],
    stops: [...line.stops, newStop(line.ids + 2, scene, waypoint)],
    at: line.at + 1,
    ids: line.ids + 2,
    entryBytes: line.entryBytes + bytes,
  };
}

/** The line with a change made at the present stop. The changes ahead of it are gone. */
export function pushed(line: Line, label: string, change: Change, scene: Scene): Line {
  const ahead = withStop(withoutAhead(line), line.at, { waypoint: false });
  return withoutUnreachable(append(ahead, label, change, scene));
}

/** The line with a waypoint at a generation of the run that begins at a stop. */
export function split(line: Line, at: number, generation: bigint): Line {
  const { scene } = line.stops[at] as Stop;
  const parts = splitEntry(line.entries[at] as Entry, scene.generation, generation, line.ids + 1);
  const stop = newStop(line.ids + 2, { ...scene, generation, atStart: false }, true);
  return {
    ...line,
    entries: line.entries.toSpliced(at, 1, ...parts),
    stops: line.stops.toSpliced(at + 1, 0, stop),
    at: line.at > at ? line.at + 1 : line.at,
    ids: line.ids + 2,
    entryBytes: line.entryBytes + ENTRY_BYTES,
  };
}

/** The line at the end of a run along listed runs, up to a generation or to where those end. */
export function passedKnown(line: Line, generation: bigint): Line {
  let passed = line;
  for (let next = line.entries[line.at]; next; next = passed.entries[passed.at]) {
    if (next.change.run === undefined || hereOf(passed).scene.generation >= generation) break;
    const ends = (passed.stops[passed.at + 1] as Stop).scene.generation;
    if (ends > generation) passed = split(passed, passed.at, generation);
    passed = { ...passed, at: passed.at + 1 };
  }
  return passed;
}

/** The line with a run that has gone beyond the present stop; the changes ahead are gone. */
export function ranOn(line: Line, label: string, to: bigint, cost: number): Line {
  const scene = { ...hereOf(line).scene, generation: to, atStart: false };
  return append(withoutAhead(line), label, runChange(to, cost), scene, true);
}

/** The line with the present stop updated, and the run that it lies in. */
export function amended(line: Line, scene: Partial<Scene>): Line {
  const stops = [...line.stops];
  for (let at = line.at; ; at--) {
    const stop = stops[at] as Stop;
    stops[at] = { ...stop, scene: { ...stop.scene, ...scene } };
    if (!stop.waypoint) return { ...line, stops };
  }
}

/** The line without waypoints that hold no snapshot and are not the present stop. */
export function withoutEmptyWaypoints(line: Line): Line {
  const [stops, entries] = [[...line.stops], [...line.entries]];
  let { at, entryBytes } = line;
  for (let n = stops.length - 2; n > 0; n--) {
    const { waypoint, held } = stops[n] as Stop;
    if (!waypoint || held || n === at) continue;
    entries.splice(n - 1, 2, joinEntries(entries[n - 1] as Entry, entries[n] as Entry));
    stops.splice(n, 1);
    entryBytes -= ENTRY_BYTES;
    if (at > n) at--;
  }
  return stops.length === line.stops.length ? line : { ...line, stops, entries, at, entryBytes };
}

/** The line with at most `most` snapshots on the way of the present run: it loses those closest behind another. */
export function thinnedRun(line: Line, most: number): Line {
  const held: { readonly stop: Stop; readonly cost: number }[] = [];
  for (let at = line.at; at > 0 && line.stops[at]?.waypoint; at--) {
    const stop = line.stops[at] as Stop;
    if (stop.held) held.push({ stop, cost: line.entries[at - 1]?.change.cost ?? 0 });
  }
  if (held.length <= most) return line;
  // The newest stays: it is the nearest one.
  const [, ...older] = held;
  older.sort((one, other) => one.cost - other.cost);
  const gone = new Set(older.slice(0, held.length - most).map(({ stop }) => stop));
  return withoutEmptyWaypoints(withoutSnapshotsOf(line, gone));
}

/** The line without the snapshots on the ways of runs; the line itself where there are none. */
export function withoutWaypointSnapshots(line: Line): Line {
  const first = line.stops.find(({ held }) => held);
  const spare = line.stops.filter((stop) => stop.waypoint && stop.held && stop !== first);
  if (spare.length === 0) return withoutEmptyWaypoints(line);
  return withoutEmptyWaypoints(withoutSnapshotsOf(line, new Set(spare)));
}

/** The line without any snapshot, and without the stops that can then not be reached. */
export function withoutSnapshots(line: Line): Line {
  const jump = line.entries.findIndex((entry, at) => at >= line.at && isRestored(entry.change));
  const { stops, ...rest } = jump < 0 ? line : withoutBeyond(line, jump);
  const bare = stops.map((stop) => ({ ...stop, held: null, pinned: false }));
  return withoutEmptyWaypoints(withoutUnreachable({ ...rest, stops: bare, start: null }));
}

function withoutSnapshotsOf(line: Line, gone: ReadonlySet<Stop>): Line {
  const stops = line.stops.map((stop) => (gone.has(stop) ? { ...stop, held: null } : stop));
  return { ...line, stops };
}

/** The line without the snapshot that is cheapest to lose; null if that costs more than `most` milliseconds. */
export function withoutCheapest(line: Line, most: number): Line | null {
  const victim = cheapestToLose(line, most);
  return victim < 0 ? null : withStop(line, victim, { held: null });
}

/** The line without the stops that can no longer be reached, and within the budget. */
export function tidied(line: Line, budget: number): Line {
  return fitted(withoutEmptyWaypoints(withoutUnreachable(withoutLostJumps(line))), budget);
}

/** The line within the budget, in bytes. */
export function fitted(line: Line, budget: number): Line {
  let fit = line;
  let gone = false;
  for (let bytes = bytesOfLine(fit); bytes > budget; bytes = bytesOfLine(fit)) {
    const lighter = withoutCheapest(fit, MOST_REPLAY);
    if (lighter) {
      fit = lighter;
      gone = true;
    } else if (fit.at > 0) {
      fit = withoutUnreachable(withoutFirst(fit, surplus(fit, bytes - budget)));
    } else if (fit.entries.length > 0) {
      fit = withoutBeyond(fit, fit.entries.length - 1);
    } else {
      return fit;
    }
  }
  return gone ? withoutEmptyWaypoints(fit) : fit;
}

/** How many entries to drop at once to free this many bytes, up to the next snapshot. */
function surplus({ stops, entries, at }: Line, bytes: number): number {
  let [count, left] = [1, bytes - (entries[0] as Entry).bytes];
  while (left > 0 && count < at && !stops[count - 1]?.held && !stops[count]?.held)
    left -= (entries[count++] as Entry).bytes;
  return count;
}

/** A stop that only its snapshot can restore, and that has lost it, takes the stops beyond it along. */
function withoutLostJumps(line: Line): Line {
  const isLost = ({ stops, entries }: Line, at: number): boolean =>
    isRestored((entries[at] as Entry).change) && !stops[at + 1]?.held;
  const ahead = line.entries.findIndex((_, at) => at >= line.at && isLost(line, at));
  const kept = ahead < 0 ? line : withoutBeyond(line, ahead);
  for (let at = kept.at - 1; at >= 0; at--) if (isLost(kept, at)) return withoutFirst(kept, at + 1);
  return kept;
}

/** The line without the earlier changes that have lost the snapshot they need to be undone. */
export function withoutUnreachable(line: Line): Line {
  let count = 0;
  for (let at = 0; at < line.at && !line.stops[at]?.held; at++)
    if (!line.entries[at]?.change.revert) count = at + 1;
  return withoutFirst(line, count);
}

/** The line without its first entries; it remembers the start if that is among them. */
export function withoutFirst(line: Line, count: number): Line {
  if (count === 0) return line;
  const at = startPosition(line);
  const { scene, held = null } = at >= 0 && at < count ? (line.stops[at] as Stop) : {};
  let { entryBytes } = line;
  for (let n = 0; n < count; n++) entryBytes -= (line.entries[n] as Entry).bytes;
  const stops = line.stops.slice(count);
  stops[0] = { ...(stops[0] as Stop), waypoint: false };
  return {
    ...line,
    stops,
    entries: line.entries.slice(count),
    at: line.at - count,
    start: scene && held ? { scene, held } : line.start,
    entryBytes,
  };
}

/** The line without the changes that can be redone. */
export function withoutAhead(line: Line): Line {
  return withoutBeyond(line, line.at);
}

function withoutBeyond(line: Line, position: number): Line {
  if (line.entries.length <= position) return line;
  let { entryBytes } = line;
  for (const { bytes } of line.entries.slice(position)) entryBytes -= bytes;
  return {
    ...line,
    stops: line.stops.slice(0, position + 1),
    entries: line.entries.slice(0, position),
    entryBytes,
  };
}
