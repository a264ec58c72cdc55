/**
 * Plays a line (line.ts): moves a universe from one stop to another, takes and releases snapshots, and carries them
 * into another universe.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { formatTopology } from "../../../engine/core/topology.ts";
import type { GridRequest, Handover, UniversePort } from "../../universe/universe-port.ts";
import { canTake } from "../../universe/universe-port.ts";
import { carriedLine } from "./carry.ts";
import * as lines from "./line.ts";
import type { Held } from "./snapshots.ts";
import { releaseSnapshot, restoreSnapshot, takeSnapshot } from "./snapshots.ts";
import type { Entry, Known, Line, Stop } from "./stops.ts";
import { cheapestStart, hereOf } from "./stops.ts";

/** A leg that takes longer to play again, in milliseconds, gets a snapshot half way, and half way from there. */
const LONG_LEG = 120;
/** If one snapshot would take more than this share of the budget, runs keep none on their way. */
const MOST_SHARE = 0.2;

/** Continues with an empty universe on another grid or under another rule; false where the handover declines it. */
export type MoveTo = (grid: GridRequest, handover: Handover) => Promise<boolean>;

export class HistoryPlayer {
  readonly #moveGrid: MoveTo;
  #port: UniversePort;
  #line: Line;
  /** For diffs and snapshots, in bytes. */
  readonly #budget: number;
  /** Size of the last snapshot, in bytes. */
  #size = 0;

  /** The universe must be at the line's present stop. */
  constructor(port: UniversePort, line: Line, budget: number, moveTo: MoveTo = refuseToMove) {
    this.#port = port;
    this.#line = line;
    this.#budget = budget;
    this.#moveGrid = moveTo;
  }

  get port(): UniversePort {
    return this.#port;
  }

  get line(): Line {
    return this.#line;
  }

  /** Continues with a line for which the universe need not move. Releases the snapshots that the new line lacks. */
  set(line: Line): void {
    if (line === this.#line) return;
    const before = lines.heldBy(this.#line);
    this.#line = line;
    const now = lines.heldBy(line);
    for (const held of before) if (!now.has(held)) releaseSnapshot(this.#port, held);
  }

  /** The same, within the budget. */
  fit(line: Line): void {
    this.set(lines.fitted(line, this.#budget));
  }

  /** Drops the stops that can no longer be reached. */
  tidy(): void {
    this.set(lines.tidied(this.#line, this.#budget));
  }

  /** A snapshot for `advance`, or null where there is no room for one. */
  async look(): Promise<Held | null> {
    if (this.#size > this.#budget * MOST_SHARE || lines.bytesOfLine(this.#line) >= this.#budget) {
      // A universe that is too large may shrink again.
      this.#size *= 0.9;
      return null;
    }
    try {
      const held = await takeSnapshot(this.#port);
      this.#size = held.snapshot.bytes;
      return held;
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      this.#size = this.#budget;
      return null;
    }
  }

  /** Takes a snapshot of the present stop, if memory allows. Older ones make room for it. */
  async hold(): Promise<void> {
    while (hereOf(this.#line).held === null) {
      try {
        const held = await takeSnapshot(this.#port);
        this.set(lines.withStop(this.#line, this.#line.at, { held }));
      } catch (error) {
        if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
        const lighter = lines.withoutCheapest(this.#line, Number.POSITIVE_INFINITY);
        if (!lighter) return;
        this.set(lighter);
      }
    }
  }

  /** Puts the universe back to the present stop after a change that failed half way. */
  async recover(): Promise<void> {
    const here = hereOf(this.#line);
    if (here.held) await this.#restore(here);
  }

  /** Continues with a universe in the state of the present stop. The old one is lost, with its snapshots. */
  startOver(port: UniversePort, line: Line): void {
    this.#port = port;
    this.#line = lines.withoutSnapshots(line);
  }

  /** Records that the universe is at that stop. */
  stand(at: number): void {
    this.#line = { ...this.#line, at };
  }

  /** Moves the universe to a stop and tidies the line. With `looking`, a journey that ends early stays where it came to. */
  async reach(stop: number, signal?: AbortSignal, looking = false): Promise<void> {
    try {
      await this.travel(stop, signal, looking);
    } finally {
      this.tidy();
    }
  }

  /** Moves the universe to the start whose stop was given up. */
  async reachStart(): Promise<Known> {
    await this.#moveTo(this.#line.start as Known);
    const start = this.#line.start as Known;
    await restoreSnapshot(this.#port, start.held);
    return start;
  }

  /** The same without tidying: every stop keeps its place in the line. */
  async travel(stop: number, signal?: AbortSignal, looking = false): Promise<void> {
    let at = this.positionOf(stop);
    const start = cheapestStart(this.#line, at);
    if (start < 0) throw new Error("A stop of the history cannot be reached.");
    if (start !== this.#line.at) await this.#restore(this.#stop(start));
    while (this.#line.at < at) {
      if (this.#halve()) at++;
      await this.#forward(signal, looking);
    }
    while (this.#line.at > at) await this.#backward();
  }

  /** Puts a waypoint half way along a leg that takes long to play. */
  #halve(): boolean {
    const { entries, at } = this.#line;
    const { change } = entries[at] as Entry;
    const { generation } = hereOf(this.#line).scene;
    if (change.run === undefined || change.cost <= LONG_LEG || change.run - generation < 2n) return false;
    this.set(lines.split(this.#line, at, generation + (change.run - generation) / 2n));
    return true;
  }

  async #restore(stop: Stop): Promise<void> {
    await this.#moveTo(stop);
    const at = this.positionOf(stop.id);
    await restoreSnapshot(this.#port, this.#stop(at).held as Held);
    this.stand(at);
  }

  /** Moves to a universe on the grid of a known state, if that is another grid or needs another universe for its rule. */
  async #moveTo(known: Known | Stop): Promise<void> {
    const { rule, topology, generation } = known.scene;
    if (sameGrid(topology, this.#port.topology) && (await canTake(this.#port, rule))) return;
    if (await this.#moveGrid({ rule, topology, generation }, (port) => this.carryAll(port, known, true)))
      return;
    throw new TessellaError(
      "memory-limit",
      "There is no memory to go back to before the universe's grid or rule was another.",
      {
        hint: "Raise the memory limit in the preferences, or close other universes.",
      },
    );
  }

  /**
   * Carries its snapshots into another universe, which is at the same stop; `first` goes before all others. Returns
   * false and carries nothing if that one `must` be carried and cannot be.
   */
  async carryAll(port: UniversePort, first: Stop | Known, must = false): Promise<boolean> {
    const line = await carriedLine(this.#line, {
      from: this.#port,
      to: port,
      first,
      must,
      budget: this.#budget,
    });
    if (!line) return false;
    this.#port = port;
    this.#line = line;
    return true;
  }

  async #forward(signal: AbortSignal | undefined, looking: boolean): Promise<void> {
    const { change } = this.#line.entries[this.#line.at] as Entry;
    // A person who passes this stop may want to come back to it.
    if (!change.revert && !(hereOf(this.#line).waypoint && this.#isKnownBefore())) await this.hold();
    const { at } = this.#line;
    const next = this.#stop(at + 1);
    if (next.pinned) {
      await this.#restore(next);
      return;
    }
    try {
      await change.apply(this.#port, signal);
    } catch (error) {
      if (change.run !== undefined && (looking || !hereOf(this.#line).held)) await this.#stay();
      else if (!change.revert) await this.recover();
      throw error;
    }
    this.stand(at + 1);
    if (!next.waypoint || next.held || change.cost <= LONG_LEG / 4) return;
    const held = await this.look();
    if (held) this.set(lines.withStop(this.#line, at + 1, { held }));
  }

  /** Stops in the middle of a run, where the universe came to. */
  async #stay(): Promise<void> {
    await this.#port.state?.();
    const { generation } = this.#port;
    const { at } = this.#line;
    if (generation <= hereOf(this.#line).scene.generation) return;
    if (generation < this.#stop(at + 1).scene.generation) this.set(lines.split(this.#line, at, generation));
    this.stand(at + 1);
  }

  #isKnownBefore(): boolean {
    return this.#line.stops.slice(0, this.#line.at).some(({ held }) => held);
  }

  async #backward(): Promise<void> {
    const { entries, at } = this.#line;
    await entries[at - 1]?.change.revert?.(this.#port);
    this.stand(at - 1);
  }

  /** -1 if the stop is gone. */
  positionOf(stop: number): number {
    return this.#line.stops.findIndex(({ id }) => id === stop);
  }

  #stop(position: number): Stop {
    return this.#line.stops[position] as Stop;
  }
}

async function refuseToMove(): Promise<boolean> {
  throw new TessellaError("unsupported-operation", "This universe cannot be given another grid.");
}

function sameGrid(a: Topology, b: Topology): boolean {
  return a === b || formatTopology(a) === formatTopology(b);
}
