/** The caller's end of a port: a protocol's verbs as methods (rpc.ts). */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { fromWireError } from "../core/wire-error.ts";
import type { CallOptions, CallReply, Calls, Endpoint, PortRequest } from "./rpc.ts";
import { NONE } from "./rpc.ts";

interface Pending {
  readonly settle: (() => void) | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: never) => void) | undefined;
}

export interface ConnectOptions {
  /** Begins the error sentences. Default: "The engine's worker". */
  readonly name?: string;
  /** The error of calls to a broken worker. `detail`: the platform's message, often empty. */
  readonly failure?: (sentence: string, detail: string) => TessellaError;
  /** Called on a breakdown, before the open calls fail. */
  readonly onFailure?: (error: TessellaError) => void;
}

export class Connection<P> {
  readonly call: Calls<P>;
  readonly #endpoint: Endpoint;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #ended: TessellaError | null = null;

  constructor(endpoint: Endpoint, options: ConnectOptions = {}) {
    const { name = "The engine's worker", failure = engineLost, onFailure = () => {} } = options;
    this.#endpoint = endpoint;
    type Method = (args: unknown, callOptions?: CallOptions<never>) => Promise<unknown>;
    const methodOf =
      (verb: string): Method =>
      (args, callOptions) =>
        this.#call(verb, args, callOptions);
    this.call = new Proxy<Record<string, Method>>(Object.create(null), {
      get: (made, verb: string) => (made[verb] ??= methodOf(verb)),
    }) as Calls<P>;
    const fail = (sentence: string, detail = ""): void => {
      if (this.#ended) return;
      this.#ended = failure(sentence, detail);
      onFailure(this.#ended);
      this.#rejectAll(this.#ended);
    };
    endpoint.addEventListener("message", (event) => {
      const reply = (event as MessageEvent<CallReply>).data;
      if (reply.type !== "lives") return this.#receive(reply);
      // Waits for as long as the worker lives.
      void navigator.locks.request(reply.lock, () => fail(`${name} has ended.`)).catch(() => {});
    });
    endpoint.addEventListener("error", (event) => {
      const { message } = event as ErrorEvent;
      fail(message ? `${name} failed: ${message}` : `${name} could not be started.`, message);
    });
    endpoint.addEventListener("messageerror", () =>
      fail(`A message of ${name.replace(/^The/, "the")} could not be read.`),
    );
    endpoint.addEventListener("close", () => fail(`${name} has ended.`));
    endpoint.start?.();
    // A worker may end without any event: it closes itself, or the system ends it for want of memory.
    if (endpoint.terminate && globalThis.navigator?.locks)
      this.#send({ type: "live", lock: `tessella.worker.${crypto.randomUUID()}` });
  }

  /** Another port to the same server, for another client. */
  join(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#send({ type: "join", port: port1 }, [port1]);
    return port2;
  }

  /** Ends the worker, or leaves the port; open and later calls fail with the error. */
  close(error = new TessellaError("aborted", "The engine was closed.")): void {
    this.#ended ??= error;
    this.#rejectAll(this.#ended);
    if (this.#endpoint.terminate) this.#endpoint.terminate();
    else this.#endpoint.close?.();
  }

  /** Any exception in here rejects the promise. */
  #call(
    verb: string,
    args: unknown,
    { signal, onProgress, transfer }: CallOptions<never> = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      throwIfAborted(signal);
      const id = ++this.#calls;
      this.#send({ type: "call", id, verb, args }, transfer);
      let settle: (() => void) | undefined;
      if (signal) {
        const cancel = (): void => this.#send({ type: "cancel", id });
        signal.addEventListener("abort", cancel);
        settle = () => signal.removeEventListener("abort", cancel);
      }
      this.#pending.set(id, { settle, resolve, reject, onProgress });
    });
  }

  #send(request: PortRequest, transfer: readonly Transferable[] = NONE): void {
    this.#endpoint.postMessage(request, transfer as Transferable[]);
  }

  #receive(reply: Exclude<CallReply, { readonly type: "lives" }>): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (reply.type === "progress") {
      pending.onProgress?.(reply.value as never);
      return;
    }
    if (reply.type !== "answer" && reply.type !== "failure") return;
    this.#pending.delete(reply.id);
    pending.settle?.();
    if (reply.type === "answer") pending.resolve(reply.value);
    else pending.reject(fromWireError(reply.error));
  }

  #rejectAll(error: TessellaError): void {
    for (const { settle, reject } of this.#pending.values()) {
      settle?.();
      reject(error);
    }
    this.#pending.clear();
  }
}

function engineLost(sentence: string): TessellaError {
  return new TessellaError("engine-lost", sentence);
}
