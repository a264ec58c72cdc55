/** The run that goes on, as history is told of it: where it began, how it looked on its way, and where it ended. */

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

  /** `onWaypoint`: history has got longer. */
  constructor(history: History, now: () => number, onWaypoint: () => void) {
    this.#history = history;
    this.#now = now;
    this.#onWaypoint = onWaypoint;
  }

  /** Whether a run goes on, though it may be held up just now. */
  get open(): boolean {
    return this.#session !== null;
  }

  begin(label: string): void {
    this.#session = { label, since: this.#now() };
    this.#waypoints.begin();
  }

  /** Where a run failed for want of memory nothing more is kept on its way. True where that has made room to go on. */
  makeRoom(error: unknown): boolean {
    if (!(error instanceof TessellaError) || error.code !== "memory-limit") return false;
    this.#waypoints.end();
    return this.#history.giveUpWaypoints();
  }

  /** The universe stands still; without a run nothing happens. */
  close(): void {
    this.#waypoints.end();
    if (this.#session) this.#note(this.#session, null);
    this.#session = null;
  }

  /** To where a snapshot was taken on its way, or to its end. */
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

  /** Keeps a snapshot of what runs, if it runs elsewhere: then it can be taken between two of its generations. */
  async #remember(): Promise<void> {
    const session = this.#session;
    if (!session || !this.#history.universe.run) return;
    // Without one the run is as good; what is wrong with the universe it tells by itself.
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
