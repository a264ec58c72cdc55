/** The editor over a universe in an engine behind messages, as the studio has it. */

import { afterEach, describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { equalRuns } from "../../../engine/core/runs.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../renderer/editor/editor.ts";
import { selectBox } from "../../../renderer/editor/selection.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { GLIDER, R_PENTOMINO } from "../../support/local-editor.ts";
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
    editor.beginStroke({ x: 5n, y: 5n });
    for (let x = 6n; x < 40n; x++) editor.strokeTo({ x, y: 5n + (x % 3n) });
    editor.endStroke();
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

  it("runs flat out, is drawn into, goes on, and stops", async () => {
    const { editor, universe, errors } = await remote(GLIDER);
    await editor.run({ increment: 1n, interval: 0 });
    await until(() => universe.generation > 50n);
    editor.beginStroke({ x: -9n, y: -9n });
    editor.strokeTo({ x: -8n, y: -8n });
    editor.endStroke();
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
    const { editor, universe } = await remote(R_PENTOMINO, "B3/S23:T512,512");
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
    await editor.replaceUniverse(make("hashlife"));
    await editor.step(10n ** 30n);
    await editor.undo();
    const slow = await make("reference")();
    await editor.replaceUniverse(async () => slow);
    const redone = editor.redo();
    await until(() => editor.state.running);
    await editor.stop();
    await expect(redone).rejects.toMatchObject({ code: "aborted" });
    expect(editor.state).toMatchObject({ running: false, position: 0, generation: 0n });
    expect(await slow.hash()).toBe(await universe.hash());
    expect(editor.state.redoLabel).toBe("Run");
  });
});
