/**
 * The part of history that outlasts a crash, as plain data: the stops and changes that lead from cells that a copy holds to the
 * state that the universe was in. Whoever keeps it beside those copies loses no edit, however rarely the cells themselves are
 * copied, since a change is exact data and a run can be computed again.
 *
 * A record has one or two bases, stops whose cells are known: the latest copy, and an earlier one that leads to the universe's
 * start. What undo takes back before them is in it as far as changes know their own way, and what redo offers, too. It holds nothing
 * on the other side of a jump that only a snapshot can make.
 */

import type { WrittenRule } from "../../../engine/rules/universe-rule.ts";
import { readRule, ruleFacts } from "../../../engine/rules/universe-rule.ts";
import { carryChange, turnPackedInPlace } from "../cells/block-edits.ts";
import type { ChangeData } from "../cells/change-data.ts";
import type { Change } from "../cells/changes.ts";
import * as changes from "../cells/changes.ts";
import { unwatched } from "../cells/watch-work.ts";
import * as lines from "./line.ts";
import type { Scene } from "./scene.ts";
import type { Entry, Line, Stop } from "./stops.ts";
import { hereOf, startPosition } from "./stops.ts";

/** Where a copy's cells belong: the stop that the universe was at, or that its run had begun at, and the generation. */
export interface CopyPlace {
  readonly stop: number;
  readonly generation: bigint;
}

type RecordedScene = Omit<Scene, "rule" | "topology"> & WrittenRule;

interface RecordedStop extends Pick<Stop, "id" | "waypoint"> {
  readonly scene: RecordedScene;
}

interface RecordedEntry extends Pick<Entry, "id" | "label" | "bytes"> {
  readonly data: ChangeData;
}

export interface HistoryRecord {
  readonly stops: readonly RecordedStop[];
  readonly entries: readonly RecordedEntry[];
  /** The position of the present state, and those of the bases, in the order that they were asked for. */
  readonly at: number;
  readonly bases: readonly number[];
}

/** Bytes of changes before the latest copy that are kept for the sake of the start, and behind it before another copy is due. */
const MOST_BEFORE = 2 ** 24;
const MOST_BEHIND = 2 ** 26;

/** The line of a universe that is in the middle of a run. */
export function reachedLine(line: Line, generation: bigint): Line {
  const passed = lines.passedKnown(line, generation);
  return generation > hereOf(passed).scene.generation ? lines.ranOn(passed, "Run", generation, 0) : passed;
}

/**
 * A record that leads from the copy at `latest` to the present state, and from the one at `first`, if there is one, to the
 * universe's start. null where the copy does not lead here any more: another one is due.
 */
export function recordOf(present: Line, latest: CopyPlace, first: CopyPlace | null): HistoryRecord | null {
  let line = present;
  const place = (wanted: CopyPlace): number => {
    const placed = placeIn(line, wanted);
    if (!placed) return -1;
    line = placed.line;
    return placed.at;
  };
  // The line grows in front of the places behind, so the earlier one goes first.
  const early = first ? place(first) : -1;
  const late = place(latest);
  if (late < 0 || !leads(line, late)) return null;
  const reaches =
    early >= 0 && early < late && line.entries.slice(early, late).every(({ change }) => change.data);
  const bases = reaches && bytesOf(line.entries.slice(early, late)) <= MOST_BEFORE ? [early, late] : [late];
  const { entries, stops } = line;
  // Undo may have led to before the copy, and leads on from there.
  const from = firstUndone(line, Math.min(bases[0] as number, line.at));
  let to = Math.max(line.at, late);
  let behind = bytesOf(entries.slice(late, to));
  if (behind > MOST_BEHIND) return null;
  // What was undone, and the timeline ahead, as far as there is room.
  for (let next = entries[to]; next?.change.data; next = entries[to]) {
    behind += next.bytes;
    if (behind > MOST_BEHIND) break;
    to++;
  }
  return {
    stops: stops.slice(from, to + 1).map(({ id, waypoint, scene }, n) => {
      const { rule, topology, ...rest } = scene;
      return {
        id,
        waypoint: waypoint && n > 0,
        scene: { ...rest, ...ruleFacts({ rule, topology }) },
      };
    }),
    entries: entries.slice(from, to).map(({ id, label, bytes, change }) => {
      return { id, label, bytes, data: change.data as ChangeData };
    }),
    at: line.at - from,
    bases: bases.map((base) => base - from),
  };
}

/** Whether quick changes lead from a copy to the universe's start. */
export function leadsToStart(line: Line, copy: CopyPlace): boolean {
  const placed = placeIn(line, copy);
  if (!placed) return false;
  const between = placed.line.entries.slice(placed.at, startPosition(placed.line));
  return (
    placed.at <= startPosition(placed.line) &&
    between.every(({ change }) => change.data && change.run === undefined) &&
    bytesOf(between) <= MOST_BEFORE
  );
}

/** Whether undo stops short of what is known of the history before a copy: it has to pass changes that do not know their way back. */
export function needsEarlier(line: Line, copy: CopyPlace): boolean {
  const placed = placeIn(line, copy);
  return Boolean(
    placed && placed.line.entries[firstUndone(placed.line, placed.at) - 1]?.change.revert === null,
  );
}

/** The first stop to which quick changes lead back from that one, as far as there is room. */
function firstUndone({ entries }: Line, from: number): number {
  let room = MOST_BEFORE;
  let at = from;
  for (let before = entries[at - 1]; before?.change.data && before.change.revert; before = entries[at - 1]) {
    room -= before.bytes;
    if (room < 0) break;
    at--;
  }
  return at;
}

/** Whether changes lead from that stop to the present one. */
function leads({ entries, at }: Line, from: number): boolean {
  return from <= at
    ? entries.slice(from, at).every(({ change }) => change.data)
    : entries.slice(at, from).every(({ change }) => change.data && change.revert);
}

function bytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The stop at a place; where it lies within a run, the line gets a waypoint there. null: it is not on the line. */
function placeIn(
  line: Line,
  { stop, generation }: CopyPlace,
): { readonly line: Line; readonly at: number } | null {
  let at = line.stops.findIndex(({ id }) => id === stop);
  if (at < 0) return null;
  for (;;) {
    const here = (line.stops[at] as Stop).scene.generation;
    if (here === generation) return { line, at };
    const run = line.entries[at]?.change.run;
    if (run === undefined || here > generation) return null;
    if (run > generation) return { line: lines.split(line, at, generation), at: at + 1 };
    at++;
  }
}

/** The line of a record, at one of its stops. Errors: `syntax` and `unsupported-rule` for a record that is damaged. */
export function lineOf({ stops, entries }: HistoryRecord, at: number): Line {
  const ids = [...stops, ...entries].map(({ id }) => id);
  return {
    stops: stops.map(({ id, waypoint, scene }) => ({
      id,
      waypoint,
      scene: sceneOf(scene),
      held: null,
      pinned: false,
    })),
    entries: entries.map(({ data, ...rest }) => ({ ...rest, change: changeOf(data) })),
    at,
    start: null,
    ids: Math.max(...ids),
    entryBytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function sceneOf({ ruleFile, ...scene }: RecordedScene): Scene {
  return { ...scene, ...readRule({ rule: scene.rule, ...(ruleFile && { ruleFile }) }) };
}

function changeOf(data: ChangeData): Change {
  switch (data.kind) {
    case "none":
      return changes.NO_CHANGE;
    case "clear-all":
      return changes.clearAllChange();
    case "cells":
      return changes.cellsChange(data.diff);
    case "write":
      return changes.writeChange(data.cells, data.mode);
    case "rule":
      return changes.ruleChange(readRule(data.before).rule, readRule(data.after).rule);
    case "generation":
      return changes.generationChange(data.before, data.after);
    case "run":
      return changes.runChange(data.to, data.cost);
    case "turn":
      return changes.turnInPlace(data.selection, data.there, data.back);
    case "turn-packed":
      return turnPackedInPlace(data.selection, data.there, data.back, [unwatched, changes.TURNING]);
    case "carry":
      return carryChange(data.carried);
    case "fill":
      return changes.fillChange(data.selection, data.fill);
    case "clear":
      return changes.clearChange(data.selection, data.where);
  }
}
