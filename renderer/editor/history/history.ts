/**
 * History: every state that the universe was in, as a line of stops with a change between each two.
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
 * A stop on another grid needs another universe: then history has one built, takes all its snapshots along, and goes on there.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { formatTopology } from "../../../engine/core/topology.ts";
import { groupDigits } from "../../ui/numbers.ts";
import type { GridRequest, Handover, UniversePort } from "../../universe/universe-port.ts";
import type { Change } from "../cells/changes.ts";
import { runChange } from "../cells/changes.ts";
import type { Known } from "./chain.ts";
import { Chain } from "./chain.ts";
import type { Scene } from "./scene.ts";
import type { Held } from "./snapshots.ts";
import { Snapshots } from "./snapshots.ts";
import type { Entry, Stop } from "./stops.ts";
import { cheapestStart, ENTERED, RESET } from "./stops.ts";
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

/** What takes longer to play again, in milliseconds, is remembered half way, and half way from there. */
const LONG_LEG = 120;

/** Goes on with an empty universe on another grid; false where the handover does not want it. */
export type MoveTo = (grid: GridRequest, handover: Handover) => Promise<boolean>;

export interface HistoryOptions {
  readonly budget?: number;
  /** Where it is missing, the grid stays what it is. */
  readonly moveTo?: MoveTo;
}

export class History extends Chain {
  readonly #moveGrid: MoveTo;
  #travelled = false;
  #told: Timeline = { id: Number.NaN, from: 0n, to: 0n };

  constructor(
    port: UniversePort,
    scene: Scene,
    { budget = DEFAULT_HISTORY_BYTES, moveTo }: HistoryOptions = {},
  ) {
    super(port, scene, budget);
    this.#moveGrid = moveTo ?? refuseToMove;
  }

  /** The universe; another one after some verbs. */
  get universe(): UniversePort {
    return this.port;
  }

  /** How many of the listed changes have been made and not undone. */
  get position(): number {
    return timelines.shownPosition(this.stops, this.at);
  }

  get length(): number {
    return timelines.shownLength(this.stops, this.at);
  }

  get scene(): Scene {
    return this.here.scene;
  }

  /** The present stop, or the one at which the run began that it lies in. */
  get mark(): Mark {
    let at = this.at;
    while (at > 0 && this.stop(at).waypoint) at--;
    const { id, scene } = this.stop(at);
    return { stop: id, inRun: scene.generation !== this.port.generation };
  }

  get items(): readonly HistoryItem[] {
    return timelines.shownItems(this.stops, this.entries, this.at);
  }

  /** Where one can go by generation. */
  get timeline(): Timeline {
    const { first, last } = this.#timeline;
    const { id, scene } = this.stop(first);
    const from = scene.generation;
    const to = this.stop(last).scene.generation;
    // The same object as long as it says the same: what shows it is not drawn anew for each cell that a paste is moved by.
    if (this.#told.id !== id || this.#told.from !== from || this.#told.to !== to)
      this.#told = { id, from, to };
    return this.#told;
  }

  /** Whether one came here by generation, to look around in time, and not by undoing. */
  get travelled(): boolean {
    return this.#travelled;
  }

  /** What undo would take back, or null. */
  get undoLabel(): string | null {
    return this.entries[this.at - 1]?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.entries[this.at]?.label ?? null;
  }

  setBudget(bytes: number): void {
    this.budget = bytes;
    this.enforce();
  }

  /**
   * Makes sure that one can come back here whatever is done next. Without memory for a snapshot older ones are given up,
   * and if even that is not enough, so is the history before this stop, when the next change is pushed.
   */
  async checkpoint(): Promise<void> {
    await this.hold();
    this.enforce();
  }

  /** Records a change that has been made. What was undone before can no longer be redone. */
  push(label: string, change: Change, scene: Scene): void {
    this.dropRedo();
    this.here.waypoint = false;
    this.append(label, change, scene);
    this.#travelled = false;
    this.dropUnreachable();
    this.enforce();
  }

  /**
   * Records how far a run came. On a timeline on which one came by generation a run leads where an earlier one has been: what it
   * passes stays listed, until it goes beyond or past an edit.
   */
  advance({ label, generation, cost, held, ended }: Progress): void {
    if (generation > this.scene.generation) {
      if (this.#travelled) this.#passKnown(generation);
      if (generation > this.scene.generation) {
        this.dropRedo();
        const scene = { ...this.scene, generation, atStart: false };
        this.append(label, runChange(generation, cost), scene, !ended);
        this.#travelled = false;
      }
    }
    const here = this.here;
    if (held && here.held) this.snapshots.drop(held);
    else if (held) here.held = held;
    if (ended && this.at === this.entries.length) here.waypoint = false;
    this.thinRun();
    this.dropUnreachable();
    this.enforce();
  }

  /** Alters what is known of the present stop, and of the run that it lies in, without a change of its own. */
  amend(scene: Partial<Pick<Scene, "selection" | "info" | "version">>): void {
    for (let at = this.at; ; at--) {
      const stop = this.stop(at);
      stop.scene = { ...stop.scene, ...scene };
      if (!stop.waypoint) return;
    }
  }

  /**
   * Moves the universe to the state after so many of the listed changes. After an error, and after the signal (`aborted`), it
   * is at the stop that it came to.
   */
  async goTo(position: number, signal?: AbortSignal): Promise<void> {
    const at = timelines.stopShownAt(this.stops, this.at, position);
    if (at < 0) throw new TessellaError("bad-argument", `History has no state ${position}.`);
    this.#travelled = false;
    await this.#reach(this.stop(at), signal);
  }

  /**
   * Moves the universe to a generation of the timeline: its state there, after all edits at it. After the signal (`aborted`) it is
   * wherever it came to on its way. Errors: `bad-argument` for a generation that is not on the timeline.
   */
  async seek(generation: bigint, signal?: AbortSignal): Promise<void> {
    const { from, to } = this.timeline;
    if (generation < from || generation > to) throw offTimeline(generation, from, to);
    if (generation === this.scene.generation) {
      this.#travelled = true;
      return;
    }
    let at = timelines.stopBefore(this.stops, this.#timeline, generation);
    if (this.stop(at).scene.generation < generation) this.split(at++, generation);
    this.#travelled = true;
    await this.#reach(this.stop(at), signal, true);
  }

  /** Puts the universe back to the present stop after a change that failed half way. */
  async recover(): Promise<void> {
    if (this.here.held) await this.#restore(this.here);
  }

  /**
   * Goes back to where the universe last started, as a new change. Errors: `bad-argument` when it is there or when its
   * start is no longer known.
   */
  async returnToStart(label: string): Promise<void> {
    const from = this.here;
    const start = this.startPosition();
    if (start === this.at) throw new TessellaError("bad-argument", "The universe is at its start.");
    if (start < 0 && !this.floor) {
      throw new TessellaError("bad-argument", "The universe's start is no longer known.", {
        hint: "Give history more memory in the preferences, or open the pattern again.",
      });
    }
    // What is selected or written about the pattern is not put back.
    const { selection, info } = this.scene;
    await this.hold();
    const known = start < 0 ? await this.#reachFloor() : await this.#heldStop(this.stop(start));
    const { scene, held } = known;
    // Without memory for one more snapshot this is an undo: the way forward again is redo.
    if (!held) return;
    this.at = this.stops.indexOf(from);
    // Kept before the push, which may give the old stop up.
    this.snapshots.keep(held);
    this.push(label, RESET, { ...scene, selection, info });
    Object.assign(this.here, { held, pinned: true });
    this.enforce();
  }

  get canReturnToStart(): boolean {
    const start = this.startPosition();
    return start !== this.at && (start >= 0 || this.floor !== null);
  }

  /**
   * Goes on with another universe in the same state. Snapshots that are needed are carried over as cells, within the budget;
   * what cannot be reached without those that are not is no longer listed. The old universe must still be there.
   */
  async rehouse(port: UniversePort): Promise<boolean> {
    await this.carryAll(port, this.here);
    this.tidy();
    return true;
  }

  /**
   * Goes on with another universe in another state: a change that can be undone if the present one was held before and there
   * is memory for both. The old universe must still be there.
   */
  async enter(label: string, port: UniversePort, scene: Scene): Promise<boolean> {
    this.dropRedo();
    await this.carryAll(port, this.here);
    this.push(label, ENTERED, scene);
    await this.hold();
    this.here.pinned = this.here.held !== null;
    // Who cannot come back here must not leave.
    while (!this.here.pinned && this.at > 0) this.dropFirst();
    this.tidy();
    return true;
  }

  /**
   * Goes on with a universe in a state kept earlier, because the old one is gone with all its snapshots. What was changed
   * since is played again as far as diffs lead; what they do not lead to is still there to be redone. A state that lies
   * in the middle of the last run ends that run there. Of any other nothing is known: then history begins anew, and the
   * answer is false.
   */
  async moveIn(port: UniversePort, { stop, inRun }: Mark): Promise<boolean> {
    const at = this.stops.findIndex(({ id }) => id === stop);
    const { generation, rule, topology } = port;
    this.#travelled = false;
    const behind = this.at - at;
    if (at >= 0 && !inRun && behind >= 0) {
      this.at = at;
      this.#startOver(port);
      for (let left = behind; left > 0; left--) {
        const change = this.entries[this.at]?.change;
        if (!change?.revert) break;
        await change.apply(port);
        this.at++;
      }
      return true;
    }
    this.dropRedo();
    const since = this.entries.slice(Math.max(0, at));
    const ofLastRun = at >= 0 && since.length > 0 && since.every((_, n) => this.#isLastRun(at, n));
    // What was played before a run that is cut short leads nowhere now.
    while (this.at > 0) this.dropFirst();
    this.here.scene = { ...this.scene, generation, rule, topology };
    this.#startOver(port);
    return ofLastRun;
  }

  /** Whether the entry so many behind a stop belongs to a run that goes on to the present one. */
  #isLastRun(at: number, n: number): boolean {
    const { change } = this.entries[at + n] as Entry;
    return !change.revert && (n === 0 || this.stop(at + n).waypoint);
  }

  #startOver(port: UniversePort): void {
    this.forgetSnapshots();
    this.port = port;
    this.snapshots = new Snapshots(port);
  }

  get #timeline(): { readonly first: number; readonly last: number } {
    return timelines.timelineAround(this.stops, this.entries, this.at);
  }

  /** Along runs that are listed already, up to a generation or to the end of them. */
  #passKnown(generation: bigint): void {
    for (let next = this.entries[this.at]; next; next = this.entries[this.at]) {
      if (next.change.run === undefined || this.scene.generation >= generation) return;
      if (this.stop(this.at + 1).scene.generation > generation) this.split(this.at, generation);
      this.at++;
    }
  }

  async #heldStop(stop: Stop): Promise<Stop> {
    await this.#travel(stop);
    await this.hold();
    return stop;
  }

  async #reach(target: Stop, signal?: AbortSignal, looking = false): Promise<void> {
    try {
      await this.#travel(target, signal, looking);
    } finally {
      this.tidy();
    }
  }

  async #reachFloor(): Promise<Known> {
    await this.#moveTo(this.floor as Known);
    const floor = this.floor as Known;
    await this.snapshots.restore(floor.held);
    return floor;
  }

  /** Moves the universe; gives up no stop, so that each keeps its place. `looking`: who turns back on the way stays there. */
  async #travel(target: Stop, signal?: AbortSignal, looking = false): Promise<void> {
    let at = this.stops.indexOf(target);
    const start = cheapestStart(this.stops, this.entries, this.at, at);
    if (start < 0) throw new Error("A stop of the history cannot be reached.");
    if (start !== this.at) await this.#restore(this.stop(start));
    while (this.at < at) {
      if (this.#halve()) at++;
      await this.#forward(signal, looking);
    }
    while (this.at > at) await this.#backward();
  }

  /** Puts a waypoint half way into what is long to play. */
  #halve(): boolean {
    const { change } = this.entries[this.at] as Entry;
    const { generation } = this.scene;
    if (change.run === undefined || change.cost <= LONG_LEG || change.run - generation < 2n) return false;
    this.split(this.at, generation + (change.run - generation) / 2n);
    return true;
  }

  async #restore(stop: Stop): Promise<void> {
    await this.#moveTo(stop);
    await this.snapshots.restore(stop.held as Held);
    this.at = this.stops.indexOf(stop);
  }

  /** Into a universe on the grid of a state that is known, if it lies on another one. */
  async #moveTo(known: Known | Stop): Promise<void> {
    if (sameGrid(known.scene.topology, this.port.topology)) return;
    const { rule, topology, generation } = known.scene;
    if (await this.#moveGrid({ rule, topology, generation }, (port) => this.carryAll(port, known, true)))
      return;
    throw new TessellaError(
      "memory-limit",
      "There is no memory to go back to before the universe's grid was another.",
      {
        hint: "Raise the memory limit in the preferences, or close other universes.",
      },
    );
  }

  async #forward(signal: AbortSignal | undefined, looking: boolean): Promise<void> {
    const { change } = this.entries[this.at] as Entry;
    const here = this.here;
    // Whoever comes through here may want to come back.
    if (!change.revert && !(here.waypoint && this.#isKnownBefore())) await this.hold();
    const next = this.stop(this.at + 1);
    if (next.pinned) {
      await this.#restore(next);
      return;
    }
    try {
      await change.apply(this.port, signal);
    } catch (error) {
      if (change.run !== undefined && (looking || !here.held)) await this.#stay();
      else if (!change.revert) await this.recover();
      throw error;
    }
    this.at++;
    if (next.waypoint && change.cost > LONG_LEG / 4) next.held ??= await this.look();
  }

  /** In the middle of a run, where the universe came to. */
  async #stay(): Promise<void> {
    await this.port.state?.();
    const { generation } = this.port;
    if (generation <= this.scene.generation) return;
    if (generation < this.stop(this.at + 1).scene.generation) this.split(this.at, generation);
    this.at++;
  }

  #isKnownBefore(): boolean {
    for (let at = this.at - 1; at >= 0; at--) if (this.stop(at).held) return true;
    return false;
  }

  async #backward(): Promise<void> {
    await this.entries[this.at - 1]?.change.revert?.(this.port);
    this.at--;
  }
}

async function refuseToMove(): Promise<boolean> {
  throw new TessellaError("unsupported-operation", "This universe cannot be given another grid.");
}

function sameGrid(a: Topology, b: Topology): boolean {
  return a === b || formatTopology(a) === formatTopology(b);
}

function offTimeline(generation: bigint, from: bigint, to: bigint): TessellaError {
  return generation < from
    ? new TessellaError("bad-argument", `The universe begins at generation ${groupDigits(from)}.`, {
        hint: "There is no way from it to what was before.",
      })
    : new TessellaError("bad-argument", `The universe has come to generation ${groupDigits(to)} only.`);
}
