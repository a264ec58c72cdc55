import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onLifted, onPaste, onStage, onTabStep, withKey } from "../../../renderer/commands/key-words.ts";
import { Keymap } from "../../../renderer/commands/keymap.ts";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { toolDriver } from "../../support/tool-driver.ts";

const keysOf = (overrides: Readonly<Record<string, readonly string[]>>) => {
  const keymap = new Keymap(COMMANDS.list(), "linux", overrides);
  return (id: string) => keymap.shown(id);
};
const KEYLESS = Object.fromEntries(COMMANDS.list().map(({ id }) => [id, []]));

describe("sentences about keys", () => {
  it("name the usual ones", () => {
    expect(onPaste(keysOf({}))).toBe(
      "Click or press Enter to put the paste down; > < X Y turn it, Esc drops it.",
    );
    expect(onLifted(keysOf({}))).toBe("Drag it or use the arrow keys; Enter puts it down, Esc back.");
    expect(withKey("Select", "tool.select", keysOf({}))).toBe("Select (F4)");
  });

  it("name those that are bound instead", () => {
    const own = keysOf({
      "edit.place-paste": ["P"],
      "edit.flip-across": [],
      "edit.nudge-left": ["H"],
      "edit.nudge-right": [],
      "tool.select": ["Mod+B"],
    });
    expect(onPaste(own)).toBe("Click or press P to put the paste down; > < Y turn it, Esc drops it.");
    expect(onLifted(own)).toContain("Drag it or use H ↑ ↓; P puts it down");
    expect(withKey("Select", "tool.select", own)).toBe("Select (Ctrl+B)");
  });

  it("tell the way out of the cells, where Tab is a step", () => {
    expect(onTabStep(keysOf({}))).toBe("Tab is a step here. Ctrl+F6 leads out of the cells.");
    expect(onTabStep(keysOf({ "time.step": ["T"] }))).toBeNull();
    expect(onStage(keysOf({ "view.leave-canvas": ["Alt+Q"] }))).toMatch(/Alt\+Q leads out of the cells\.$/);
    expect(onStage(keysOf(KEYLESS))).toMatch(/use the tool\.$/);
  });

  it("make sense without any", () => {
    expect(onPaste(keysOf(KEYLESS))).toBe("Click to put the paste down.");
    expect(onLifted(keysOf(KEYLESS))).toBe("Drag it; a click puts it down.");
    expect(withKey("Select", "tool.select", keysOf(KEYLESS))).toBe("Select");
  });

  it("are said with the keys that are bound when a command is done", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("2o$2o!") });
    driver.keymap = new Keymap(COMMANDS.list(), "linux", { "edit.place-paste": ["P"], "edit.cancel": ["Q"] });
    driver.clipboard = "3o!";
    await driver.key("v").settled();
    expect(driver.hints.at(-1)).toBe("Click or press P to put the paste down; > < X Y turn it, Q drops it.");
    await driver.key("p").settled();
    await driver.key("a").settled();
    await driver.key("Ctrl+Shift+x").settled();
    expect(driver.hints.at(-1)).toBe("Drag it or use the arrow keys; P puts it down, Q back.");
  });

  it("are written nowhere else", () => {
    const root = join(import.meta.dirname, "../../../renderer");
    const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const named = sources.flatMap((name) =>
      readFileSync(join(root, name), "utf8")
        .split("\n")
        .filter(
          (line) => !/^\s*(\*|\/[/*])/.test(line) && /\(F\d+\)|press Enter|Esc (drops|leaves)/.test(line),
        )
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(named).toEqual([]);
  });
});
