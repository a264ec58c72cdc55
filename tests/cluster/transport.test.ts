// What ranks may rely on, for each transport that needs nothing installed: checks that all ranks make at the same time.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SoloTransport } from "../../engine/cluster/solo.ts";
import { shareThreads, ThreadTransport } from "../../engine/cluster/threads.ts";
import { builtProgram } from "../support/built-program.ts";
import { transportTroubles } from "../support/transport-contract.ts";

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-transport-"));
  program = await builtProgram("transport-thread.ts", folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("keeps the contract alone", () => {
  expect(transportTroubles(new SoloTransport())).toEqual([]);
});

it.each([1, 2, 3, 7])("keeps the contract on %i threads, of which this is one", async (size) => {
  // A short ring, so that long messages go through it in pieces.
  const share = shareThreads(size, 2 ** 16);
  const others = Array.from(
    { length: size - 1 },
    (_, i) => new Worker(program, { workerData: { share, rank: i + 1 } }),
  );
  const said = others.map(
    (worker) =>
      new Promise<readonly string[]>((resolve, reject) => {
        worker.on("message", resolve);
        worker.on("error", reject);
      }),
  );
  expect(transportTroubles(new ThreadTransport(share, 0))).toEqual([]);
  expect((await Promise.all(said)).flat()).toEqual([]);
});

it("ends every rank that waits when one ends the computation, with the first one's reason", () => {
  const share = shareThreads(3);
  const [zero, one, two] = [0, 1, 2].map((rank) => new ThreadTransport(share, rank));
  const incoming = zero.irecv(new Uint8Array(8), 1);
  expect(zero.test(incoming, 1)).toBe(false);
  one.abort("Rank 1 has lost its GPU.");
  two.abort("Rank 2 was told so.");
  const gone = { code: "engine-lost", message: "Rank 1 has lost its GPU." };
  expect(() => zero.test(incoming, Number.POSITIVE_INFINITY)).toThrow(expect.objectContaining(gone));
  expect(() => two.barrier()).toThrow(expect.objectContaining(gone));
});

it("lets what was sent before the end arrive", () => {
  const share = shareThreads(2);
  const [zero, one] = [0, 1].map((rank) => new ThreadTransport(share, rank));
  one.isend(Uint8Array.of(42), 0);
  one.abort("Rank 1 is done.");
  const into = new Uint8Array(1);
  expect(zero.test(zero.irecv(into, 1), 0)).toBe(true);
  expect(into[0]).toBe(42);
});

it.each([2 ** 31 - 3, 2 ** 32 - 3])("passes messages on where %i bytes have gone through a ring", (gone) => {
  const share = shareThreads(2, 2 ** 12);
  // The counters of all rings, behind the state and two bells, a line of 32 words each (threads.ts).
  new Int32Array(share.memory, 4 * 32 * 3, 32 * 2 * 2 * 4).fill(gone | 0);
  const [zero, one] = [0, 1].map((rank) => new ThreadTransport(share, rank));
  for (let round = 0; round < 3; round++) {
    const sent = Uint8Array.from({ length: 3000 }, (_, i) => i * 7 + round);
    const into = new Uint8Array(3000);
    const incoming = one.irecv(into, 0);
    expect(zero.test(zero.isend(sent, 1), 0)).toBe(true);
    expect(one.test(incoming, 0)).toBe(true);
    expect(into).toEqual(sent);
  }
});
