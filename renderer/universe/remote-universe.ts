import type { Snapshot, StepOutcome, WriteMode } from "../../engine/algorithms/algorithm.ts";
import type { Counted, CountRequest } from "../../engine/algorithms/count-within.ts";
import type { Block } from "../../engine/core/block.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import type { Raster, RasterRequest } from "../../engine/core/raster.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { Sample } from "../../engine/worker/protocol/samples.ts";
import type {
  CreatedUniverse,
  RunEnd,
  Runner,
  RunOptions,
  UniverseHandle,
  UniverseState,
  Verb,
  VerbAnswer,
  VerbArgs,
} from "../../engine/worker/protocol/universe.ts";

/** What this file needs of the client. */
export interface Caller {
  connect(): MessagePort | null;
  call<V extends Verb>(verb: V, args: VerbArgs<V>, signal?: AbortSignal): Promise<VerbAnswer<V>>;
}

/** What a worker tells of a universe unasked. */
export interface UniverseNews {
  moved(generation: bigint): void;
  /** Its worker moved it to another algorithm. */
  switched(runner: Runner): void;
  /** The cells are gone, with their GPU or their worker. */
  lost(error: Error): void;
}

/** Subscribes to a universe's news; null unsubscribes. */
type Subscribe = (news: UniverseNews | null) => void;

/** The handle of a universe in a worker. `rule` and `generation` are as last heard; every other read asks the worker. */
export class RemoteUniverse {
  readonly handle: UniverseHandle;
  readonly adapter: string | undefined;
  readonly topology: Topology;
  readonly #caller: Caller;
  readonly #subscribe: Subscribe;
  readonly #listeners = new Set<(generation: bigint) => void>();
  readonly #switches = new Set<(runner: Runner) => void>();
  readonly #lost: Promise<Error>;
  #runner: Runner;
  #rule: Rule;
  #generation: bigint;

  constructor(caller: Caller, created: CreatedUniverse, subscribe: Subscribe) {
    this.#caller = caller;
    this.#subscribe = subscribe;
    this.handle = created.universe;
    this.adapter = created.adapter;
    this.topology = created.topology;
    const { algorithm, leaps, mostMegabytes, reason } = created;
    this.#runner = { algorithm, leaps, mostMegabytes, reason };
    this.#rule = created.rule;
    this.#generation = created.generation;
    this.#lost = new Promise((lost) =>
      subscribe({
        moved: (generation) => this.#moveTo(generation),
        switched: (runner) => this.#switchTo(runner),
        lost,
      }),
    );
  }

  /** The algorithm that runs it, as last heard, and why. */
  get runner(): Runner {
    return this.#runner;
  }

  get algorithm(): string {
    return this.#runner.algorithm;
  }

  /** Whether a step of many generations may take no longer than one of few. */
  get leaps(): boolean {
    return this.#runner.leaps;
  }

  /** Why this algorithm runs it, as one sentence. */
  get reason(): string {
    return this.#runner.reason;
  }

  get rule(): Rule {
    return this.#rule;
  }

  get generation(): bigint {
    return this.#generation;
  }

  /** Calls back with each generation that is heard of; the returned function ends that. */
  onMove(listener: (generation: bigint) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when its worker has moved it to another algorithm; the returned function ends that. */
  onSwitch(listener: (runner: Runner) => void): () => void {
    this.#switches.add(listener);
    return () => this.#switches.delete(listener);
  }

  /** Resolves when its cells are gone, with its GPU or its worker. */
  get lost(): Promise<Error> {
    return this.#lost;
  }

  /** A way to its worker for what paints it; null when that worker does so itself. */
  connect(): MessagePort | null {
    return this.#caller.connect();
  }

  /** To generation `target`, or as far as it came when the signal fires (`more`). */
  async step(target: bigint, signal?: AbortSignal): Promise<StepOutcome> {
    if (signal?.aborted) return "more";
    const outcome = await this.#caller.call("step", { universe: this.handle, target }, signal);
    await this.state();
    return outcome;
  }

  /** On and on until `stop` or the signal, or until it ends by itself; resolves then, with why it did. */
  async run(options: RunOptions, signal?: AbortSignal): Promise<RunEnd | null> {
    if (signal?.aborted) return null;
    const { ended, ...state } = await this.#caller.call("run", { universe: this.handle, ...options }, signal);
    this.#learn(state);
    return ended;
  }

  async stop(): Promise<void> {
    this.#learn(await this.#ask("stop"));
  }

  async state(): Promise<UniverseState> {
    return this.#learn(await this.#ask("state"));
  }

  async setGeneration(generation: bigint): Promise<void> {
    this.#learn(await this.#caller.call("setGeneration", { universe: this.handle, generation }));
  }

  async setRule(rule: Rule): Promise<void> {
    this.#learn(await this.#caller.call("setRule", { universe: this.handle, rule }));
  }

  population(): Promise<bigint> {
    return this.#ask("population");
  }

  /** What was noted of the population since this was asked last; `present`: and how it is now. */
  samples(present: boolean): Promise<readonly Sample[]> {
    return this.#caller.call("samples", { universe: this.handle, present });
  }

  bounds(): Promise<Rect | null> {
    return this.#ask("bounds");
  }

  /** How many cells live in a part of it. When the signal fires it rejects with `aborted`. */
  count(request: CountRequest, signal?: AbortSignal): Promise<Counted> {
    return this.#caller.call("count", { universe: this.handle, ...request }, signal);
  }

  hash(): Promise<bigint> {
    return this.#ask("hash");
  }

  memory(): Promise<number> {
    return this.#ask("memory");
  }

  readRuns(region?: Rect): Promise<Runs> {
    return this.#caller.call("readRuns", { universe: this.handle, region });
  }

  /** All live cells, whatever they span. */
  readTree(): Promise<QuadTree> {
    return this.#ask("readTree");
  }

  readBlock(region: Rect): Promise<Block> {
    return this.#caller.call("readBlock", { universe: this.handle, region });
  }

  raster(request: RasterRequest): Promise<Raster> {
    return this.#caller.call("raster", { universe: this.handle, request });
  }

  async writeRuns(cells: Runs, mode: WriteMode): Promise<void> {
    await this.#caller.call("writeRuns", { universe: this.handle, cells, mode });
  }

  async writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void> {
    await this.#caller.call("writeBlock", { universe: this.handle, cells, mode });
  }

  async clear(region?: Rect): Promise<void> {
    await this.#caller.call("clear", { universe: this.handle, region });
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.#ask("snapshot");
    // News of a run come now and then; what is told of this generation must not be ahead of the universe's own number.
    this.#moveTo(snapshot.generation);
    return snapshot;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    this.#learn(await this.#caller.call("restore", { universe: this.handle, snapshot }));
  }

  async release(snapshot: Snapshot): Promise<void> {
    await this.#caller.call("release", { universe: this.handle, snapshot });
  }

  /** The cells of a snapshot, which another universe can keep by `keepTree`. */
  readSnapshot(snapshot: Snapshot): Promise<QuadTree> {
    return this.#caller.call("readSnapshot", { universe: this.handle, snapshot });
  }

  keepTree(tree: QuadTree, generation: bigint): Promise<Snapshot> {
    return this.#caller.call("keepTree", { universe: this.handle, tree, generation });
  }

  /** Stops it and frees everything, its views too. */
  async dispose(): Promise<void> {
    this.#subscribe(null);
    this.#switches.clear();
    this.#listeners.clear();
    await this.#ask("dispose");
  }

  #ask<
    V extends
      | "stop"
      | "state"
      | "population"
      | "bounds"
      | "hash"
      | "memory"
      | "readTree"
      | "snapshot"
      | "dispose",
  >(verb: V): Promise<VerbAnswer<V>> {
    return this.#caller.call(verb, { universe: this.handle });
  }

  #learn(state: UniverseState): UniverseState {
    this.#rule = state.rule;
    this.#moveTo(state.generation);
    return state;
  }

  #switchTo(runner: Runner): void {
    this.#runner = runner;
    for (const listener of this.#switches) listener(runner);
  }

  #moveTo(generation: bigint): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    for (const listener of this.#listeners) listener(generation);
  }
}
