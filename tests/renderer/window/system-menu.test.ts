import { expect, test } from "vitest";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { menuChoice } from "../../../renderer/window/system-menu.ts";

test("a choice in the system's menu is about the text where one is written", () => {
  const edits = ["edit.undo", "edit.redo", "edit.cut", "edit.copy", "edit.paste", "select.all"];
  for (const id of edits) {
    expect(COMMANDS.find(id)).toBeDefined();
    for (const covered of [false, true]) expect(menuChoice(id, "text", covered)?.kind).toBe("text");
    expect(menuChoice(id, "canvas", false)).toEqual({ kind: "command" });
  }
  expect(menuChoice("select.all", "text", true)).toEqual({ kind: "text", edit: "selectAll" });
  expect(menuChoice("time.run", "text", false)).toEqual({ kind: "command" });
});

test("under a dialog nothing of the window is meant", () => {
  for (const focus of ["canvas", "text", "elsewhere"] as const) {
    expect(menuChoice("file.close", focus, true)).toBeNull();
    expect(menuChoice("time.run", focus, true)).toBeNull();
  }
  expect(menuChoice("edit.copy", "elsewhere", true)).toBeNull();
});
