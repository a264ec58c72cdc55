/**
 * Where universes run: one worker for the whole studio draws and holds those on the GPU; other workers hold those on the CPU,
 * step them and never delay a picture. The algorithm's descriptor says which of the two a universe needs.
 */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import { isVast } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { ChosenAlgorithm, CreateUniverse } from "../../engine/worker/protocol/universe.ts";
import type { AdapterChoice, FastestKernels, TunedKernel } from "../../engine/worker/protocol/view.ts";
import type { Endpoint } from "../../engine/worker/rpc.ts";
import type { EngineClient } from "./client.ts";
import type { RemoteUniverse } from "./remote-universe.ts";
import { ViewWorker } from "./view-worker.ts";

export interface EnginesOptions {
  /** Starts the worker that draws. */
  readonly startView: () => Endpoint;
  /** The worker that draws has broken down and was started anew; its universes are lost. */
  readonly onBreakdown?: (sentence: string) => void;
  /** A search has found the fastest GPU kernel for something, which the next session need not look for. */
  readonly onTuned?: (found: TunedKernel) => void;
}

/** A universe, and the reason why its algorithm runs it. */
export interface PlacedUniverse {
  readonly universe: RemoteUniverse;
  /** One or two sentences. */
  readonly reason: string;
}

/** A worker that breaks down this often in a row will not recover. */
const MOST_STARTS = 4;
/** Milliseconds without a breakdown that start the count anew. */
const WELL = 60_000;

/** Errors of the GPU that are no reason not to open a universe. */
const PASSABLE = new Set(["gpu-unavailable", "gpu-lost", "memory-limit", "too-large", "engine-lost"]);

export class Engines {
  readonly #options: EnginesOptions;
  readonly store: StoreApi<{ readonly view: ViewWorker }>;
  #adapter: AdapterChoice = "automatic";
  #kernels: FastestKernels = {};
  #threads: number | undefined;
  #starts = 0;

  constructor(options: EnginesOptions) {
    this.#options = options;
    const view = this.#start();
    this.store = createStore(() => ({ view }));
  }

  /** The present worker that draws; a breakdown replaces it. */
  get view(): ViewWorker {
    return this.store.getState().view;
  }

  /** Applies from the next universe on. */
  setAdapter(choice: AdapterChoice): void {
    if (choice === this.#adapter) return;
    this.#adapter = choice;
    this.view.setAdapter(choice);
  }

  /** Threads of the CPU for a universe; 0: one a core, as far as they gain. Applies from the next universe on. */
  setThreads(threads: number): void {
    this.#threads = threads || undefined;
  }

  /** What `setThreads` said last, as a request says it. */
  get threads(): number | undefined {
    return this.#threads;
  }

  /** The findings of earlier sessions. */
  setTuning(kernels: FastestKernels): void {
    this.#kernels = { ...kernels, ...this.#kernels };
    this.view.setTuning(this.#kernels);
  }

  /**
   * Creates a universe where its algorithm runs, and calls `cpu` for an engine if that is the CPU. With `auto` the CPU takes the
   * universes that the GPU cannot. Errors: those of creating it.
   */
  async place(request: CreateUniverse, cpu: () => EngineClient): Promise<PlacedUniverse> {
    const { rule, topology, algorithm } = request;
    const choice = await this.#choose(request, cpu);
    if (!choice.needsGpu) return this.#create(cpu(), request, choice);
    try {
      return await this.#create(this.view.engine, request, choice);
    } catch (error) {
      const auto = algorithm === undefined || algorithm === "auto";
      if (!auto || !(error instanceof TessellaError) || !PASSABLE.has(error.code)) throw error;
      const second = await cpu().choose(rule, topology);
      const reason = `${second.reason} The GPU could not take it: ${error.message}`;
      return this.#create(cpu(), request, { ...second, reason });
    }
  }

  async #choose(
    { rule, topology, algorithm, cells, soup }: CreateUniverse,
    cpu: () => EngineClient,
  ): Promise<ChosenAlgorithm> {
    const contents = { vast: isVast(cells), soup };
    try {
      return await this.view.engine.choose(rule, topology, algorithm, contents);
    } catch (error) {
      // Without the worker that draws, one that computes may still work.
      if (error instanceof TessellaError && error.code === "engine-lost")
        return cpu().choose(rule, topology, algorithm, contents);
      throw error;
    }
  }

  async #create(
    engine: EngineClient,
    request: CreateUniverse,
    { algorithm, reason }: ChosenAlgorithm,
  ): Promise<PlacedUniverse> {
    const mayMove = (request.algorithm ?? "auto") === "auto";
    return {
      universe: await engine.createUniverse({ ...request, algorithm, mayMove, threads: this.#threads }),
      reason,
    };
  }

  #start(): ViewWorker {
    this.#starts++;
    const began = performance.now();
    const view: ViewWorker = new ViewWorker(this.#options.startView(), {
      onFailure: ({ message }) => {
        if (performance.now() - began >= WELL) this.#starts = 0;
        if (view === this.view) this.#restart(message);
      },
      onTuned: (found) => {
        this.#kernels = { ...this.#kernels, [found.key]: found.kernel };
        this.#options.onTuned?.(found);
      },
    });
    if (this.#adapter !== "automatic") view.setAdapter(this.#adapter);
    view.setTuning(this.#kernels);
    return view;
  }

  /** The recovery of lost universes finds the new worker in place. */
  #restart(sentence: string): void {
    const again = this.#starts < MOST_STARTS;
    this.view.close();
    if (!again) {
      this.#options.onBreakdown?.(`${sentence} Nothing can be drawn any more: save your work and reload.`);
      return;
    }
    this.store.setState({ view: this.#start() });
    this.#options.onBreakdown?.(`${sentence} It was started anew.`);
  }
}
