/** The editor over a universe in an engine behind messages, as the studio has it. */

import { afterEach, describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../renderer/editor/editor.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import type { UniversePort } from "../../../renderer/universe/universe-port.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { GLIDER, R_PENTOMINO } from "../../support/local-editor.ts";
import { equalRuns } from "../../support/runs.ts";
import { until } from "../../support/until.ts";

let pair: EnginePair | null = null;
afterEach(async () => {
  await pair?.close();
  pair = null;
});

async function remote(cells: Runs, rule = "B3/S23") {
  pair = enginePair();
  const universe = await pair.client.createUniverse({ ...parseUniverseRule(rule), cells });
  const errors: unknown[] = [];
  return { universe, errors, editor: new Editor(universe, { onError: (e) => errors.push(e) }) };
}

describe("an editor over a worker", () => {
  it("draws, turns, fills, steps and undoes all of it", async () => {
    const { editor, universe, errors } = await remote(R_PENTOMINO);
    const start = await universe.hash();
    editor.pen.begin({ x: 5n, y: 5n });
    for (let x = 6n; x < 40n; x++) editor.pen.moveTo({ x, y: 5n + (x % 3n) });
    editor.pen.end();
    await editor.select(selectBox(rect(0, 0, 12, 9)));
    await editor.turn("rotate-clockwise");
    await editor.fillRandom({ density: 0.5, seed: 1 });
    await editor.step(100n);
    const end = await universe.hash();
    expect(universe.generation).toBe(100n);
    expect(editor.history.map((item) => item.label)).toEqual([
      expect.stringMatching(/^Draw \d+ cells$/),
      "Select",
      "Rotate clockwise",
      "Random fill 50 %, seed 1",
      "Run",
    ]);
    while (await editor.undo());
    expect(await universe.hash()).toBe(start);
    expect(universe.generation).toBe(0n);
    while (await editor.redo());
    expect(await universe.hash()).toBe(end);
    expect(errors).toEqual([]);
  });

  it("has one rule object until the rule changes, so that a step draws nothing anew that shows the rule", async () => {
    const { editor, universe } = await remote(GLIDER);
    const before = editor.state;
    await editor.step(3n);
    expect(editor.state.generation).toBe(3n);
    expect(editor.state.rule).toBe(before.rule);
    expect(editor.state.topology).toBe(before.topology);
    await editor.setRule(parseUniverseRule("B36/S23").rule);
    expect(editor.state.rule.text).toBe("B36/S23");
    expect(universe.rule).toEqual(parseUniverseRule("B36/S23").rule);
  });

  it("is never behind a snapshot of it that was taken in a run", async () => {
    const { universe } = await remote(R_PENTOMINO);
    const stop = new AbortController();
    const run = universe.run({ increment: 1n, interval: 0 }, stop.signal);
    for (let taken = 0; taken < 20; taken++) {
      const snapshot = await universe.snapshot();
      expect(universe.generation).toBeGreaterThanOrEqual(snapshot.generation);
      await universe.release(snapshot);
    }
    stop.abort();
    await run;
  });

  it("runs flat out, is drawn into, goes on, and stops", async () => {
    const { editor, universe, errors } = await remote(GLIDER);
    await editor.run({ increment: 1n, interval: 0 });
    await until(() => universe.generation > 50n);
    editor.pen.begin({ x: -9n, y: -9n });
    editor.pen.moveTo({ x: -8n, y: -8n });
    editor.pen.end();
    await editor.settled();
    const then = universe.generation;
    await until(() => universe.generation > then);
    await editor.stop();
    expect(editor.history.map((item) => item.label)).toEqual(["Run", "Draw 2 cells", "Run"]);
    expect((await universe.state()).running).toBe(false);
    for (const population of [7n, 5n, 5n]) {
      await editor.undo();
      expect(await universe.population()).toBe(population);
    }
    expect(equalRuns(await universe.readRuns(), GLIDER)).toBe(true);
    expect(errors).toEqual([]);
  });

  it("stops in the middle of a long step, at a whole generation", async () => {
    // Seeds never settles; a soup of Life does, and then a billion generations take no time.
    const { editor, universe } = await remote(R_PENTOMINO, "B2/S:T512,512");
    await editor.select(selectBox(rect(-256, -256, 512, 512)));
    await editor.fillRandom({ density: 0.4, seed: 7 });
    const stepping = editor.step(10n ** 9n);
    await until(() => editor.state.running && universe.generation > 10n);
    await editor.stop();
    await stepping;
    const reached = universe.generation;
    expect(reached > 10n && reached < 10n ** 9n).toBe(true);
    expect(editor.history.at(-1)).toMatchObject({ label: "Run", from: 0n, to: reached });
    await editor.undo();
    expect(universe.generation).toBe(0n);
  });

  it("stops the steps that still wait too, and says at once that it does", async () => {
    const { editor, universe, errors } = await remote(R_PENTOMINO);
    const steps = [editor.step(10n ** 9n), editor.step(10n ** 9n), editor.step(5n)];
    await until(() => universe.generation > 10n);
    const stopped = editor.stop();
    expect(editor.state.running).toBe(false);
    await Promise.all([stopped, ...steps]);
    const reached = universe.generation;
    expect(editor.history.map((item) => item.label)).toEqual(["Run"]);
    await editor.step(1n);
    expect(universe.generation).toBe(reached + 1n);
    await editor.stepTo(20n);
    expect(universe.generation).toBe(20n);
    expect(errors).toEqual([]);
  });

  it("can be stopped on its way to a state that the present algorithm would never reach", async () => {
    const { editor, universe } = await remote(GLIDER);
    const client = (pair as EnginePair).client;
    const make = (algorithm: string) => async () =>
      client.createUniverse({ ...parseUniverseRule("B3/S23"), cells: GLIDER, algorithm });
    await editor.replaceUniverse(async (handover) => handover(await make("hashlife")()));
    await editor.step(10n ** 30n);
    await editor.undo();
    const slow = await make("reference")();
    await editor.replaceUniverse((handover) => handover(slow));
    const redone = editor.redo();
    await until(() => editor.state.running);
    await editor.stop();
    await expect(redone).rejects.toMatchObject({ code: "aborted" });
    expect(editor.state).toMatchObject({ running: false, position: 0, generation: 0n });
    expect(await slow.hash()).toBe(await universe.hash());
    expect(editor.state.redoLabel).toBe("Run");
  });
});

describe("the way of a run", () => {
  it("is remembered while it goes on, evenly and within the budget", async () => {
    pair = enginePair();
    const cells = R_PENTOMINO;
    const universe = await pair.client.createUniverse({ ...parseUniverseRule("B3/S23:T128,128"), cells });
    const editor = new Editor(universe, { historyBytes: 300_000 });
    await editor.run({ increment: 1n, interval: 0 });
    const bytes = editor.historyBytes;
    await until(() => editor.historyBytes > bytes);
    await until(() => editor.state.length > 0 && editor.state.running);
    // What lies behind can be gone to before the run has ended, and ends it.
    const reached = universe.generation;
    await editor.inTime((queue) => queue.scrub(reached / 2n));
    expect(universe.generation).toBe(reached / 2n);
    expect(editor.state.running).toBe(false);
    const print = await universe.hash();
    expect(editor.historyBytes).toBeLessThanOrEqual(300_000);
    const fresh = await pair.client.createUniverse({ ...parseUniverseRule("B3/S23:T128,128"), cells });
    await fresh.step(reached / 2n);
    expect(await fresh.hash()).toBe(print);
    await editor.undo();
    expect(editor.history.map((item) => item.label)).toEqual(["Run"]);
    await editor.dispose();
  });

  it("is given up where the universe needs its memory, and the run goes on", async () => {
    pair = enginePair();
    const universe = await pair.client.createUniverse({ ...parseUniverseRule("B3/S23"), cells: R_PENTOMINO });
    const errors: unknown[] = [];
    let failures = 0;
    let held = 0;
    const port: UniversePort = new Proxy(universe, {
      get: (target, name) => {
        if (name === "snapshot") {
          return () => {
            held++;
            return target.snapshot();
          };
        }
        if (name === "run") {
          return async (...args: Parameters<typeof universe.run>) => {
            // Once a few snapshots are kept there is no room to go on.
            const full = until(() => held > 2).then(() => {
              if (failures++ === 0) throw new TessellaError("memory-limit", "Full.");
            });
            const ends = failures === 0 ? full.then(() => null) : new Promise<null>(() => {});
            return Promise.race([target.run(...args), ends]).finally(() => target.stop());
          };
        }
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const editor = new Editor(port, { onError: (error) => errors.push(error) });
    await editor.run({ increment: 1n, interval: 5 });
    await until(() => failures > 0);
    const then = universe.generation;
    await until(() => universe.generation > then + 20n);
    expect(errors).toEqual([]);
    expect(editor.state.running).toBe(true);
    await editor.stop();
    await editor.undo();
    expect(universe.generation).toBe(0n);
    expect(await universe.population()).toBe(5n);
    await editor.dispose();
  });
});
