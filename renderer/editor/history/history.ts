/**
 * History: every state that the universe was in, as a line of stops with a change between each two. The line is plain data
 * (line.ts); a player moves the universe along it (history-player.ts); here is what the editor asks of both.
 *
 *   stop 0 --Draw 14 cells--> stop 1 --Run--> stop 2 --Flip--> stop 3
 *
 * A stop is not stored; it is reached. From a stop that is known (the one the universe is at, or one with a snapshot) any
 * other follows by playing changes: forward always, backward where a change knows its own way back. Going somewhere means
 * finding the cheapest known stop to start from. So a snapshot is never needed for what diffs can undo, and one before each
 * run makes undoing the run instant; where memory is short it may be given up as long as an earlier stop is known, and the
 * run is played again when somebody wants to go there. Snapshots are also kept on the way of a long run, at waypoints
 * (timeline.ts), and on the way back into one, so that looking around there is quick.
 *
 * Memory is a budget for diffs and snapshots together. Past it, the snapshots go first that cost the least time to
 * make up for; then, when only slow ones are left, the oldest changes with all they hold. The universe itself is never
 * touched by that, and a stop that is still listed can always be reached.
 *
 * A stop on another grid needs another universe: then the player asks for one, takes all snapshots along, and goes on there.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Change } from "../cells/changes.ts";
import type { MoveTo } from "./history-player.ts";
import { HistoryPlayer } from "./history-player.ts";
import * as lines from "./line.ts";
import type { Scene } from "./scene.ts";
import type { Held } from "./snapshots.ts";
import { releaseSnapshot } from "./snapshots.ts";
import type { Entry, Line, Stop } from "./stops.ts";
import { ENTERED, hereOf, RESET, startPosition } from "./stops.ts";
import type { HistoryItem, Timeline } from "./timeline.ts";
import * as timelines from "./timeline.ts";

/** A state of the universe that somebody keeps outside of it. */
export interface Mark {
  /** The stop that it was at, or, in the middle of a run, the stop that the run began at. */
  readonly stop: number;
  readonly inRun: boolean;
}

/** How far a run has come. */
export interface Progress {
  readonly label: string;
  readonly generation: bigint;
  /** Milliseconds since the last of these. */
  readonly cost: number;
  /** A snapshot of it, which history takes over. */
  readonly held: Held | null;
  /** Whether the run ends here. */
  readonly ended: boolean;
}

export const DEFAULT_HISTORY_BYTES = 256 * 2 ** 20;

/** Snapshots on the way of one run, and of one that leaps, where each keeps a table from being cleared out. */
const MOST_WAYPOINTS = 128;
const MOST_WAYPOINTS_LEAPING = 24;

export interface HistoryOptions {
  readonly budget?: number;
  /** Where it is missing, the grid stays what it is. */
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

  /** The universe; another one after some verbs. */
  get universe(): UniversePort {
    return this.#player.port;
  }

  get #line(): Line {
    return this.#player.line;
  }

  /** Diffs and snapshots, in bytes. */
  get bytes(): number {
    return lines.bytesOfLine(this.#line);
  }

  /** How many of the listed changes have been made and not undone. */
  get position(): number {
    return timelines.shownPosition(this.#line);
  }

  get length(): number {
    return timelines.shownLength(this.#line);
  }

  get scene(): Scene {
    return hereOf(this.#line).scene;
  }

  /** The present stop, or the one at which the run began that it lies in. */
  get mark(): Mark {
    const { id, scene } = lines.beginningOf(this.#line);
    return { stop: id, inRun: scene.generation !== this.#player.port.generation };
  }

  get items(): readonly HistoryItem[] {
    return timelines.shownItems(this.#line);
  }

  /** Where one can go by generation. */
  get timeline(): Timeline {
    const told = this.#told;
    const now = timelines.timelineOf(this.#line);
    // The same object as long as it says the same: what shows it is not drawn anew for each cell that a paste is moved by.
    if (told.id !== now.id || told.from !== now.from || told.to !== now.to) this.#told = now;
    return this.#told;
  }

  /** Whether one came here by generation, to look around in time, and not by undoing. */
  get travelled(): boolean {
    return this.#travelled;
  }

  /** What undo would take back, or null. */
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

  setBudget(bytes: number): void {
    this.#player.setBudget(bytes);
  }

  /** A snapshot to give to `advance`, or null where there is no room for one. */
  look(): Promise<Held | null> {
    return this.#player.look();
  }

  /** Releases a snapshot by `look` that nobody needs. */
  discard(held: Held): void {
    releaseSnapshot(this.#player.port, held);
  }

  /** Does without the snapshots on the ways of runs, which keep memory from the universe; false where there are none. */
  giveUpWaypoints(): boolean {
    const before = lines.heldBy(this.#line).size;
    this.#player.set(lines.withoutWaypointSnapshots(this.#line));
    return lines.heldBy(this.#line).size < before;
  }

  /** Lets go of every snapshot; what cannot be reached without them is no longer listed. */
  forgetSnapshots(): void {
    this.#player.set(lines.withoutSnapshots(this.#line));
  }

  /** Takes a snapshot of the present stop, if there is memory for it. */
  hold(): Promise<void> {
    return this.#player.hold();
  }

  /** Puts the universe back to the present stop after a change that failed half way. */
  recover(): Promise<void> {
    return this.#player.recover();
  }

  /**
   * Makes sure that one can come back here whatever is done next. Without memory for a snapshot older ones are given up,
   * and if even that is not enough, so is the history before this stop, when the next change is pushed.
   */
  async checkpoint(): Promise<void> {
    await this.#player.hold();
    this.#player.fit(this.#line);
  }

  /** Records a change that has been made. What was undone before can no longer be redone. */
  push(label: string, change: Change, scene: Scene): void {
    this.#travelled = false;
    this.#player.fit(lines.pushed(this.#line, label, change, scene));
  }

  /**
   * Records how far a run came. On a timeline on which one came by generation a run leads where an earlier one has been:
   * what it passes stays listed, until it goes beyond or past an edit.
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

  /** Alters what is known of the present stop, and of the run that it lies in, without a change of its own. */
  amend(scene: Partial<Pick<Scene, "selection" | "info" | "version">>): void {
    this.#player.set(lines.amended(this.#line, scene));
  }

  /**
   * Moves the universe to the state after so many of the listed changes. After an error, and after the signal (`aborted`), it
   * is at the stop that it came to.
   */
  async goTo(position: number, signal?: AbortSignal): Promise<void> {
    const at = timelines.stopShownAt(this.#line, position);
    if (at < 0) throw new TessellaError("bad-argument", `History has no state ${position}.`);
    this.#travelled = false;
    await this.#player.reach(this.#stop(at).id, signal);
  }

  /**
   * Moves the universe to a generation of the timeline: its state there, after all edits at it. After the signal (`aborted`)
   * it is wherever it came to on its way. Errors: `bad-argument` for a generation that is not on the timeline.
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
   * Goes back to where the universe last started, as a new change. Errors: `bad-argument` when it is there or when its
   * start is no longer known.
   */
  async returnToStart(label: string): Promise<void> {
    const from = hereOf(this.#line).id;
    const start = startPosition(this.#line);
    if (start === this.#line.at) throw new TessellaError("bad-argument", "The universe is at its start.");
    if (start < 0 && !this.#line.start) {
      throw new TessellaError("bad-argument", "The universe's start is no longer known.", {
        hint: "Give history more memory in the preferences, or open the pattern again.",
      });
    }
    // What is selected or written about the pattern is not put back.
    const { selection, info } = this.scene;
    await this.#player.hold();
    const { scene, held } = start < 0 ? await this.#player.reachStart() : await this.#heldStop(start);
    // Without memory for one more snapshot this is an undo: the way forward again is redo.
    if (!held) return;
    this.#travelled = false;
    const back = { ...this.#line, at: this.#player.positionOf(from) };
    const line = lines.pushed(back, label, RESET, { ...scene, selection, info });
    this.#player.fit(lines.withStop(line, line.at, { held, pinned: true }));
  }

  /**
   * Goes on with another universe in the same state. Snapshots that are needed are carried over as cells, within the budget;
   * what cannot be reached without those that are not is no longer listed. The old universe must still be there.
   */
  async rehouse(port: UniversePort): Promise<boolean> {
    await this.#player.carryAll(port, hereOf(this.#line));
    this.#player.tidy();
    return true;
  }

  /**
   * Goes on with another universe in another state: a change that can be undone if the present one was held before and there
   * is memory for both. The old universe must still be there.
   */
  async enter(label: string, port: UniversePort, scene: Scene): Promise<boolean> {
    this.#player.set(lines.withoutAhead(this.#line));
    await this.#player.carryAll(port, hereOf(this.#line));
    this.push(label, ENTERED, scene);
    await this.#player.hold();
    const pinned = hereOf(this.#line).held !== null;
    const line = lines.withStop(this.#line, this.#line.at, { pinned });
    // Who cannot come back here must not leave.
    this.#player.set(pinned ? line : lines.withoutFirst(line, line.at));
    this.#player.tidy();
    return true;
  }

  /**
   * Goes on with a universe in a state kept earlier, because the old one is gone with all its snapshots. What was changed
   * since is played again as far as diffs lead; what they do not lead to is still there to be redone. A state that lies
   * in the middle of the last run ends that run there. Of any other nothing is known: then history begins anew, and the
   * answer is false.
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
    // What was played before a run that is cut short leads nowhere now.
    const line = lines.withoutFirst(kept, kept.at);
    const { generation, rule, topology } = port;
    const scene = { ...hereOf(line).scene, generation, rule, topology };
    this.#player.startOver(port, lines.withStop(line, 0, { scene }));
    return ofLastRun;
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
