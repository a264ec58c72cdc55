/**
 * A person's requests, in the order in which they came.
 *
 * The editor answers asynchronously, so for a moment the state lags behind the hand: Undo pressed right after a stroke, Reset
 * right after Stop, Enter during the reading of a paste. A request that makes no sense yet therefore waits as long as earlier
 * work is under way, and the queue tries it again whenever the state changes; once nothing is under way, it means nothing and the
 * queue drops it. Later requests wait behind a waiting one.
 *
 * Requests that make sense now go to the editor at once, which keeps an order of its own. View commands never wait, nor do those
 * that stop or cancel.
 */

import type { CommandEntry, CommandState } from "./command.ts";

export interface QueueSurroundings<Command> {
  state(): CommandState;
  /** Whether the editor is still working, so that the state will change by itself. */
  busy(): boolean;
  /** Resolves when it is idle. */
  settled(): Promise<unknown>;
  /** Never rejects. */
  perform(command: Command): Promise<void>;
}

interface Request {
  /** What begins it in a state; null where it makes no sense there. */
  readonly find: (state: CommandState) => (() => void) | null;
  /** It leaves the queue and has not begun. */
  readonly drop: () => void;
}

const LOOKING = new Set(["View", "Tools", "Labs", "Help"]);

export class CommandQueue<Command extends CommandEntry> {
  readonly #around: QueueSurroundings<Command>;
  readonly #waiting: Request[] = [];
  #held = 0;
  /** It looks again once this has resolved; null where nobody waits for that. */
  #watched: Promise<unknown> | null = null;
  #looking = false;

  constructor(around: QueueSurroundings<Command>) {
    this.#around = around;
  }

  /** Whether a request that makes no sense now may still do so. */
  get busy(): boolean {
    return this.#held > 0 || this.#waiting.length > 0 || this.#around.busy();
  }

  /** `find`: the command that the request means in a state. Resolves when it is done: true, or false where it meant nothing. */
  async ask(find: (state: CommandState) => Command | null): Promise<boolean> {
    const state = this.#around.state();
    const command = find(state);
    if (command && (this.#free || overtakes(command, state))) {
      await this.#start(command);
      return true;
    }
    if (!this.busy) return false;
    const done = await new Promise<{ readonly end: Promise<void> | null }>((resolve) =>
      this.#wait({
        find: (now) => {
          const found = find(now);
          return found && (() => resolve({ end: this.#start(found) }));
        },
        drop: () => resolve({ end: null }),
      }),
    );
    await done.end;
    return done.end !== null;
  }

  /**
   * Does in its turn what a person asks of a universe by no command: by a field, a list, the pointer. At once where no request
   * waits, and where those that wait are dropped: it knows its universe. Errors: those of the work.
   */
  async inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#free) return work();
    return new Promise<T>((resolve) => {
      // What it throws is the asker's.
      const begin = (): void => resolve((async () => work())());
      this.#wait({ find: () => begin, drop: begin });
    });
  }

  /** The state has changed: waiting requests may make sense now. */
  look(): void {
    // A command that is just beginning changes the state too; the next one waits until it has begun.
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#takeFirst());
    } finally {
      this.#looking = false;
    }
    this.#watch();
  }

  /** Drops all waiting requests: another editor is about to take the place of the present one. */
  clear(): void {
    this.#watched = null;
    for (const { drop } of this.#waiting.splice(0)) drop();
  }

  /** Makes every later request wait until the work is done. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#held++;
    try {
      return await work;
    } finally {
      this.#held--;
      this.look();
    }
  }

  /** Whether a request that makes sense begins at once. */
  get #free(): boolean {
    return this.#held === 0 && this.#waiting.length === 0;
  }

  #wait(request: Request): void {
    this.#waiting.push(request);
    this.#watch();
  }

  #start(command: Command): Promise<void> {
    const work = this.#around.perform(command);
    return command.holds ? this.hold(work) : work;
  }

  /** Returns whether the first waiting request left the queue. */
  #takeFirst(): boolean {
    const first = this.#waiting[0];
    if (!first || this.#held > 0) return false;
    const begin = first.find(this.#around.state());
    if (!begin && this.#around.busy()) return false;
    this.#waiting.shift();
    (begin ?? first.drop)();
    return true;
  }

  /** The editor becomes idle without an event, so the queue waits for it. */
  #watch(): void {
    if (this.#watched || this.#waiting.length === 0 || this.#held > 0) return;
    const settled = this.#around.settled();
    this.#watched = settled;
    void settled.then(() => {
      // An editor that was left meanwhile does not matter.
      if (this.#watched !== settled) return;
      this.#watched = null;
      this.look();
    });
  }
}

function overtakes(command: CommandEntry, state: CommandState): boolean {
  return LOOKING.has(command.category) || (command.overtakes?.(state) ?? false);
}
