// What each command changes of all that a person sees, and that it changes nothing else.

import { expect, test } from "vitest";
import { cellsToRuns } from "../../../../engine/core/cells.ts";
import type { Rect } from "../../../../engine/core/rect.ts";
import { rect } from "../../../../engine/core/rect.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import type { Studio } from "../../../../renderer/studio/studio.ts";
import { COMMANDS } from "../../../../renderer/window/commands/registry.ts";
import type { MemoryHost } from "../../../support/memory-host.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import { cellNames } from "../../editor/cells.ts";
import { inStudio } from "../../in-studio.ts";
import type { Story } from "./stories.ts";
import { STORIES } from "./stories.ts";

type Facts = Readonly<Record<string, string>>;

const boxText = ({ x, y, w, h }: Rect): string => `${x},${y} ${w}x${h}`;

/** All that a person sees, in words. */
async function factsOf(studio: Studio, host: MemoryHost): Promise<Facts> {
  const { tabs, active, preferences, pace, dialog, split, hint, message, question, ...shell } =
    studio.shell.getState();
  const titleOf = (id: string | null): string => tabs.find((tab) => tab.id === id)?.title ?? "none";
  const { cells: colours, toolOptions, folded, keys: _, ...choices } = preferences;
  const plain = Object.entries({
    ...choices,
    ...shell,
    preview: titleOf(shell.preview),
    renaming: titleOf(shell.renaming),
  })
    .filter(([, value]) => typeof value !== "object")
    .map(([name, value]) => [name, `${value}`]);
  const facts: Facts = {
    ...Object.fromEntries(plain),
    tabs: tabs.map(({ id, title }) => (id === active ? `[${title}]` : title)).join(" "),
    pace: `${pace.base}^${pace.exponent} at ${pace.rate}`,
    dialog: dialog
      ? [
          dialog.id,
          ...Object.entries(dialog.props).map(([name, value]) =>
            typeof value === "object" ? name : `${name} ${value}`,
          ),
        ].join(" ")
      : "none",
    ...{ colours, folded: folded.join(), options: JSON.stringify(toolOptions) },
    ...{ hint: hint ?? "none", message: message?.text ?? "none", question: question?.title ?? "none" },
    split: split
      ? `${split.documents.map(titleOf).join("|")} at ${split.focus}${split.linked ? ", linked" : ""}`
      : "none",
    clipboard: host.clipboardText,
    files: [...host.disk.files].map(([name, bytes]) => `${name}: ${new TextDecoder().decode(bytes)}`).join(),
  };
  const { document } = studio.tabs;
  if (!document) return facts;
  const { editor, view, toolbox, universe, ageLook } = document;
  await editor.settled();
  const { selection, pending, generation, running, undoLabel, redoLabel, rule, topology } = editor.state;
  const { camera } = view;
  return {
    ...facts,
    generation: `${running ? "running" : generation}`,
    cells: running ? "" : [...cellNames(cellsToRuns(await universe.present.readRuns()))].join(" "),
    selection: selection ? boxText(selection.box) : "none",
    paste: pending ? boxText(pending.region.box) : "none",
    pasting: `${editor.pasteMode} by ${editor.pasteAnchor}`,
    ...{ undo: undoLabel ?? "none", redo: redoLabel ?? "none", rule: rule.text, grid: topology.kind },
    camera: `${Number(camera.x) + camera.dx},${Number(camera.y) + camera.dy} at ${camera.zoom}`,
    ...{ ink: `${toolbox.ink}`, "own look": JSON.stringify(ageLook) },
  };
}

/** What is selected in the situation of that name, as text. */
const CELLS = "x = 3, y = 2, rule = B3/S23\n$obo!\n";

type Situation = (studio: Studio, host: MemoryHost) => Promise<unknown>;
const open = (studio: Studio, title: string, text: string, rle: string, algorithm?: string) =>
  studio.documents.open({
    title,
    ...parseUniverseRule(text),
    cells: cellsFromRle(rle),
    ...(algorithm && { algorithm }),
  });

const cells: Situation = async (studio) => {
  await studio.settings.change({ welcomed: true, folded: ["Pattern", "Rule", "Time"] });
  studio.shell.setState({ soupSeed: 7 });
  const { editor } = await open(studio, "Glider", "B3/S23", "bo$2bo$3o!");
  await editor.step(1n);
};
const SITUATIONS: Readonly<Record<keyof typeof STORIES, Situation>> = {
  cells,
  selected: async (studio, host) => {
    await cells(studio, host);
    await studio.tabs.document?.editor.select(selectBox(rect(0, 0, 3, 2)));
  },
  still: async (studio) => {
    const { editor } = await open(studio, "Block", "B3/S23", "2o$2o!");
    await editor.select(selectBox(rect(0, 0, 3, 3)));
    studio.pacing.set({ base: 2, exponent: 3, rate: null });
  },
  pasting: async (studio, host) => {
    await cells(studio, host);
    host.clipboardText = "x = 2, y = 1\n2o!";
    await studio.commands.run("edit.paste");
  },
  leaping: (studio) => open(studio, "Glider", "B3/S23", "bo$2bo$3o!", "hashlife"),
  states: (studio) => open(studio, "Brain", "345/2/9", "2o!"),
  file: async (studio, host) => {
    host.disk.put({ "g.rle": "x = 3, y = 1\n3o!" });
    host.openAnswers.push(["g.rle"]);
    await studio.commands.run("file.open");
    await studio.tabs.document?.editor.step(1n);
  },
  tabs: async (studio) => {
    for (const title of ["A", "B", "C"]) await open(studio, title, "B3/S23", "o!");
    studio.tabs.step(-1);
  },
  split: async (studio) => {
    for (const title of ["A", "B"]) await open(studio, title, "B3/S23", "o!");
    await studio.commands.run("view.split");
  },
};

/** What is other than before. */
function changesOf(before: Facts, after: Facts): string {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return changed.map((name) => `${name}: ${before[name]} -> ${after[name]}`).join("; ") || "nothing";
}

/** A run comes as far as it happens to come. */
const afterRun = ({ generation, ...facts }: Facts): Facts => ({
  ...facts,
  generation: generation === "running" ? generation : "anywhere",
  cells: "",
});

test.each(Object.entries(STORIES) as [keyof typeof STORIES, Story][])(
  "commands on %s",
  async (name, story) => {
    const { studio, host } = inStudio();
    await SITUATIONS[name](studio, host);
    const told: [string, string][] = [];
    let before = await factsOf(studio, host);
    for (const [id] of story) {
      const ran = await studio.commands.run(id);
      const facts = async (): Promise<Facts> => {
        const all = await factsOf(studio, host);
        return id === "time.run" ? afterRun(all) : all;
      };
      told.push([id, ran ? changesOf(before, await facts()) : "refused"]);
      studio.shell.setState({ dialog: null, hint: null, message: null });
      before = await facts();
    }
    expect(told).toEqual(story);
  },
);

test.each<[string, readonly string[], Facts]>([
  ["copied is pasted", ["edit.copy", "edit.paste"], { clipboard: CELLS, paste: "0,0 3x2" }],
  ["cut is pasted", ["edit.cut", "edit.paste"], { cells: "1,2 2,2 1,3", paste: "0,0 3x2" }],
  [
    "copied with its place is pasted",
    ["edit.copy-positioned", "edit.paste"],
    { clipboard: `#CXRLE Pos=0,0 Gen=1\n${CELLS}`, paste: "0,0 3x2" },
  ],
  ["lifted turns", ["edit.lift", "edit.rotate-clockwise"], { paste: "0,-1 2x3" }],
  ["pasted goes down", ["edit.copy", "edit.paste", "edit.nudge-down", "edit.place-paste"], { paste: "none" }],
])("what is %s, however soon the next key comes", async (_, ids, facts) => {
  const { studio, host } = inStudio();
  await SITUATIONS.selected(studio, host);
  const ran = await Promise.all(ids.map((id) => studio.commands.run(id)));
  expect(ran).toEqual(ids.map(() => true));
  expect(await factsOf(studio, host)).toMatchObject(facts);
});

test("a run at full speed says how else it could go faster, by the key that is bound", async () => {
  const { studio, host } = inStudio();
  await SITUATIONS.still(studio, host);
  for (const [keys, said] of [
    [["Shift+G"], "It runs as fast as it can; Shift+G makes the step larger."],
    [[], "It runs as fast as it can."],
  ] as const) {
    await studio.settings.change({ keys: { "time.larger-step": [...keys] } });
    await studio.commands.run("time.faster");
    expect(studio.shell.getState().hint).toBe(said);
  }
});

test("no command is left out, but those of labs, of the page's focus, and what opens files", () => {
  const told = new Set(Object.values(STORIES).flatMap((story: Story) => story.map(([id]) => id)));
  const others = COMMANDS.list().filter(({ id }) => !told.has(id) && !id.startsWith("labs."));
  expect(others.map(({ id }) => id)).toEqual([
    ...["file.open", "view.full-screen", "view.leave-canvas", "view.save-image"],
  ]);
});
