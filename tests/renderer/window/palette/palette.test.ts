import { beforeAll, describe, expect, it } from "vitest";
import type { AlgorithmInfo } from "../../../../engine/worker/protocol/universe.ts";
import type { CommandState } from "../../../../renderer/commands/command.ts";
import { Keymap } from "../../../../renderer/commands/keymap.ts";
import { scoreOf, searchCommands } from "../../../../renderer/commands/palette.ts";
import { BOOK_SEARCH } from "../../../../renderer/guide/book-search.ts";
import { preferencesIn } from "../../../../renderer/host/preferences.ts";
import type { Catalogue } from "../../../../renderer/library/catalogue.ts";
import { loadCollection } from "../../../../renderer/library/collection.ts";
import type { PaletteEntry, PaletteGroup } from "../../../../renderer/ui/palette.tsx";
import { COMMANDS } from "../../../../renderer/window/commands/registry.ts";
import { commandSource } from "../../../../renderer/window/palette/command-source.ts";
import { guideSource, patternSource, ruleSource } from "../../../../renderer/window/palette/find-sources.ts";
import { RecentEntries } from "../../../../renderer/window/palette/recent.ts";
import type { PaletteSource } from "../../../../renderer/window/palette/source.ts";
import { firstOf, paletteGroups, sourceOf } from "../../../../renderer/window/palette/source.ts";
import { PLAIN } from "../../../support/command-state.ts";
import { MemoryDisk, MemoryHost } from "../../../support/memory-host.ts";

const KEYMAP = new Keymap(COMMANDS.list(), "linux");
const EDITED: CommandState = { ...PLAIN, canUndo: true, undoLabel: "Draw 3 cells" };

const algorithm = (id: string, name: string, refuses: string | null = null): AlgorithmInfo => ({
  id,
  name,
  summary: "",
  needsGpu: false,
  forComparison: id === "reference",
  leaps: id === "hashlife",
  refuses,
});

let catalogue: Catalogue;
const taken: string[] = [];

function sources(state: CommandState = EDITED): readonly PaletteSource[] {
  return [
    commandSource({
      keymap: KEYMAP,
      state,
      algorithms: [
        algorithm("bitwise", "Bitwise"),
        algorithm("hashlife", "HashLife"),
        algorithm("gpu-dense", "GPU, dense", "A dense grid needs edges."),
        algorithm("reference", "Reference"),
      ],
      onRun: (id) => taken.push(id),
      onAlgorithm: (id) => taken.push(`algorithm ${id}`),
    }),
    patternSource(catalogue.entries, ({ id }, place) => taken.push(`${place ? "place" : "open"} ${id}`)),
    ruleSource({ own: [], recent: ["B36/S23"] }, [], ({ text }, anew) => taken.push(`${anew} ${text}`)),
    guideSource(
      (query, most) => BOOK_SEARCH.find(query, most),
      (place) => taken.push(place),
    ),
  ];
}

const groups = (query: string, state?: CommandState): readonly PaletteGroup[] =>
  paletteGroups(query, sources(state), []);
const first = (query: string, state?: CommandState): PaletteEntry | undefined =>
  groups(query, state)[0]?.entries[0];

beforeAll(async () => {
  catalogue = await loadCollection();
});

describe("the palette", () => {
  it.each([
    ["pause", "Commands", "Run or stop"],
    ["play", "Commands", "Run or stop"],
    ["stop", "Commands", "Run or stop"],
    ["settings", "Commands", "Preferences"],
    ["rule browser", "Commands", "Browse rules"],
    ["soup", "Commands", "New universe"],
    ["gif", "Commands", "Export"],
    ["video", "Commands", "Export"],
    ["torus", "Commands", "New universe"],
    ["hashlife", "Commands", "Algorithm: HashLife"],
    ["highlife", "Rules", "HighLife"],
    ["b36/s23", "Rules", "HighLife"],
    ["b27/s35", "Rules", "B27/S35"],
    ["glider", "Patterns", "Glider"],
    ["gosper gun", "Patterns", "Gosper glider gun"],
    ["population", "Commands", "Plot"],
    ["oscillator", "Guide", "oscillator"],
    ["rename", "Commands", "Rename tab"],
    ["close", "Commands", "Close tab"],
    ["zoom", "Commands", "Zoom in"],
    ["split", "Commands", "Split view"],
    ["delete", "Commands", "Clear universe"],
    ["erase all", "Commands", "Clear universe"],
    ["generation", "Commands", "Go to generation"],
    ["font size", "Commands", "Preferences"],
    ["step size", "Commands", "Larger step"],
    ["select none", "Commands", "Deselect"],
    ["keyboard", "Commands", "Keyboard shortcuts"],
    ["undo", "Commands", "Undo: Draw 3 cells"],
    ["screenshot", "Commands", "Save view as PNG"],
    ["dark", "Commands", "Preferences"],
    ["shortcuts", "Commands", "Keyboard shortcuts"],
    ["eraser", "Commands", "Erase"],
    ["period", "Commands", "Identify"],
    ["mirror", "Commands", "Flip left to right"],
  ])("finds %j first under %s: %s", (query, group, title) => {
    const [best] = groups(query, { ...EDITED, selection: query === "mirror" });
    expect([best?.title, best?.entries[0]?.title]).toEqual([group, title]);
  });

  it("finds commands by parts of their names, in any order", () => {
    const command = (query: string): string | undefined =>
      searchCommands(query, KEYMAP, { ...EDITED, selection: true })[0]?.id;
    expect(command("rot")).toBe("edit.rotate-clockwise");
    expect(command("rotate anti")).toBe("edit.rotate-anticlockwise");
    expect(command("left flip")).toBe("edit.flip-across");
    expect(command("fill")).toBe("tool.fill");
    expect(command("random")).toBe("select.random-fill");
    expect(command("GRID")).toBe("view.grid-lines");
    expect(command("tools er")).toBe("tool.erase");
  });

  it("guesses by letters with gaps only where nothing else is found, and never across words", () => {
    expect(first("clkwise")?.title).toBe("Rotate clockwise");
    expect(groups("rtcl")).toEqual([]);
    expect(groups("qqq")).toEqual([]);
    const titles = groups("undo").flatMap(({ entries }) => entries.map(({ title }) => title));
    expect(titles.filter((title) => title.startsWith("Cell colours"))).toEqual([]);
  });

  it("keeps what cannot be done now in its place, and says why", () => {
    const entry = (query: string, name: string, state: CommandState) =>
      groups(query, state)
        .flatMap(({ entries }) => entries)
        .find(({ title }) => title.startsWith(name));
    expect(first("undo", PLAIN)).toMatchObject({ enabled: false, aside: "needs an edit to undo" });
    expect(entry("soup", "Random fill", PLAIN)).toMatchObject({ enabled: false, aside: "needs a selection" });
    expect(entry("soup", "Random fill", { ...PLAIN, selection: true })).toMatchObject({ enabled: true });
    expect(entry("gpu", "Algorithm: GPU", PLAIN)).toMatchObject({
      enabled: false,
      aside: "A dense grid needs edges.",
    });
    expect(entry("reference", "Algorithm: Reference", PLAIN)).toBeUndefined();
  });

  it("lists all commands for nothing typed, what cannot be done last", () => {
    const [all] = groups("", PLAIN);
    expect(all?.title).toBe("Commands");
    expect(all?.entries.length).toBe(COMMANDS.list().filter((c) => !c.keyOnly).length);
    const enabled = all?.entries.map((entry) => entry.enabled) ?? [];
    expect(enabled).toEqual([...enabled].sort((a, b) => Number(b) - Number(a)));
  });

  it("tells the source what was chosen, with Shift and without", () => {
    taken.length = 0;
    const all = sources();
    const take = (query: string, other: boolean): void => {
      const id = paletteGroups(query, all, [])[0]?.entries[0]?.id ?? "";
      const known = sourceOf(all, id);
      known?.source.take(known.own, other);
    };
    take("gosper gun", false);
    take("gosper gun", true);
    take("highlife", true);
    take("pause", false);
    take("hashlife", false);
    take("oscillator", false);
    expect(taken).toEqual([
      "open gosper-glider-gun",
      "place gosper-glider-gun",
      "true B36/S23",
      "time.run",
      "algorithm hashlife",
      "lexicon/oscillator",
    ]);
  });

  it("keeps what two windows used last, whichever was used in between", async () => {
    const disk = new MemoryDisk();
    const here = new RecentEntries(new MemoryHost(disk).preferences);
    const there = new RecentEntries(new MemoryHost(disk).preferences);
    const used = (): unknown => JSON.parse(disk.preferences.get("palette") ?? "{}").value?.recent;
    here.used("command:edit.undo");
    await expect.poll(used).toEqual(["command:edit.undo"]);
    there.used("rule:B1/S1");
    await expect.poll(used).toEqual(["rule:B1/S1", "command:edit.undo"]);
    here.used("guide:lexicon/oscillator");
    await expect.poll(used).toEqual(["guide:lexicon/oscillator", "rule:B1/S1", "command:edit.undo"]);
    await expect.poll(() => here.store.getState().recent).toEqual(used());
  });

  it("puts the five entries used last on top, until something is typed", async () => {
    const texts = new Map<string, string>();
    const host = preferencesIn({
      get: async (key) => texts.get(key) ?? null,
      set: async (key, text) => void texts.set(key, text),
    });
    const before = new RecentEntries(host);
    const used = ["edit.undo", "help.guide"].map((id) => `command:${id}`);
    for (const id of [
      "rule:B1/S1",
      "rule:B36/S23",
      "guide:lexicon/oscillator",
      "pattern:gosper-glider-gun",
      ...used,
    ])
      before.used(id);
    await expect.poll(() => JSON.parse(texts.get("palette") ?? "{}").value?.recent?.length).toBe(5);
    const { store } = new RecentEntries(host);
    await expect.poll(() => store.getState().recent.length).toBe(5);
    const [top, rest] = paletteGroups("", sources(), store.getState().recent);
    expect([top?.title, ...(top?.entries.map(({ title }) => title) ?? [])]).toEqual([
      "Used last",
      "Guide",
      "Undo: Draw 3 cells",
      "Gosper glider gun",
      "oscillator",
      "HighLife",
    ]);
    expect(rest?.entries.map(({ id }) => id)).not.toContain("command:help.guide");
    expect(paletteGroups("zoom", sources(), store.getState().recent)[0]?.title).toBe("Commands");
    expect(paletteGroups("", sources(), ["command:edit.undo"])[0]?.title).toBe("Used last");
    // A pattern that was taken out of the library.
    expect(paletteGroups("", sources(), ["pattern:gone", "nowhere:x"])[0]?.title).toBe("Commands");
  });
});

describe("the first entries", () => {
  it("are those on top, whatever groups they lie in, and no group without any", () => {
    const all = paletteGroups("", sources(), ["command:edit.undo", "command:help.guide"]);
    const ids = (groups: typeof all) => groups.flatMap(({ entries }) => entries.map(({ id }) => id));
    for (const most of [0, 1, 2, 3, 10, 1e6])
      expect(ids(firstOf(all, most))).toEqual(ids(all).slice(0, most));
    expect(firstOf(all, 2).map(({ title }) => title)).toEqual(["Used last"]);
    expect(firstOf(all, 1e6)).toEqual(all);
  });
});

describe("the score", () => {
  it("puts the whole name over its beginning, its words, and what lies inside", () => {
    const scores = ["fit", "fit pattern", "autofit fit", "autofit"].map((name) => scoreOf("fit", { name }));
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(scores.every((score) => score > 0)).toBe(true);
    expect(scoreOf("fit", { name: "toolbox" })).toBe(0);
    expect(scoreOf("fit", { name: "flip it" }, true)).toBe(0);
    expect(scoreOf("cafe", { name: "Café" })).toBe(100);
  });
});
