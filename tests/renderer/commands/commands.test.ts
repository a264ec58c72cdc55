import { describe, expect, it, test } from "vitest";
import type { CommandState } from "../../../renderer/commands/command.ts";
import { isEnabled, missingFor } from "../../../renderer/commands/command.ts";
import { HeldKeys } from "../../../renderer/commands/held-keys.ts";
import { Keymap } from "../../../renderer/commands/keymap.ts";
import { nativeMenu } from "../../../renderer/commands/native-menu.ts";
import { contextMenu, HAND, keySections, menuBar } from "../../../renderer/commands/views.ts";
import { faster, runOptions, slower, stepOf, USUAL_PACE } from "../../../renderer/editor/time/pace.ts";
import type { Command, DocumentCommand } from "../../../renderer/studio/command.ts";
import { TOOLS } from "../../../renderer/tools/registry.ts";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { keyClashes, PLAIN } from "../../support/command-state.ts";

/** Every state that a `when` can tell apart. */
function* everyState(): Generator<CommandState> {
  const flags = [
    "tab",
    "universe",
    "running",
    "selection",
    "pending",
    "canUndo",
    "canRedo",
    "canReset",
  ] as const;
  for (const focus of ["canvas", "elsewhere"] as const) {
    for (let bits = 0; bits < 2 ** flags.length; bits++) {
      const set = Object.fromEntries(flags.map((flag, i) => [flag, ((bits >> i) & 1) === 1]));
      yield { ...PLAIN, focus, ...set };
    }
  }
}

const command = (id: string, rest: Partial<DocumentCommand> = {}): Command => ({
  id,
  name: id,
  category: "Edit",
  keys: [],
  run: () => undefined,
  ...rest,
});

const enter = {
  key: "Enter",
  code: "Enter",
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
};

describe("the commands", () => {
  it.each(["linux", "windows", "mac"] as const)("never share a key in one situation (%s)", (platform) => {
    expect(keyClashes(new Keymap(COMMANDS.list(), platform), everyState())).toEqual([]);
  });

  it("show a clash that a person's own keys make", () => {
    const keymap = new Keymap(COMMANDS.list(), "linux", { "select.none": ["S"], "edit.undo": [] });
    expect(keyClashes(keymap, everyState())).toEqual([["S", "select.none", "select.shrink"]]);
    expect(keymap.shown("edit.undo")).toBeNull();
    expect(keymap.shown("select.none")).toBe("S");
  });

  it("have distinct names, since menus, palette and buttons stand side by side, and each tool is one", () => {
    const names = COMMANDS.list().map((c) => c.name.toLowerCase());
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    for (const tool of TOOLS.list()) expect(COMMANDS.get(`tool.${tool.id}`).keys).toEqual(tool.keys);
  });

  it("that touch a universe wait for one", () => {
    const without = { ...PLAIN, tab: false, universe: false };
    const possible = COMMANDS.list().filter((c) => isEnabled(c, without));
    expect(possible.map((c) => c.id)).toEqual([
      "file.new",
      "file.open",
      "file.rules",
      "file.preferences",
      "library.open-folder",
      "library.search",
      "library.import-files",
      "library.import-folder",
      "library.export-zip",
      "library.export-folder",
      "view.library",
      "view.inspector",
      "view.full-screen",
      "help.guide",
      "help.lexicon",
      "help.keys",
      "help.palette",
      "help.welcome",
      "help.licences",
      "labs.evolve",
      "labs.rings",
      "labs.atlas",
      "labs.performance",
      "labs.model",
      "labs.run",
      "labs.benchmarks",
    ]);
  });
});

describe("the menus", () => {
  const keymap = new Keymap(COMMANDS.list(), "linux");

  it("list every command once, but those that are mere keys", () => {
    const ids = menuBar(keymap, PLAIN).flatMap((menu) => menu.groups.flat().map((item) => item.id));
    const listed = COMMANDS.list().filter((c) => !c.keyOnly && !c.paletteOnly);
    expect([...ids].sort()).toEqual(listed.map((c) => c.id).sort());
  });

  it("say what can be done, what it is about, and what is on", () => {
    const state = { ...PLAIN, canUndo: true, undoLabel: "Draw 14 cells", gridLines: true };
    const items = new Map(menuBar(keymap, state).flatMap((m) => m.groups.flat().map((i) => [i.id, i])));
    expect(items.get("edit.undo")).toEqual({
      id: "edit.undo",
      title: "Undo: Draw 14 cells",
      key: "Ctrl+Z",
      chord: "Ctrl+Z",
      enabled: true,
      checked: null,
    });
    expect(items.get("edit.redo")).toMatchObject({ title: "Redo", enabled: false });
    expect(items.get("view.grid-lines")).toMatchObject({ checked: true, key: "L" });
    expect(items.get("tool.draw")).toMatchObject({ checked: true, key: "F2" });
    expect(items.get("tool.pan")).toMatchObject({ checked: false });
  });

  it("of the canvas are about the paste, else the selection, else the universe", () => {
    const titles = (state: CommandState): string[] =>
      contextMenu(keymap, state).groups.flatMap((group) => group.map((item) => item.title));
    expect(titles({ ...PLAIN, pending: true, selection: true })[0]).toBe("Put the paste down");
    expect(titles({ ...PLAIN, selection: true }).slice(0, 3)).toEqual(["Cut", "Copy", "Paste"]);
    expect(titles(PLAIN)).toContain("Select all");
    for (const state of everyState()) {
      for (const item of contextMenu(keymap, state).groups.flat())
        expect(COMMANDS.find(item.id)).toBeDefined();
    }
  });

  it("can be handed to the host", () => {
    const menus = nativeMenu(menuBar(keymap, { ...PLAIN, gridLines: true }));
    expect(menus.map((menu) => menu.label)).toEqual([
      "File",
      "Edit",
      "Select",
      "Time",
      "View",
      "Tools",
      "Labs",
      "Help",
    ]);
    const view = menus.find((menu) => menu.label === "View")?.items ?? [];
    expect(view).toContainEqual({
      kind: "command",
      id: "view.grid-lines",
      label: "Grid lines",
      accelerator: "L",
      enabled: true,
      checked: true,
    });
    expect(view.filter((item) => item.kind === "separator")).toHaveLength(5);
    expect(menus.at(-1)?.items.at(-1)).toEqual({
      kind: "command",
      id: "help.licences",
      label: "Licences",
      enabled: true,
    });
  });

  it("have a sheet with every command on it once, the cursor keys last", () => {
    const sections = keySections(keymap);
    const ids = sections.flatMap(({ commands }) => commands.map(({ id }) => id));
    expect([...ids].sort()).toEqual(
      COMMANDS.list()
        .map(({ id }) => id)
        .sort(),
    );
    expect(sections.find(({ title }) => title === "View")?.commands.at(-1)?.keyOnly).toBe(true);
    expect(keymap.allShown("edit.redo")).toEqual(["Ctrl+Shift+Z", "Shift+Z", "Ctrl+Y"]);
    expect(new Keymap(COMMANDS.list(), "mac").allShown("edit.redo")).toEqual(["⇧⌘Z", "⇧Z"]);
    expect(HAND.find((row) => row.title === "Zoom at the pointer")?.keys).toEqual(["Wheel"]);
  });
});

describe("the commands that make no sense now", () => {
  it("all say what they wait for", () => {
    const silent = COMMANDS.list().filter((one) => one.when && !one.keyOnly && !one.needs);
    expect(silent.map(({ id }) => id)).toEqual([]);
    expect(missingFor(COMMANDS.get("edit.cut"), PLAIN)).toBe("needs a selection");
    expect(missingFor(COMMANDS.get("edit.cut"), { ...PLAIN, selection: true })).toBeNull();
    expect(missingFor(COMMANDS.get("edit.cut"), { ...PLAIN, universe: false })).toBe("needs a universe");
    expect(missingFor(COMMANDS.get("file.close"), { ...PLAIN, universe: false, tab: false })).toBe(
      "needs an open tab",
    );
  });
});

describe("bound keys", () => {
  it("act by the first command that makes sense", () => {
    const a = command("a", { keys: ["Enter"], when: (s) => s.pending });
    const b = command("b", { keys: ["Enter"], when: (s) => !s.pending });
    const keymap = new Keymap([a, b], "linux");
    expect(keymap.find(enter, { ...PLAIN, pending: true })?.id).toBe("a");
    expect(keymap.find(enter, PLAIN)?.id).toBe("b");
    expect(keyClashes(keymap, everyState())).toEqual([]);
  });
});

test("a run is stopped by its button while a paste floats, though Enter puts the paste down", () => {
  const keymap = new Keymap(COMMANDS.list(), "linux");
  for (const running of [false, true]) {
    const floating = { ...PLAIN, running, pending: true };
    expect(missingFor(COMMANDS.get("time.run"), floating)).toBeNull();
    expect(keymap.find(enter, floating)?.id).toBe("edit.place-paste");
    expect(keymap.find(enter, { ...PLAIN, running })?.id).toBe("time.run");
  }
});

describe("a key held down", () => {
  it("asks no faster than it is done, and a new press always asks", async () => {
    const held = new HeldKeys();
    const ends: (() => void)[] = [];
    const act = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
    const first = held.run("time.next", false, act);
    expect(await held.run("time.next", true, act)).toBe(false);
    const pressed = held.run("time.next", false, act);
    const other = held.run("edit.undo", true, act);
    expect(ends).toHaveLength(3);
    ends[0]?.();
    await first;
    expect(await held.run("time.next", true, act)).toBe(false);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([pressed, other]);
    const failure = held.run("time.next", true, () => Promise.reject(new Error("no")));
    await expect(failure).rejects.toThrow("no");
    expect(await held.run("time.next", true, async () => {})).toBe(true);
  });
});

describe("the pace", () => {
  it("is a ladder of rates that never changes the step, up and down alike", () => {
    let pace = { ...USUAL_PACE, exponent: 13, rate: 0.2 as number | null };
    expect(slower(pace)).toEqual(pace);
    const way = [pace];
    for (let i = 0; i < 15; i++) way.push((pace = faster(pace)));
    expect(way.map(({ rate }) => rate)).toEqual([
      0.2,
      0.5,
      1,
      2,
      5,
      10,
      20,
      30,
      60,
      120,
      250,
      500,
      1000,
      2000,
      5000,
      null,
    ]);
    expect(faster(pace)).toEqual(pace);
    expect(stepOf(pace)).toBe(8192n);
    expect(runOptions(pace)).toEqual({ increment: 8192n, interval: 0, until: {} });
    for (const expected of way.reverse()) {
      expect(pace).toEqual(expected);
      pace = slower(pace);
    }
    expect(runOptions({ base: 10, exponent: 2, rate: 20 })).toEqual({
      increment: 100n,
      interval: 50,
      until: {},
    });
  });
});
