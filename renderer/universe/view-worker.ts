/** The worker that draws, as the window sees it: stages join it, and the engine for universes on the GPU runs in it. */

import { TessellaError } from "../../engine/core/errors.ts";
import { Connection } from "../../engine/worker/connection.ts";
import type { BenchProtocol } from "../../engine/worker/protocol/bench.ts";
import type { UniverseProtocol } from "../../engine/worker/protocol/universe.ts";
import type {
  AdapterChoice,
  FastestKernels,
  TunedKernel,
  ViewProtocol,
} from "../../engine/worker/protocol/view.ts";
import type { Calls, Endpoint } from "../../engine/worker/rpc.ts";
import { EngineClient } from "./client.ts";

let started = 0;

export interface ViewWorkerListener {
  /** It has broken down; its open calls fail when this returns. */
  onFailure?(error: TessellaError): void;
  onTuned?(found: TunedKernel): void;
}

export class ViewWorker {
  /** Distinguishes one worker from the next. */
  readonly id = ++started;
  /** Holds universes on the GPU and draws them in place. */
  readonly engine: EngineClient;
  readonly #connection: Connection<UniverseProtocol & BenchProtocol & ViewProtocol>;

  constructor(endpoint: Endpoint, { onFailure, onTuned }: ViewWorkerListener = {}) {
    this.#connection = new Connection(endpoint, {
      name: "The worker that draws",
      failure: (sentence) => new TessellaError("engine-lost", sentence.replace(/\.?$/, ".")),
      onFailure,
    });
    this.engine = new EngineClient(this.#connection, { drawn: true });
    this.#connection.call.watchTuning({}, { onProgress: onTuned }).catch(() => {});
  }

  /** The verbs of `engine`, and those that time algorithms on the GPU. */
  get call(): Calls<UniverseProtocol & BenchProtocol> {
    return this.#connection.call;
  }

  /** A port to it, for a stage. */
  join(): MessagePort {
    return this.#connection.join();
  }

  setAdapter(choice: AdapterChoice): void {
    this.#connection.call.setAdapter({ choice }).catch(() => {});
  }

  setTuning(kernels: FastestKernels): void {
    this.#connection.call.setTuning({ kernels }).catch(() => {});
  }

  close(): void {
    this.#connection.close();
  }
}
