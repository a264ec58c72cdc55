import { expect, test } from "vitest";
import { fakeUniverse, liveOver } from "../../support/live-over.ts";

/** Universes that count what they are asked, and can be moved. */
function counted(name: string) {
  const seen = { disposed: false };
  const universe = fakeUniverse({
    algorithm: name,
    population: async () => BigInt(name.length),
    dispose: async () => {
      seen.disposed = true;
    },
  });
  universe.store.setState({ runner: { algorithm: name, name, leaps: false, reason: "" } });
  return { universe, seen, move: (generation: bigint) => universe.store.setState({ generation }) };
}

test("the store follows the present universe alone, and the one before is freed", async () => {
  const [first, second] = [counted("one"), counted("another")];
  const live = liveOver(first.universe, () => second.universe);
  const heard: unknown[] = [];
  const unwatch = live.store.subscribe((now, before) => {
    heard.push(now.present === before.present ? now.generation : now.present);
  });
  first.move(1n);
  second.move(2n);
  await live.renew({} as never, async (next) => {
    expect(live.present).toBe(first.universe);
    expect(next).toBe(second.universe);
    return true;
  });
  expect([first.seen.disposed, second.seen.disposed]).toEqual([true, false]);
  first.move(3n);
  second.move(4n);
  expect(heard).toEqual([1n, second.universe, 4n]);
  expect(live.runner.algorithm).toBe("another");
  unwatch();
  second.move(5n);
  expect(heard).toHaveLength(3);
});

test("a universe that the handover does not want is freed, and one after a failed handover stays", async () => {
  const [first, second] = [counted("one"), counted("another")];
  const live = liveOver(first.universe, () => second.universe);
  expect(await live.renew({} as never, async () => false)).toBe(false);
  expect(live.present).toBe(first.universe);
  expect([first.seen.disposed, second.seen.disposed]).toEqual([false, true]);
  const failing = live.renew({} as never, () => Promise.reject(new Error("it is gone")));
  await expect(failing).rejects.toThrow("it is gone");
  expect(live.present).toBe(second.universe);
});

test("a question goes to the next universe when its own is replaced, whether that answers or fails", async () => {
  for (const outcome of [Promise.resolve(1n), Promise.reject(new Error("it is gone"))]) {
    const [first, second] = [counted("one"), counted("another")];
    const live = liveOver(first.universe, () => second.universe);
    const answer = live.read(async (universe) => {
      if (universe === second.universe) return universe.population();
      await live.renew({} as never, async () => true);
      return outcome;
    });
    expect(await answer).toBe(7n);
  }
});
