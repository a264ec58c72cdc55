/**
 * What a person asks for, in the order in which it was asked for.
 *
 * The editor answers asynchronously, so for a moment the state lags behind the hand: Undo pressed right after a stroke,
 * Reset right after Stop, Enter while a paste is still being read. A request that makes no sense yet therefore waits for
 * as long as something asked before is still being done, and is looked at again whenever the state changes; only when
 * nothing is under way any more does it mean nothing. Whatever is asked behind a request that waits, waits behind it.
 *
 * What makes sense now goes to the editor at once, which keeps an order of its own. Looking around waits for nobody, nor
 * does what stops or cancels.
 */

import type { CommandEntry, CommandState } from "./command.ts";

export interface QueueSurroundings<Command> {
  state(): CommandState;
  /** Whether the editor is still at something, so that the state will change by itself. */
  busy(): boolean;
  /** Resolves when it is not. */
  settled(): Promise<unknown>;
  /** Never rejects. */
  perform(command: Command): Promise<void>;
}

interface Request<Command> {
  /** What it means in a state; null for nothing. */
  readonly find: (state: CommandState) => Command | null;
  readonly answer: (done: Promise<void> | null) => void;
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

  /** Whether what makes no sense now may yet do so. */
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
    const done = await new Promise<{ readonly end: Promise<void> | null }>((resolve) => {
      this.#waiting.push({ find, answer: (end) => resolve({ end }) });
      this.#watch();
    });
    await done.end;
    return done.end !== null;
  }

  /** Something is in another state: what waits may make sense now. */
  look(): void {
    // A command that is just being begun changes the state too; the next one waits until it has been begun.
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#takeFirst());
    } finally {
      this.#looking = false;
    }
    this.#watch();
  }

  /** Nothing of what waits is wanted any more. */
  clear(): void {
    for (const { answer } of this.#waiting.splice(0)) answer(null);
  }

  /** Lets every later request wait until the work is done. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#held++;
    try {
      return await work;
    } finally {
      this.#held--;
      this.look();
    }
  }

  #start(command: Command): Promise<void> {
    const work = this.#around.perform(command);
    return command.holds ? this.hold(work) : work;
  }

  /** Whether the first of what waits was dealt with. */
  #takeFirst(): boolean {
    const first = this.#waiting[0];
    if (!first || this.#held > 0) return false;
    const command = first.find(this.#around.state());
    if (!command && this.#around.busy()) return false;
    this.#waiting.shift();
    first.answer(command && this.#start(command));
    return true;
  }

  /** A change that nothing tells of is that the editor has become idle. */
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
