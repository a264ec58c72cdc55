import type { RunEnd, RunOptions } from "../../../engine/worker/protocol/universe.ts";
import type { UniversePort } from "../../universe/universe-port.ts";

export interface RunLoopNews {
  /** The universe failed and has stopped at its last complete generation. */
  onFailure(error: unknown): void;
  /** The run has ended by itself. */
  onEnd(end: RunEnd): void;
}

/** Keeps a universe stepping until it is told to halt. Another one may take its place while it stands still. */
export class RunLoop {
  readonly #port: () => UniversePort;
  readonly #news: RunLoopNews;
  #loop: { readonly controller: AbortController; readonly ended: Promise<void> } | null = null;

  constructor(port: () => UniversePort, news: RunLoopNews) {
    this.#port = port;
    this.#news = news;
  }

  get active(): boolean {
    return this.#loop !== null;
  }

  start(options: RunOptions): void {
    if (this.#loop) return;
    const controller = new AbortController();
    const { signal } = controller;
    const port = this.#port();
    const work = port.run ? port.run(options, signal) : runBySteps(port, options, signal);
    const ended = work.then(
      (end) => {
        if (!end || signal.aborted) return;
        this.#loop = null;
        this.#news.onEnd(end);
      },
      (error: unknown) => {
        this.#loop = null;
        this.#news.onFailure(error);
      },
    );
    this.#loop = { controller, ended };
  }

  /** Resolves when the universe stands still. */
  async halt(): Promise<void> {
    const loop = this.#loop;
    loop?.controller.abort();
    await loop?.ended;
    this.#loop = null;
  }
}

/** The same for a universe in this thread; each step lets other tasks run. */
async function runBySteps(
  port: UniversePort,
  { increment, interval }: RunOptions,
  signal: AbortSignal,
): Promise<null> {
  while (!signal.aborted) {
    const target = port.generation + increment;
    while ((await port.step(target)) === "more" && !signal.aborted);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  return null;
}
