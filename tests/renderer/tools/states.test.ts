// Tools under a rule of more than two states: what they draw with, what pick takes, and what a fill is made of.

import { describe, expect, it } from "vitest";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { expectCells } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { toolDriver } from "../../support/tool-driver.ts";

const open = (rle: string) =>
  toolDriver({ rule: "345/2/4", algorithm: "reference", cells: cellsFromRle(rle) });

describe("tools under a rule of more states", () => {
  it("draw with the ink, which pick takes from a cell and a key chooses", async () => {
    const driver = await open(".C!");
    driver.tool("pick").pointerDownAt(1, 0).pointerUp();
    await driver.settled();
    expect(driver.toolbox.ink).toBe(3);
    expect(driver.state.tool).toBe("draw");
    driver.pointerDownAt(3, 0).pointerMoveAt(4, 0).pointerUp();
    await driver.settled();
    await expectCells(driver, cellsFromRle(".C.2C!"));
    driver.toolbox.setInk(2);
    driver.tool("line").pointerDownAt(0, 1).pointerMoveAt(2, 1);
    expect(driver.preview?.ink).toBe(2);
    driver.pointerUp();
    await driver.settled();
    await expectCells(driver, cellsFromRle(".C.2C$3B!"));
  });

  it("go on with the eraser from a dead cell, and keep the ink", async () => {
    const driver = await open(".C!");
    driver.toolbox.setInk(2);
    driver.tool("pick").pointerDownAt(0, 0).pointerUp();
    await driver.settled();
    expect([driver.state.tool, driver.toolbox.ink]).toEqual(["erase", 2]);
  });

  it("have no ink that a rule lacks, and find it again", async () => {
    const driver = await open("A!");
    driver.toolbox.setInk(3);
    await driver.editor.setRule(parseRule("/2/3"));
    expect(driver.toolbox.ink).toBe(2);
    await driver.editor.setRule(parseRule("345/2/4"));
    expect(driver.toolbox.ink).toBe(3);
  });

  it("fill with the ink or with all states, as a person says; Generations with the ink at first", async () => {
    const driver = await open("A!");
    expect(driver.toolbox.fillStates).toEqual([1]);
    driver.toolbox.setInk(3);
    expect(driver.toolbox.fillStates).toEqual([3]);
    driver.toolbox.setInk(0);
    expect(driver.toolbox.fillStates).toEqual([1]);
    driver.toolbox.setFillWith("all");
    expect(driver.toolbox.fillStates).toEqual([1, 2, 3]);
    await driver.editor.setRule(parseRule("B3/S23"));
    expect(driver.toolbox.fillStates).toBeUndefined();
  });
});
