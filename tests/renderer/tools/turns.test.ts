// What a pointer does comes after the keys that were pressed before it, also where they wait.

import { expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { GLIDER } from "../../support/local-editor.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";

const drag = (driver: ToolDriver): unknown => driver.pointerDownAt(0, 0).pointerMoveAt(4, 4).pointerUp();
const dragAside = (driver: ToolDriver): unknown => driver.pointerDownAt(5, 5).pointerMoveAt(9, 9).pointerUp();
const click = (driver: ToolDriver): unknown => driver.pointerDownAt(0, 0).pointerUp();

it.each([
  ["draw", dragAside, "Draw 5 cells"],
  ["erase", drag, "Erase 1 cell"],
  ["line", dragAside, "Line of 5 cells"],
  ["rectangle", dragAside, "Rectangle of 16 cells"],
  ["fill", click, "Empty 3 cells"],
  ["select", drag, "Select"],
  ["lasso", dragAside, "Select"],
  ["move", drag, "Move 3 cells"],
])("%s waits for an undo and a redo", async (tool, act, label) => {
  const driver = await toolDriver();
  await driver.tool("line").pointerDownAt(0, 0).pointerMoveAt(2, 0).pointerUp().settled();
  await driver.key("a").settled();
  await driver.pointerDownAt(20, 8).pointerMoveAt(21, 8).pointerUp().settled();
  // Until the undo is done nothing can be redone.
  driver.tool(tool).key("z").key("Shift+Z");
  act(driver);
  await driver.settled();
  const labels = driver.editor.history.map((item) => item.label);
  expect(labels).toEqual(["Line of 3 cells", "Select", "Line of 2 cells", label]);
});

it("a click puts a paste down where it was, after an undo and a redo", async () => {
  const driver = await toolDriver();
  await driver.tool("line").pointerDownAt(0, 0).pointerMoveAt(2, 0).pointerUp().settled();
  driver.clipboard = "x = 2, y = 1\n2o!";
  await driver.key("v").settled();
  driver.key("z").key("Shift+Z").pointerDownAt(5, 5).pointerUp().pointerMoveAt(9, 9);
  await driver.settled();
  expect(driver.editor.history.map((item) => item.label)).toEqual(["Line of 3 cells", "Paste 2 cells"]);
  expect(await driver.universe.bounds()).toEqual(rect(0, 0, 7, 6));
});

it.each(["Ctrl+Shift+x", "v"])(
  "Escape drops what %s lets float, also while it is on its way",
  async (key) => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.clipboard = "x = 2, y = 1\n2o!";
    await driver.key("a").settled();
    await driver.key(key).key("Escape").settled();
    const { pending, selection } = driver.editor.state;
    expect([pending, selection?.box]).toEqual([null, await driver.universe.bounds()]);
    expect(driver.editor.history.map((item) => item.label)).toEqual(["Select"]);
  },
);
