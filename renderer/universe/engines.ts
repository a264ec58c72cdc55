/**
 * Where universes run: one worker that draws and holds those on the GPU, for the whole studio, and workers for those on the
 * CPU, which step and never keep a picture waiting. Which of the two a universe needs is said by its algorithm's descriptor.
 */

import { isVast } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { ChosenAlgorithm, CreateUniverse } from "../../engine/worker/protocol/universe.ts";
import type { AdapterChoice, FastestKernels } from "../../engine/worker/protocol/view.ts";
import type { Endpoint } from "../../engine/worker/rpc.ts";
import type { EngineClient } from "./client.ts";
import type { RemoteUniverse } from "./remote-universe.ts";
import { ViewWorker } from "./view-worker.ts";

export interface EnginesOptions {
  /** Starts the worker that draws. */
  readonly startView: () => Endpoint;
  /** What draws has broken down and was started anew; its universes are gone. */
  readonly onBreakdown?: (sentence: string) => void;
  /** Something was found out about the GPU: everything that is known, for the next session. */
  readonly onTuned?: (kernels: FastestKernels) => void;
}

/** A universe with why its algorithm runs it. */
export interface PlacedUniverse {
  readonly universe: RemoteUniverse;
  /** A sentence or two. */
  readonly reason: string;
}

/** A worker that breaks down this often in a row will go on doing so. */
const MOST_STARTS = 4;
/** So long without a breakdown counts as well. */
const WELL = 60_000;

/** A GPU that cannot take a universe is no reason not to open it. */
const PASSABLE = new Set(["gpu-unavailable", "gpu-lost", "memory-limit", "too-large", "engine-lost"]);

export class Engines {
  readonly #options: EnginesOptions;
  readonly #listeners = new Set<() => void>();
  #view: ViewWorker;
  #adapter: AdapterChoice = "automatic";
  #kernels: FastestKernels = {};
  #starts = 0;

  constructor(options: EnginesOptions) {
    this.#options = options;
    this.#view = this.#start();
  }

  /** What draws now; another after a breakdown, of which `subscribe` tells. */
  get view(): ViewWorker {
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From the next universe on. */
  setAdapter(choice: AdapterChoice): void {
    if (choice === this.#adapter) return;
    this.#adapter = choice;
    this.#view.setAdapter(choice);
  }

  /** What earlier sessions found out. */
  setTuning(kernels: FastestKernels): void {
    this.#kernels = { ...kernels, ...this.#kernels };
    this.#view.setTuning(this.#kernels);
  }

  /**
   * Makes a universe where its algorithm runs; `cpu` is asked for an engine when it is the CPU. With `auto` the CPU takes
   * what the GPU cannot. Errors: those of creating it.
   */
  async place(request: CreateUniverse, cpu: () => EngineClient): Promise<PlacedUniverse> {
    const { rule, topology, algorithm } = request;
    const choice = await this.#choose(request, cpu);
    if (!choice.needsGpu) return this.#create(cpu(), request, choice);
    try {
      return await this.#create(this.#view.engine, request, choice);
    } catch (error) {
      const auto = algorithm === undefined || algorithm === "auto";
      if (!auto || !(error instanceof TessellaError) || !PASSABLE.has(error.code)) throw error;
      const second = await cpu().choose(rule, topology);
      const reason = `${second.reason} The GPU could not take it: ${error.message}`;
      return this.#create(cpu(), request, { ...second, reason });
    }
  }

  close(): void {
    this.#view.close();
  }

  async #choose(
    { rule, topology, algorithm, cells, soup }: CreateUniverse,
    cpu: () => EngineClient,
  ): Promise<ChosenAlgorithm> {
    const contents = { vast: isVast(cells), soup };
    try {
      return await this.#view.engine.choose(rule, topology, algorithm, contents);
    } catch (error) {
      // With no worker that draws there is still one that computes.
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
    return { universe: await engine.createUniverse({ ...request, algorithm, mayMove }), reason };
  }

  #start(): ViewWorker {
    this.#starts++;
    const view: ViewWorker = new ViewWorker(this.#options.startView(), {
      onFailure: ({ message }) => {
        clearTimeout(well);
        if (view === this.#view) this.#restart(message);
      },
      onTuned: ({ key, kernel }) => {
        this.#kernels = { ...this.#kernels, [key]: kernel };
        this.#options.onTuned?.(this.#kernels);
      },
    });
    if (this.#adapter !== "automatic") view.setAdapter(this.#adapter);
    view.setTuning(this.#kernels);
    const well = setTimeout(() => {
      this.#starts = 0;
    }, WELL);
    return view;
  }

  /** Whoever recovers what it lost finds the new one in its place. */
  #restart(sentence: string): void {
    const old = this.#view;
    if (this.#starts < MOST_STARTS) this.#view = this.#start();
    old.close();
    if (this.#view === old) {
      this.#options.onBreakdown?.(`${sentence} Nothing can be drawn any more: save your work and reload.`);
      return;
    }
    for (const listener of this.#listeners) listener();
    this.#options.onBreakdown?.(`${sentence} It was started anew.`);
  }
}
