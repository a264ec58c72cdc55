// The engine's worker in a real browser: module worker, WASM kernel, hand-over of buffers, stopping.

import { afterAll, describe, expect, test, vi } from "vitest";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { torus, UNBOUNDED } from "../../engine/core/topology.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";
import { Connection } from "../../engine/worker/connection.ts";
import { startCpuEngine } from "../../renderer/universe/start-workers.ts";
import { cellsOf, R_PENTOMINO } from "../support/universes.ts";
import type { EndingProtocol } from "./ending.worker.ts";

const engine = startCpuEngine();
afterAll(() => engine.close());

describe("the engine in a browser's worker", () => {
  test("runs the R-pentomino with bitwise", async () => {
    const universe = await engine.createUniverse({
      rule: LIFE,
      topology: UNBOUNDED,
      cells: cellsOf(R_PENTOMINO),
    });
    expect(universe.algorithm).toBe("bitwise");
    expect(await universe.step(1103n)).toBe("done");
    expect(await universe.population()).toBe(116n);
    const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: -1 };
    const frame = await universe.frame(camera, { width: 640, height: 480 });
    expect(frame.kind).toBe("raster");
    if (frame.kind === "raster") {
      const shown = frame.raster.counts.reduce((sum, count) => sum + count);
      // 640 x 480 pixels of 2 x 2 cells hold all of it: gliders have gone 260 cells at most.
      expect(shown).toBe(116);
    }
    await universe.dispose();
  });

  test("stops a run, at the cells that the same steps give in the page", async () => {
    const soup = { seed: 4, density: 0.5, width: 512, height: 512 };
    const universe = await engine.createUniverse({ rule: LIFE, topology: torus(512, 512), soup });
    const running = universe.run({ increment: 1n, interval: 0 });
    await expect.poll(() => universe.generation).toBeGreaterThan(0n);
    // It is heard between two of its turns: otherwise neither would come to an end.
    await universe.stop();
    await running;
    const stopped = universe.generation;
    for (let i = 0; i < 20; i++) expect((await universe.state()).generation).toBe(stopped);
    const here = await createUniverse(
      { rule: LIFE, topology: torus(512, 512), soup, algorithm: "bitwise" },
      {},
    );
    await here.universe.step(universe.generation);
    expect(await universe.hash()).toBe(await here.universe.hash());
    here.universe.dispose();
    await universe.dispose();
  });
});

const endingWorker = () => new Worker(new URL("./ending.worker.ts", import.meta.url), { type: "module" });

test("a worker that ends at its first call fails it", async () => {
  const connection = new Connection<EndingProtocol>(endingWorker());
  await expect(connection.call.end(null)).rejects.toMatchObject({
    code: "engine-lost",
    message: "The engine's worker has ended.",
  });
});

test("a call that is cancelled before its worker listens is cancelled there", async () => {
  const connection = new Connection<EndingProtocol>(endingWorker());
  const cancelling = new AbortController();
  const waiting = connection.call.wait(null, { signal: cancelling.signal });
  cancelling.abort();
  expect(await waiting).toBe("cancelled");
  connection.close();
});

test("a worker that ends without a word fails the calls that wait for it", async () => {
  /** The locks of living workers that somebody watches. */
  const waited = async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const living = new Set(held.map(({ name }) => name));
    return pending.map(({ name }) => name).filter((name) => living.has(name));
  };
  // The engine's worker is watched by now, too.
  await vi.waitFor(async () => expect(await waited()).not.toHaveLength(0), { timeout: 15_000 });
  const before = new Set(await waited());
  const worker = endingWorker();
  const told: string[] = [];
  const connection = new Connection<EndingProtocol>(worker, { onFailure: ({ code }) => told.push(code) });
  expect(await connection.call.hello(null)).toBe("hello");
  // Files of the page share its locks; this worker's is a new one.
  await vi.waitFor(async () => expect((await waited()).some((name) => !before.has(name))).toBe(true), {
    timeout: 15_000,
  });
  await expect(connection.call.end(null)).rejects.toMatchObject({
    code: "engine-lost",
    message: "The engine's worker has ended.",
  });
  await expect(connection.call.hello(null)).rejects.toMatchObject({ code: "engine-lost" });
  expect(told).toEqual(["engine-lost"]);
});
