/**
 * History: every state that the universe was in, as a line of stops with a change between each two.
 *
 *   stop 0 --Draw 14 cells--> stop 1 --Run--> stop 2 --Flip--> stop 3
 *
 * A stop is not stored; it is reached. From a stop that is known (the one the universe is at, or one with a snapshot) any
 * other follows by playing changes: forward always, backward where a change knows its own way back. Going somewhere means
 * finding the cheapest known stop to start from. So a snapshot is never needed for what diffs can undo, and one before each
 * run makes undoing the run instant; where memory is short it may be given up as long as an earlier stop is known, and the
 * run is played again when somebody wants to go there.
 *
 * Memory is a budget for diffs and snapshots together. Past it, the snapshots go first that cost the least time to
 * make up for; then, when only slow ones are left, the oldest changes with all they hold. The universe itself is never
 * touched by that, and a stop that is still listed can always be reached.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Change } from "./changes.ts";
import type { Scene } from "./scene.ts";
import { bytesOfScene } from "./scene.ts";
import type { Held, Snapshots } from "./snapshots.ts";
import type { Entry, Stop } from "./stops.ts";
import { stopsToCarry } from "./stops.ts";
import type { UniversePort } from "./universe-port.ts";

/** A state of the universe that somebody keeps outside of it. */
export interface Mark {
  /** The stop that it was at, or, in the middle of a run, the stop that the run began at. */
  readonly stop: number;
  readonly inRun: boolean;
}

interface Known {
  readonly scene: Scene;
  readonly held: Held | null;
}

export interface HistoryItem {
  readonly id: number;
  readonly label: string;
  /** The generations before and after it. */
  readonly from: bigint;
  readonly to: bigint;
}

export const DEFAULT_HISTORY_BYTES = 256 * 2 ** 20;

/** What an entry and its stop take beside the change's own data. */
const ENTRY_BYTES = 400;
/** A snapshot is kept when doing without it would cost more than this to play again, in milliseconds. */
const MOST_REPLAY = 10_000;
/** What putting a snapshot back counts as, in milliseconds. */
const RESTORE_COST = 5;

export class History {
  #port: UniversePort;
  #snapshots: Snapshots;
  readonly #entries: Entry[] = [];
  readonly #stops: Stop[];
  #position = 0;
  #budget: number;
  #entryBytes = 0;
  #ids = 0;
  /** The start to reset to, once its stop was given up. */
  #floor: { readonly scene: Scene; readonly held: Held } | null = null;

  constructor(port: UniversePort, snapshots: Snapshots, scene: Scene, budget = DEFAULT_HISTORY_BYTES) {
    this.#port = port;
    this.#snapshots = snapshots;
    this.#budget = budget;
    this.#stops = [this.#newStop(scene)];
  }

  /** How many of the changes have been made and not undone. */
  get position(): number {
    return this.#position;
  }

  get length(): number {
    return this.#entries.length;
  }

  get scene(): Scene {
    return this.#here.scene;
  }

  /** The present stop, by a number that stays its own. */
  get stop(): number {
    return this.#here.id;
  }

  /** Diffs and snapshots, in bytes. */
  get bytes(): number {
    return this.#entryBytes + this.#snapshots.bytes;
  }

  get items(): readonly HistoryItem[] {
    return this.#entries.map(({ id, label }, i) => ({
      id,
      label,
      from: this.#stop(i).scene.generation,
      to: this.#stop(i + 1).scene.generation,
    }));
  }

  /** What undo would take back, or null. */
  get undoLabel(): string | null {
    return this.#entries[this.#position - 1]?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#entries[this.#position]?.label ?? null;
  }

  setBudget(bytes: number): void {
    this.#budget = bytes;
    this.#enforce();
  }

  /**
   * Makes sure that one can come back here whatever is done next. Without memory for a snapshot older ones are given up,
   * and if even that is not enough, so is the history before this stop, when the next change is pushed.
   */
  async checkpoint(): Promise<void> {
    await this.#hold();
    this.#enforce();
  }

  /** Records a change that has been made. What was undone before can no longer be redone. */
  push(label: string, change: Change, scene: Scene): void {
    this.#dropRedo();
    const bytes = ENTRY_BYTES + change.bytes + bytesOfScene(scene, this.scene);
    this.#entries.push({ id: ++this.#ids, label, change, bytes });
    this.#stops.push(this.#newStop(scene));
    this.#entryBytes += bytes;
    this.#position++;
    this.#dropUnreachable();
    this.#enforce();
  }

  /** Alters what is known of the present stop without a change of its own. */
  amend(scene: Partial<Scene>): void {
    this.#here.scene = { ...this.#here.scene, ...scene };
  }

  /**
   * Moves the universe to a stop. After an error, and after the signal (`aborted`), it is at the stop that it came to.
   */
  async goTo(position: number, signal?: AbortSignal): Promise<void> {
    if (position < 0 || position > this.#entries.length) {
      throw new TessellaError("bad-argument", `History has no state ${position}.`);
    }
    await this.#reach(position, signal);
    this.#enforce();
  }

  /** Puts the universe back to the present stop after a change that failed half way. */
  async recover(): Promise<void> {
    if (this.#here.held) await this.#restore(this.#position);
  }

  /**
   * Goes back to where the universe last started, as a new change. Errors: `bad-argument` when it is there or when its
   * start is no longer known.
   */
  async returnToStart(label: string): Promise<void> {
    const from = this.#position;
    const start = this.#startPosition();
    if (start === from) throw new TessellaError("bad-argument", "The universe is at its start.");
    if (start < 0 && !this.#floor) {
      throw new TessellaError("bad-argument", "The universe's start is no longer known.", {
        hint: "Give history more memory in the preferences, or open the pattern again.",
      });
    }
    // What is selected or written about the pattern is not put back.
    const { selection, info } = this.scene;
    await this.#hold();
    const { scene, held } = start < 0 ? (this.#floor as Known) : await this.#heldStop(start);
    // Without memory for one more snapshot this is an undo: the way forward again is redo.
    if (!held) return;
    if (start < 0) await this.#snapshots.restore(held);
    this.#position = from;
    // Kept before the push, which may give the old stop up.
    this.#snapshots.keep(held);
    this.push(label, RESTORED, { ...scene, selection, info });
    Object.assign(this.#here, { held, pinned: true });
    this.#enforce();
  }

  get canReturnToStart(): boolean {
    const start = this.#startPosition();
    return start !== this.#position && (start >= 0 || this.#floor !== null);
  }

  /** Lets go of every snapshot; what cannot be reached without them is no longer listed. */
  forgetSnapshots(): void {
    const jump = this.#entries.findIndex((e, i) => i >= this.#position && e.change === RESTORED);
    while (jump >= 0 && this.#entries.length > jump) this.#dropLast();
    for (const stop of this.#stops) Object.assign(stop, { held: null, pinned: false });
    this.#floor = null;
    this.#snapshots.clear();
    this.#dropUnreachable();
  }

  /**
   * Goes on with another universe in the same state. Snapshots that are needed are carried over as cells, within the budget;
   * what cannot be reached without those that are not is no longer listed. The old universe must still be there.
   */
  async rehouse(port: UniversePort, snapshots: Snapshots): Promise<void> {
    const old = this.#snapshots;
    const carried = new Map<Held, Held | null>();
    const carry = async (held: Held): Promise<Held | null> => {
      const before = carried.get(held);
      if (before) return snapshots.keep(before);
      const now = before === null ? null : await snapshots.carry(old, held);
      carried.set(held, now);
      return now;
    };
    const floor = this.#floor && { scene: this.#floor.scene, held: await carry(this.#floor.held) };
    const needed = stopsToCarry(this.#stops, this.#entries, this.#startPosition(), this.#position);
    const places = new Map<Stop, Held | null>();
    for (const stop of needed) {
      const affordable = stop.pinned || this.#entryBytes + snapshots.bytes <= this.#budget;
      places.set(stop, affordable ? await carry(stop.held as Held) : null);
    }
    for (const stop of this.#stops) stop.held = places.get(stop) ?? null;
    this.#floor = floor?.held ? { scene: floor.scene, held: floor.held } : null;
    old.clear();
    this.#port = port;
    this.#snapshots = snapshots;
    this.#dropLostJumps();
    this.#dropUnreachable();
    this.#enforce();
  }

  /** A stop that can only be restored, and has lost its snapshot, takes along what lies beyond it. */
  #dropLostJumps(): void {
    const lost = (at: number): boolean => this.#entries[at]?.change === RESTORED && !this.#stop(at + 1).held;
    const ahead = this.#entries.findIndex((_, at) => at >= this.#position && lost(at));
    while (ahead >= 0 && this.#entries.length > ahead) this.#dropLast();
    for (let at = this.#position - 1; at >= 0; at--) {
      if (!lost(at)) continue;
      for (let n = 0; n <= at; n++) this.#dropFirst();
      return;
    }
  }

  /**
   * Goes on with a universe in a state kept earlier, because the old one is gone with all its snapshots. What was changed
   * since is played again as far as diffs lead; what they do not lead to is still there to be redone. A state that lies
   * in the middle of the last run ends that run there. Of any other nothing is known: then history begins anew, and the
   * answer is false.
   */
  async moveIn(port: UniversePort, snapshots: Snapshots, { stop, inRun }: Mark): Promise<boolean> {
    const at = this.#stops.findIndex(({ id }) => id === stop);
    const behind = this.#position - at;
    const { generation, rule } = port;
    if (at >= 0 && !inRun && behind >= 0) {
      this.#position = at;
      this.#startOver(port, snapshots);
      for (let left = behind; left > 0; left--) {
        const change = this.#entries[this.#position]?.change;
        if (!change?.revert) break;
        await change.apply(port);
        this.#position++;
      }
      return true;
    }
    this.#dropRedo();
    const ofLastRun = at >= 0 && behind === 1 && !this.#entries[at]?.change.revert;
    if (!ofLastRun) while (this.#position > 0) this.#dropFirst();
    this.amend({ generation, rule });
    this.#startOver(port, snapshots);
    return ofLastRun;
  }

  #startOver(port: UniversePort, snapshots: Snapshots): void {
    this.forgetSnapshots();
    this.#port = port;
    this.#snapshots = snapshots;
  }

  #newStop(scene: Scene): Stop {
    return { id: ++this.#ids, scene, held: null, pinned: false };
  }

  get #here(): Stop {
    return this.#stop(this.#position);
  }

  #stop(position: number): Stop {
    return this.#stops[position] as Stop;
  }

  /** Takes a snapshot of the present stop, if there is memory for it. */
  async #hold(): Promise<void> {
    const here = this.#here;
    while (here.held === null) {
      try {
        here.held = await this.#snapshots.take();
      } catch (error) {
        if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
        if (!this.#giveUpOne(Number.POSITIVE_INFINITY)) return;
      }
    }
  }

  async #heldStop(position: number): Promise<Stop> {
    await this.#reach(position);
    await this.#hold();
    return this.#here;
  }

  /** Moves the universe; gives up no stop, so that positions keep their meaning. */
  async #reach(position: number, signal?: AbortSignal): Promise<void> {
    const start = this.#cheapestStart(position);
    if (start !== this.#position) await this.#restore(start);
    while (this.#position < position) await this.#forward(signal);
    while (this.#position > position) await this.#backward();
  }

  async #restore(position: number): Promise<void> {
    await this.#snapshots.restore(this.#stop(position).held as Held);
    this.#position = position;
  }

  async #forward(signal?: AbortSignal): Promise<void> {
    const { change } = this.#entries[this.#position] as Entry;
    // Whoever comes through here may want to come back.
    if (!change.revert) await this.#hold();
    if (this.#stop(this.#position + 1).pinned) {
      await this.#restore(this.#position + 1);
      return;
    }
    try {
      await change.apply(this.#port, signal);
    } catch (error) {
      if (!change.revert) await this.recover();
      throw error;
    }
    this.#position++;
  }

  async #backward(): Promise<void> {
    await this.#entries[this.#position - 1]?.change.revert?.(this.#port);
    this.#position--;
  }

  /** The known stop from which a stop is reached in the least time. */
  #cheapestStart(position: number): number {
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    const consider = (from: number, cost: number): boolean => {
      const known = from === this.#position || this.#stop(from).held !== null;
      const total = cost + (from === this.#position ? 0 : RESTORE_COST);
      if (known && total < least) [best, least] = [from, total];
      return known;
    };
    for (let at = position, cost = 0; at >= 0; at--) {
      if (consider(at, cost) || at === 0) break;
      cost += this.#entries[at - 1]?.change.cost ?? 0;
    }
    for (let at = position, cost = 0; at <= this.#entries.length; at++) {
      if (consider(at, cost)) break;
      const next = this.#entries[at]?.change;
      if (!next?.revert) break;
      cost += next.cost;
    }
    if (best < 0) throw new Error("A stop of the history cannot be reached.");
    return best;
  }

  /** The latest stop, up to the present one, from which nothing had run; -1 where it was given up. */
  #startPosition(): number {
    for (let at = this.#position; at >= 0; at--) if (this.#stop(at).scene.atStart) return at;
    return -1;
  }

  #enforce(): void {
    while (this.bytes > this.#budget) {
      if (this.#giveUpOne(MOST_REPLAY)) continue;
      if (this.#position > 0) {
        this.#dropFirst();
        this.#dropUnreachable();
      } else if (this.#entries.length > 0) {
        this.#dropLast();
      } else {
        return;
      }
    }
  }

  /** Gives up the snapshot that is cheapest to do without, if that costs at most so much. */
  #giveUpOne(most: number): boolean {
    const start = this.#startPosition();
    let [victim, least] = [-1, Number.POSITIVE_INFINITY];
    let known = false;
    let sinceKnown = 0;
    for (let at = 0; at < this.#stops.length; at++) {
      const stop = this.#stop(at);
      if (at > 0) sinceKnown += this.#entries[at - 1]?.change.cost ?? 0;
      if (stop.held) {
        const spare = known && !stop.pinned && at !== start;
        if (spare && sinceKnown < least && sinceKnown + this.#costToNextKnown(at) <= most) {
          [victim, least] = [at, sinceKnown];
        }
        known = true;
        sinceKnown = 0;
      }
    }
    if (victim < 0) return false;
    this.#letGo(this.#stop(victim));
    return true;
  }

  #costToNextKnown(position: number): number {
    let cost = 0;
    for (let at = position; at < this.#entries.length; at++) {
      cost += this.#entries[at]?.change.cost ?? 0;
      if (this.#stop(at + 1).held) break;
    }
    return cost;
  }

  /** Changes that lost the snapshot they need for being undone are not listed any more. */
  #dropUnreachable(): void {
    for (let at = 0; at < this.#position; at++) {
      if (this.#stop(at).held) return;
      if (this.#entries[at]?.change.revert) continue;
      for (let n = 0; n <= at; n++) this.#dropFirst();
      at = -1;
    }
  }

  #dropFirst(): void {
    const start = this.#startPosition();
    const [stop] = this.#stops.splice(0, 1) as [Stop];
    const [entry] = this.#entries.splice(0, 1) as [Entry];
    this.#entryBytes -= entry.bytes;
    this.#position--;
    if (start === 0 && stop.held) {
      if (this.#floor) this.#snapshots.drop(this.#floor.held);
      this.#floor = { scene: stop.scene, held: stop.held };
    } else {
      this.#letGo(stop);
    }
  }

  #dropRedo(): void {
    while (this.#entries.length > this.#position) this.#dropLast();
  }

  #dropLast(): void {
    const entry = this.#entries.pop() as Entry;
    this.#entryBytes -= entry.bytes;
    this.#letGo(this.#stops.pop() as Stop);
  }

  #letGo(stop: Stop): void {
    if (stop.held) this.#snapshots.drop(stop.held);
    stop.held = null;
  }
}

/** The change to a stop that is only ever restored. */
const RESTORED: Change = {
  bytes: 0,
  cost: RESTORE_COST,
  apply: async () => {
    throw new Error("This stop has a snapshot to be restored.");
  },
  revert: null,
};
