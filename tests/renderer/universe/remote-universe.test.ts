// What a universe in a worker is known to be, from what its worker says, and when it is lost.

import { expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import { RemoteUniverse } from "../../../renderer/universe/remote-universe.ts";

type News = Record<string, unknown>;

function remote(answers: Record<string, unknown> = {}) {
  const asked: unknown[] = [];
  let hear: (news: News) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const call = new Proxy(
    {
      watch: (_: unknown, { onProgress }: { onProgress: typeof hear }) => {
        hear = onProgress;
        return new Promise((_, reject) => {
          fail = reject;
        });
      },
    } as Record<string, unknown>,
    {
      get: (own, verb: string) =>
        own[verb] ??
        (async (args: unknown) => {
          asked.push([verb, args]);
          return answers[verb];
        }),
    },
  );
  const runner = { algorithm: "bitwise", name: "Bitwise", leaps: false, reason: "It is quick." };
  const created = { universe: 3, topology: UNBOUNDED, rule: LIFE, generation: 5n, ...runner };
  const universe = new RemoteUniverse({ call, connect: () => null } as never, created as never);
  return { universe, asked, hear: (news: News) => hear(news), fail: (error: Error) => fail(error) };
}

test("it knows the generation and the algorithm that its worker last told", () => {
  const { universe, hear } = remote();
  expect([universe.generation, universe.algorithm, universe.leaps]).toEqual([5n, "bitwise", false]);
  hear({ type: "moved", generation: 8n, rule: LIFE });
  expect([universe.generation, universe.algorithm]).toEqual([8n, "bitwise"]);
  hear({
    type: "runner",
    runner: { algorithm: "hashlife", name: "HashLife", leaps: true, reason: "It leaps." },
  });
  expect([universe.generation, universe.algorithm, universe.leaps, universe.reason]).toEqual([
    ...[8n, "hashlife", true, "It leaps."],
  ]);
});

test("its rule is the same object until the rule is another", () => {
  const { universe, hear } = remote();
  hear({ type: "moved", generation: 6n, rule: parseRule("B3/S23") });
  expect([universe.rule === LIFE, universe.generation]).toEqual([true, 6n]);
  const other = parseRule("B36/S23");
  hear({ type: "moved", generation: 7n, rule: other });
  expect(universe.rule).toBe(other);
});

test("it learns with another rule on how many threads that is computed", async () => {
  const other = parseRule("B36/S23");
  const { universe } = remote({
    state: { rule: other, generation: 5n, threads: 1 },
    stop: { rule: LIFE, generation: 6n, threads: 3 },
  });
  await universe.state();
  expect(universe.runner).toMatchObject({ algorithm: "bitwise", threads: 1 });
  await universe.stop();
  expect(universe.runner).toMatchObject({ algorithm: "bitwise", threads: 3 });
});

test("each answer tells it where it stands", async () => {
  const at = (generation: bigint) => ({ rule: LIFE, generation });
  const { universe, asked } = remote({
    step: "done",
    state: at(10n),
    run: { ...at(20n), ended: "died" },
    stop: at(21n),
    snapshot: { generation: 30n },
    writeBlock: at(40n),
  });
  expect([await universe.step(10n), universe.generation]).toEqual(["done", 10n]);
  expect([await universe.run({ increment: 1n, interval: 0 }), universe.generation]).toEqual(["died", 20n]);
  await universe.stop();
  expect(universe.generation).toBe(21n);
  expect([await universe.snapshot(), universe.generation]).toEqual([{ generation: 30n }, 30n]);
  await universe.writeBlock({} as never, "or");
  expect(universe.generation).toBe(40n);
  expect(asked[0]).toEqual(["step", { universe: 3, target: 10n }]);
  expect(asked.at(-1)).toEqual(["writeBlock", { universe: 3, args: [{}, "or"] }]);
});

test("nothing is asked of it that was called off before", async () => {
  const { universe, asked } = remote();
  const off = AbortSignal.abort();
  expect(await universe.step(10n, off)).toBe("more");
  expect(await universe.run({ increment: 1n, interval: 0 }, off)).toBeNull();
  expect([asked, universe.generation]).toEqual([[], 5n]);
});

test("it is lost when its worker fails, and not when it is freed or its worker is ended on purpose", async () => {
  const lost = async ({ universe, fail }: ReturnType<typeof remote>, error: Error) => {
    fail(error);
    const not = new Promise((resolve) => setImmediate(() => resolve("not lost")));
    return Promise.race([universe.lost.then(({ message }) => message), not]);
  };
  expect(await lost(remote(), new TessellaError("engine-lost", "It has ended."))).toBe("It has ended.");
  expect(await lost(remote(), new TessellaError("aborted", "It was closed."))).toBe("not lost");
  const freed = remote();
  await freed.universe.dispose();
  expect(await lost(freed, new TessellaError("engine-lost", "It has ended."))).toBe("not lost");
});
