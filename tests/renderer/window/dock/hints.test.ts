import { describe, expect, test } from "vitest";
import { Keymap } from "../../../../renderer/commands/keymap.ts";
import { COMMANDS } from "../../../../renderer/window/commands/registry.ts";
import { nextHint } from "../../../../renderer/window/dock/hints.ts";

const STANDING = { running: false, selection: false, pending: false, population: 36n, untouched: true };
const keysOf = (overrides: Readonly<Record<string, readonly string[]>>) => {
  const keymap = new Keymap(COMMANDS.list(), "linux", overrides);
  return (id: string) => keymap.shown(id);
};

test("hints name the keys as they are bound", () => {
  const usual = keysOf({});
  expect(nextHint(STANDING, usual)).toBe("Enter runs, Space goes one generation, the wheel zooms.");
  expect(nextHint({ ...STANDING, selection: true }, usual)).toBe("Del clears, Ctrl+C copies, K deselects.");
  expect(nextHint({ ...STANDING, pending: true }, usual)).toContain("press Enter to put");
  const own = keysOf({ "time.run": ["P"], "time.next": [], "edit.copy": [], "edit.place-paste": [] });
  expect(nextHint(STANDING, own)).toBe("P runs, the wheel zooms.");
  expect(nextHint({ ...STANDING, running: true }, own)).toBe(
    "It is alive. P stops it, the wheel zooms, the pen draws.",
  );
  expect(nextHint({ ...STANDING, selection: true }, own)).toBe("Del clears, K deselects.");
  expect(nextHint({ ...STANDING, pending: true }, own)).toBe("Click to put the paste down; Esc drops it.");
  const none = keysOf({ "select.clear": [], "edit.copy": [], "select.none": [] });
  expect(nextHint({ ...STANDING, selection: true }, none)).toContain("Select menu");
});

describe("the next hint", () => {
  test("is about what is most pressing", () => {
    expect(nextHint({ ...STANDING, running: true }, keysOf({}))).toContain("alive");
    expect(nextHint({ ...STANDING, running: true, untouched: false }, keysOf({}))).toContain("Enter stops");
    expect(nextHint({ ...STANDING, selection: true, pending: true }, keysOf({}))).toContain("paste");
    expect(nextHint({ ...STANDING, selection: true }, keysOf({}))).toContain("Ctrl+C");
    expect(nextHint({ ...STANDING, population: 0n }, keysOf({}))).toContain("library");
    expect(nextHint({ ...STANDING, population: null }, keysOf({}))).toContain("Enter runs");
  });

  test("fits into the status line of a small window", () => {
    const flags = [true, false];
    for (const running of flags)
      for (const selection of flags)
        for (const pending of flags)
          for (const untouched of flags)
            for (const population of [0n, 9n, null])
              expect(
                nextHint({ running, selection, pending, untouched, population }, keysOf({})).length,
              ).toBeLessThan(62);
  });
});
