import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Snapshot, StepOutcome } from "../../engine/algorithms/algorithm.ts";
import type { Counted, CountRequest } from "../../engine/algorithms/count-within.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { sameRule } from "../../engine/rules/rule.ts";
import type { Sample } from "../../engine/worker/protocol/samples.ts";
import type {
  CreatedUniverse,
  OwnMethods,
  RunEnd,
  Runner,
  RunOptions,
  UniverseHandle,
  UniverseNews,
  UniverseProtocol,
  UniverseState,
} from "../../engine/worker/protocol/universe.ts";
import { CHANGES, READS } from "../../engine/worker/protocol/universe.ts";
import type { Calls } from "../../engine/worker/rpc.ts";

/** The parts of the client that a universe needs. */
interface UniverseCaller {
  readonly call: Calls<UniverseProtocol>;
  connect(): MessagePort | null;
}

interface HeardState {
  readonly rule: Rule;
  readonly generation: bigint;
  /** The algorithm that runs it, and the reason. */
  readonly runner: Runner;
}

/** A class whose methods are a universe's verbs: they call its worker. */
const Asking = class {
  constructor(
    call: Calls<UniverseProtocol>,
    universe: UniverseHandle,
    learn: (state: UniverseState) => void,
  ) {
    type Ask = (args: unknown) => Promise<unknown>;
    const methods = this as Record<string, unknown>;
    for (const verb of READS) methods[verb] = (...args: unknown[]) => (call[verb] as Ask)({ universe, args });
    for (const verb of CHANGES)
      methods[verb] = async (...args: unknown[]) =>
        learn((await (call[verb] as Ask)({ universe, args })) as UniverseState);
  }
} as unknown as new (
  call: Calls<UniverseProtocol>,
  universe: UniverseHandle,
  learn: (state: UniverseState) => void,
) => OwnMethods;

/** The handle of a universe in a worker. `rule` and `generation` are the last ones heard; every other read asks the worker. */
export class RemoteUniverse extends Asking {
  /** The state that was last heard of. */
  readonly store: StoreApi<HeardState>;
  readonly handle: UniverseHandle;
  readonly adapter: string | undefined;
  readonly topology: Topology;
  /** Resolves when its cells are lost, with its GPU or its worker. */
  readonly lost: Promise<Error>;
  readonly #caller: UniverseCaller;
  #disposed = false;

  constructor(caller: UniverseCaller, created: CreatedUniverse) {
    super(caller.call, created.universe, (state) => this.#learn(state));
    this.#caller = caller;
    this.handle = created.universe;
    this.adapter = created.adapter;
    this.topology = created.topology;
    const { rule, generation, algorithm, name, leaps, mostMegabytes, threads, reason } = created;
    const runner = { algorithm, name, leaps, mostMegabytes, threads, reason };
    this.store = createStore(() => ({ rule, generation, runner }));
    const watching = caller.call.watch({ universe: this.handle }, { onProgress: (news) => this.#hear(news) });
    this.lost = new Promise((lost) => {
      watching.catch((error: Error) => {
        // Closing a worker ends its universes on purpose: that is no loss.
        if (!this.#disposed && !isAborted(error)) lost(error);
      });
    });
  }

  /** The algorithm that last ran it, and the reason. */
  get runner(): Runner {
    return this.store.getState().runner;
  }

  get algorithm(): string {
    return this.runner.algorithm;
  }

  /** Whether a step of many generations may take no longer than one of few. */
  get leaps(): boolean {
    return this.runner.leaps;
  }

  /** The reason why this algorithm runs it, as one sentence. */
  get reason(): string {
    return this.runner.reason;
  }

  get rule(): Rule {
    return this.store.getState().rule;
  }

  get generation(): bigint {
    return this.store.getState().generation;
  }

  /** A port to its worker for the painter; null when that worker draws it itself. */
  connect(): MessagePort | null {
    return this.#caller.connect();
  }

  /** Whether its algorithm runs that rule on its grid. */
  async takes(rule: Rule): Promise<boolean> {
    const known = await this.#caller.call.algorithms({ rule, topology: this.topology });
    return !known.find(({ id }) => id === this.algorithm)?.refuses;
  }

  /** Steps to generation `target`, or as far as it came when the signal fires (`more`). */
  async step(target: bigint, signal?: AbortSignal): Promise<StepOutcome> {
    if (signal?.aborted) return "more";
    const outcome = await this.#caller.call.step({ universe: this.handle, target }, { signal });
    await this.state();
    return outcome;
  }

  /** Runs until `stop` or the signal, or until it ends by itself; resolves then, with the reason. */
  async run(options: RunOptions, signal?: AbortSignal): Promise<RunEnd | null> {
    if (signal?.aborted) return null;
    const { ended, ...state } = await this.#caller.call.run(
      { universe: this.handle, ...options },
      { signal },
    );
    this.#learn(state);
    return ended;
  }

  async stop(): Promise<void> {
    this.#learn(await this.#caller.call.stop({ universe: this.handle }));
  }

  async state(): Promise<UniverseState> {
    const state = await this.#caller.call.state({ universe: this.handle });
    this.#learn(state);
    return state;
  }

  /** The population samples since the last call; with `present`, also the current one. */
  samples(present: boolean): Promise<readonly Sample[]> {
    return this.#caller.call.samples({ universe: this.handle, present });
  }

  /** Counts the live cells in a part of it. Rejects with `aborted` when the signal fires. */
  count(request: CountRequest, signal?: AbortSignal): Promise<Counted> {
    return this.#caller.call.count({ universe: this.handle, ...request }, { signal });
  }

  /** All live cells, however far apart. */
  readTree(): Promise<QuadTree> {
    return this.#caller.call.readTree({ universe: this.handle });
  }

  /** The camera's present picture. `grid`: the grid kind's id; by default the rule's neighbourhood decides. */
  frame(camera: Camera, size: ViewSize, grid?: string): Promise<ViewFrame> {
    const { width, height } = size;
    return this.#caller.call.frame({ universe: this.handle, camera, size: { width, height }, grid });
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.#caller.call.snapshot({ universe: this.handle });
    // News of a run come now and then; a snapshot's generation must not be ahead of the universe's own number.
    this.#learn(snapshot);
    return snapshot;
  }

  /** Stops it and frees everything. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#caller.call.dispose({ universe: this.handle });
  }

  #hear(news: UniverseNews): void {
    if (news.type === "moved") this.#learn(news);
    else this.store.setState({ runner: news.runner });
  }

  /** Each message brings a copy of the rule. The known one stays while it is the same, so that whoever shows it draws nothing anew. */
  #learn({ generation, rule, threads }: Pick<UniverseState, "generation"> & Partial<UniverseState>): void {
    const isNew = rule && !sameRule(rule, this.rule);
    // A rule may be computed on fewer threads than the one before it.
    this.store.setState(isNew ? { generation, rule, runner: { ...this.runner, threads } } : { generation });
  }
}

function isAborted(error: Error): boolean {
  return error instanceof TessellaError && error.code === "aborted";
}
