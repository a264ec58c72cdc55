// Searches on several threads, each at the other end of a channel: the counts of one core, whatever becomes of the threads.

import { afterEach, expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { CPU_SCORER, scoreOnCpu } from "../../../engine/evolve/cpu-scorer.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { ScoringJob } from "../../../engine/evolve/scorer.ts";
import { trainingSet } from "../../../engine/evolve/search.ts";
import { SEARCHES } from "../../../engine/evolve/searches.ts";
import { Cores } from "../../../engine/worker/cores.ts";
import { EVOLVE_CORE_HANDLERS } from "../../../engine/worker/evolve-core-handlers.ts";
import type { EvolveCoreProtocol } from "../../../engine/worker/protocol/evolve-core.ts";
import type { Handlers } from "../../../engine/worker/rpc.ts";
import { servedPair } from "../../support/engine-pair.ts";

const { plan } = PRESETS.get("majority");
/** Worth threads, and cut unevenly. */
const JOB: ScoringJob = {
  setting: plan.setting,
  genomes: SEARCHES.get(plan.search).first({ ...plan, population: 13 }).genomes,
  set: trainingSet({ ...plan, vectors: 200 }, 0),
};

const GONE = new TessellaError("engine-lost", "A thread of the search has ended.");

const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** A thread that counts the calls it has had. */
function thread(handlers: Handlers<EvolveCoreProtocol> = EVOLVE_CORE_HANDLERS) {
  const log: string[] = [];
  const logged = Object.fromEntries(
    Object.entries(handlers).map(([verb, handle]) => [
      verb,
      (args: never, call: never) => {
        log.push(verb);
        return (handle as (args: never, call: never) => unknown)(args, call);
      },
    ]),
  ) as unknown as Handlers<EvolveCoreProtocol>;
  const { connection, close } = servedPair(logged);
  ends.push(close);
  return { connection, log };
}

test("threads share a job, and come to the counts of one core", async () => {
  const threads = [thread(), thread(), thread()];
  const cores = new Cores(() => threads.map(({ connection }) => connection));
  let runs = 0;
  const counts = await cores.score(JOB, { onProgress: (done) => void (runs = done) });
  expect(counts).toEqual(await scoreOnCpu(JOB));
  expect(runs).toBe(13 * 200);
  for (const { log } of threads) expect(log.length).toBeGreaterThan(1);
  expect(cores.remark).toBe(null);
  // A small job is no message.
  const calls = threads.map(({ log }) => log.length);
  const small = { ...JOB, set: { ...JOB.set, size: 2 } };
  expect(await cores.score(small)).toEqual(await scoreOnCpu(small));
  expect(threads.map(({ log }) => log.length)).toEqual(calls);
});

test("threads share the vectors of a ring whose cells evolve beside each other", async () => {
  const cellular = PRESETS.get("cellular-149").plan;
  const own = { ...cellular, vectors: 60 };
  const threads = [thread(), thread()];
  const cores = new Cores(() => threads.map(({ connection }) => connection));
  const { first, score } = SEARCHES.get("cellular");
  const { fitness, ties } = await score(own, first(own), cores);
  for (const { log } of threads) expect(log.length).toBeGreaterThan(1);
  expect([fitness, ties]).toEqual(
    await score(own, first(own), CPU_SCORER).then((alone) => [alone.fitness, alone.ties]),
  );
});

test("what threads have done of their pieces is heard", async () => {
  const { connection } = thread({
    ...EVOLVE_CORE_HANDLERS,
    score: (job, call) => {
      call.report(3);
      return EVOLVE_CORE_HANDLERS.score(job, call);
    },
  });
  const heard: number[] = [];
  await new Cores(() => [connection]).score(JOB, { onProgress: (runs) => heard.push(runs) });
  expect(heard[0]).toBe(3);
  // The first piece, and 3 of the second.
  expect(heard[2] - heard[1]).toBe(3);
  expect(heard.at(-1)).toBe(13 * 200);
});

test("what a thread leaves when it breaks down is done by the others, or here", async () => {
  const dying = (after: number) => {
    let left = after;
    const made = thread({
      ...EVOLVE_CORE_HANDLERS,
      score: (job, call) => {
        if (left-- > 0) return EVOLVE_CORE_HANDLERS.score(job, call);
        made.connection.close(GONE);
        throw GONE;
      },
    });
    return made.connection;
  };
  for (const threads of [[dying(1), thread().connection], [dying(0)]]) {
    const cores = new Cores(() => threads);
    expect(await cores.score(JOB)).toEqual(await scoreOnCpu(JOB));
    expect(cores.remark).toBe("A thread of the search has ended. The search goes on without it.");
    expect(await cores.score(JOB)).toEqual(await scoreOnCpu(JOB));
  }
});

test("runs that a lost thread leaves take as many generations", async () => {
  const lost = thread({
    ...EVOLVE_CORE_HANDLERS,
    solve: () => {
      lost.connection.close(GONE);
      throw GONE;
    },
  });
  const counter = { ...PRESETS.get("counter").plan, goal: 7 };
  const alone = await new Cores(() => []).solve(counter, 4);
  expect(alone.every((generations) => generations !== undefined)).toBe(true);
  const cores = new Cores(() => [lost.connection, thread().connection]);
  expect(await cores.solve(counter, 4)).toEqual(alone);
  expect(lost.log).toEqual(["solve"]);
});

test("stop ends all threads' work", async () => {
  const long = { ...JOB, set: { ...JOB.set, size: 2 ** 22 } };
  const cores = new Cores(() => [thread().connection, thread().connection]);
  const abort = new AbortController();
  const scoring = cores.score(long, { signal: abort.signal });
  setTimeout(() => abort.abort(), 20);
  await expect(scoring).rejects.toMatchObject({ code: "aborted" });
});
