/**
 * Calls between threads.
 *
 * A protocol is a type: an interface with one `Verb` a line. A worker serves handlers for it; the other end of the port
 * connects and calls verbs as methods. Each call gets one answer or one error, in any order. A call may report progress
 * until then, and its signal cancels it: the handler decides how, and usually fails with `aborted`. A subscription is a
 * call that stays open and reports news as its progress.
 *
 * Several ports may lead to one server: `join` makes another. Both ends of a port may serve and call at the same time.
 */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import type { WireError } from "../core/wire-error.ts";
import { fromWireError, toWireError } from "../core/wire-error.ts";
import { Parcel } from "./parcel.ts";

/** A verb's arguments, answer and progress reports. A type only: no value ever has it. */
export interface Verb<Args, Answer, Progress = never> {
  readonly args: Args;
  readonly answer: Answer;
  readonly progress: Progress;
}

type ArgsOf<V> = V extends { readonly args: infer A } ? A : never;
type AnswerOf<V> = V extends { readonly answer: infer A } ? A : never;
type ProgressOf<V> = V extends { readonly progress: infer P } ? P : never;
type Answered<V> = AnswerOf<V> | Parcel<AnswerOf<V>>;

/** The call, as its handler sees it. */
export interface OpenCall<Progress> {
  /** Fires when the caller cancels, or when the server closes. */
  readonly signal: AbortSignal;
  report(progress: Progress): void;
}

export type Handlers<P> = {
  readonly [V in keyof P]: (
    args: ArgsOf<P[V]>,
    call: OpenCall<ProgressOf<P[V]>>,
  ) => Answered<P[V]> | Promise<Answered<P[V]>>;
};

export interface CallOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Buffers in the arguments to transfer instead of copying. */
  readonly transfer?: readonly Transferable[];
}

/** A protocol's verbs as methods. Errors: the handler's, `aborted`, and `engine-lost` after a breakdown of the worker. */
export type Calls<P> = {
  readonly [V in keyof P]: (
    args: ArgsOf<P[V]>,
    options?: CallOptions<ProgressOf<P[V]>>,
  ) => Promise<AnswerOf<P[V]>>;
};

/** One end of a channel: a MessagePort, a Worker, a worker's global scope. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  /** Message ports deliver only once they are started. */
  start?(): void;
  /** Workers. */
  terminate?(): void;
  /** Ports, and a worker from its inside. */
  close?(): void;
}

type Request =
  | { readonly type: "call"; readonly id: number; readonly verb: string; readonly args: unknown }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "join"; readonly port: MessagePort };

type Reply =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly error: WireError }
  | { readonly type: "progress"; readonly id: number; readonly value: unknown };

export interface Server {
  /** Answers calls over another port too. */
  join(endpoint: Endpoint): void;
  /** Cancels open calls, refuses new ones, and resolves when every call is answered. */
  close(): Promise<void>;
}

/** A worker's own end of the channel to its creator. */
export function ownEndpoint(): Endpoint {
  return globalThis as unknown as Endpoint;
}

/** Answers every call that comes over the endpoint. */
export function serve<P>(handlers: Handlers<P>, endpoint: Endpoint): Server {
  type Handle = (args: unknown, call: OpenCall<unknown>) => unknown;
  const byVerb = new Map(Object.entries(handlers) as [string, Handle][]);
  const open = new Map<Promise<void>, AbortController>();
  let closed = false;
  const join = (own: Endpoint): void => {
    const calls = new Map<number, AbortController>();
    const send = (reply: Reply, transfer: readonly Transferable[] = []): void =>
      own.postMessage(reply, [...transfer]);
    const answer = async (id: number, verb: string, args: unknown, signal: AbortSignal): Promise<void> => {
      try {
        if (closed) throw new TessellaError("aborted", "The engine was closed.");
        const handle = byVerb.get(verb);
        if (!handle) throw new TessellaError("unsupported-operation", `This worker knows no "${verb}".`);
        const answered = await handle(args, {
          signal,
          report: (value) => send({ type: "progress", id, value }),
        });
        if (answered instanceof Parcel)
          send({ type: "answer", id, value: answered.value }, answered.transfer);
        else send({ type: "answer", id, value: answered });
      } catch (error) {
        send({ type: "failure", id, error: toWireError(error) });
      }
      calls.delete(id);
    };
    own.addEventListener("message", (event) => {
      const request = (event as MessageEvent<Request>).data;
      if (request.type === "call") {
        const controller = new AbortController();
        calls.set(request.id, controller);
        const answered = answer(request.id, request.verb, request.args, controller.signal);
        open.set(answered, controller);
        void answered.then(() => open.delete(answered));
      } else if (request.type === "cancel") calls.get(request.id)?.abort();
      else if (request.type === "join") join(request.port);
    });
    own.start?.();
  };
  join(endpoint);
  return {
    join,
    close: async () => {
      closed = true;
      for (const controller of open.values()) controller.abort();
      await Promise.all(open.keys());
    },
  };
}

interface Pending {
  readonly settle: () => void;
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
    this.call = new Proxy({} as Calls<P>, {
      get: (_, verb) => (args: unknown, callOptions?: CallOptions<never>) =>
        this.#call(String(verb), args, callOptions),
    });
    const fail = (sentence: string, detail = ""): void => {
      if (this.#ended) return;
      this.#ended = failure(sentence, detail);
      onFailure(this.#ended);
      this.#rejectAll(this.#ended);
    };
    endpoint.addEventListener("message", (event) => this.#receive((event as MessageEvent<Reply>).data));
    endpoint.addEventListener("error", (event) => {
      const { message } = event as ErrorEvent;
      fail(message ? `${name} failed: ${message}` : `${name} could not be started.`, message);
    });
    endpoint.addEventListener("messageerror", () =>
      fail(`A message of ${name.replace(/^The/, "the")} could not be read.`),
    );
    endpoint.addEventListener("close", () => fail(`${name} has ended.`));
    endpoint.start?.();
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

  async #call(
    verb: string,
    args: unknown,
    { signal, onProgress, transfer }: CallOptions<never> = {},
  ): Promise<unknown> {
    if (this.#ended) throw this.#ended;
    throwIfAborted(signal);
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      const cancel = (): void => this.#send({ type: "cancel", id });
      this.#send({ type: "call", id, verb, args }, transfer);
      const settle = (): void => signal?.removeEventListener("abort", cancel);
      this.#pending.set(id, { settle, resolve, reject, onProgress });
      signal?.addEventListener("abort", cancel);
    });
  }

  #send(request: Request, transfer: readonly Transferable[] = []): void {
    this.#endpoint.postMessage(request, [...transfer]);
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (reply.type === "progress") {
      pending.onProgress?.(reply.value as never);
      return;
    }
    if (reply.type !== "answer" && reply.type !== "failure") return;
    this.#pending.delete(reply.id);
    pending.settle();
    if (reply.type === "answer") pending.resolve(reply.value);
    else pending.reject(fromWireError(reply.error));
  }

  #rejectAll(error: TessellaError): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const { settle, reject } of all) {
      settle();
      reject(error);
    }
  }
}

function engineLost(sentence: string): TessellaError {
  return new TessellaError("engine-lost", sentence);
}
