/**
 * Calls between threads.
 *
 * A protocol is a type: an interface with one `Verb` a line. A worker serves handlers for it here; the other end of the
 * port calls the verbs as methods of a `Connection` (connection.ts). Each call gets one answer or one error, in any
 * order. A call may report progress until then, and its signal cancels it: the handler decides how, and usually fails
 * with `aborted`. A subscription is a call that stays open and reports news as its progress.
 *
 * Several ports may lead to one server: `join` makes another. Both ends of a port may serve and call at the same time.
 */

import { TessellaError } from "../core/errors.ts";
import type { WireError } from "../core/wire-error.ts";
import { toWireError } from "../core/wire-error.ts";
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

interface CallRequest {
  readonly type: "call";
  readonly id: number;
  readonly verb: string;
  readonly args: unknown;
}

export type PortRequest =
  | CallRequest
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "join"; readonly port: MessagePort }
  | { readonly type: "live"; readonly lock: string };

export type CallReply =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly error: WireError }
  | { readonly type: "progress"; readonly id: number; readonly value: unknown }
  | { readonly type: "lives"; readonly lock: string };

export interface Server {
  /** Answers calls over another port too. */
  join(endpoint: Endpoint): void;
  /** Cancels open calls, refuses new ones, and resolves when every call is answered. */
  close(): Promise<void>;
}

/** The transfer list of most messages; an array for each of them would cost time. */
export const NONE: readonly Transferable[] = [];

/** A worker's own end of the channel to its creator. */
export function ownEndpoint(): Endpoint {
  return globalThis as unknown as Endpoint;
}

/** A call on the server's side. Few handlers look at their signal, so it is made when one does. */
class ServedCall implements OpenCall<unknown> {
  readonly report: (progress: unknown) => void;
  #controller: AbortController | null = null;

  constructor(report: (progress: unknown) => void) {
    this.report = report;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  cancel(): void {
    this.#controller ??= new AbortController();
    this.#controller.abort();
  }
}

/**
 * Holds a lock until this thread ends, however it does: the platform then gives it to whoever waits for it. `settled` is told whether
 * it is held.
 */
function holdForLife(lock: string, settled: (isHeld: boolean) => void): void {
  const forever = new Promise<never>(() => {});
  const { locks } = globalThis.navigator ?? {};
  if (!locks) settled(false);
  else
    locks
      .request(lock, () => {
        settled(true);
        return forever;
      })
      .catch(() => settled(false));
}

/** Answers every call that comes over the endpoint. */
export function serve<P>(handlers: Handlers<P>, endpoint: Endpoint): Server {
  type Handle = (args: unknown, call: OpenCall<unknown>) => unknown;
  const byVerb = new Map(Object.entries(handlers) as [string, Handle][]);
  const open = new Set<ServedCall>();
  let closed = false;
  let onIdle = (): void => {};
  const join = (own: Endpoint): void => {
    const calls = new Map<number, ServedCall>();
    const send = (reply: CallReply, transfer: readonly Transferable[] = NONE): void =>
      own.postMessage(reply, transfer as Transferable[]);
    const answer = async ({ id, verb, args }: CallRequest): Promise<void> => {
      const call = new ServedCall((value) => send({ type: "progress", id, value }));
      calls.set(id, call);
      open.add(call);
      try {
        if (closed) throw new TessellaError("aborted", "The engine was closed.");
        const handle = byVerb.get(verb);
        if (!handle) throw new TessellaError("unsupported-operation", `This worker knows no "${verb}".`);
        const answered = await handle(args, call);
        if (answered instanceof Parcel)
          send({ type: "answer", id, value: answered.value }, answered.transfer);
        else send({ type: "answer", id, value: answered });
      } catch (error) {
        send({ type: "failure", id, error: toWireError(error) });
      }
      calls.delete(id);
      open.delete(call);
      if (open.size === 0) onIdle();
    };
    const live = (lock: string): void => {
      waiting = [];
      holdForLife(lock, (isHeld) => {
        if (isHeld) send({ type: "lives", lock });
        const early = waiting ?? [];
        waiting = null;
        for (const request of early) hear(request);
      });
    };
    /** What came before the lock was held: a handler may end this thread, and nobody would learn of it. */
    let waiting: PortRequest[] | null = null;
    const hear = (request: PortRequest): void => {
      if (waiting) waiting.push(request);
      else if (request.type === "call") void answer(request);
      else if (request.type === "cancel") calls.get(request.id)?.cancel();
      else if (request.type === "join") join(request.port);
      else live(request.lock);
    };
    own.addEventListener("message", (event) => hear((event as MessageEvent<PortRequest>).data));
    own.start?.();
  };
  join(endpoint);
  return {
    join,
    close: () => {
      closed = true;
      for (const call of open) call.cancel();
      return new Promise((idle) => {
        onIdle = idle;
        if (open.size === 0) idle();
      });
    },
  };
}
