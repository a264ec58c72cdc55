/**
 * A universe through time: running, editing and going back, one after the other.
 *
 * Universes answer asynchronously, and people do not wait. So every request takes its turn: it begins when the earlier ones
 * are done, and what it reads (the live cells that it is about to turn, for example) still holds when it writes. During a run,
 * a turn that edits halts the universe first, which closes the run's entry in the history; when the queue is empty the
 * universe runs on, as a new entry. A person can thus draw into a running universe and undo that stroke alone.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { sameRule } from "../../../engine/rules/rule.ts";
import type { RunOptions } from "../../../engine/worker/protocol/universe.ts";
import type { UniverseCopy } from "../../universe/live-universe.ts";
import type { Handover, UniversePort } from "../../universe/universe-port.ts";
import { canTake } from "../../universe/universe-port.ts";
import { NO_CHANGE, ruleChange } from "../cells/changes.ts";
import type { Edit } from "../cells/edits.ts";
import type { Mark } from "../history/history.ts";
import { History } from "../history/history.ts";
import type { HistoryRecord } from "../history/record.ts";
import { RunLog } from "../history/run-log.ts";
import type { Scene } from "../history/scene.ts";
import type { Line } from "../history/stops.ts";
import type { Timeline } from "../history/timeline.ts";
import { goingTo, Journeys } from "./journeys.ts";
import { RunLoop } from "./run-loop.ts";
import { Serial } from "./serial.ts";
import type { EnterBy, TaskQueueOptions, UnderWay } from "./task-queue-options.ts";

export class TaskQueue {
  readonly #serial = new Serial(() => this.#resume());
  readonly #options: TaskQueueOptions;
  readonly #history: History;
  readonly #journeys: Journeys;
  readonly #log: RunLog;
  readonly #runLoop = new RunLoop(() => this.port, {
    onFailure: (error) => this.#failed(error),
    onEnd: (end) => this.#halted(() => this.#options.onEnd?.(end)),
  });
  /** How to run whenever the queue is empty; null: stand still. */
  #wanted: RunOptions | null = null;
  /** How many stops were asked for: steps that were still waiting at a stop are skipped. */
  #stops = 0;
  #holds = 0;
  #versions = 0;
  /** Generations back that are asked for and not yet begun. */
  #back = 0n;
  #disposed = false;

  constructor(port: UniversePort, scene: Scene, options: TaskQueueOptions) {
    this.#options = options;
    this.#versions = scene.version;
    this.#history = new History(port, scene, { budget: options.historyBytes, moveTo: options.moveTo });
    this.#log = new RunLog(this.#history, options.now ?? (() => performance.now()), () =>
      options.onChange(false),
    );
    this.#journeys = new Journeys({
      interrupt: () => void this.port.stop?.().catch(options.onError),
      onChange: () => options.onChange(false),
    });
  }

  get port(): UniversePort {
    return this.#history.universe;
  }

  /** The history as plain data. */
  get line(): Line {
    return this.#history.line;
  }

  get scene(): Scene {
    return this.#history.scene;
  }

  /**
   * Whether it runs, or computes a long journey. False from the moment that a stop is asked for, though the universe may take
   * a while to stand still.
   */
  get running(): boolean {
    return this.#wanted !== null || this.#journeys.long !== null;
  }

  /** The present computation, if any: a run's step after step, or a long journey. */
  get underWay(): UnderWay | null {
    if (this.#wanted) return { generations: this.#wanted.increment, once: false };
    return this.#journeys.long?.underWay ?? null;
  }

  /** Whether a request is still pending; a run alone does not count. */
  get busy(): boolean {
    return !this.#serial.idle;
  }

  get position(): number {
    return this.#history.position;
  }

  get length(): number {
    return this.#history.length;
  }

  /** The generations that the history can go to: those computed already. */
  get timeline(): Timeline {
    const { timeline } = this.#history;
    const { generation } = this.port;
    return this.#log.open && generation > timeline.to ? { ...timeline, to: generation } : timeline;
  }

  get undoLabel(): string | null {
    return this.#log.label ?? this.#history.undoLabel;
  }

  get redoLabel(): string | null {
    return this.#history.redoLabel;
  }

  get canReset(): boolean {
    return this.#log.open || this.#history.canReturnToStart;
  }

  /** Resolves when the queue is empty; the universe may run. */
  settled(): Promise<void> {
    return this.#serial.settled();
  }

  /** Makes an edit; false when there was nothing to change. `plan` reads the universe and must not write to it. */
  edit(plan: (port: UniversePort) => Promise<Edit | null>): Promise<boolean> {
    return this.#turn(async () => {
      const edit = await plan(this.port);
      if (edit) await this.#make(edit);
      return edit !== null;
    });
  }

  /** Continues under another rule with the same cells, as a change that can be undone; false where it is that one already. */
  changeRule(rule: Rule): Promise<boolean> {
    const { onRule } = this.#options;
    return this.#turn(async () => {
      const { port } = this;
      if (sameRule(rule, port.rule)) return false;
      const label = `Rule ${rule.text}`;
      if (!onRule || (await canTake(port, rule)))
        await this.#make({ label, change: ruleChange(port.rule, rule) });
      else await this.#enter(label, (handover) => onRule(rule, handover));
      return true;
    });
  }

  /** A turn that may write and records its own edits, if it wants to. */
  act(work: (port: UniversePort, record: (edit: Edit) => void) => Promise<void>): Promise<void> {
    return this.#turn(() => work(this.port, (edit) => this.#record(edit)));
  }

  /** Changes the scene alone. Where an entry would split a run or discard what redo offers, it makes none. */
  remark(plan: (port: UniversePort) => Promise<Pick<Edit, "label" | "scene"> | null>): Promise<void> {
    return this.read(async (port) => {
      const remark = await plan(port);
      if (!remark) return;
      if (this.#log.open || this.redoLabel !== null) this.#history.amend(remark.scene ?? {});
      else this.#record({ ...remark, change: NO_CHANGE, work: false });
      this.#options.onChange(false);
    });
  }

  /** Reads at one moment; a run pauses meanwhile and stays one run. */
  read<T>(work: (port: UniversePort) => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#runLoop.halt();
      return work(this.port);
    });
  }

  /** Keeps a running universe halted until `release`: while a pen is down. */
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
    // A run that is under way takes the new speed and stays one run.
    return this.#serial.run(() => this.#runLoop.halt());
  }

  stop(): Promise<void> {
    this.#stops++;
    this.#back = 0n;
    this.#standStill();
    return this.#turn(async () => {});
  }

  /** Advances by that many generations, or until `stop`. Errors: those of the universe's `step`. */
  step(generations: bigint): Promise<void> {
    return this.#advance(() => this.port.generation + generations, generations === 1n ? "Step" : "Run", {
      generations,
      once: true,
    });
  }

  /** Goes back by that many generations, or to the first known one; false where that is the present one. */
  async stepBack(generations: bigint): Promise<boolean> {
    this.#endRun();
    // A person who holds the key down asks faster than the universe may follow.
    this.#back += generations;
    if (this.#back > generations) return true;
    const stops = this.#stops;
    return this.#turn(async () => {
      if (stops !== this.#stops) return false;
      const { from } = this.#history.timeline;
      const { generation } = this.port;
      const wanted = generation - this.#back;
      this.#back = 0n;
      const to = wanted < from ? from : wanted;
      if (to === generation) return false;
      await this.#journeys.make(goingTo(to), (signal) => this.#history.seek(to, signal));
      return true;
    });
  }

  /** Goes to a generation of the timeline or its nearer end, unless a newer request replaces this one. False when stopped. */
  scrub(generation: bigint): Promise<boolean> {
    this.#endRun();
    return this.#journeys.follow(
      generation,
      (work) => this.#turn(work),
      async (wanted, signal) => {
        const { from, to } = this.#history.timeline;
        await this.#history.seek(wanted < from ? from : wanted > to ? to : wanted, signal);
        this.#options.onChange(false);
      },
    );
  }

  /**
   * Goes to that generation, or until `stop`: along the timeline as far as that leads, then onward; if the timeline begins
   * later, from the last start. Errors: `bad-argument` for a generation before that, those of the universe's `step`.
   */
  async stepTo(target: bigint): Promise<void> {
    return this.#advance(
      async (signal) => {
        const history = this.#history;
        const { from, to } = history.timeline;
        if (target < from && history.canReturnToStart) await history.returnToStart("Reset");
        else if (history.travelled && to > this.port.generation && target > to)
          await history.seek(to, signal);
        const { generation } = this.port;
        if (target >= generation || target >= history.timeline.from) return target;
        throw new TessellaError("bad-argument", `The universe begins at generation ${grouped(generation)}.`, {
          hint: "There is no way from it to what was before.",
        });
      },
      "Run",
      goingTo(target),
    );
  }

  /** Goes back to the last start. Errors: `bad-argument` when it is there. */
  reset(): Promise<void> {
    const moved = this.#log.open;
    this.#standStill();
    return this.#turn(async () => {
      // A run or a step that had not got anywhere yet leaves the universe at its start.
      if (moved && !this.#history.canReturnToStart) return;
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

  /** Goes to the state after this many of history's changes. */
  goTo(position: number): Promise<boolean> {
    return this.#travel(() => position);
  }

  /** Continues with another universe in the same state (another algorithm), which `replace` makes; undo and redo stay. */
  replaceUniverse(replace: (handover: Handover) => Promise<unknown>): Promise<void> {
    return this.#turn(async () => {
      await replace((next) => this.#history.rehouse(next));
    });
  }

  /** Continues with another universe in another state, as a change that can be undone. */
  enter(label: string, replace: EnterBy): Promise<void> {
    return this.#turn(() => this.#enter(label, replace));
  }

  /** The name of the universe's present state. Valid only within a turn: outside, a run goes on. */
  get mark(): Mark {
    return this.#history.mark;
  }

  /** Continues with a universe that holds the state kept at a mark, since the present one is lost. It stands still then. */
  recover(
    replace: (handover: (next: UniversePort, mark: Mark) => Promise<boolean>) => Promise<unknown>,
  ): Promise<void> {
    this.#wanted = null;
    return this.#turn(async () => {
      await replace(async (next, mark) => {
        const known = await this.#history.moveIn(next, mark);
        // A state that history does not know is not the one in the file.
        if (!known) this.#history.amend({ version: ++this.#versions });
        return true;
      });
    });
  }

  /** Takes up the history of an earlier session (history.ts). Errors: `aborted` when the person stops it. */
  recall(record: HistoryRecord, copies: readonly UniverseCopy[]): Promise<void> {
    return this.#turn(async () => {
      this.#versions = Math.max(...record.stops.map(({ scene }) => scene.version));
      await this.#journeys.make(null, (signal) => this.#history.recall(record, copies, signal));
    });
  }

  /** Stops and releases every snapshot; the universe itself belongs to its owner. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#standStill();
    await this.#serial.run(() => this.#runLoop.halt()).catch(() => {});
    this.#log.abandon();
    this.#history.forgetSnapshots();
  }

  /** The run has failed at its last complete generation. */
  #failed(error: unknown): void {
    if (this.#log.makeRoom(error)) {
      // The run resumes by itself as soon as the queue is empty.
      this.read(async (port) => port.state?.()).catch(this.#options.onError);
      return;
    }
    this.#options.onError(error);
    this.#halted(() => {});
  }

  /** The run stands still by itself. `tell`: called once the history has it. */
  #halted(tell: () => void): void {
    this.#wanted = null;
    this.read(async (port) => port.state?.())
      .then(() => this.#turn(async () => {}))
      .then(tell)
      .catch(this.#options.onError);
  }

  /** Takes its turn behind all earlier requests, another step included. Until then a later run may already be wanted. */
  #advance(
    to: (signal: AbortSignal) => bigint | Promise<bigint>,
    label: string,
    underWay: UnderWay,
  ): Promise<void> {
    this.#endRun();
    const stops = this.#stops;
    return this.#turn(async () => {
      if (stops !== this.#stops) return;
      await this.#journeys.make(underWay, async (signal) => {
        const target = await to(signal);
        if (this.#isOnTimeline(target)) return this.#history.seek(target, signal);
        await this.#history.checkpoint();
        if (signal.aborted) return;
        await this.#compute(target, label, signal);
      });
    });
  }

  /** Computes up to that generation as an entry of history, or until the signal. */
  async #compute(target: bigint, label: string, signal: AbortSignal): Promise<void> {
    this.#log.begin(label);
    try {
      await this.port.step(target).catch((error: unknown) => {
        if (!this.#log.makeRoom(error) || signal.aborted) throw error;
        return this.port.step(target);
      });
    } catch (error) {
      // The history also records how far the step came before it failed.
      await this.port.state?.();
      throw error;
    } finally {
      this.#log.close();
    }
  }

  /** Past generations are never computed from the start again, nor those that a person has come back from to look around. */
  #isOnTimeline(target: bigint): boolean {
    const { generation } = this.port;
    if (target < generation) return true;
    const { travelled, timeline } = this.#history;
    return travelled && target > generation && target <= timeline.to;
  }

  /** Acts at once, without a turn: Stop must work in the middle of a long step. */
  #standStill(): void {
    this.#journeys.end();
    this.#endRun();
  }

  #endRun(): void {
    const ran = this.#wanted !== null;
    this.#wanted = null;
    void this.#runLoop.halt();
    // The window should show it at once, not only when the universe stands still.
    if (ran) this.#options.onChange(false);
  }

  #turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#serial.run(async () => {
      await this.#runLoop.halt();
      this.#log.close();
      try {
        return await work();
      } finally {
        this.#options.onChange(true);
      }
    });
  }

  /** Takes its turn behind a step that is under way: the undo takes back that step, as far as it gets. */
  #travel(to: () => number): Promise<boolean> {
    this.#endRun();
    return this.#turn(async () => {
      const position = to();
      if (position < 0 || position > this.#history.length || position === this.#history.position)
        return false;
      await this.#journeys.make(null, (signal) => this.#history.goTo(position, signal));
      return true;
    });
  }

  async #enter(label: string, replace: EnterBy): Promise<void> {
    await this.#history.hold();
    await replace((next, scene) => {
      const { generation, rule, topology } = next;
      const after = { ...this.#history.scene, ...scene, generation, rule, topology };
      return this.#history.enter(label, next, { ...after, version: ++this.#versions });
    });
  }

  async #make(edit: Edit): Promise<void> {
    if (!edit.change.revert) await this.#history.checkpoint();
    await this.#apply(edit);
    this.#record(edit);
  }

  /** Makes the change, and takes back one that fails half way. */
  async #apply({ change }: Edit): Promise<void> {
    try {
      await change.apply(this.port);
    } catch (error) {
      if (change.revert) await change.revert(this.port).catch(this.#options.onError);
      else await this.#history.recover();
      throw error;
    }
  }

  #record({ label, change, scene, work = true }: Edit): void {
    const { generation, rule } = this.port;
    const before = this.#history.scene;
    const version = work ? ++this.#versions : before.version;
    this.#history.push(label, change, { ...before, ...scene, generation, rule, version });
  }

  #resume(): void {
    if (this.#waits()) return;
    void this.#serial
      .run(async () => {
        if (this.#waits()) return;
        if (!this.#log.open) {
          await this.#history.checkpoint();
          this.#log.begin("Run");
          // From here on undo and reset are possible.
          this.#options.onChange(false);
        }
        if (this.#wanted) this.#runLoop.start(this.#wanted);
      })
      .catch((error: unknown) => {
        this.#wanted = null;
        this.#options.onChange(false);
        this.#options.onError(error);
      });
  }

  #waits(): boolean {
    return this.#disposed || this.#wanted === null || this.#holds > 0 || this.#runLoop.active;
  }
}
