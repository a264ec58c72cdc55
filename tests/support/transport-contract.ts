// What every transport promises (engine/cluster/transport.ts), as checks that each of its ranks makes at the same time.

import type { RankMessage, Transport } from "../../engine/cluster/transport.ts";
import { now } from "../../engine/core/clock.ts";

function expectNumbers(what: string, actual: RankMessage, expected: readonly number[]): void {
  const [is, should] = [Array.from(actual, Number).join(), expected.join()];
  if (is !== should) throw new Error(`${what}: ${is.slice(0, 80)} instead of ${should.slice(0, 80)}`);
}

/** Bytes that tell who sent them to whom, and in which message. */
function letter(from: number, to: number, message: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = from * 31 + to * 17 + message * 7 + i;
  return bytes;
}

function expectLetter(actual: Uint8Array, from: number, to: number, message: number): void {
  const expected = letter(from, to, message, actual.length);
  const at = actual.findIndex((byte, i) => byte !== expected[i]);
  if (at >= 0)
    throw new Error(`message ${message} from ${from} to ${to}: byte ${at} of ${actual.length} is wrong`);
}

const FOREVER = Number.POSITIVE_INFINITY;

const CHECKS: Readonly<Record<string, (transport: Transport) => void>> = {
  "passes letters around, of any length": (t) => {
    const [next, before] = [(t.rank + 1) % t.size, (t.rank + t.size - 1) % t.size];
    // Longer than any buffer on the way, too.
    for (const [message, length] of [0, 1, 945, 8192, 400_001].entries()) {
      const into = new Uint8Array(length);
      t.sendrecv(letter(t.rank, next, message, length), next, into, before);
      expectLetter(into, before, t.rank, message);
    }
  },

  "sends to itself": (t) => {
    const into = new Float64Array(3);
    t.sendrecv(Float64Array.of(1.5, t.rank, -3), t.rank, into, t.rank);
    expectNumbers("to itself", into, [1.5, t.rank, -3]);
  },

  "keeps the order of a pair's messages, however they are waited for": (t) => {
    const peers = Array.from({ length: t.size }, (_, rank) => rank).filter((rank) => rank !== t.rank);
    const into = peers.map(() => [new Uint8Array(70_000), new Uint8Array(5), new Uint8Array(300_000)]);
    const incoming = peers.map((peer, i) => into[i].map((array) => t.irecv(array, peer)));
    const outgoing = peers.flatMap((peer, i) =>
      into[i].map(({ length }, k) => t.isend(letter(t.rank, peer, k, length), peer)),
    );
    for (const transfers of incoming) for (const each of transfers.toReversed()) t.test(each, FOREVER);
    for (const each of outgoing) t.test(each, FOREVER);
    for (const [i, peer] of peers.entries())
      for (const [k, array] of into[i].entries()) expectLetter(array, peer, t.rank, k);
  },

  "says that a message has not come yet": (t) => {
    if (t.size === 1) return;
    const into = new Uint32Array(1);
    if (t.rank === 0) {
      const transfer = t.irecv(into, t.size - 1);
      if (t.test(transfer, 0) || transfer.done) throw new Error("a message came before it was sent");
      if (t.test(transfer, 5)) throw new Error("a message came before it was sent, after waiting");
      t.barrier();
      t.test(transfer, FOREVER);
      expectNumbers("the late message", into, [4_000_000_000]);
    } else {
      t.barrier();
      if (t.rank === t.size - 1) t.test(t.isend(Uint32Array.of(4_000_000_000), 0), FOREVER);
    }
  },

  "keeps messages and collectives apart": (t) => {
    const [next, before] = [(t.rank + 1) % t.size, (t.rank + t.size - 1) % t.size];
    if (t.size === 1) return;
    const into = new Uint8Array(100);
    const incoming = t.irecv(into, before);
    const outgoing = t.isend(letter(t.rank, next, 9, 100), next);
    const told = new Uint8Array(100).fill(t.rank === 0 ? 7 : 0);
    t.bcast(told, 0);
    t.test(incoming, FOREVER);
    t.test(outgoing, FOREVER);
    expectLetter(into, before, t.rank, 9);
    expectNumbers("a broadcast between", told, new Array(100).fill(7));
  },

  "broadcasts from every root": (t) => {
    for (let root = 0; root < t.size; root++) {
      const values = t.rank === root ? BigUint64Array.of(2n ** 63n, BigInt(root)) : new BigUint64Array(2);
      t.bcast(values, root);
      if (values[0] !== 2n ** 63n || values[1] !== BigInt(root)) throw new Error(`from ${root}: ${values}`);
      const long = t.rank === root ? letter(root, 0, 1, 200_000) : new Uint8Array(200_000);
      t.bcast(long, root);
      expectLetter(long, root, 0, 1);
    }
  },

  "reduces place by place": (t) => {
    const numbers = (): Float64Array => Float64Array.of(t.rank, 0.5, -t.rank, 2 ** 40 + t.rank);
    const n = t.size;
    const total = numbers();
    t.allreduce(total, "sum");
    const ranks = (n * (n - 1)) / 2;
    expectNumbers("sum", total, [ranks, n / 2, -ranks, n * 2 ** 40 + ranks]);
    const least = numbers();
    t.allreduce(least, "min");
    expectNumbers("min", least, [0, 0.5, 1 - n, 2 ** 40]);
    const most = numbers();
    t.allreduce(most, "max");
    expectNumbers("max", most, [n - 1, 0.5, 0, 2 ** 40 + n - 1]);
  },

  "gathers in the order of ranks, at every root": (t) => {
    for (let root = 0; root < t.size; root++) {
      const all = t.rank === root ? new Int32Array(2 * t.size) : null;
      t.gather(Int32Array.of(-t.rank, root), all, root);
      if (all)
        expectNumbers("gathered", all, Array.from({ length: t.size }, (_, rank) => [-rank, root]).flat());
    }
  },

  "lets nobody past a barrier before all are there": (t) => {
    for (let late = 0; late < t.size; late++) {
      if (t.rank === late) for (const end = now() + 5; now() < end; );
      const came = Float64Array.of(now());
      t.barrier();
      const left = Float64Array.of(now());
      t.allreduce(came, "max");
      t.allreduce(left, "min");
      if (left[0] < came[0])
        throw new Error(`somebody left ${came[0] - left[0]} ms before rank ${late} came`);
    }
  },
};

/** Runs all checks on this rank; every rank of the transport has to. What went wrong, a line each. */
export function transportTroubles(transport: Transport): readonly string[] {
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      check(transport);
    } catch (error) {
      // The ranks are out of step now, and the checks that are left would wait for each other.
      const trouble = `rank ${transport.rank} of ${transport.size} ${name}: ${(error as Error).message}`;
      try {
        transport.abort(trouble);
      } catch {}
      return [trouble];
    }
  }
  return [];
}
