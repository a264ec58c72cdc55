/**
 * History: every state that the universe was in, as a line of stops with a change between each two. The line is plain
 * data (line.ts), a player moves the universe along it (history-player.ts), and this file offers the editor both.
 *
 *   stop 0 --Draw 14 cells--> stop 1 --Run--> stop 2 --Flip--> stop 3
 *
 * A stop is not stored; it is reached. From a known stop (the one the universe is at, or one with a snapshot) playing
 * changes leads to any other: forward always, backward where a change knows its own way back. To go somewhere, history
 * finds the cheapest known stop to start from. What diffs can undo thus needs no snapshot, and one before each run
 * makes undoing the run instant. Where memory is short, history may give that one up as long as an earlier stop is
 * known, and plays the run again on demand. It also keeps snapshots on the way of a long run, at waypoints
 * (timeline.ts), and on the way back into one, so that looking around there is quick.
 *
 * One budget of memory covers diffs and snapshots. Past it, history first gives up the snapshots that cost the least
 * time to replace; when only expensive ones are left, it drops the oldest changes with all they hold. This never
 * touches the universe itself, and a listed stop can always be reached.
 *
 * A stop on another grid needs another universe: the player then asks for one, carries all snapshots over, and
 * continues there.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { UniverseCopy } from "../../universe/live-universe.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Change } from "../cells/changes.ts";
import type { MoveTo } from "./history-player.ts";
import { HistoryPlayer } from "./history-player.ts";
import * as lines from "./line.ts";
import type { HistoryRecord } from "./record.ts";
import { lineOf } from "./record.ts";
import type { Scene } from "./scene.ts";
import type { Held } from "./snapshots.ts";
import { releaseSnapshot, restoreCopy } from "./snapshots.ts";
import type { Entry, Line, Stop } from "./stops.ts";
import { ENTERED, hereOf, RESET, startPosition } from "./stops.ts";
import type { Timeline } from "./timeline.ts";
import * as timelines from "./timeline.ts";

/** A state of the universe that is kept outside of it. */
export interface Mark {
  /** The stop that the universe was at or, in the middle of a run, the stop that the run began at. */
  readonly stop: number;
  readonly inRun: boolean;
}

/** The progress of a run. */
export interface Progress {
  readonly label: string;
  readonly generation: bigint;
  /** Milliseconds since the previous report. */
  readonly cost: number;
  /** A snapshot of it, which history takes over. */
  readonly held: Held | null;
  /** Whether the run ends here. */
  readonly ended: boolean;
}

export const DEFAULT_HISTORY_BYTES = 256 * 2 ** 20;

/** Snapshots on the way of a run; fewer for a run that leaps, since each keeps a table from being cleared. */
const MOST_WAYPOINTS = 128;
const MOST_WAYPOINTS_LEAPING = 24;

export interface HistoryOptions {
  readonly budget?: number;
  /** Without it, the grid never changes. */
  readonly moveTo?: MoveTo;
}

export class History {
  readonly #player: HistoryPlayer;
  #travelled = false;
  #told: Timeline = { id: Number.NaN, from: 0n, to: 0n };

  constructor(
    port: UniversePort,
    scene: Scene,
    { budget = DEFAULT_HISTORY_BYTES, moveTo }: HistoryOptions = {},
  ) {
    this.#player = new HistoryPlayer(port, lines.newLine(scene), budget, moveTo);
  }

  /** The universe; some verbs replace it. */
  get universe(): UniversePort {
    return this.#player.port;
  }

  /** The line: plain data. */
  get line(): Line {
    return this.#player.line;
  }

  get #line(): Line {
    return this.#player.line;
  }

  /** How many of the listed changes are made and not undone. */
  get position(): number {
    return timelines.shownPosition(this.#line);
  }

  get length(): number {
    return timelines.shownLength(this.#line);
  }

  get scene(): Scene {
    return hereOf(this.#line).scene;
  }

  /** The present stop or, within a run, the one that the run began at. */
  get mark(): Mark {
    const { id, scene } = lines.beginningOf(this.#line);
    return { stop: id, inRun: scene.generation !== this.#player.port.generation };
  }

  /** The generations that `seek` can go to. */
  get timeline(): Timeline {
    const told = this.#told;
    const now = timelines.timelineOf(this.#line);
    // The same object while its content stays the same: components that show it do not render for each step of a moving
    // paste.
    if (told.id !== now.id || told.from !== now.from || told.to !== now.to) this.#told = now;
    return this.#told;
  }

  /** Whether `seek`, to look around in time, led here and not an undo. */
  get travelled(): boolean {
    return this.#travelled;
  }

  /** The label of the change that undo would take back, or null. */
  get undoLabel(): string | null {
    return this.#line.entries[this.#line.at - 1]?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#line.entries[this.#line.at]?.label ?? null;
  }

  get canReturnToStart(): boolean {
    const start = startPosition(this.#line);
    return start !== this.#line.at && (start >= 0 || this.#line.start !== null);
  }

  /** A snapshot for `advance`, or null where there is no room for one. */
  look(): Promise<Held | null> {
    return this.#player.look();
  }

  /** Releases a snapshot from `look` that is not needed. */
  discard(held: Held): void {
    releaseSnapshot(this.#player.port, held);
  }

  /** Gives up the snapshots on the ways of runs, to free memory for the universe; false where there are none. */
  giveUpWaypoints(): boolean {
    const before = lines.heldBy(this.#line).size;
    this.#player.set(lines.withoutWaypointSnapshots(this.#line));
    return lines.heldBy(this.#line).size < before;
  }

  /** Releases every snapshot; states that cannot be reached without one are no longer listed. */
  forgetSnapshots(): void {
    this.#player.set(lines.withoutSnapshots(this.#line));
  }

  /** Takes a snapshot of the present stop, if memory allows. */
  hold(): Promise<void> {
    return this.#player.hold();
  }

  /** Puts the universe back to the present stop after a change that failed half way. */
  recover(): Promise<void> {
    return this.#player.recover();
  }

  /**
   * Makes sure that undo can come back here, whatever comes next. Where memory is short, it gives up older snapshots
   * and, if that is not enough, the history before this stop once the next change is pushed.
   */
  async checkpoint(): Promise<void> {
    await this.#player.hold();
    this.#player.fit(this.#line);
  }

  /** Records a change that was made. Undone changes can no longer be redone. */
  push(label: string, change: Change, scene: Scene): void {
    this.#travelled = false;
    this.#player.fit(lines.pushed(this.#line, label, change, scene));
  }

  /**
   * Records how far a run came. After a `seek`, a run retraces an earlier one: what it passes stays listed, until it
   * goes further or past an edit.
   */
  advance({ label, generation, cost, held, ended }: Progress): void {
    let line = this.#line;
    if (this.#travelled) line = lines.passedKnown(line, generation);
    if (generation > hereOf(line).scene.generation) {
      line = lines.ranOn(line, label, generation, cost);
      this.#travelled = false;
    }
    if (held && hereOf(line).held) this.discard(held);
    else if (held) line = lines.withStop(line, line.at, { held });
    if (ended && line.at === line.entries.length) line = lines.withStop(line, line.at, { waypoint: false });
    line = lines.thinnedRun(line, this.#player.port.leaps ? MOST_WAYPOINTS_LEAPING : MOST_WAYPOINTS);
    this.#player.fit(lines.withoutUnreachable(line));
  }

  /** Updates what is known of the present stop, and of the run that it lies in, without a new change. */
  amend(scene: Partial<Pick<Scene, "selection" | "info" | "version">>): void {
    this.#player.set(lines.amended(this.#line, scene));
  }

  /**
   * Moves the universe to the state after this many of the listed changes. After an error, and after the signal
   * (`aborted`), it is at the stop that it came to.
   */
  async goTo(position: number, signal?: AbortSignal): Promise<void> {
    const at = timelines.stopShownAt(this.#line, position);
    if (at < 0) throw new TessellaError("bad-argument", `History has no state ${position}.`);
    this.#travelled = false;
    await this.#player.reach(this.#stop(at).id, signal);
  }

  /**
   * Moves the universe to a generation of the timeline: its state there, after all edits at it. After the signal
   * (`aborted`) it is wherever it came to. Errors: `bad-argument` for a generation that is not on the timeline.
   */
  async seek(generation: bigint, signal?: AbortSignal): Promise<void> {
    const { timeline } = this;
    if (generation < timeline.from || generation > timeline.to)
      throw timelines.offTimeline(generation, timeline);
    this.#travelled = true;
    if (generation === this.scene.generation) return;
    let at = timelines.stopBefore(this.#line, generation);
    if (this.#stop(at).scene.generation < generation)
      this.#player.set(lines.split(this.#line, at++, generation));
    await this.#player.reach(this.#stop(at).id, signal, true);
  }

  /**
   * Goes back to the universe's last start: along the timeline where that leads there, which changes nothing, else as a
   * new change. Errors: `bad-argument` when it is there or when its start is no longer known.
   */
  async returnToStart(label: string): Promise<void> {
    const from = hereOf(this.#line).id;
    const start = startPosition(this.#line);
    if (start === this.#line.at) throw new TessellaError("bad-argument", "The universe is at its start.");
    if (start < 0 && !this.#line.start) {
      throw new TessellaError("bad-argument", "The universe's start is no longer known.", {
        hint: "Open the pattern again.",
      });
    }
    if (start >= 0 && timelines.isOnTimeline(this.#line, start)) {
      this.#travelled = true;
      await this.#player.reach(this.#stop(start).id, undefined, true);
      return;
    }
    // The selection and the pattern's description stay as they are.
    const { selection, info } = this.scene;
    await this.#player.hold();
    const { scene, held } = start < 0 ? await this.#player.reachStart() : await this.#heldStop(start);
    // Without memory for one more snapshot this is an undo: redo leads forward again.
    if (!held) return;
    this.#travelled = false;
    const back = { ...this.#line, at: this.#player.positionOf(from) };
    const line = lines.pushed(back, label, RESET, { ...scene, selection, info });
    this.#player.fit(lines.withStop(line, line.at, { held, pinned: true }));
  }

  /**
   * Continues with another universe in the same state. It carries the needed snapshots over as cells, within the
   * budget; states that cannot be reached without the others are no longer listed. The old universe must still exist.
   */
  async rehouse(port: UniversePort): Promise<boolean> {
    await this.#player.carryAll(port, hereOf(this.#line));
    this.#player.tidy();
    return true;
  }

  /**
   * Continues with another universe in another state: a change that can be undone if the present state was held before
   * and there is memory for both. The old universe must still exist.
   */
  async enter(label: string, port: UniversePort, scene: Scene): Promise<boolean> {
    this.#player.set(lines.withoutAhead(this.#line));
    await this.#player.carryAll(port, hereOf(this.#line));
    this.push(label, ENTERED, scene);
    await this.#player.hold();
    const pinned = hereOf(this.#line).held !== null;
    const line = lines.withStop(this.#line, this.#line.at, { pinned });
    // Without a snapshot the new state could not be reached again, so the history before it goes.
    this.#player.set(pinned ? line : lines.withoutFirst(line, line.at));
    this.#player.tidy();
    return true;
  }

  /**
   * Continues with a universe in a state kept earlier, because the old one is lost with all its snapshots. It replays
   * the changes since then as far as diffs lead; redo still offers the rest. A state in the middle of the last run ends
   * that run there. If the state is unknown, history begins anew and the answer is false.
   */
  async moveIn(port: UniversePort, { stop, inRun }: Mark): Promise<boolean> {
    const at = this.#player.positionOf(stop);
    const behind = this.#line.at - at;
    this.#travelled = false;
    if (at >= 0 && !inRun && behind >= 0) {
      this.#player.startOver(port, { ...this.#line, at });
      for (let left = behind; left > 0; left--) {
        const change = this.#line.entries[this.#line.at]?.change;
        if (!change?.revert) break;
        await change.apply(port);
        this.#player.stand(this.#line.at + 1);
      }
      return true;
    }
    const kept = lines.withoutAhead(this.#line);
    const since = kept.entries.slice(Math.max(0, at));
    const isLastRun = ({ change }: Entry, n: number): boolean =>
      !change.revert && (n === 0 || this.#stop(at + n).waypoint);
    const ofLastRun = at >= 0 && since.length > 0 && since.every(isLastRun);
    // The changes before a run that is cut short lead nowhere now.
    const line = lines.withoutFirst(kept, kept.at);
    const { generation, rule, topology } = port;
    const scene = { ...hereOf(line).scene, generation, rule, topology };
    this.#player.startOver(port, lines.withStop(line, 0, { scene }));
    return ofLastRun;
  }

  /**
   * Takes up the history of an earlier session from the copies at the record's bases. The universe was made from the first one, all
   * but its block. Ends at the record's present state or, after the signal (`aborted`), wherever it came to.
   */
  async recall(
    record: HistoryRecord,
    [copy, later]: readonly UniverseCopy[],
    signal?: AbortSignal,
  ): Promise<void> {
    const player = this.#player;
    const [first, latest] = record.bases as [number, number?];
    if (copy?.block) await restoreCopy(this.universe, copy);
    player.set(lineOf(record, first));
    const goal = this.#stop(record.at).id;
    if (latest !== undefined && later) {
      const there = this.#stop(latest).id;
      const start = this.#stop(startPosition({ ...this.#line, at: latest }));
      await player.travel(start.id, signal);
      await player.hold();
      await restoreCopy(this.universe, later);
      player.stand(player.positionOf(there));
    }
    await player.reach(goal, signal, true);
  }

  async #heldStop(position: number): Promise<Stop> {
    await this.#player.travel(this.#stop(position).id);
    await this.#player.hold();
    return hereOf(this.#line);
  }

  #stop(position: number): Stop {
    return this.#line.stops[position] as Stop;
  }
}
