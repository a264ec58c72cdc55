/**
 * A universe through time: running, editing and going back, one after the other.
 *
 * Universes answer asynchronously, people do not wait. So everything takes its turn: it begins when what was asked before
 * is done, and what it reads (the live cells that it is about to turn, say) is still so when it writes. While the universe
 * runs, a turn that edits brings it to a halt first, which closes the run's entry in the history; when nothing waits
 * any more the universe runs on, as a new entry. So one can draw into a running universe and undo that stroke alone.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { RunOptions } from "../../engine/worker/protocol.ts";
import { NO_CHANGE, runChange } from "./changes.ts";
import type { Edit } from "./edits.ts";
import type { HistoryItem, Mark } from "./history.ts";
import { DEFAULT_HISTORY_BYTES, History } from "./history.ts";
import { groupDigits } from "./labels.ts";
import { Runner } from "./runner.ts";
import type { Scene } from "./scene.ts";
import { Serial } from "./serial.ts";
import { Snapshots } from "./snapshots.ts";
import type { UniversePort } from "./universe-port.ts";

export interface TimelineOptions {
  readonly historyBytes?: number;
  /** Milliseconds, for how long a run took. */
  readonly now?: () => number;
  /** Something is not as it was. `cells`: perhaps cells too. */
  readonly onChange: (cells: boolean) => void;
  /** What went wrong with nobody waiting for it. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds from which on going back or forward says that it can be stopped. */
const LONG_JOURNEY = 300;

export interface UnderWay {
  /** Generations of a step. */
  readonly generations: bigint;
  readonly once: boolean;
}

interface RunSession {
  readonly from: bigint;
  readonly began: number;
}

export class Timeline {
  readonly #serial = new Serial(() => this.#resume());
  readonly #options: TimelineOptions;
  readonly #now: () => number;
  readonly #history: History;
  #port: UniversePort;
  #runner: Runner;
  /** How to run whenever nothing else is to be done; null: stand still. */
  #wanted: RunOptions | null = null;
  #session: RunSession | null = null;
  #stepping = false;
  /** Generations that the step that goes on takes. */
  #length = 0n;
  /** What ends the way to another state of the history; `long` once it has taken a while. */
  #journey: { readonly controller: AbortController; long: boolean } | null = null;
  /** Whether the step that goes on was told to end. */
  #stopping = false;
  /** How often a stop was asked for: steps that were still waiting then are not taken. */
  #stops = 0;
  #holds = 0;
  #versions = 0;
  #disposed = false;

  constructor(port: UniversePort, scene: Scene, options: TimelineOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#port = port;
    this.#runner = this.#runnerOf(port);
    this.#versions = scene.version;
    this.#history = new History(
      port,
      new Snapshots(port),
      scene,
      options.historyBytes ?? DEFAULT_HISTORY_BYTES,
    );
  }

  get port(): UniversePort {
    return this.#port;
  }

  get scene(): Scene {
    return this.#history.scene;
  }

  /** Not any more from the moment on that a stop was asked for, though the universe may take a while to stand still. */
  get running(): boolean {
    return this.#wanted !== null || (this.#stepping && !this.#stopping) || this.#journey?.long === true;
  }

  /** What is being computed, if anything: one step, or a run's step after step. */
  get underWay(): UnderWay | null {
    if (this.#stepping) return this.#length > 0n ? { generations: this.#length, once: true } : null;
    return this.#wanted ? { generations: this.#wanted.increment, once: false } : null;
  }

  /** Whether something that was asked for is still to be done; a run alone is not. */
  get busy(): boolean {
    return !this.#serial.idle;
  }

  get position(): number {
    return this.#history.position;
  }

  get length(): number {
    return this.#history.length;
  }

  get items(): readonly HistoryItem[] {
    return this.#history.items;
  }

  get undoLabel(): string | null {
    return this.#session && !this.#stepping ? "Run" : this.#history.undoLabel;
  }

  get redoLabel(): string | null {
    return this.#history.redoLabel;
  }

  get canReset(): boolean {
    return this.#session !== null || this.#history.canReturnToStart;
  }

  /** Bytes that going back takes. */
  get historyBytes(): number {
    return this.#history.bytes;
  }

  setHistoryBudget(bytes: number): void {
    void this.#serial.run(async () => this.#history.setBudget(bytes));
  }

  /** Resolves when nothing waits; the universe may run. */
  settled(): Promise<void> {
    return this.#serial.settled();
  }

  /** Makes an edit; false when there was nothing to change. `plan` reads the universe and must not write to it. */
  edit(plan: (port: UniversePort) => Promise<Edit | null>): Promise<boolean> {
    return this.#turn(async () => {
      const edit = await plan(this.#port);
      if (!edit) return false;
      if (!edit.change.revert) await this.#history.checkpoint();
      await this.#apply(edit);
      this.#record(edit);
      return true;
    });
  }

  /** A turn that may write and records by itself what it wrote, if it wants to. */
  act(work: (port: UniversePort, record: (edit: Edit) => void) => Promise<void>): Promise<void> {
    return this.#turn(() => work(this.#port, (edit) => this.#record(edit)));
  }

  /**
   * Alters the scene alone. That is an entry like others, but neither splits a run in two nor throws away what can be
   * redone: then it is only noted.
   */
  remark(plan: (port: UniversePort) => Promise<Pick<Edit, "label" | "scene"> | null>): Promise<void> {
    return this.read(async (port) => {
      const remark = await plan(port);
      if (!remark) return;
      if (this.#session || this.redoLabel !== null) this.#history.amend(remark.scene ?? {});
      else this.#record({ ...remark, change: NO_CHANGE, work: false });
      this.#options.onChange(false);
    });
  }

  /** Reads at one moment; a run is held up meanwhile and stays one run. */
  read<T>(work: (port: UniversePort) => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#runner.halt();
      return work(this.#port);
    });
  }

  /** Keeps a running universe standing until `release`: while a pen is down. */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    if (this.#serial.idle) this.#resume();
  }

  run(options: RunOptions): Promise<void> {
    this.#wanted = options;
    this.#options.onChange(false);
    // A run that goes on already takes the new speed and stays one run.
    return this.#serial.run(() => this.#runner.halt());
  }

  stop(): Promise<void> {
    this.#stops++;
    this.#standStill();
    return this.#turn(async () => {});
  }

  /** Goes on by that many generations, or until `stop`. Errors: those of the universe's `step`. */
  step(generations: bigint): Promise<void> {
    return this.#advance(() => this.#port.generation + generations, generations === 1n ? "Step" : "Run");
  }

  /**
   * To that generation, or until `stop`: onward from here, or, where it is past already, from where it last started.
   * Errors: `bad-argument` for a generation before that, those of the universe's `step`.
   */
  async stepTo(target: bigint): Promise<void> {
    return this.#advance(async () => {
      if (target < this.#port.generation && this.#history.canReturnToStart)
        await this.#history.returnToStart("Reset");
      const { generation } = this.#port;
      if (target >= generation) return target;
      throw new TessellaError(
        "bad-argument",
        `The universe begins at generation ${groupDigits(generation)}.`,
        {
          hint: "There is no way from it to what was before.",
        },
      );
    }, "Run");
  }

  /** Back to where it last started. Errors: `bad-argument` when it is there. */
  reset(): Promise<void> {
    const inStep = this.#standStill();
    return this.#turn(async () => {
      // A step that had not got anywhere yet has left it at its start.
      if (inStep && !this.#history.canReturnToStart) return;
      await this.#history.returnToStart("Reset");
    });
  }

  /** False when there is nothing to undo. */
  undo(): Promise<boolean> {
    return this.#travel(() => this.#history.position - 1);
  }

  redo(): Promise<boolean> {
    return this.#travel(() => this.#history.position + 1);
  }

  /** To the state after so many of history's changes. */
  goTo(position: number): Promise<boolean> {
    return this.#travel(() => position);
  }

  /**
   * Goes on with another universe of the same cells, rule and generation: another algorithm, say. What can be undone or redone
   * stays so; the old universe must be there until this is done, since it keeps the states to go back to.
   */
  replaceUniverse(make: (old: UniversePort) => Promise<UniversePort>): Promise<void> {
    return this.#turn(async () => {
      const port = await make(this.#port);
      await this.#history.rehouse(port, new Snapshots(port));
      this.#port = port;
      this.#runner = this.#runnerOf(port);
    });
  }

  /** What the universe holds now. Only within a turn, or its run goes on. */
  get mark(): Mark {
    const { generation } = this.#port;
    return {
      stop: this.#history.stop,
      inRun: this.#session !== null && this.#session.from !== generation,
    };
  }

  /** Goes on with a universe that holds what was kept at `mark`; the present one is gone. It stands still then. */
  recover(make: () => Promise<{ readonly port: UniversePort; readonly mark: Mark }>): Promise<void> {
    this.#wanted = null;
    return this.#turn(async () => {
      const { port, mark } = await make();
      const known = await this.#history.moveIn(port, new Snapshots(port), mark);
      // A state that history has forgotten is no file's.
      if (!known) this.#history.amend({ version: ++this.#versions });
      this.#port = port;
      this.#runner = this.#runnerOf(port);
    });
  }

  /** Stops and lets go of every snapshot; the universe itself is the owner's. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#standStill();
    await this.#serial.run(() => this.#runner.halt()).catch(() => {});
    this.#history.forgetSnapshots();
  }

  #runnerOf(port: UniversePort): Runner {
    return new Runner(port, (error) => {
      this.#wanted = null;
      this.#options.onError(error);
      this.read(async () => port.state?.())
        .then(() => this.#turn(async () => {}))
        .catch(this.#options.onError);
    });
  }

  /** Takes its turn behind whatever was asked before, another step too. */
  #advance(to: () => bigint | Promise<bigint>, label: string): Promise<void> {
    this.#endRun();
    const stops = this.#stops;
    return this.#turn(async () => {
      if (stops !== this.#stops) return;
      const target = await to();
      await this.#history.checkpoint();
      this.#session = { from: this.#port.generation, began: this.#now() };
      this.#stepping = true;
      this.#length = target - this.#port.generation;
      this.#options.onChange(false);
      try {
        // Whoever was told just now may have asked for an end.
        if (stops === this.#stops && !this.#stopping) await this.#port.step(target);
      } catch (error) {
        // How far it came before that is part of the story.
        await this.#port.state?.();
        throw error;
      } finally {
        this.#stepping = false;
        this.#stopping = false;
        this.#closeSession(label);
      }
    });
  }

  /** At once, without waiting for a turn: Stop must be heard in the middle of a long step. True when it was in one. */
  #standStill(): boolean {
    if (this.#stepping && !this.#stopping) {
      this.#stopping = true;
      void this.#port.stop?.().catch(this.#options.onError);
      this.#options.onChange(false);
    }
    const { controller } = this.#journey ?? {};
    if (controller && !controller.signal.aborted) {
      controller.abort();
      void this.#port.stop?.().catch(this.#options.onError);
    }
    this.#endRun();
    return this.#stepping;
  }

  #endRun(): void {
    const ran = this.#wanted !== null;
    this.#wanted = null;
    void this.#runner.halt();
    // It is to be seen at once, not only when the universe stands still.
    if (ran) this.#options.onChange(false);
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#runner.halt();
      this.#closeSession("Run");
      try {
        return await work();
      } finally {
        this.#options.onChange(true);
      }
    });
  }

  /** Behind a step that goes on: what is undone is that step, as far as it gets. */
  #travel(to: () => number): Promise<boolean> {
    this.#endRun();
    return this.#turn(async () => {
      const position = to();
      if (position < 0 || position > this.#history.length || position === this.#history.position)
        return false;
      await this.#journeyTo(position);
      return true;
    });
  }

  /** A run that has to be played again may take as long as it did, or for ever under another algorithm: Stop ends it. */
  async #journeyTo(position: number): Promise<void> {
    const journey = { controller: new AbortController(), long: false };
    this.#journey = journey;
    const timer = setTimeout(() => {
      journey.long = true;
      this.#options.onChange(false);
    }, LONG_JOURNEY);
    try {
      await this.#history.goTo(position, journey.controller.signal);
    } finally {
      clearTimeout(timer);
      this.#journey = null;
    }
  }

  /** Makes the change; one that fails half way is taken back. */
  async #apply({ change }: Edit): Promise<void> {
    try {
      await change.apply(this.#port);
    } catch (error) {
      if (change.revert) await change.revert(this.#port).catch(this.#options.onError);
      else await this.#history.recover();
      throw error;
    }
  }

  #record({ label, change, scene, work = true }: Edit): void {
    const { generation, rule } = this.#port;
    const before = this.#history.scene;
    const version = work ? ++this.#versions : before.version;
    this.#history.push(label, change, { ...before, ...scene, generation, rule, version });
  }

  #closeSession(label: string): void {
    const session = this.#session;
    this.#session = null;
    const { generation } = this.#port;
    if (!session || generation === session.from) return;
    const change = runChange(generation, this.#now() - session.began);
    this.#history.push(label, change, { ...this.#history.scene, generation, atStart: false });
  }

  #resume(): void {
    if (this.#waits()) return;
    void this.#serial
      .run(async () => {
        if (this.#waits()) return;
        if (!this.#session) {
          await this.#history.checkpoint();
          this.#session = { from: this.#port.generation, began: this.#now() };
          // From here on there is something to undo and to reset.
          this.#options.onChange(false);
        }
        if (this.#wanted) this.#runner.start(this.#wanted);
      })
      .catch((error: unknown) => {
        this.#wanted = null;
        this.#options.onError(error);
      });
  }

  #waits(): boolean {
    return this.#disposed || this.#wanted === null || this.#holds > 0 || this.#runner.active;
  }
}
