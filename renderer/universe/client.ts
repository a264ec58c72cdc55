/**
 * The client of a worker that holds universes. Nothing here computes: every verb travels (engine/worker/protocol/universe.ts).
 */

import type { Contents } from "../../engine/algorithms/registry.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { GpuPreference, GpuPresence } from "../../engine/gpu/device.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { Connection } from "../../engine/worker/connection.ts";
import type {
  AlgorithmInfo,
  ChosenAlgorithm,
  CreateUniverse,
  UniverseProtocol,
} from "../../engine/worker/protocol/universe.ts";
import type { Calls, Endpoint } from "../../engine/worker/rpc.ts";
import { RemoteUniverse } from "./remote-universe.ts";

export class EngineClient {
  readonly #connection: Pick<Connection<UniverseProtocol>, "call" | "join" | "close">;
  readonly #drawn: boolean;

  /** `drawn`: the worker at the other end also draws, so its universes need no port to it. */
  constructor(
    connection: Pick<Connection<UniverseProtocol>, "call" | "join" | "close">,
    options: { readonly drawn?: boolean } = {},
  ) {
    this.#connection = connection;
    this.#drawn = options.drawn ?? false;
  }

  get call(): Calls<UniverseProtocol> {
    return this.#connection.call;
  }

  /** The algorithms and whether each can run the rule on the grid. */
  algorithms(rule: Rule, topology: Topology): Promise<readonly AlgorithmInfo[]> {
    return this.call.algorithms({ rule, topology });
  }

  /** The GPU that GPU algorithms would use there, with the present preference or another one. */
  gpu(preference?: GpuPreference): Promise<GpuPresence> {
    return this.call.gpu({ preference });
  }

  /** Resolves an algorithm's id, or `auto`. Errors: those of `algorithmFor` in engine/algorithms/load.ts. */
  choose(rule: Rule, topology: Topology, algorithm?: string, contents?: Contents): Promise<ChosenAlgorithm> {
    return this.call.choose({ ...contents, rule, topology, algorithm });
  }

  /** Errors: those of `createUniverse` in engine/algorithms/load.ts. */
  async createUniverse(request: CreateUniverse): Promise<RemoteUniverse> {
    return new RemoteUniverse(this, await this.call.create(request));
  }

  /** A second port to this engine's universes, for the painter; null when the engine draws them itself. */
  connect(): MessagePort | null {
    return this.#drawn ? null : this.#connection.join();
  }

  /** Ends the worker and rejects all open calls. */
  close(): void {
    this.#connection.close();
  }
}

/** Connects to a worker that holds universes. Documents whose universes it takes along say how they go on (recovery.ts). */
export function engineAt(endpoint: Endpoint): EngineClient {
  return new EngineClient(new Connection<UniverseProtocol>(endpoint));
}
