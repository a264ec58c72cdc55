// Calls over a port, with handlers made for the purpose.

import { afterEach, describe, expect, it, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { Connection } from "../../../engine/worker/connection.ts";
import { handOver } from "../../../engine/worker/parcel.ts";
import type { Verb } from "../../../engine/worker/rpc.ts";
import { serve } from "../../../engine/worker/rpc.ts";
import type { ServedPair } from "../../support/engine-pair.ts";
import { servedPair } from "../../support/engine-pair.ts";

interface TestProtocol {
  readonly add: Verb<{ readonly a: number; readonly b: number }, number>;
  readonly refuse: Verb<object, never>;
  readonly break: Verb<object, never>;
  /** Reports 1, 2, 3 ... and fails with `aborted` when it is cancelled. */
  readonly count: Verb<object, void, number>;
  /** Answers, and reports when `tellLate` is called. */
  readonly late: Verb<object, void, number>;
  readonly words: Verb<
    { readonly words: Uint32Array },
    { readonly words: Uint32Array; readonly gone: number }
  >;
}

const given: Uint32Array[] = [];
let tellLate: (n: number) => void = () => {};
const HANDLERS = {
  add: ({ a, b }: { a: number; b: number }) => a + b,
  refuse: () => {
    throw new TessellaError("bad-argument", "No.", { line: 3, column: 4, hint: "Ask again." });
  },
  break: () => {
    throw new RangeError("too far");
  },
  count: (_: object, { signal, report }: { signal: AbortSignal; report(n: number): void }) =>
    new Promise<void>((_resolve, reject) => {
      for (let n = 1; n <= 3; n++) report(n);
      signal.addEventListener("abort", () => reject(new TessellaError("aborted", "Stopped.")));
    }),
  late: (_: object, { report }: { report(n: number): void }) => {
    tellLate = report;
  },
  words: ({ words }: { words: Uint32Array }) => {
    const answer = { words: new Uint32Array(1000).fill(words[0] ?? 0), gone: given.length };
    given.push(answer.words);
    return handOver(answer);
  },
};

let pair: ServedPair<TestProtocol>;
const start = (): ServedPair<TestProtocol> => {
  pair = servedPair<TestProtocol>(HANDLERS);
  return pair;
};
afterEach(() => pair.close());

describe("a call", () => {
  it("gets its own answer, whatever else is asked", async () => {
    const { call } = start().connection;
    const sums = await Promise.all(Array.from({ length: 50 }, (_, a) => call.add({ a, b: 1 })));
    expect(sums).toEqual(Array.from({ length: 50 }, (_, a) => a + 1));
  });

  it("fails with the handler's error, whole", async () => {
    const { call } = start().connection;
    const refused = call.refuse({});
    await expect(refused).rejects.toBeInstanceOf(TessellaError);
    await expect(refused).rejects.toMatchObject({
      code: "bad-argument",
      message: "No.",
      line: 3,
      column: 4,
      hint: "Ask again.",
    });
    await expect(call.break({})).rejects.toThrow(/too far/);
  });

  it("reports in order, and ends when it is cancelled", async () => {
    const { call } = start().connection;
    const controller = new AbortController();
    const heard: number[] = [];
    const counting = call.count(
      {},
      {
        signal: controller.signal,
        onProgress: (n) => {
          heard.push(n);
          if (n === 3) controller.abort();
        },
      },
    );
    await expect(counting).rejects.toMatchObject({ code: "aborted" });
    expect(heard).toEqual([1, 2, 3]);
    await expect(call.count({}, { signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
  });

  it("hears nothing more once it has its answer", async () => {
    const { call } = start().connection;
    const heard: number[] = [];
    await call.late({}, { onProgress: (n) => heard.push(n) });
    tellLate(1);
    // Its message has come by then.
    expect(await call.add({ a: 1, b: 1 })).toBe(2);
    expect(heard).toEqual([]);
  });

  it("hands buffers over once, both ways", async () => {
    const { call } = start().connection;
    const words = Uint32Array.of(7, 8);
    const answer = await call.words({ words }, { transfer: [words.buffer] });
    expect(words.length).toBe(0);
    expect(answer.words[999]).toBe(7);
    expect(given.at(-1)?.length).toBe(0);
  });

  it("fails at once when its arguments cannot travel, and others go on", async () => {
    const { call } = start().connection;
    await expect(call.add({ a: (() => 1) as unknown as number, b: 1 })).rejects.toThrow();
    expect(await call.add({ a: 1, b: 1 })).toBe(2);
  });
});

describe("the worker's end", () => {
  it("rejects what is open and what comes, when it breaks down", async () => {
    const { port1, port2 } = new MessageChannel();
    serve<TestProtocol>(HANDLERS, port2);
    const failures: string[] = [];
    const connection = new Connection<TestProtocol>(port1, {
      onFailure: ({ message }) => failures.push(message),
    });
    const open = connection.call.count({});
    port1.dispatchEvent(Object.assign(new Event("error"), { message: "out of memory" }));
    const lost = { code: "engine-lost", message: "The engine's worker failed: out of memory" };
    await expect(open).rejects.toMatchObject(lost);
    await expect(connection.call.add({ a: 1, b: 1 })).rejects.toMatchObject(lost);
    expect(failures).toEqual([lost.message]);
    connection.close();
    port2.close();
    start();
  });

  it("rejects what is open when it ends without an error", async () => {
    const { port1, port2 } = new MessageChannel();
    serve<TestProtocol>(HANDLERS, port2);
    const open = new Connection<TestProtocol>(port1).call.count({});
    port2.close();
    await expect(open).rejects.toMatchObject({
      code: "engine-lost",
      message: "The engine's worker has ended.",
    });
    start();
  });

  it("is noticed of a worker that vanishes without any event, by the lock that it held", async () => {
    // Locks as browsers have them; a holder that is gone is one that lets go.
    const queues = new Map<string, Promise<unknown>>();
    const vanish: (() => void)[] = [];
    const request = (name: string, hold: () => Promise<unknown> | undefined): Promise<unknown> => {
      const turn = (queues.get(name) ?? Promise.resolve()).then(() =>
        Promise.race([hold(), new Promise<void>((gone) => vanish.push(gone))]),
      );
      queues.set(name, turn);
      return turn;
    };
    vi.stubGlobal("navigator", { locks: { request } });
    const { port1, port2 } = new MessageChannel();
    const server = serve<TestProtocol>(HANDLERS, port2);
    let terminated = false;
    const worker = Object.assign(port1, { terminate: () => (terminated = true) });
    const connection = new Connection<TestProtocol>(worker);
    expect(await connection.call.add({ a: 1, b: 2 })).toBe(3);
    // A port leads to a worker whose end another connection notices.
    const other = new Connection<TestProtocol>(connection.join());
    expect(await other.call.add({ a: 1, b: 2 })).toBe(3);
    expect([queues.size, vanish.length]).toEqual([1, 1]);
    const open = connection.call.count({});
    vanish[0]?.();
    await expect(open).rejects.toMatchObject({
      code: "engine-lost",
      message: "The engine's worker has ended.",
    });
    connection.close();
    expect(terminated).toBe(true);
    other.close();
    await server.close();
    for (const port of [port1, port2]) port.close();
    vi.unstubAllGlobals();
    start();
  });

  it("is reached over several ports", async () => {
    const { connection } = start();
    const other = new Connection<TestProtocol>(connection.join());
    expect(await Promise.all([other.call.add({ a: 1, b: 2 }), connection.call.add({ a: 3, b: 4 })])).toEqual([
      3, 7,
    ]);
    const open = other.call.count({});
    other.close();
    await expect(open).rejects.toMatchObject({ code: "aborted" });
    expect(await connection.call.add({ a: 1, b: 1 })).toBe(2);
  });
});
