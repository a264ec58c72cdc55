/** The window's messages, hints in the status line, and work that takes a while, with a way to end it. */

import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Busy, Message, MessageAction, Shell } from "./shell.ts";
import { documentInFront } from "./tab.ts";

/** The signal that long work receives, and its progress report. */
export interface WorkWatch {
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Milliseconds in which a failure may still change the universe that it happened in. */
const SETTLING = 1000;
/** What changes in an editor when a person does something there. */
const PROGRESS = [
  "running",
  "position",
  "length",
  "selection",
  "floats",
  "dirty",
  "rule",
  "topology",
] as const;

/** What changes there besides a run's own cells, and what a person chooses in the window: a hint is then about something past. */
const PASSES = ["revision", "selection", "floats", "running"] as const;
const CHOICES = ["active", "tool", "pace"] as const;

export class StatusLine {
  readonly #shell: Shell;
  #messages = 0;
  #forgetHint: () => void = () => {};

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /**
   * Shows one clear message for any failure. It goes when the person has gone on: when something else is done in the universe in
   * front, it is closed, or another tab opens.
   */
  readonly report = (error: unknown): void => {
    // Work that a person ended has not failed.
    if (error instanceof TessellaError && error.code === "aborted") return;
    this.say(describeError(error), "error");
    const { message } = this.#shell.getState();
    // What failed may still change its universe: a run that has no memory left stops.
    setTimeout(() => this.#endWithCause(message), SETTLING);
  };

  /** Shows a sentence: a note for a while, an error until the person closes it. Returns what takes it away. */
  readonly say = (text: string, kind: "error" | "note" = "note", action?: MessageAction): (() => void) => {
    const message: Message = { id: ++this.#messages, kind, text, action };
    this.#shell.setState({ message });
    return () => {
      if (this.#shell.getState().message === message) this.#shell.setState({ message: null });
    };
  };

  #endWithCause(message: Message | null): void {
    const shell = this.#shell;
    const isShown = (): boolean => message !== null && shell.getState().message === message;
    if (!isShown()) return;
    const begun = shell.getState().tabs;
    const document = documentInFront(shell.getState());
    const ends: (() => void)[] = [];
    const end = (): void => {
      for (const stop of ends) stop();
      if (isShown()) shell.setState({ message: null });
    };
    ends.push(
      shell.subscribe(({ tabs }) => {
        const isClosed = document !== null && !tabs.includes(document);
        if (!isShown() || isClosed || tabs.some((tab) => !begun.includes(tab))) end();
      }),
    );
    if (document)
      ends.push(
        document.editor.store.subscribe((now, before) => {
          if (PROGRESS.some((key) => now[key] !== before[key])) end();
        }),
      );
  }

  /**
   * Shows a sentence in the status line as long as it is to the point: until something else happens in the universe in front or, where
   * `until` is given, until that holds; and no longer than the person stays with tab, tool and pace. null removes it.
   */
  readonly hint = (hint: string | null, until?: () => boolean): void => {
    this.#forgetHint();
    this.#forgetHint = () => {};
    if (this.#shell.getState().hint !== hint) this.#shell.setState({ hint });
    if (hint !== null) this.#forgetHint = this.#watchHint(until);
  };

  /** Returns how to end the watch. */
  #watchHint(until: (() => boolean) | undefined): () => void {
    const shell = this.#shell;
    const document = documentInFront(shell.getState());
    const ends = [
      shell.subscribe((now, before) => {
        if (CHOICES.some((key) => now[key] !== before[key])) this.hint(null);
      }),
    ];
    if (document && until) {
      const look = (): void => void (until() && this.hint(null));
      ends.push(document.editor.store.subscribe(look), document.view.store.subscribe(look));
    } else if (document) {
      const begun = document.editor.store.getState();
      ends.push(
        document.editor.store.subscribe((now) => {
          if (PASSES.some((key) => now[key] !== begun[key])) this.hint(null);
        }),
      );
    }
    return () => ends.forEach((end) => void end());
  }

  /** Does work that a person can end: its signal then fires. */
  readonly watch = <T>(text: string, work: (watch: WorkWatch) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    return this.during(
      text,
      (say) =>
        work({
          signal: controller.signal,
          onProgress: (done, total) => (done < total ? say(done / total) : say()),
        }),
      () => controller.abort(),
    );
  };

  /** Does work that reports the share done, 0..1. Without `cancel` it cannot be ended. */
  async during<T>(
    text: string,
    work: (say: (done?: number) => void) => Promise<T>,
    cancel?: () => void,
  ): Promise<T> {
    let shown: Busy | null = null;
    const say = (done?: number): void => {
      shown = { text, cancel, done };
      this.#shell.setState({ busy: shown });
    };
    say();
    try {
      return await work(say);
    } finally {
      if (this.#shell.getState().busy === shown) this.#shell.setState({ busy: null });
    }
  }

  /** Ends the work under way; false when there is none that can be ended. */
  cancel(): boolean {
    const { busy } = this.#shell.getState();
    busy?.cancel?.();
    return Boolean(busy?.cancel);
  }
}
