/** How universes run: the step and the rate, the conditions that end a run, and hyperspeed, which lets steps grow. */

import type { RunUntil } from "../../engine/worker/protocol/universe.ts";
import type { StudioDocument } from "../document/document.ts";
import { Hyperspeed } from "../editor/time/hyperspeed.ts";
import type { Pace } from "../editor/time/pace.ts";
import { runOptions, withBase } from "../editor/time/pace.ts";
import type { StudioPreferences } from "./preferences.ts";
import type { Settings } from "./settings.ts";
import type { Shell } from "./shell.ts";
import type { StatusLine } from "./status-line.ts";
import { documentInFront } from "./tab.ts";
import { watchDocuments } from "./watch-tabs.ts";

export class Pacing {
  readonly #shell: Shell;
  readonly #settings: Settings;
  readonly #report: StatusLine["report"];
  readonly #hyperspeed = new Hyperspeed();
  /** The pace with the step of each universe that was in front. */
  readonly #steps = new WeakMap<StudioDocument, Pace>();

  constructor(shell: Shell, settings: Settings, { report }: Pick<StatusLine, "report">) {
    this.#shell = shell;
    this.#settings = settings;
    this.#report = report;
    shell.subscribe((now, before) => {
      if (now.active !== before.active) this.#changeFront(documentInFront(before), documentInFront(now));
      if (now.hyperspeed !== before.hyperspeed || now.active !== before.active) this.#grow();
    });
    watchDocuments(shell, ({ editor, readings }) => {
      const ends = [editor.store.subscribe(() => this.#grow()), readings.store.subscribe(() => this.#grow())];
      return () => ends.forEach((end) => void end());
    });
  }

  /** Each universe has its own step, which begins at one generation; the speed is everybody's. */
  #changeFront(before: StudioDocument | null, now: StudioDocument | null): void {
    const { pace } = this.#shell.getState();
    if (before) this.#steps.set(before, pace);
    if (!now) return;
    const { exponent } = withBase(this.#steps.get(now) ?? { ...pace, exponent: 0 }, pace.base);
    if (exponent !== pace.exponent) this.#shell.setState({ pace: { ...pace, exponent } });
  }

  /** The conditions that end a run. */
  get until(): RunUntil {
    const { untilDied, untilPeriodic } = this.#settings.now;
    return { died: untilDied, periodic: untilPeriodic };
  }

  /** Sets the pace that a person has chosen, also of the run in front; base and rate are kept for later sessions. */
  set(pace: Pace): void {
    this.#shell.setState({ pace });
    const editor = documentInFront(this.#shell.getState())?.editor;
    if (editor?.state.underWay?.once === false) editor.run(runOptions(pace, this.until)).catch(this.#report);
    const { base: stepBase, rate } = pace;
    const { now } = this.#settings;
    if (stepBase !== now.stepBase || rate !== now.rate)
      this.#settings.change({ stepBase, rate }).catch(this.#report);
  }

  /** Changes the conditions that end a run; one under way heeds them too. */
  async setUntil(wanted: Partial<Pick<StudioPreferences, "untilDied" | "untilPeriodic">>): Promise<void> {
    await this.#settings.change(wanted);
    this.set(this.#shell.getState().pace);
  }

  /** Lets the step of the run in front grow, with hyperspeed on. */
  #grow(): void {
    const { hyperspeed, pace } = this.#shell.getState();
    const front = documentInFront(this.#shell.getState());
    const growing =
      hyperspeed && front?.universe.present.leaps === true && front.editor.state.underWay?.once === false;
    const next = this.#hyperspeed.next({
      growing,
      pace,
      generation: front?.universe.present.generation ?? 0n,
    });
    if (next) this.set(next);
  }
}
