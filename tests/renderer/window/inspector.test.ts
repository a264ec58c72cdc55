// The inspector: a universe's rule, its grid, its pattern and what is selected, as fields and what follows from them.

import { describe, expect, it, vi } from "vitest";
import { grouped } from "../../../engine/core/integers.ts";
import { rect } from "../../../engine/core/rect.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import { rulesOf } from "../../../renderer/rules/rule-shelf.ts";
import { inkOf } from "../../../renderer/tools/toolbox.ts";
import { Inspector } from "../../../renderer/window/inspector/inspector.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { acting } from "../../support/played-page/acting.ts";
import {
  act,
  all,
  click,
  names,
  one,
  press,
  stageOn,
  textOn,
  type,
} from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

async function inspected(wanted: Parameters<ReturnType<typeof inStudio>["open"]>[0] = {}) {
  const rig = inStudio();
  const document = await rig.open({ cells: GLIDER, ...wanted });
  const { place } = await rig.show(Inspector, { document });
  const cells = stageOn(rig.page);
  const section = (name: string): HTMLElement => one(place, "region", name);
  const rows = (name: string): Record<string, string> =>
    Object.fromEntries(
      all(section(name), "term").map((term) => [textOn(term), textOn(term.nextSibling as HTMLElement)]),
    );
  const aside = (name: string): string =>
    textOn(section(name).querySelector(".section-head > :last-child") as HTMLElement);
  const problem = (): string | undefined => place.querySelector("[role=alert]")?.textContent ?? undefined;
  const focus = (): Element | null => rig.page.document.activeElement;
  return { ...rig, document, place, cells, section, rows, aside, problem, focus };
}

describe("the rule", () => {
  async function ruled(rule: string) {
    const rig = await inspected({ rule });
    const field = one(rig.section("Rule"), "textbox", "Rule") as HTMLInputElement;
    const enter = (text: string): void => {
      field.focus();
      type(field, text);
      act(field.form as HTMLElement, "submit");
    };
    const ruleNow = (): string => rig.document.editor.state.rule.text;
    return { ...rig, field, enter, ruleNow };
  }

  it("is named, and takes a text with Enter, which gives the keys to the cells", async () => {
    const { enter, field, aside, section, cells, focus, ruleNow } = await ruled("B3/S23");
    expect([field.value, aside("Rule")]).toEqual(["B3/S23", "Life"]);
    const note = textOn(section("Rule").querySelector(".why") as HTMLElement);
    enter(" b36/s23:T40,30 ");
    expect(focus()).toBe(cells);
    // The grid stays as it is.
    await until(() => ruleNow() === "B36/S23");
    await until(() => aside("Rule") === "HighLife");
    expect([field.value, one(section("Rule"), "combobox").textContent]).toEqual([
      "B36/S23",
      expect.stringMatching(/^HighLife +B36\/S23$/),
    ]);
    expect(textOn(section("Rule").querySelector(".why") as HTMLElement)).not.toBe(note);
    enter("B36/S0");
    await until(() => ruleNow() === "B36/S0");
    await until(() => one(section("Rule"), "combobox").textContent === "Not in the list");
  });

  it("says what is wrong with a text, which stays to be mended; Escape brings the old one back", async () => {
    const { page, enter, field, problem, ruleNow, cells, focus } = await ruled("B3/S23");
    enter("B9/S23");
    expect([focus(), field.value, field.getAttribute("aria-invalid")]).toEqual([field, "B9/S23", "true"]);
    const said = page.document.getElementById(field.getAttribute("aria-describedby") ?? "");
    expect([problem(), said?.textContent]).toEqual([expect.stringContaining("9"), problem()]);
    type(field, "B9/S2");
    expect([problem(), field.getAttribute("aria-describedby")]).toEqual([undefined, null]);
    press(field, "Escape");
    expect(field.value).toBe("B3/S23");
    page.paint();
    expect([focus(), ruleNow()]).toEqual([cells, "B3/S23"]);
  });

  it("names the rule that a misspelt name comes near to, or the way to bring a file", async () => {
    const { enter, problem } = await ruled("B3/S23");
    enter("hilife");
    expect(problem()).toMatch(/needs its file hilife\.rule\. Did you mean HighLife\?$/);
    enter("Nowhere");
    expect(problem()).toMatch(
      /Nowhere\.rule\. Drop that file on the window, or choose it in the rule browser\.$/,
    );
  });

  it("counts when the field is left, too, and not while somebody types", async () => {
    const { field, ruleNow } = await ruled("B3/S23");
    acting(() => field.focus());
    type(field, "B36/S23");
    press(field, "6");
    expect(ruleNow()).toBe("B3/S23");
    acting(() => field.blur());
    await until(() => ruleNow() === "B36/S23");
  });

  it("has the name that its person gave it", async () => {
    const { studio, aside, section, commandsAsked } = await ruled("B36/S23");
    await rulesOf(studio).keep({ rule: "B36/S23", name: "Mine", note: "Of mine." });
    await until(() => aside("Rule") === "Mine");
    expect(textOn(section("Rule").querySelector(".why") as HTMLElement)).toBe("Of mine.");
    const asked = commandsAsked();
    click(one(section("Rule"), "button", "Browse rules…"));
    expect(asked).toEqual(["file.rules"]);
  });
});

describe("the universe", () => {
  it("has its grid, which a click resizes, and the algorithm that runs it", async () => {
    const { aside, rows, section, document, commandsAsked } = await inspected({ rule: "B3/S23:T40,30" });
    expect([aside("Universe"), rows("Universe")]).toEqual(["Square", { Topology: "Torus 40 × 30" }]);
    const algorithm = one(section("Universe"), "combobox", "Algorithm");
    expect(textOn(algorithm)).toBe("Bitwise");
    const changed = vi.spyOn(document, "changeAlgorithm");
    await until(() => {
      // Nothing takes the letter before the engine has said which others there are.
      if (changed.mock.calls.length === 0) press(algorithm, "r");
      return document.universe.runner.algorithm === "reference";
    });
    await until(() => textOn(algorithm) === "Reference");
    expect(changed.mock.calls).toEqual([["reference"]]);
    const asked = commandsAsked();
    click(one(section("Universe"), "button", "Torus 40 × 30"));
    expect(asked).toEqual(["edit.resize"]);
  });

  it.each([
    [600, "row memory", "58.6%"],
    [1000, "row memory full", "97.7%"],
  ])("shows %i megabytes of memory where that is worth a word", async (megabytes, className, width) => {
    const rig = inStudio();
    const document = await rig.open({ cells: GLIDER });
    vi.spyOn(document.universe, "read").mockResolvedValue(megabytes * 2 ** 20);
    const { place } = await rig.show(Inspector, { document });
    await until(() => place.querySelector(".memory") !== null);
    const row = place.querySelector(".memory") as HTMLElement;
    expect([row.className, textOn(row)]).toEqual([className, `Memory${grouped(megabytes)} of 1,024 MB`]);
    expect((row.querySelector(".bar span") as HTMLElement).style.width).toBe(width);
  });
});

it("has the pattern's name, author and comments; a change counts when its field is left", async () => {
  const { section, document } = await inspected();
  const field = (name: string) => one(section("Pattern"), "textbox", name) as HTMLInputElement;
  const leave = (name: string, text: string): void => {
    acting(() => field(name).focus());
    type(field(name), text);
    acting(() => field(name).blur());
  };
  leave("Name", " Gun ");
  await until(() => document.editor.state.info.name === "Gun");
  leave("Author", "B. Gosper");
  await until(() => document.editor.state.info.author === "B. Gosper");
  leave("Comments", "one\n\ntwo");
  await until(() => document.editor.state.info.comments.length === 3);
  expect(document.editor.state.info).toEqual({
    ...{ name: "Gun", author: "B. Gosper", comments: ["one", "", "two"] },
  });
  leave("Comments", " \n ");
  await until(() => document.editor.state.info.comments.length === 0);
  leave("Name", "");
  await until(() => document.editor.state.info.name === null);
  await document.editor.undo();
  await until(() => field("Name").value === "Gun");
  await document.editor.undo();
  await until(() => field("Comments").value === "one\n\ntwo");
});

describe("the selection", () => {
  async function selected(rule = "B3/S23") {
    const rig = await inspected({ rule });
    expect(names(rig.place, "region")).not.toContain("Selection");
    await rig.document.editor.select(selectBox(rect(0, 0, 3, 4)));
    await until(() => names(rig.place, "region").includes("Selection"));
    return rig;
  }

  it("has its size, its place and its live cells", async () => {
    const { document, rows, aside, section } = await selected();
    await until(() => rows("Selection")["Live cells"] === "5 of 12");
    expect([aside("Selection"), rows("Selection")["Top left"]]).toEqual(["3 × 4", "0, 0"]);
    // While it is drawn anew nothing is counted, and nothing can be done with it.
    acting(() => document.editor.setDraft(selectBox(rect(-2, 1, 2, 2))));
    await until(() => aside("Selection") === "2 × 2");
    expect(rows("Selection")).toEqual({ "Top left": "-2, 1", "Live cells": "– of 4" });
    expect(all(section("Selection"), "button")).toHaveLength(1);
  });

  it("is filled by chance, from the seed that is typed or the last one", async () => {
    const { studio, section, problem, focus, commandsAsked } = await selected();
    const field = (role: string, name: string) => one(section("Selection"), role, name) as HTMLInputElement;
    const fill = () => one(section("Selection"), "button", "Random fill") as HTMLButtonElement;
    type(field("spinbutton", "Fill (% live)"), "40");
    await until(() => studio.settings.now.fillPercent === 40);
    type(field("spinbutton", "Fill (% live)"), "101");
    expect(studio.settings.now.fillPercent).toBe(40);
    type(field("textbox", "Seed"), "x");
    expect([problem(), fill().disabled, field("textbox", "Seed").getAttribute("aria-invalid")]).toEqual([
      ...["A seed is a whole number from 0 to 4,294,967,295.", true, "true"],
    ]);
    type(field("textbox", "Seed"), "7");
    expect([problem(), fill().disabled, studio.shell.getState().soupSeed]).toEqual([undefined, false, 7]);
    acting(() => studio.shell.setState({ lastSeed: 7 }));
    expect(names(section("Selection"), "button")).not.toContain("Use again");
    acting(() => studio.shell.setState({ lastSeed: 99 }));
    click(one(section("Selection"), "button", "Use again"));
    expect([field("textbox", "Seed").value, studio.shell.getState().soupSeed]).toEqual(["99", 99]);
    expect(focus()).toBe(field("textbox", "Seed"));
    const asked = commandsAsked();
    click(fill());
    expect(asked).toEqual(["select.random-fill"]);
  });

  it("of more than two states is filled with one of them or with all", async () => {
    const { section, document } = await selected("23/3/4");
    await until(() => section("Selection").querySelector(".state-counts") !== null);
    const choices = section("Selection").querySelector(".fill-with") as HTMLElement;
    expect(names(choices, "radio")).toEqual(["State 1", "All states"]);
    click(one(choices, "radio", "All states"));
    expect(one(choices, "radio", "All states").getAttribute("aria-checked")).toBe("true");
    acting(() => document.toolbox.setInk(3));
    expect(names(choices, "radio")[0]).toBe("State 3");
    click(one(choices, "radio", "State 3"));
    expect(one(choices, "radio", "State 3").getAttribute("aria-checked")).toBe("true");
  });

  it("has a button for each thing that is done with it", async () => {
    const { section, commandsAsked } = await selected();
    expect(section("Selection").querySelector(".fill-with")).toBeNull();
    const asked = commandsAsked();
    const verbs = [...section("Selection").querySelectorAll<HTMLElement>(".selection-verbs button")];
    for (const verb of verbs) click(verb);
    expect(asked).toEqual([
      ...["edit.lift", "select.invert", "select.advance-inside", "select.advance-outside"],
      ...["select.save", "select.open", "analysis.identify"],
    ]);
  });
});

it("has a colour and a count for each state, and a press takes the state in hand", async () => {
  const { document, section, aside, cells, focus, place } = await inspected({ rule: "23/3/4" });
  const lines = () => all(one(section("States"), "list"), "button").map(textOn);
  await until(() => lines()[0]?.endsWith("5") === true);
  expect([aside("States"), lines()]).toEqual(["4", ["1live5", "2dying 10", "3dying 20"]]);
  const [, second] = all(one(section("States"), "list"), "button") as [HTMLElement, HTMLElement];
  expect(second.title).toBe("Draw with state 2");
  click(second);
  expect(inkOf(document.toolbox.store.getState(), document.editor.state.rule)).toBe(2);
  expect([second.getAttribute("aria-pressed"), focus()]).toEqual(["true", cells]);
  expect(names(place, "region")).toContain("States");
});

it("folds a section away, and keeps it so", async () => {
  const { studio, section } = await inspected();
  const head = () => section("Pattern").querySelector(".section-head") as HTMLElement;
  expect(head().getAttribute("aria-expanded")).toBe("true");
  click(head());
  expect([head().getAttribute("aria-expanded"), head().getAttribute("aria-controls")]).toEqual([
    "false",
    null,
  ]);
  expect(section("Pattern").querySelector("input")).toBeNull();
  await until(() => studio.settings.now.folded.includes("Pattern"));
  click(head());
  expect(section("Pattern").querySelector("input")).not.toBeNull();
});
