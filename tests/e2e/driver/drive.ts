// The random driver: chance uses the studio in seasons. In a season it does some sixty acts; then it takes every universe back to
// its beginning, compares the state hash with the one that it began with, closes all tabs and looks for workers left behind.
//
// A fault is what nobody should meet, whatever was pressed: an error on the console, an exception, a message that speaks of the
// machinery, a frame that is late, a window that does not answer, a beginning that undo does not bring back, a worker left behind.

import { availableParallelism, loadavg } from "node:os";
import type { Page } from "playwright-core";
import { shoot } from "../shots.ts";
import type { OpenStudio, Rig } from "../studio.ts";
import { openStudio } from "../studio.ts";
import type { Hands } from "./acts.ts";
import { ACTS, anyAct, DIALOG_ACTS } from "./acts.ts";
import { chanceOf } from "./chance.ts";
import type { WindowState } from "./window-watch.ts";
import { takeNotes, undoOnce, watchWindow, windowState, workersOf } from "./window-watch.ts";

export interface DriveOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Acts of a season. */
  readonly acts?: number;
  /** Hears each act and each fault. */
  readonly tell?: (line: string) => void;
}

export interface DriveReport {
  readonly faults: readonly string[];
  readonly acts: number;
  readonly seasons: number;
  /** Universes whose beginning was compared. */
  readonly compared: number;
  /** Milliseconds of the longest task and of the longest wait for a frame. */
  readonly longestTask: number;
  readonly longestFrame: number;
  /** The messages of errors that were shown, each once. */
  readonly messages: readonly string[];
}

/** Milliseconds after which a frame is late, on a machine that has nothing else to do. */
const LATE = 2000;
/** Milliseconds in which a window that computes answers, and numbers of a run move. */
const ANSWER = 25_000;
/** Changes that a universe may have been through. */
const MOST_STEPS = 3000;
/** Messages that no person can do anything with. */
const MACHINERY =
  /engine was closed|not there any more|another universe|has been released|worker|undefined|null|not a function|cannot be reached|detached|BigInt|\[object/i;
/** Files of workers that are the studio's and not a document's: they stay. */
const STAYING = /view\.worker|pattern-files/;

export async function drive(rig: Rig, options: DriveOptions): Promise<DriveReport> {
  const studio = await openStudio(rig, { answersDialogs: true, beforeLoad: watchWindow });
  try {
    return await new Driver(studio, options).drive();
  } finally {
    await studio.close();
  }
}

/** Where others use the machine too, everything takes as much longer as there are more of them than cores. */
function crowdNow(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

class Driver {
  readonly #studio: OpenStudio;
  readonly #page: Page;
  readonly #options: DriveOptions;
  readonly #hands: Hands;
  readonly #log: string[] = [];
  readonly #faults: string[] = [];
  readonly #messages = new Set<string>();
  /** The hash that each universe began with; null where something had been done before it could be read. */
  readonly #beginnings = new Map<string, string | null>();
  #complaints = 0;
  #acts = 0;
  #compared = 0;
  #longest = { task: 0, frame: 0 };

  constructor(studio: OpenStudio, options: DriveOptions) {
    this.#studio = studio;
    this.#page = studio.page;
    this.#options = options;
    this.#hands = { page: studio.page, chance: chanceOf(options.seed) };
    studio.page.setDefaultTimeout(ANSWER);
    // What leaves the page, or opens one, is no business of a driver's.
    studio.page.context().on("page", (other) => void other.close());
  }

  async drive(): Promise<DriveReport> {
    const end = performance.now() + this.#options.seconds * 1000;
    let seasons = 0;
    while (performance.now() < end && !this.#page.isClosed()) {
      await this.#guarded("season", () => this.#season(end));
      await this.#guarded("end of the season", () => this.#endSeason());
      seasons++;
    }
    const { task: longestTask, frame: longestFrame } = this.#longest;
    return {
      faults: this.#faults,
      acts: this.#acts,
      seasons,
      compared: this.#compared,
      longestTask,
      longestFrame,
      messages: [...this.#messages],
    };
  }

  async #guarded(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#fault(`the ${what} ended: ${String(error).slice(0, 400)}`);
    }
  }

  async #season(end: number): Promise<void> {
    for (let act = this.#options.acts ?? 60; act > 0 && performance.now() < end; act--) {
      const state = await windowState(this.#page);
      await this.#noteBeginning(state);
      await this.#act(state.dialogs.length > 0 && this.#hands.chance.happens(0.9));
      await this.#listen();
    }
  }

  async #act(inDialog: boolean): Promise<void> {
    const { name, act } = anyAct(inDialog ? DIALOG_ACTS : ACTS, this.#hands.chance);
    this.#acts++;
    let what: string | null;
    try {
      what = await act(this.#hands);
    } catch (error) {
      // A control that went away under the pointer is no fault; a window that does not answer shows in `listen`.
      what = `missed: ${String(error).split("\n")[0]?.slice(0, 120)}`;
    }
    if (what !== null) this.#say(`${name}: ${what}`);
  }

  /** Reads what the window has complained of meanwhile. */
  async #listen(): Promise<void> {
    const { complaints } = this.#studio;
    for (const complaint of complaints.slice(this.#complaints))
      await this.#fault(`on the console: ${complaint}`);
    this.#complaints = complaints.length;
    const { waits, errors } = await takeNotes(this.#page);
    const crowd = crowdNow();
    for (const { kind, milliseconds } of waits) {
      this.#longest[kind] = Math.max(this.#longest[kind], milliseconds);
      if (milliseconds > LATE * crowd)
        await this.#fault(`a ${kind} took ${milliseconds} ms (load ${crowd.toFixed(1)})`);
    }
    for (const text of errors) {
      if (!this.#messages.has(text)) this.#say(`  message: ${text}`);
      this.#messages.add(text);
      if (MACHINERY.test(text)) await this.#fault(`a message speaks of the machinery: ${text}`);
    }
  }

  /** A universe that nobody has touched is at its beginning. */
  async #noteBeginning({ tabs, dialogs, menu, universe, running, canUndo }: WindowState): Promise<void> {
    const front = tabs.find(({ inFront }) => inFront);
    if (!front || !universe || this.#beginnings.has(front.id) || dialogs.length > 0 || menu) return;
    const hash = running || canUndo ? null : await this.#hash(front.id);
    // A tab that was on its way may have come to the front meanwhile.
    const after = await windowState(this.#page);
    const same = after.tabs.some(({ id, inFront }) => inFront && id === front.id);
    if (same) this.#beginnings.set(front.id, after.canUndo ? null : hash);
  }

  async #endSeason(): Promise<void> {
    for (;;) {
      const state = await this.#calm();
      const front = state.tabs.find(({ inFront }) => inFront);
      if (!front) {
        if (state.tabs.length === 0 && (await this.#countWorkers())) break;
        if (state.tabs.length === 0) continue;
        // A dialog that was asked for may open only now; the next turn leaves it.
        await this.#page
          .locator(".tab .tab-title")
          .first()
          .click({ timeout: 5000 })
          .catch(() => {});
        continue;
      }
      if (state.universe)
        await this.#guarded(`way back of "${front.title}"`, () => this.#backToBeginning(front.id));
      await this.#close(front.id);
      await this.#listen();
    }
    // The next season begins with a universe, as a person would.
    await this.#page.keyboard.press("Control+n");
    await this.#page.keyboard.press("Enter");
    await this.#page.locator(".tab").first().waitFor();
  }

  /** Leaves dialogs, menus, work under way and the paste in hand; stops a run. */
  async #calm(): Promise<WindowState> {
    const began = performance.now();
    for (;;) {
      const state = await windowState(this.#page);
      const busy = await this.#page.locator(".message.busy").count();
      if (state.dialogs.length > 0 || state.menu || busy > 0) {
        const stop = this.#page.getByRole("dialog").getByRole("button", { name: /^(Stop|Cancel)$/ });
        if ((await stop.count()) > 0)
          await stop
            .first()
            .click({ timeout: 2000 })
            .catch(() => {});
        await this.#page.keyboard.press("Escape");
      } else if (state.zen) await this.#page.keyboard.press("Shift+F11");
      else if (state.running) await this.#stop();
      else return state;
      if (performance.now() - began > 2 * ANSWER * crowdNow()) {
        await this.#fault(
          `the window does not come to rest: ${JSON.stringify({ ...state, tabs: state.tabs.length })}`,
        );
        return state;
      }
    }
  }

  /** A run moves its numbers, and ends when it is told to. */
  async #stop(): Promise<void> {
    const stop = this.#page.locator('#dock button[aria-label="Stop"]');
    // A press may not get through while the window is busy; one that did has to be enough.
    await this.#until("the Stop button", async () => {
      // What was pressed in vain may still be on its way: a second press would start the run again.
      await this.#page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      if (!(await windowState(this.#page)).running) return true;
      return stop.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    });
    await this.#until("the run to stop", async () => !(await windowState(this.#page)).running);
  }

  async #backToBeginning(id: string): Promise<void> {
    const before = await this.#hash(id);
    let steps = 0;
    while (await undoOnce(this.#page))
      if (++steps > MOST_STEPS) throw new Error("There is no end to undoing.");
    // The last ones may still be on their way: the hash waits for them.
    const now = await this.#hash(id);
    if ((await windowState(this.#page)).canUndo) return this.#backToBeginning(id);
    const beginning = this.#beginnings.get(id);
    this.#say(`  back: ${steps} undone, from ${before} to ${now}, began with ${beginning}`);
    if (!beginning || !now) return;
    this.#compared++;
    if (now !== beginning)
      await this.#fault(`undo led back to ${now} and not to the beginning, ${beginning} (${steps} undone)`);
  }

  async #close(id: string): Promise<void> {
    await this.#until("the tab to close", async () => {
      await this.#page
        .locator(`.tab[data-tab="${id}"] .close-tab`)
        .click({ timeout: 1000 })
        .catch(() => {});
      const discard = this.#page.getByRole("dialog").getByRole("button", { name: /^(Discard|Close)/ });
      if ((await discard.count()) > 0)
        await discard
          .first()
          .click({ timeout: 1000 })
          .catch(() => {});
      return (await this.#page.locator(`.tab[data-tab="${id}"]`).count()) === 0;
    });
    this.#beginnings.delete(id);
  }

  /** False where a tab has come meanwhile: a file that was dropped may take a while to open. */
  async #countWorkers(): Promise<boolean> {
    const left = async (): Promise<readonly string[]> =>
      (await workersOf(this.#page)).filter((worker) => !STAYING.test(worker.split(",")[0] ?? ""));
    let late = false;
    await this.#until("the workers to end", async () => {
      late = (await windowState(this.#page)).tabs.length > 0;
      return late || (await left()).length === 0;
    }).catch(async () => {
      await this.#fault(`workers were left behind: ${(await left()).join("\n")}`);
    });
    return !late;
  }

  /** The state hash of a universe; null once it is not in front any more. */
  async #hash(id: string): Promise<string | null> {
    const page = this.#page;
    const gone = async (): Promise<boolean> => {
      const { tabs, universe } = await windowState(page);
      return !universe || !tabs.some((tab) => tab.inFront && tab.id === id);
    };
    const input = page.locator(".palette input");
    const command = "Copy state hash";
    await page.evaluate(() => navigator.clipboard.writeText(""));
    // A key that comes while a dialog closes is that dialog's.
    await this.#until("the palette", async () => {
      if (await gone()) return true;
      // A dialog may have opened after the act that asked for it, and it keeps the keys.
      const dialogs = await page.getByRole("dialog").count();
      if (dialogs > 0 && (await input.count()) === 0) await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      return input.fill(command, { timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
    if (await gone()) {
      if ((await input.count()) > 0) await page.keyboard.press("Escape");
      return null;
    }
    await page.keyboard.press("Enter");
    let hash = "";
    await this.#until("the state hash", async () => {
      hash = await page.evaluate(() => navigator.clipboard.readText());
      return hash !== "" || (await gone());
    });
    return hash || null;
  }

  async #until(what: string, condition: () => Promise<boolean>): Promise<void> {
    const began = performance.now();
    while (!(await condition())) {
      const waited = performance.now() - began;
      if (waited > ANSWER * crowdNow()) throw new Error(`Waited ${Math.round(waited / 1000)} s for ${what}.`);
      await this.#page.waitForTimeout(30);
    }
  }

  #say(line: string): void {
    this.#log.push(line);
    this.#options.tell?.(line);
  }

  async #fault(sentence: string): Promise<void> {
    const told = `${sentence}\n    after: ${this.#log.slice(-25).join("\n           ")}`;
    this.#faults.push(told);
    this.#options.tell?.(`FAULT ${sentence}`);
    await shoot(this.#page, `driven-${this.#options.seed}-${this.#faults.length}`).catch(() => {});
  }
}
