import type { Snapshot, StepOutcome } from "../../engine/algorithms/algorithm.ts";
import type { Counted, CountRequest } from "../../engine/algorithms/count-within.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { Rule } from "../../engine/rules/rule.ts";
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

/** What a universe needs of the client. */
interface UniverseCaller {
  readonly call: Calls<UniverseProtocol>;
  connect(): MessagePort | null;
}

/** A class whose methods are a universe's own: they ask its worker. */
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

/** The handle of a universe in a worker. `rule` and `generation` are as last heard; every other read asks the worker. */
export class RemoteUniverse extends Asking {
  readonly handle: UniverseHandle;
  readonly adapter: string | undefined;
  readonly topology: Topology;
  /** Resolves when its cells are gone, with its GPU or its worker. */
  readonly lost: Promise<Error>;
  readonly #caller: UniverseCaller;
  readonly #listeners = new Set<(generation: bigint) => void>();
  readonly #switches = new Set<(runner: Runner) => void>();
  #runner: Runner;
  #rule: Rule;
  #generation: bigint;
  #disposed = false;

  constructor(caller: UniverseCaller, created: CreatedUniverse) {
    super(caller.call, created.universe, (state) => this.#learn(state));
    this.#caller = caller;
    this.handle = created.universe;
    this.adapter = created.adapter;
    this.topology = created.topology;
    const { algorithm, leaps, mostMegabytes, reason } = created;
    this.#runner = { algorithm, leaps, mostMegabytes, reason };
    this.#rule = created.rule;
    this.#generation = created.generation;
    const watching = caller.call.watch({ universe: this.handle }, { onProgress: (news) => this.#hear(news) });
    this.lost = new Promise((lost) => {
      watching.catch((error: Error) => {
        // Whoever closes a worker knows that its universes go with it.
        if (!this.#disposed && !isAborted(error)) lost(error);
      });
    });
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

  /** A way to its worker for what paints it; null when that worker does so itself. */
  connect(): MessagePort | null {
    return this.#caller.connect();
  }

  /** To generation `target`, or as far as it came when the signal fires (`more`). */
  async step(target: bigint, signal?: AbortSignal): Promise<StepOutcome> {
    if (signal?.aborted) return "more";
    const outcome = await this.#caller.call.step({ universe: this.handle, target }, { signal });
    await this.state();
    return outcome;
  }

  /** On and on until `stop` or the signal, or until it ends by itself; resolves then, with why it did. */
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

  /** What was noted of the population since this was asked last; `present`: and how it is now. */
  samples(present: boolean): Promise<readonly Sample[]> {
    return this.#caller.call.samples({ universe: this.handle, present });
  }

  /** How many cells live in a part of it. When the signal fires it rejects with `aborted`. */
  count(request: CountRequest, signal?: AbortSignal): Promise<Counted> {
    return this.#caller.call.count({ universe: this.handle, ...request }, { signal });
  }

  /** All live cells, whatever they span. */
  readTree(): Promise<QuadTree> {
    return this.#caller.call.readTree({ universe: this.handle });
  }

  /** What a camera shows now. `grid`: the grid kind's id; without it the rule's neighbourhood decides. */
  frame(camera: Camera, size: ViewSize, grid?: string): Promise<ViewFrame> {
    const { width, height } = size;
    return this.#caller.call.frame({ universe: this.handle, camera, size: { width, height }, grid });
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.#caller.call.snapshot({ universe: this.handle });
    // News of a run come now and then; what is told of this generation must not be ahead of the universe's own number.
    this.#moveTo(snapshot.generation);
    return snapshot;
  }

  /** Stops it and frees everything. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#switches.clear();
    this.#listeners.clear();
    await this.#caller.call.dispose({ universe: this.handle });
  }

  #hear(news: UniverseNews): void {
    if (news.type === "moved") this.#moveTo(news.generation);
    else this.#switchTo(news.runner);
  }

  #learn({ rule, generation }: UniverseState): void {
    this.#rule = rule;
    this.#moveTo(generation);
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

function isAborted(error: Error): boolean {
  return error instanceof TessellaError && error.code === "aborted";
}
