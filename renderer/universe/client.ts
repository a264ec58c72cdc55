/**
 * The engine as the studio sees it: promises over a port. Nothing here computes; every verb travels to the worker that
 * holds the universe (engine/worker/protocol/universe.ts).
 */

import type { Contents } from "../../engine/algorithms/registry.ts";
import type { Identity } from "../../engine/analysis/identity.ts";
import type { SoupFigures, SoupJob } from "../../engine/bench/gpu-bench.ts";
import type { ErrorCode } from "../../engine/core/errors.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { CopyBandwidth } from "../../engine/gpu/copy-bandwidth.ts";
import type { GpuPreference, GpuPresence } from "../../engine/gpu/device.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { fromWireError } from "../../engine/worker/parcel.ts";
import type {
  AlgorithmInfo,
  ChosenAlgorithm,
  ClientMessage,
  CreateUniverse,
  ServerMessage,
  Verb,
  VerbAnswer,
  VerbArgs,
  VerbProgress,
} from "../../engine/worker/protocol/universe.ts";
import { PROTOCOL_VERSION } from "../../engine/worker/protocol/universe.ts";
import type { Port } from "../../engine/worker/rpc.ts";
import type { UniverseNews } from "./remote-universe.ts";
import { RemoteUniverse } from "./remote-universe.ts";
import { RemoteView } from "./remote-view.ts";

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly tell: ((progress: unknown) => void) | undefined;
}

export class EngineClient {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  readonly #news = new Map<number, UniverseNews>();
  readonly #drawn: boolean;
  #calls = 0;
  #broken: TessellaError | null = null;

  /** `drawn`: the worker at the other end also draws, so its universes need no way to what does. */
  constructor(port: Port, options: { readonly drawn?: boolean } = {}) {
    this.#port = port;
    this.#drawn = options.drawn ?? false;
    port.onMessage((message) => this.#receive(message as ServerMessage));
    port.onFailure((sentence) => this.#breakOff(sentence));
  }

  /** Whether the worker is there and of this build. Errors: `unsupported-operation`, `io`. */
  async hello(): Promise<void> {
    const { version } = await this.call("hello", {});
    if (version !== PROTOCOL_VERSION) {
      throw new TessellaError(
        "unsupported-operation",
        "The engine's worker is of another version than this window.",
        {
          hint: "Reload.",
        },
      );
    }
  }

  /** What could run a rule on a grid. */
  algorithms(rule: Rule, topology: Topology): Promise<readonly AlgorithmInfo[]> {
    return this.call("algorithms", { rule, topology });
  }

  /** What GPU algorithms would run on there, or would under another preference. */
  gpu(preference?: GpuPreference): Promise<GpuPresence> {
    return this.call("gpu", { preference });
  }

  /** Times an algorithm on a soup. Errors: as creating a universe, `aborted`. */
  measure(job: SoupJob & { readonly memoryMegabytes?: number }, signal?: AbortSignal): Promise<SoupFigures> {
    return this.call("measure", job, signal);
  }

  /** How fast the GPU there copies its memory. */
  measureCopy(): Promise<CopyBandwidth> {
    return this.call("measureCopy", {});
  }

  /** What a pattern is. Errors: as creating a universe, `too-large`, `aborted`. */
  identify(
    wish: VerbArgs<"identify">,
    signal?: AbortSignal,
    onProgress?: (progress: VerbProgress<"identify">) => void,
  ): Promise<Identity> {
    return this.call("identify", wish, signal, onProgress);
  }

  /** What an algorithm's id, or `auto`, comes to. Errors: those of `algorithmFor` in engine/algorithms/load.ts. */
  choose(rule: Rule, topology: Topology, algorithm?: string, contents?: Contents): Promise<ChosenAlgorithm> {
    return this.call("choose", { ...contents, rule, topology, algorithm });
  }

  /** A second way to this engine's universes, for what paints them; null when the engine draws them itself. */
  connect(): MessagePort | null {
    if (this.#drawn) return null;
    const { port1, port2 } = new MessageChannel();
    this.#send({ type: "join", port: port1 }, [port1]);
    return port2;
  }

  /** Errors: those of `createUniverse` in engine/algorithms/load.ts. */
  async createUniverse(request: CreateUniverse): Promise<RemoteUniverse> {
    const created = await this.call("create", request);
    return new RemoteUniverse(this, created, (news) => {
      if (news) this.#news.set(created.universe, news);
      else this.#news.delete(created.universe);
    });
  }

  /** Shows a universe; several views of one are fine. Errors: `bad-argument`. */
  async openView(
    universe: Pick<RemoteUniverse, "handle">,
    camera: Camera,
    size: ViewSize,
    grid?: string,
  ): Promise<RemoteView> {
    const { width, height } = size;
    return new RemoteView(
      this,
      await this.call("openView", { universe: universe.handle, camera, width, height, grid }),
    );
  }

  /** The worker is known to be gone: everything open is rejected, and its universes are told to be lost. */
  fail(sentence: string): void {
    this.#breakOff(sentence);
    this.#port.close();
  }

  /** Ends the worker and rejects what is still open. */
  close(): void {
    this.#news.clear();
    this.#breakOff("The engine was closed.", "io");
    this.#port.close();
  }

  /** One call. When the signal fires while it is open the worker is told; what that means is up to the verb. */
  call<V extends Verb>(
    verb: V,
    args: VerbArgs<V>,
    signal?: AbortSignal,
    onProgress?: (progress: VerbProgress<V>) => void,
  ): Promise<VerbAnswer<V>> {
    if (this.#broken) return Promise.reject(this.#broken);
    const id = ++this.#calls;
    return new Promise<VerbAnswer<V>>((resolve, reject) => {
      const cancel = (): void => this.#send({ type: "cancel", id });
      const settle = (): void => {
        this.#pending.delete(id);
        signal?.removeEventListener("abort", cancel);
      };
      this.#pending.set(id, {
        resolve: (value) => {
          settle();
          resolve(value as VerbAnswer<V>);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        tell: onProgress && ((progress) => onProgress(progress as VerbProgress<V>)),
      });
      this.#send({ type: "call", id, verb, args });
      signal?.addEventListener("abort", cancel);
    });
  }

  #send(message: ClientMessage, transfer?: readonly Transferable[]): void {
    this.#port.send(message, transfer);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "answer":
        this.#pending.get(message.id)?.resolve(message.value);
        break;
      case "failure":
        this.#pending.get(message.id)?.reject(fromWireError(message.error));
        break;
      case "progress":
        this.#pending.get(message.id)?.tell?.(message.value);
        break;
      case "moved":
        this.#news.get(message.universe)?.moved(message.generation);
        break;
      case "switched":
        this.#news.get(message.universe)?.switched(message.runner);
        break;
      case "lost":
        this.#news.get(message.universe)?.lost(fromWireError(message.error));
        break;
    }
  }

  #breakOff(sentence: string, code: ErrorCode = "engine-lost"): void {
    this.#broken ??= new TessellaError(code, sentence, { hint: "Open the universe again." });
    for (const pending of [...this.#pending.values()]) pending.reject(this.#broken);
    for (const news of [...this.#news.values()]) news.lost(this.#broken);
  }
}
