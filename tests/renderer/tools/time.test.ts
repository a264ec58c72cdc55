// The verbs of time by the keys and commands that people use, without a window.

import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { describeItem, endText } from "../../../renderer/editor/labels.ts";
import type { Pace } from "../../../renderer/editor/time/pace.ts";
import { faster, runOptions, slower, stepOf, USUAL_PACE } from "../../../renderer/editor/time/pace.ts";
import { expectCells, GLIDER, localEditor, R_PENTOMINO } from "../../support/local-editor.ts";
import { toolDriver } from "../../support/tool-driver.ts";

describe("the keys of time", () => {
  it("step forward and back, and tell where there is no further back", async () => {
    const driver = await toolDriver({ cells: R_PENTOMINO });
    const start = await driver.fingerprint();
    for (let i = 0; i < 5; i++) driver.key("Space");
    const five = await driver.fingerprint();
    await driver.key("b").key("Backspace").settled();
    expect(driver.universe.generation).toBe(3n);
    expect(await driver.key("Space").key("Space").fingerprint()).toBe(five);
    for (let i = 0; i < 7; i++) driver.key("b");
    expect(await driver.fingerprint()).toBe(start);
    expect(driver.hints).not.toContain("The universe begins at generation 0.");
    await driver.key("b").settled();
    expect(driver.hints).toContain("The universe begins at generation 0.");
    expect(driver.errors).toEqual([]);
  });

  it("lead back over a stroke, which is lost only when something else is drawn there", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    await driver.key("Space").key("Space").settled();
    await driver.tool("draw").pointerDownAt(-9, -9).pointerUp().settled();
    const drawn = await driver.fingerprint();
    await driver.key("b").settled();
    expect(await driver.universe.population()).toBe(5n);
    expect(await driver.key("Space").fingerprint()).toBe(drawn);
    await driver.key("b").settled();
    await driver.tool("draw").pointerDownAt(9, 9).pointerUp().settled();
    expect(driver.editor.state.redoLabel).toBeNull();
    expect(driver.editor.history.map(describeItem)).toEqual(["Step 0 → 1", "Draw 1 cell"]);
  });

  it("ask the studio for numbers and grids", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    await driver.key("Shift+N").command("time.set-generation").command("edit.resize").settled();
    await driver.command("time.until-died").command("time.until-periodic").settled();
    expect(driver.asked).toEqual([
      "dialog go-to",
      "dialog set-generation",
      "dialog resize",
      "until untilDied false",
      "until untilPeriodic true",
    ]);
    // There is no file to go back to.
    await driver.command("file.revert").settled();
    expect(driver.asked).toHaveLength(5);
  });
});

describe("a universe", () => {
  it("is cleared as one change, with its time", async () => {
    const driver = await toolDriver({ cells: R_PENTOMINO });
    await driver.key("Space").key("Space").settled();
    const before = await driver.fingerprint();
    await driver.command("edit.clear-universe").settled();
    expect([driver.universe.generation, await driver.universe.population()]).toEqual([0n, 0n]);
    expect(driver.editor.state).toMatchObject({ undoLabel: "Clear universe", canReset: false });
    await driver.command("edit.clear-universe").settled();
    expect(driver.editor.state.length).toBe(3);
    expect(await driver.key("z").fingerprint()).toBe(before);
    await driver.key("Shift+z").settled();
    expect(await driver.universe.population()).toBe(0n);
  });

  it("keeps its cells and what follows from them when it is renumbered under a rule that strobes", async () => {
    const local = await localEditor({ rule: "B03/S23", cells: R_PENTOMINO });
    const { editor, universe } = local;
    await editor.step(4n);
    const cells = await universe.readRuns();
    await expect(editor.setGeneration(7n)).rejects.toMatchObject({
      code: "bad-argument",
      hint: "Choose an even number: 8, for example.",
    });
    await editor.setGeneration(10n);
    await expectCells(local, cells);
    const other = await localEditor({ rule: "B03/S23", cells: R_PENTOMINO });
    await Promise.all([editor.step(3n), other.editor.step(7n)]);
    expect(await universe.hash()).toBe(await other.universe.hash());
    expect(universe.generation).toBe(13n);
  });

  it("has no other grid where nobody can make one, and stays as it is", async () => {
    const { editor, universe } = await localEditor({ cells: GLIDER });
    await editor.step(3n);
    const failing = editor.inTime((queue) =>
      queue.enter("Resize", async () => {
        throw new TessellaError("too-large", "No.");
      }),
    );
    await expect(failing).rejects.toMatchObject({ code: "too-large" });
    expect(editor.state).toMatchObject({ length: 1, generation: 3n });
    expect(await universe.population()).toBe(5n);
  });
});

describe("words", () => {
  it("say why a run has ended", () => {
    expect(endText({ kind: "died" }, 1103n)).toBe("Stopped at generation 1,103: everything has died.");
    expect(endText({ kind: "periodic", period: 2n }, 4n)).toBe(
      "Stopped at generation 4: the pattern repeats with period 2.",
    );
    expect(endText({ kind: "periodic", period: 1n }, 4n)).toBe(
      "Stopped at generation 4: nothing changes any more.",
    );
  });
});

it("a newcomer's universe goes one generation at a time, thirty times a second, in powers of two", () => {
  expect(runOptions(USUAL_PACE)).toEqual({ increment: 1n, interval: 1000 / 30, until: {} });
  expect(stepOf({ ...USUAL_PACE, exponent: 3 })).toBe(8n);
});

describe("a speed that was typed", () => {
  it("lies between two rungs of the ladder", () => {
    const typed: Pace = { ...USUAL_PACE, rate: 42.5 };
    expect(faster(typed).rate).toBe(60);
    expect(slower(typed).rate).toBe(30);
    expect(faster({ ...USUAL_PACE, rate: 7000 }).rate).toBeNull();
    expect(slower({ ...USUAL_PACE, rate: 0.1 }).rate).toBe(0.1);
  });
});
