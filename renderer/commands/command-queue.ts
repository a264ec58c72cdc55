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

interface Request<Command> {
  /** The command that the request means in a state; null for none. */
  readonly find: (state: CommandState) => Command | null;
  readonly answer: (done: Promise<void> | null) => void;
  /** Resolves when it has left the queue. */
  readonly left: Promise<unknown>;
}

const LOOKING = new Set(["View", "Tools", "Labs", "Help"]);

export class CommandQueue<Command extends CommandEntry> {
  readonly #around: QueueSurroundings<Command>;
  readonly #waiting: Request<Command>[] = [];
  #held = 0;
  #watching = false;
  #looking = false;

  constructor(around: QueueSurroundings<Command>) {
    this.#around = around;
  }

  /** Whether a request that makes no sense now may still do so. */
  get busy(): boolean {
    return this.#held > 0 || this.#waiting.length > 0 || this.#around.busy();
  }

  /** Resolves when the command is done: true, or false where the request meant nothing. */
  async ask(find: Request<Command>["find"]): Promise<boolean> {
    const state = this.#around.state();
    const command = find(state);
    const free = this.#held === 0 && this.#waiting.length === 0;
    if (command && (free || overtakes(command, state))) {
      await this.#start(command);
      return true;
    }
    if (!this.busy) return false;
    const done = await this.#wait(find);
    await done.end;
    return done.end !== null;
  }

  /** Resolves when no request waits that came before, for what is asked of the editor by no command. */
  async turn(): Promise<void> {
    await this.#waiting.at(-1)?.left;
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

  /** Drops all waiting requests. */
  clear(): void {
    for (const { answer } of this.#waiting.splice(0)) answer(null);
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

  #wait(find: Request<Command>["find"]): Promise<{ readonly end: Promise<void> | null }> {
    let answer: Request<Command>["answer"] = () => undefined;
    const left = new Promise<{ readonly end: Promise<void> | null }>((resolve) => {
      answer = (end) => resolve({ end });
    });
    this.#waiting.push({ find, answer, left });
    this.#watch();
    return left;
  }

  #start(command: Command): Promise<void> {
    const work = this.#around.perform(command);
    return command.holds ? this.hold(work) : work;
  }

  /** Returns whether the first waiting request left the queue. */
  #takeFirst(): boolean {
    const first = this.#waiting[0];
    if (!first || this.#held > 0) return false;
    const command = first.find(this.#around.state());
    if (!command && this.#around.busy()) return false;
    this.#waiting.shift();
    first.answer(command && this.#start(command));
    return true;
  }

  /** The editor becomes idle without an event, so the queue waits for it. */
  #watch(): void {
    if (this.#watching || this.#waiting.length === 0 || this.#held > 0) return;
    this.#watching = true;
    void this.#around.settled().then(() => {
      this.#watching = false;
      this.look();
    });
  }
}

function overtakes(command: CommandEntry, state: CommandState): boolean {
  return LOOKING.has(command.category) || (command.overtakes?.(state) ?? false);
}
