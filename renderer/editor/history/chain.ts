/**
 * The line of stops that history is made of (history.ts), and what it costs: stops and entries come and go here, snapshots are
 * taken, thinned out and given up, and all of it is taken along into another universe. Nothing here moves the universe.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Change } from "../cells/changes.ts";
import type { Scene } from "./scene.ts";
import { bytesOfScene } from "./scene.ts";
import type { Held } from "./snapshots.ts";
import { Snapshots } from "./snapshots.ts";
import type { Entry, Stop } from "./stops.ts";
import { cheapestToLose, ENTRY_BYTES, isRestored, stopsToCarry } from "./stops.ts";
import { joinEntries, splitEntry } from "./timeline.ts";

/** A state of which all is known. */
export interface Known {
  readonly scene: Scene;
  readonly held: Held;
}

/** A snapshot is kept when doing without it would cost more than this to play again, in milliseconds. */
const MOST_REPLAY = 10_000;
/** Snapshots on the way of one run, and of one that leaps, where each keeps a table from being cleared out. */
const MOST_WAYPOINTS = 128;
const MOST_WAYPOINTS_LEAPING = 24;
/** A universe whose snapshot would take more of the budget than this is not worth one on its way. */
const MOST_SHARE = 0.2;

export class Chain {
  protected port: UniversePort;
  protected snapshots: Snapshots;
  protected readonly entries: Entry[] = [];
  protected readonly stops: Stop[];
  /** The stop that the universe is at. */
  protected at = 0;
  protected budget: number;
  protected entryBytes = 0;
  protected ids = 0;
  /** What a snapshot took last, in bytes. */
  #size = 0;
  /** The start to reset to, once its stop was given up. */
  protected floor: Known | null = null;

  constructor(port: UniversePort, scene: Scene, budget: number) {
    this.port = port;
    this.snapshots = new Snapshots(port);
    this.budget = budget;
    this.stops = [this.newStop(scene)];
  }

  /** Diffs and snapshots, in bytes. */
  get bytes(): number {
    return this.entryBytes + this.snapshots.bytes;
  }

  /** A snapshot to give to `advance`, or null where there is no room for one. */
  async look(): Promise<Held | null> {
    if (this.#size > this.budget * MOST_SHARE || this.bytes >= this.budget) {
      // What is too large for it may get smaller.
      this.#size *= 0.9;
      return null;
    }
    try {
      const held = await this.snapshots.take();
      this.#size = held.snapshot.bytes;
      return held;
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      this.#size = this.budget;
      return null;
    }
  }

  /** Does without the snapshots on the ways of runs, which keep memory from the universe; false where there are none. */
  giveUpWaypoints(): boolean {
    const first = this.stops.find(({ held }) => held);
    const spare = this.stops.filter((stop) => stop.waypoint && stop.held && stop !== first);
    for (const stop of spare) this.letGo(stop);
    this.joinPassed();
    return spare.length > 0;
  }

  /** A snapshot by `look` that nobody needs. */
  discard(held: Held): void {
    this.snapshots.drop(held);
  }

  /** Lets go of every snapshot; what cannot be reached without them is no longer listed. */
  forgetSnapshots(): void {
    const jump = this.entries.findIndex((e, i) => i >= this.at && isRestored(e.change));
    while (jump >= 0 && this.entries.length > jump) this.dropLast();
    for (const stop of this.stops) Object.assign(stop, { held: null, pinned: false });
    this.floor = null;
    this.snapshots.clear();
    this.dropUnreachable();
    this.joinPassed();
  }

  protected newStop(scene: Scene, waypoint = false): Stop {
    return { id: ++this.ids, scene, held: null, pinned: false, waypoint };
  }

  protected get here(): Stop {
    return this.stop(this.at);
  }

  protected stop(position: number): Stop {
    return this.stops[position] as Stop;
  }

  protected append(label: string, change: Change, scene: Scene, waypoint = false): void {
    const bytes = ENTRY_BYTES + change.bytes + bytesOfScene(scene, this.here.scene);
    this.entries.push({ id: ++this.ids, label, change, bytes });
    this.stops.push(this.newStop(scene, waypoint));
    this.entryBytes += bytes;
    this.at++;
  }

  /** A waypoint in the run that begins at a stop. */
  protected split(at: number, generation: bigint): void {
    const { scene } = this.stop(at);
    const parts = splitEntry(this.entries[at] as Entry, scene.generation, generation, ++this.ids);
    this.entries.splice(at, 1, ...parts);
    this.stops.splice(at + 1, 0, this.newStop({ ...scene, generation, atStart: false }, true));
    this.entryBytes += ENTRY_BYTES;
    if (this.at > at) this.at++;
  }

  /** Waypoints at which there is nothing any more are none. */
  protected joinPassed(): void {
    for (let at = this.stops.length - 2; at > 0; at--) {
      const { waypoint, held } = this.stop(at);
      if (!waypoint || held || at === this.at) continue;
      const joined = joinEntries(this.entries[at - 1] as Entry, this.entries[at] as Entry);
      this.entries.splice(at - 1, 2, joined);
      this.stops.splice(at, 1);
      this.entryBytes -= ENTRY_BYTES;
      if (this.at > at) this.at--;
    }
  }

  /** Of too many snapshots on the way of the present run those go that lie closest behind another. */
  protected thinRun(): void {
    const most = this.port.leaps ? MOST_WAYPOINTS_LEAPING : MOST_WAYPOINTS;
    const held: { readonly stop: Stop; readonly cost: number }[] = [];
    for (let at = this.at; at > 0 && this.stop(at).waypoint; at--) {
      const stop = this.stop(at);
      if (stop.held) held.push({ stop, cost: this.entries[at - 1]?.change.cost ?? 0 });
    }
    if (held.length <= most) return;
    // The newest stays: it is the nearest one.
    const [, ...older] = held;
    older.sort((one, other) => one.cost - other.cost);
    for (const { stop } of older.slice(0, held.length - most)) this.letGo(stop);
    this.joinPassed();
  }

  /** Takes a snapshot of the present stop, if there is memory for it. */
  async hold(): Promise<void> {
    const here = this.here;
    while (here.held === null) {
      try {
        here.held = await this.snapshots.take();
      } catch (error) {
        if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
        if (!this.giveUpOne(Number.POSITIVE_INFINITY)) return;
      }
    }
  }

  /** All that is needed goes over into another universe: a stop that must, then the start and the nearest ones. */
  protected async carryAll(port: UniversePort, first: Stop | Known, must = false): Promise<boolean> {
    const old = this.snapshots;
    const snapshots = new Snapshots(port);
    const carried = new Map<Held, Held | null>();
    const carry = async (held: Held): Promise<Held | null> => {
      const before = carried.get(held);
      if (before) return snapshots.keep(before);
      const now = before === null ? null : await snapshots.carry(old, held);
      carried.set(held, now);
      return now;
    };
    const places = new Map<Stop | Known, Held | null>();
    if (first.held) places.set(first, await carry(first.held));
    if (must && !places.get(first)) return false;
    const floor = this.floor && {
      scene: this.floor.scene,
      held: places.get(this.floor) ?? (await carry(this.floor.held)),
    };
    const needed = stopsToCarry(this.stops, this.entries, this.startPosition(), this.at);
    for (const stop of needed) {
      if (places.has(stop)) continue;
      const affordable = stop.pinned || this.entryBytes + snapshots.bytes <= this.budget;
      places.set(stop, affordable ? await carry(stop.held as Held) : null);
    }
    for (const stop of this.stops) stop.held = places.get(stop) ?? null;
    this.floor = floor?.held ? { scene: floor.scene, held: floor.held } : null;
    old.clear();
    this.port = port;
    this.snapshots = snapshots;
    return true;
  }

  /** The latest stop, up to the present one, from which nothing had run; -1 where it was given up. */
  protected startPosition(): number {
    for (let at = this.at; at >= 0; at--) if (this.stop(at).scene.atStart) return at;
    return -1;
  }

  /** What no way leads to any more is not listed, and nothing is kept past the budget. */
  protected tidy(): void {
    this.dropLostJumps();
    this.dropUnreachable();
    this.joinPassed();
    this.enforce();
  }

  protected enforce(): void {
    let gone = false;
    while (this.bytes > this.budget) {
      if (this.giveUpOne(MOST_REPLAY)) {
        gone = true;
      } else if (this.at > 0) {
        this.dropFirst();
        this.dropUnreachable();
      } else if (this.entries.length > 0) {
        this.dropLast();
      } else {
        return;
      }
    }
    if (gone) this.joinPassed();
  }

  /** Gives up the snapshot that is cheapest to do without, if that costs at most so much. */
  protected giveUpOne(most: number): boolean {
    const victim = cheapestToLose(this.stops, this.entries, this.startPosition(), most);
    if (victim < 0) return false;
    this.letGo(this.stop(victim));
    return true;
  }

  /** A stop that can only be restored, and has lost its snapshot, takes along what lies beyond it. */
  protected dropLostJumps(): void {
    const lost = (at: number): boolean => {
      const entry = this.entries[at];
      return entry !== undefined && isRestored(entry.change) && !this.stop(at + 1).held;
    };
    const ahead = this.entries.findIndex((_, at) => at >= this.at && lost(at));
    while (ahead >= 0 && this.entries.length > ahead) this.dropLast();
    for (let at = this.at - 1; at >= 0; at--) {
      if (!lost(at)) continue;
      for (let n = 0; n <= at; n++) this.dropFirst();
      return;
    }
  }

  /** Changes that lost the snapshot they need for being undone are not listed any more. */
  protected dropUnreachable(): void {
    for (let at = 0; at < this.at; at++) {
      if (this.stop(at).held) return;
      if (this.entries[at]?.change.revert) continue;
      for (let n = 0; n <= at; n++) this.dropFirst();
      at = -1;
    }
  }

  protected dropFirst(): void {
    const start = this.startPosition();
    const [stop] = this.stops.splice(0, 1) as [Stop];
    const [entry] = this.entries.splice(0, 1) as [Entry];
    this.entryBytes -= entry.bytes;
    this.at--;
    this.stop(0).waypoint = false;
    if (start === 0 && stop.held) {
      if (this.floor) this.snapshots.drop(this.floor.held);
      this.floor = { scene: stop.scene, held: stop.held };
    } else {
      this.letGo(stop);
    }
  }

  protected dropRedo(): void {
    while (this.entries.length > this.at) this.dropLast();
  }

  protected dropLast(): void {
    const entry = this.entries.pop() as Entry;
    this.entryBytes -= entry.bytes;
    this.letGo(this.stops.pop() as Stop);
  }

  protected letGo(stop: Stop): void {
    if (stop.held) this.snapshots.drop(stop.held);
    stop.held = null;
  }
}
