// What a field, a list or the timeline asks of a universe comes after the keys that were pressed before, also where they wait.

import type { FunctionComponent } from "react";
import { expect, it } from "vitest";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { StudioDocument } from "../../../renderer/document/document.ts";
import { placePattern } from "../../../renderer/library/place.ts";
import { applyRule } from "../../../renderer/rules/rule-verbs.ts";
import type { Studio } from "../../../renderer/studio/studio.ts";
import { Scrubber } from "../../../renderer/window/dock/scrubber.tsx";
import { Inspector } from "../../../renderer/window/inspector/inspector.tsx";
import { NameField } from "../../../renderer/window/tabs/name-field.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { acting } from "../../support/played-page/acting.ts";
import { act, click, one, press, type } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

interface Rig {
  readonly place: HTMLElement;
  readonly studio: Studio;
  readonly document: StudioDocument;
}

const field = ({ place }: Rig, name: string) => one(place, "textbox", name) as HTMLInputElement;
const HIGH_LIFE = { text: "B36/S23", rule: parseRule("B36/S23"), name: "HighLife" };

const ASKED: readonly [
  string,
  FunctionComponent<{ document: StudioDocument }>,
  (rig: Rig) => void,
  string[],
][] = [
  ["the timeline", Scrubber, ({ place }) => press(one(place, "slider", "Timeline"), "Home"), ["Step"]],
  [
    "the rule",
    Inspector,
    (rig) => {
      type(field(rig, "Rule"), "B36/S23");
      act(field(rig, "Rule").form as HTMLElement, "submit");
    },
    ["Step", "Rule B36/S23"],
  ],
  [
    "the pattern's author",
    Inspector,
    (rig) => {
      acting(() => field(rig, "Author").focus());
      type(field(rig, "Author"), "Conway");
      acting(() => field(rig, "Author").blur());
    },
    ["Step", "Edit pattern info"],
  ],
  [
    "a line of the history",
    Inspector,
    ({ place }) => click(one(one(place, "listbox", "History"), "option", "Beginning")),
    ["Step"],
  ],
  [
    "the name of the tab",
    NameField,
    (rig) => {
      type(field(rig, "Name of the tab"), "Gun");
      press(field(rig, "Name of the tab"), "Enter");
    },
    ["Step", "Edit pattern info"],
  ],
  [
    "a rule that was found",
    Scrubber,
    ({ studio, document }) => applyRule(studio, document, HIGH_LIFE as never),
    ["Step", "Rule B36/S23"],
  ],
];

it.each(ASKED)("%s waits for an undo and a redo", async (_, component, ask, labels) => {
  const { studio, open, show } = inStudio();
  const document = await open({ cells: GLIDER });
  const { editor } = document;
  await editor.step(1n);
  const { place } = await show(component, { document });
  await until(() => document.readings.store.getState().timeline.to === 1n);
  // Until the undo is done nothing can be redone.
  const keys = [studio.commands.run("edit.undo"), studio.commands.run("edit.redo")];
  ask({ place, studio, document });
  expect(await Promise.all(keys)).toEqual([true, true]);
  await editor.settled();
  expect(editor.history.map(({ label }) => label)).toEqual(labels);
  // The timeline and the history lead back.
  expect(editor.generation).toBe(labels.length > 1 ? 1n : 0n);
});

it("a key that is pressed while a pattern of the library is read turns that pattern", async () => {
  const { studio, open } = inStudio();
  const document = await open();
  const placed = placePattern(studio, document, "x = 3, y = 1, rule = B3/S23\n3o!");
  const turned = studio.commands.run("edit.rotate-clockwise");
  expect(document.editor.state.pending).toBeNull();
  await placed;
  expect(await turned).toBe(true);
  expect(document.editor.state.pending?.region.box).toMatchObject({ w: 1n, h: 3n });
});
