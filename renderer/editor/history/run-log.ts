/** The run under way, as history hears of it: where it began, how it looked on its way, and where it ended. */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { History } from "./history.ts";
import type { Held } from "./snapshots.ts";
import { Waypoints } from "./waypoints.ts";

interface Session {
  readonly label: string;
  /** When history last heard of it. */
  since: number;
}

export class RunLog {
  readonly #history: History;
  readonly #now: () => number;
  readonly #onWaypoint: () => void;
  readonly #waypoints = new Waypoints(() => this.#remember());
  #session: Session | null = null;

  /** `onWaypoint`: history has grown. */
  constructor(history: History, now: () => number, onWaypoint: () => void) {
    this.#history = history;
    this.#now = now;
    this.#onWaypoint = onWaypoint;
  }

  /** Whether a run is under way, even if it is paused just now. */
  get open(): boolean {
    return this.#session !== null;
  }

  /** The label of the run under way. */
  get label(): string | null {
    return this.#session?.label ?? null;
  }

  begin(label: string): void {
    this.#session = { label, since: this.#now() };
    this.#waypoints.begin();
  }

  /** After a run failed for lack of memory, keeps no more snapshots on its way. True where that freed memory to run on. */
  makeRoom(error: unknown): boolean {
    if (!(error instanceof TessellaError) || error.code !== "memory-limit") return false;
    this.#waypoints.end();
    return this.#history.giveUpWaypoints();
  }

  /** Ends the log once the universe stands still; without a run nothing happens. */
  close(): void {
    if (this.#session) this.#note(this.#session, null);
    this.abandon();
  }

  /** Forgets the run: nobody will ask for its history. */
  abandon(): void {
    this.#waypoints.end();
    this.#session = null;
  }

  /** Reports the run up to the snapshot on its way, or up to its end. */
  #note(session: Session, held: Held | null): void {
    const now = this.#now();
    this.#history.advance({
      label: session.label,
      generation: held ? held.snapshot.generation : this.#history.universe.generation,
      cost: now - session.since,
      held,
      ended: held === null,
    });
    session.since = now;
  }

  /** Keeps a snapshot of a universe that runs elsewhere: there it can be taken between two generations. */
  async #remember(): Promise<void> {
    const session = this.#session;
    if (!session || !this.#history.universe.run) return;
    // The run does not need it; a broken universe reports its failure itself.
    const held = await this.#history.look().catch(() => null);
    if (!held) return;
    if (session !== this.#session) {
      this.#history.discard(held);
      return;
    }
    this.#note(session, held);
    this.#onWaypoint();
  }
}
