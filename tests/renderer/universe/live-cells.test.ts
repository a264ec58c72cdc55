// What a document's universe keeps when another one takes its place, over a real engine: cells, generation, and who runs it.

import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import type { CreateUniverse } from "../../../engine/worker/protocol/universe.ts";
import { LiveUniverse } from "../../../renderer/universe/live-universe.ts";
import type { RemoteUniverse } from "../../../renderer/universe/remote-universe.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { fakeUniverse } from "../../support/live-over.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { cellsOf, drawn } from "../../support/universes.ts";
import { until } from "../../support/until.ts";

const pair = enginePair();
afterAll(() => pair.close());

const GUN =
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
const CELLS = ["O..O", "OO..", "...O"];

/** `refuses`: the code with which an algorithm refuses. `first`: in place of a universe of the engine. */
async function live(
  rule = "B3/S23",
  {
    refuses = {},
    algorithm,
    first,
  }: { refuses?: Record<string, string>; algorithm?: string; first?: object } = {},
) {
  const asked: CreateUniverse[] = [];
  const made: RemoteUniverse[] = [];
  const freed: RemoteUniverse[] = [];
  const place = async (request: CreateUniverse) => {
    asked.push(request);
    const code = refuses[request.algorithm ?? "auto"];
    if (code) throw new TessellaError(code as never, "It refuses.");
    const universe = await pair.client.createUniverse(request);
    made.push(universe);
    const dispose = universe.dispose.bind(universe);
    universe.dispose = () => {
      freed.push(universe);
      return dispose();
    };
    return { universe, reason: "It was placed." };
  };
  const cpu = { get: () => pair.client, restart: vi.fn(), close: vi.fn() };
  const home = {
    engines: { place, view: { engine: pair.client }, threads: 1 },
    cpu,
    memoryMegabytes: 64,
    algorithm,
  };
  const contents = { ...parseUniverseRule(rule), cells: cellsOf(CELLS, -2n, -1n), generation: 7n };
  const began = first
    ? { universe: fakeUniverse({ ...parseUniverseRule(rule), ...first }), reason: "" }
    : await place({ ...contents, algorithm });
  const universe = new LiveUniverse(began, home as never);
  onTestFinished(() => universe.close(Promise.resolve()));
  const now = async () => drawn(await universe.present.readRuns(), -3, -2, 6, 5);
  return { universe, asked, made, freed, cpu, now };
}
const DRAWN = ["......", ".O..O.", ".OO...", "....O.", "......"];
const taken = async (): Promise<boolean> => true;

test("under another algorithm it has the same cells at the same generation, and the former one is freed", async () => {
  const { universe, made, freed, now, asked } = await live();
  const [before] = made;
  await universe.changeAlgorithm("reference", taken);
  expect(await now()).toEqual(DRAWN);
  expect([universe.runner.algorithm, universe.runner.reason]).toEqual(["reference", "It was placed."]);
  expect([universe.store.getState().generation, universe.present.generation]).toEqual([7n, 7n]);
  expect(freed).toEqual([before]);
  // It is asked for from now on, too.
  await universe.resize(parseUniverseRule("B3/S23:T30,30").topology, taken);
  expect(asked.map(({ algorithm }) => algorithm)).toEqual([undefined, "reference", "reference"]);
  expect(asked.at(-1)?.memoryMegabytes).toBe(64);
});

test("cells that the next algorithm cannot hold stay where they are, and the sentence names both", async () => {
  const { universe, made, freed } = await live("B3/S23", { algorithm: "hashlife" });
  await universe.present.writeRuns(cellsFromRle(GUN), "or");
  await universe.present.step(2n ** 60n);
  const change = universe.changeAlgorithm("reference", taken);
  await expect(change).rejects.toThrow(
    /^Reference cannot hold .* the universe stays as it was, with HashLife\.$/,
  );
  expect([universe.present, freed]).toEqual([made[0], []]);
  // One that leaps takes them, by name or by choice.
  const hash = await universe.present.hash();
  for (const algorithm of ["hashlife", "auto"]) {
    await universe.changeAlgorithm(algorithm, taken);
    expect([universe.present.algorithm, await universe.present.hash()]).toEqual(["hashlife", hash]);
  }
  expect(made).toHaveLength(3);
});

test.each([
  ["B3/S23", "345/2/4", ".A..B", false],
  ["345/2/4", "B3/S23", ".A..B", true],
  ["345/2/4", "B3/S23", ".A..A", false],
])("from %s to %s it says whether cells have lost their state", async (from, to, rle, clamped) => {
  const { universe } = await live(from);
  const cells = cellsFromRle(`${from === "B3/S23" ? "bo2bo" : rle}!`);
  await universe.present.clear();
  await universe.present.writeRuns(cells, "or");
  expect(await universe.changeRule(parseUniverseRule(to).rule, taken)).toBe(clamped);
  expect(universe.present.rule.text).toBe(parseUniverseRule(to).rule.text);
});

test("on another grid it says how many cells lay off it", async () => {
  const { universe, now } = await live();
  expect(await universe.resize(parseUniverseRule("B3/S23:T3,2").topology, taken)).toBe(3n);
  expect(await now()).toEqual(["......", "....O.", "..O...", "......", "......"]);
  expect(await universe.resize(parseUniverseRule("B3/S23").topology, taken)).toBe(0n);
});

test.each([
  ["unsupported-rule", true],
  ["unsupported-topology", true],
  ["gpu-lost", true],
  ["gpu-unavailable", true],
  ["memory-limit", false],
])("an algorithm that refuses with %s leaves the choice to the studio: %s", async (code, others) => {
  const { universe, asked } = await live("B3/S23", { algorithm: "bitwise" });
  const { universe: refused, asked: tried } = await live("B3/S23", {
    refuses: { bitwise: code },
    first: {},
    algorithm: "bitwise",
  });
  const { rule, topology } = parseUniverseRule("B36/S23:T9,9");
  expect(await universe.renew({ rule, topology }, taken)).toBe(true);
  expect(asked.at(-1)?.algorithm).toBe("bitwise");
  const renewed = refused.renew({ rule, topology }, taken);
  if (others) await renewed;
  else await expect(renewed).rejects.toMatchObject({ code });
  expect(tried.map(({ algorithm }) => algorithm)).toEqual(others ? ["bitwise", "auto"] : ["bitwise"]);
});

test("a universe that cannot be filled is freed again, and the present one stays", async () => {
  const { universe, made, freed } = await live();
  const [before] = made;
  vi.spyOn(before as RemoteUniverse, "readRuns").mockRejectedValue(new Error("It cannot be read."));
  await expect(universe.changeAlgorithm("reference", taken)).rejects.toThrow("It cannot be read.");
  expect([universe.present, freed]).toEqual([before, [made[1]]]);
});

test("after the loss of its worker it goes on from the copy, in a new worker under the same algorithm", async () => {
  const { universe, cpu, now } = await live("B3/S23", { algorithm: "reference" });
  const { rule, topology } = universe.present;
  const block = await universe.present.readBlock(rect(-3, -2, 6, 5));
  await universe.restore({ rule, topology, generation: 12n, block }, taken);
  expect(cpu.restart).toHaveBeenCalledTimes(1);
  expect(await now()).toEqual(DRAWN);
  expect([universe.present.generation, universe.runner.algorithm, universe.runner.reason]).toEqual([
    ...[12n, "reference", "It was placed."],
  ]);
});

test("after the loss of a GPU it goes on from the copy on the CPU, and says so", async () => {
  const { universe, cpu, now } = await live("B3/S23:T20,20", { first: { adapter: "A card" } });
  const { rule, topology } = parseUniverseRule("B3/S23:T20,20");
  await universe.restore({ rule, topology, generation: 12n, cells: cellsOf(CELLS, -2n, -1n) }, taken);
  expect(cpu.restart).not.toHaveBeenCalled();
  expect(await now()).toEqual(DRAWN);
  const { algorithm, reason } = universe.runner;
  expect(reason).toBe(`${algorithm} took over when the GPU was lost.`);
});

test("the loss of the present universe is told, that of a former one is not", async () => {
  const losses: ((error: Error) => void)[] = [];
  const lost = () => new Promise<Error>((resolve) => losses.push(resolve));
  const { universe } = await live("B3/S23", { first: { lost: lost() } });
  const { rule, topology } = parseUniverseRule("B3/S23");
  const [first] = losses;
  await universe.renew({ rule, topology }, taken);
  first?.(new Error("The first is gone."));
  await new Promise((resolve) => setImmediate(resolve));
  expect(universe.store.getState().loss).toBeNull();
  const { universe: other } = await live("B3/S23", { first: { lost: lost() } });
  losses[1]?.(new Error("It is gone."));
  await until(() => other.store.getState().loss !== null);
  expect(other.store.getState().loss?.message).toBe("It is gone.");
});

test("closing waits until nothing is under way, but not for ever", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dispose = vi.fn(async () => {});
  const { universe, cpu } = await live("B3/S23", { first: { dispose } });
  const closing = universe.close(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(499);
  expect(cpu.close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect([dispose.mock.calls.length, cpu.close.mock.calls.length]).toEqual([0, 1]);
  await universe.close(Promise.resolve());
  expect([dispose.mock.calls.length, cpu.close.mock.calls.length, vi.getTimerCount()]).toEqual([1, 2, 0]);
});
