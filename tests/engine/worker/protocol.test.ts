import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { DenseUniverse } from "../../../engine/algorithms/cpu/dense-universe.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import { EMPTY_RUNS, translateRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { parseTopology, plane, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { treeBounds } from "../../../engine/core/tree-facts.ts";
import { runsToTree } from "../../../engine/core/tree-from-runs.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import type { CreateUniverse } from "../../../engine/worker/protocol/universe.ts";
import { UniverseSession } from "../../../engine/worker/session.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { analysisPair, enginePair } from "../../support/engine-pair.ts";
import { passTime, takeTime, untilAsleep } from "../../support/own-time.ts";
import { equalRuns } from "../../support/runs.ts";
import { cellsOf, GLIDER, R_PENTOMINO, universeWith } from "../../support/universes.ts";
import { until } from "../../support/until.ts";

let pair: EnginePair;
beforeEach(() => {
  pair = enginePair();
});
afterEach(() => pair.close());

const SOUP = { seed: 3, density: 0.4, width: 200, height: 150 };

function create(rest: Partial<CreateUniverse> = {}) {
  return pair.client.createUniverse({ rule: LIFE, topology: UNBOUNDED, algorithm: "reference", ...rest });
}

/** Slow enough (some milliseconds a generation) to be caught in the middle. */
const slow = () => create({ topology: torus(512, 512), soup: { ...SOUP, width: 512, height: 512 } });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("universes over a port", () => {
  it("step to the same cells as without a port", async () => {
    const remote = await create({ soup: SOUP, topology: torus(200, 150) });
    const local = await universeWith(undefined, { soup: SOUP, topology: torus(200, 150) });
    expect(await remote.step(40n)).toBe("done");
    await local.step(40n);
    expect(remote.generation).toBe(40n);
    expect(await remote.hash()).toBe(await local.hash());
    expect(await remote.population()).toBe(await local.population());
    expect(await remote.bounds()).toEqual(await local.bounds());
    expect(equalRuns(await remote.readRuns(), await local.readRuns())).toBe(true);
    const region = rect(-20, -20, 77, 41);
    expect(await remote.readBlock(region)).toEqual(await local.readBlock(region));
    const request = { x: -100n, y: -75n, width: 25, height: 19, scale: 3 };
    expect(await remote.raster(request)).toEqual(await local.raster(request));
    expect(await remote.memory()).toBe(local.memory());
  });

  it("are not needed to ask what a rule does", async () => {
    const rule = parseRule("B1357/S1357");
    const { connection, close } = analysisPair();
    const { behaviour, ruleRange } = connection.call;
    const { seed, grows } = await behaviour({ rule });
    expect({ seed, grows }).toEqual({ seed: 1, grows: true });
    const controller = new AbortController();
    const work = behaviour({ rule: LIFE }, { signal: controller.signal });
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: "aborted" });
    const { period, birth } = await ruleRange({ cells: cellsOf(GLIDER), rule: LIFE });
    expect({ period, birth }).toEqual({ period: 4, birth: { in: 0b1000, out: 0b110111 } });
    await close();
  });

  it("take quad-trees and give them back", async () => {
    const tree = runsToTree(cellsOf(GLIDER, -5n, 10n ** 6n));
    const remote = await create({ cells: tree, algorithm: "bitwise" });
    const [runs, back] = [await remote.readRuns(), await remote.readTree()];
    expect(equalRuns(runs, cellsOf(GLIDER, -5n, 10n ** 6n))).toBe(true);
    expect(treeBounds(back)).toEqual(treeBounds(tree));
    expect(equalRuns(treeToRuns(back), runs)).toBe(true);
    await remote.clear();
    expect((await remote.readTree()).root).toBe(0);
  });

  it("choose an algorithm and say why", async () => {
    const remote = await create({ algorithm: undefined });
    expect(remote.algorithm).toBe("bitwise");
    expect(remote.reason).toMatch(/fastest/);
  });

  it("list the algorithms, with reasons against them", async () => {
    const list = await pair.client.algorithms(LIFE, parseTopology("K30*,20"));
    const refusals = Object.fromEntries(list.map((entry) => [entry.id, entry.refuses]));
    expect(refusals.reference).toBeNull();
    expect(refusals.bitwise).toMatch(/K30\*,20/);
    expect(refusals.gpu).toMatch(/No GPU/);
  });

  it("take every edit", async () => {
    const remote = await create();
    const far = 2n ** 70n;
    await remote.writeRuns(cellsOf(["OOO"], far, -far), "or");
    await remote.writeRuns(cellsOf([".O."], far, -far), "xor");
    expect(equalRuns(await remote.readRuns(), cellsOf(["O.O"], far, -far))).toBe(true);
    await remote.clear();
    const block = soupBlock({ ...SOUP, width: 40, height: 9 });
    await remote.writeBlock(block, "copy");
    // The client's own array is not taken away from it.
    expect(block.words.length).toBe(18);
    expect(await remote.readBlock(rect(block.x, block.y, 40, 9))).toEqual(block);
    await remote.clear(rect(-100, -100, 200, 100));
    expect((await remote.bounds())?.y).toBeGreaterThanOrEqual(0n);
    await remote.setRule(parseRule("B36/S23"));
    await remote.setGeneration(2n ** 65n);
    expect(remote.rule).toEqual(parseRule("B36/S23"));
    expect(remote.generation).toBe(2n ** 65n);
  });

  it("keep snapshots", async () => {
    const remote = await create({ cells: cellsOf(R_PENTOMINO) });
    const snapshot = await remote.snapshot();
    await remote.step(50n);
    await remote.restore(snapshot);
    expect(remote.generation).toBe(0n);
    expect(equalRuns(await remote.readRuns(), cellsOf(R_PENTOMINO))).toBe(true);
    await remote.release(snapshot);
    await expect(remote.restore(snapshot)).rejects.toMatchObject({ code: "bad-argument" });
  });

  it("hand out no shared constant", async () => {
    const remote = await create();
    for (let i = 0; i < 2; i++) expect((await remote.readRuns()).rows.length).toBe(0);
    expect(EMPTY_RUNS.starts.length).toBe(1);
  });

  it("send errors as they are", async () => {
    const failed = create({ algorithm: "block", topology: parseTopology("C5,6") });
    await expect(failed).rejects.toBeInstanceOf(TessellaError);
    await expect(failed).rejects.toMatchObject({
      code: "unsupported-topology",
      hint: expect.stringContaining("reference"),
    });
    await expect(create({ algorithm: "magic" })).rejects.toMatchObject({ code: "not-found" });
    await expect(create({ algorithm: "gpu", topology: torus(64, 64) })).rejects.toMatchObject({
      code: "gpu-unavailable",
    });
    const remote = await create({ generation: 5n });
    await expect(remote.step(4n)).rejects.toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining("4"),
    });
    await expect(pair.client.call.hash({ universe: 99, args: [] } as never)).rejects.toMatchObject({
      code: "bad-argument",
    });
    const { explode } = pair.client.call as unknown as Record<string, (args: object) => Promise<unknown>>;
    await expect(explode?.({})).rejects.toMatchObject({
      code: "unsupported-operation",
    });
  });

  it("are gone once they are disposed of", async () => {
    const remote = await create();
    const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 0 };
    await remote.dispose();
    await expect(remote.population()).rejects.toMatchObject({ code: "bad-argument" });
    await expect(remote.frame(camera, { width: 8, height: 8 })).rejects.toMatchObject({
      code: "bad-argument",
    });
  });
});

describe("a universe that is stepping", () => {
  it("answers reads in between, at whole generations", async () => {
    const remote = await slow();
    const moves: bigint[] = [];
    remote.store.subscribe(({ generation }, before) => {
      if (generation !== before.generation) moves.push(generation);
    });
    const stepping = remote.step(100_000n);
    const block = rect(-256, -256, 512, 512);
    for (let i = 0; i < 3; i++) {
      await pause(40);
      expect(await remote.readBlock(block)).toMatchObject({ w: 512, h: 512 });
    }
    const state = await remote.state();
    expect(state.running).toBe(true);
    expect(state.generation).toBeGreaterThan(0n);
    await remote.stop();
    expect(await stepping).toBe("more");
    // The cells are exactly those of the generation that it says.
    const local = await universeWith(undefined, {
      topology: torus(512, 512),
      soup: { ...SOUP, width: 512, height: 512 },
    });
    await local.step(remote.generation);
    expect(await remote.hash()).toBe(await local.hash());
    expect(moves.length).toBeGreaterThan(1);
    expect(moves).toEqual([...moves].sort((a, b) => Number(a - b)));
  });

  it("stops after the turn that is under way and one other, and no turn has more than 12 ms", async () => {
    const turns = vi.spyOn(UniverseSession.prototype, "turn");
    const steps = vi.spyOn(DenseUniverse.prototype, "step");
    onTestFinished(() => void vi.restoreAllMocks());
    const remote = await slow();
    const running = remote.run({ increment: 1n, interval: 0 });
    await until(() => remote.generation > 0n);
    const stopped = vi.spyOn(UniverseSession.prototype, "stop");
    const stopping = remote.stop();
    await until(() => stopped.mock.calls.length === 1);
    const before = turns.mock.calls.length;
    await stopping;
    expect(turns.mock.calls.length - before).toBeLessThanOrEqual(1);
    await running;
    for (const [, { milliseconds } = {}] of steps.mock.calls) expect(milliseconds).toBeLessThanOrEqual(12);
    expect(steps.mock.calls.length).toBeGreaterThan(0);
  });

  it("can be cancelled by a signal, and stepped on", async () => {
    const remote = await slow();
    const controller = new AbortController();
    remote.store.subscribe(() => controller.abort());
    expect(await remote.step(100_000n, controller.signal)).toBe("more");
    const { generation } = remote;
    expect(generation).toBeGreaterThan(0n);
    expect(await remote.step(generation + 2n)).toBe("done");
    expect(await remote.step(generation + 3n, AbortSignal.abort())).toBe("more");
  });

  it("does one such thing at a time", async () => {
    const remote = await slow();
    const running = remote.run({ increment: 1n, interval: 0 });
    await expect(remote.step(10n ** 9n)).rejects.toThrow(/running already/);
    await expect(remote.run({ increment: 1n, interval: 0 })).rejects.toThrow(/running already/);
    await remote.stop();
    await running;
    await expect(remote.run({ increment: 0n, interval: 0 })).rejects.toMatchObject({ code: "bad-argument" });
    expect((await remote.state()).running).toBe(false);
  });

  it("runs at a speed", async () => {
    takeTime();
    const remote = await create({ cells: cellsOf(R_PENTOMINO) });
    const running = remote.run({ increment: 10n, interval: 20 });
    // One tick at once, then one every 20 ms.
    expect(await passTime(200)).toBe(200);
    await remote.stop();
    await running;
    expect(remote.generation).toBe(110n);
  });

  it.each([
    [25, 2, 2],
    // Three share a timer of 12 ms.
    [4, 25, 33],
  ])("makes up for a standstill, ticks of %i ms apart, by %i to %i", async (interval, least, most) => {
    takeTime();
    const remote = await create({ cells: cellsOf(R_PENTOMINO) });
    const running = remote.run({ increment: 1n, interval });
    await passTime(1000);
    const { generation } = await remote.state();
    vi.advanceTimersByTime(5000);
    await untilAsleep();
    await remote.stop();
    await running;
    expect(remote.generation - generation).toBeGreaterThanOrEqual(least);
    expect(remote.generation - generation).toBeLessThanOrEqual(most);
  });

  it.each([250, 1000, 5000])(
    "keeps a pace of %i generations a second, which no timer ticks",
    async (rate) => {
      takeTime();
      const remote = await create({ cells: cellsOf(R_PENTOMINO), algorithm: "bitwise" });
      const running = remote.run({ increment: 1n, interval: 1000 / rate });
      const took = await passTime(600);
      await remote.stop();
      await running;
      // Those of the first tick, which came at once, are ahead.
      const ahead = Number(remote.generation) - (took / 1000) * rate;
      expect(ahead).toBeCloseTo(Math.max(1, Math.round(rate / 100)), 3);
    },
  );

  it("tells of a generation that came right behind another, and not with the next one only", async () => {
    const universe = await create({ cells: cellsOf(R_PENTOMINO) });
    await universe.step(1n);
    const stop = new AbortController();
    const run = universe.run({ increment: 1n, interval: 60_000 }, stop.signal);
    await until(() => universe.generation === 2n);
    stop.abort();
    await run;
  });

  it.each([25, 42, 48, 100])("tells of nearly all generations that are %i ms apart", async (interval) => {
    takeTime();
    const universe = await create({ cells: cellsOf(R_PENTOMINO) });
    const heard: bigint[] = [];
    universe.store.subscribe(({ generation }, before) => {
      if (generation !== before.generation) heard.push(generation);
    });
    const run = universe.run({ increment: 1n, interval });
    await passTime(16 * interval);
    await universe.stop();
    await run;
    // No more than 20 a second are told.
    const most = Math.min(Number(universe.generation), (Number(universe.generation) * interval) / 50);
    expect(heard.length).toBeGreaterThan(most * 0.9);
  });

  it("runs flat out until it is stopped, wherever that is", async () => {
    const remote = await create({ cells: cellsOf(["OO", "OO"]) });
    const running = remote.run({ increment: 7n, interval: 0 });
    await new Promise((moved) => remote.store.subscribe(moved));
    await remote.stop();
    await running;
    const stopped = remote.generation;
    expect(stopped).toBeGreaterThan(0n);
    // Nothing is left that goes on: a run's turns would come between these.
    for (let i = 0; i < 20; i++) expect((await remote.state()).generation).toBe(stopped);
  });

  it("takes edits, renumbering and restoring in its stride", async () => {
    const remote = await create({ topology: torus(64, 64) });
    const start = await remote.snapshot();
    const running = remote.run({ increment: 1n, interval: 0 });
    await remote.writeRuns(translateRuns(cellsOf(GLIDER), 3n, 3n), "or");
    const written = remote.generation;
    await until(() => remote.generation > written);
    expect(await remote.population()).toBe(5n);
    await remote.setGeneration(10n ** 30n);
    await until(() => remote.generation > 10n ** 30n);
    await remote.restore(start);
    const restored = remote.generation;
    await until(() => remote.generation > restored);
    expect(await remote.population()).toBe(0n);
    await remote.stop();
    await running;
    expect(remote.generation).toBeLessThan(10n ** 9n);
  });

  it("ends when it is disposed of", async () => {
    const remote = await slow();
    const running = remote.run({ increment: 1n, interval: 0 });
    await pause(20);
    await remote.dispose();
    await expect(running).resolves.toBeNull();
  });

  it("leaves nobody waiting when the engine is closed", async () => {
    const remote = await slow();
    const running = remote.run({ increment: 1n, interval: 0 });
    pair.client.close();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    await expect(remote.population()).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("frames", () => {
  it("show a universe through any camera", async () => {
    const remote = await create({ soup: SOUP });
    const near = await remote.frame({ x: 5n, y: 6n, dx: 0, dy: 0, zoom: 4 }, { width: 320, height: 160 });
    const map = await remote.frame({ x: 0n, y: 0n, dx: 0, dy: 0, zoom: -2 }, { width: 100, height: 80 });
    if (near.kind !== "block") throw new Error("cells were expected one by one");
    expect(near.block).toEqual(await remote.readBlock(rect(-6, 0, 23, 13)));
    if (map.kind !== "raster") throw new Error("a raster was expected");
    expect(map.raster.scale).toBe(2);
    expect(BigInt(map.raster.counts.reduce((a, b) => a + b))).toBe(await remote.population());
    await remote.step(3n);
    const size = { width: 64, height: 64 };
    const moved = await remote.frame({ x: -2n, y: 0n, dx: 0.25, dy: 0, zoom: 5 }, size);
    expect(moved.generation).toBe(3n);
    expect(moved.camera.zoom).toBe(5);
    if (moved.kind === "block") expect(moved.block.w).toBeLessThan(6);
    await expect(remote.frame({ x: 0n, y: 0n, dx: 0, dy: 0, zoom: 99 }, size)).rejects.toMatchObject({
      code: "bad-argument",
    });
  });

  it("show a hexagonal universe sheared, unless they are told otherwise", async () => {
    const remote = await create({ rule: parseRule("B2/S34H"), topology: plane(300, 300) });
    const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 0 };
    const size = { width: 100, height: 100 };
    const hex = await remote.frame(camera, size);
    const square = await remote.frame(camera, size, "square");
    if (hex.kind !== "block" || square.kind !== "block") throw new Error("blocks were expected");
    expect(square.block.w).toBe(103);
    // 100 rows' worth of shear beside the width itself.
    expect(hex.block.w).toBeGreaterThan(150);
    await expect(remote.frame(camera, size, "cubes")).rejects.toMatchObject({ code: "not-found" });
  });
});
