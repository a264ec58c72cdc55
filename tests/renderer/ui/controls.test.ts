// What the window's controls say of themselves in their markup: labels, descriptions, states.

import type { ComponentProps, ReactNode } from "react";
import { createElement } from "react";
import { describe, expect, it, vi } from "vitest";
import { IconButton, TextButton } from "../../../renderer/ui/button.tsx";
import {
  CheckField,
  ChecksField,
  Field,
  NumberField,
  Segmented,
  SelectField,
  TextField,
} from "../../../renderer/ui/fields.tsx";
import { FiguresTable } from "../../../renderer/ui/figures-table.tsx";
import { DialogForm, Problem } from "../../../renderer/ui/form.tsx";
import { PointPicker } from "../../../renderer/ui/point-picker.tsx";
import { Select } from "../../../renderer/ui/select.tsx";
import { SliderField } from "../../../renderer/ui/slider.tsx";
import { Swatches } from "../../../renderer/ui/swatches.tsx";
import { SwitchField } from "../../../renderer/ui/switch-field.tsx";
import { markupOf, propsWithin, tag, tags, textOf } from "../markup.ts";

const onChange = vi.fn();
const OPTIONS = [
  { id: "a", label: "Ant" },
  { id: "b", label: "Bee" },
];

const handlers = (node: ReactNode, name: string) => propsWithin(node).flatMap((props) => props[name] ?? []);

describe("a field", () => {
  it("has a label that is its control's, and says its hint below", () => {
    const props = { label: "Width", children: (id: string) => createElement("input", { id }) };
    const plain = markupOf(Field, props);
    expect(tag(plain, "label").for).toBe(tag(plain, "input").id);
    expect(plain).toContain(">Width</label>");
    expect(plain).not.toContain("field-hint");
    const hinted = markupOf(Field, { ...props, hint: "In cells.", id: "wide", aside: "aside" });
    expect(tag(hinted, "label").for).toBe("wide");
    expect(hinted).toContain("aside</div>");
    expect(textOf(hinted, "wide-hint")).toBe("In cells.");
  });

  it("of text is invalid, and described by what is wrong, only where something is", () => {
    const good = tag(
      markupOf(TextField, { label: "Rule", value: "B3/S23", problem: null, onChange }),
      "input",
    );
    expect(good).toMatchObject({ value: "B3/S23", spellCheck: "false", autoComplete: "off" });
    expect(good).not.toHaveProperty("aria-invalid");
    expect(good).not.toHaveProperty("aria-describedby");
    const markup = markupOf(TextField, { label: "Rule", value: "B9", problem: "9 is too many.", onChange });
    const bad = tag(markup, "input");
    expect(bad["aria-invalid"]).toBe("true");
    expect(textOf(markup, bad["aria-describedby"])).toBe("9 is too many.");
  });

  it("of a number says its unit, its range, and its hint", () => {
    const number = { value: 12, min: 1, max: 20, onChange };
    const markup = markupOf(NumberField, { label: "Speed", unit: "fps", hint: "Of the film.", ...number });
    expect(markup).toContain(">Speed (fps)</label>");
    const input = tag(markup, "input");
    expect(input).toMatchObject({ role: "spinbutton", inputMode: "numeric", value: "12" });
    expect([input["aria-valuemin"], input["aria-valuenow"], input["aria-valuemax"]]).toEqual([
      "1",
      "12",
      "20",
    ]);
    expect(textOf(markup, input["aria-describedby"])).toBe("Of the film.");
    expect(input).not.toHaveProperty("aria-invalid");
    const bare = markupOf(NumberField, {
      label: "Speed",
      ...number,
      step: 0.5,
      max: Number.POSITIVE_INFINITY,
    });
    expect(bare).toContain(">Speed</label>");
    expect(tag(bare, "input")).toMatchObject({ inputMode: "decimal" });
    expect(tag(bare, "input")).not.toHaveProperty("aria-describedby");
    expect(tag(bare, "input")).not.toHaveProperty("aria-valuemax");
    const empty = tag(markupOf(NumberField, { label: "Speed", ...number, value: Number.NaN }), "input");
    expect(empty.value).toBe("");
    expect(empty).not.toHaveProperty("aria-valuenow");
    const beyond = tag(markupOf(NumberField, { label: "Speed", ...number, value: 21 }), "input");
    expect(beyond["aria-invalid"]).toBe("true");
  });

  it("of a choice shows what is chosen, and is described by its hint", () => {
    const choice = { label: "Insect", options: OPTIONS, value: "b", onChange };
    const markup = markupOf(SelectField, { ...choice, hint: "It flies.", aside: "aside" });
    const button = tag(markup, "button");
    expect(button).toMatchObject({ role: "combobox", value: "b", "aria-expanded": "false" });
    expect(button.id).toBe(tag(markup, "label").for);
    expect(textOf(markup, button["aria-describedby"])).toBe("It flies.");
    expect(markup).toContain("<span>Bee</span>");
    expect(tag(markupOf(SelectField, choice), "button")).not.toHaveProperty("aria-describedby");
    const alone = { options: OPTIONS, value: "c", onChange };
    const unknown = markupOf(Select, { ...alone, label: "Insect", disabled: true });
    expect(unknown).toContain("<span></span>");
    expect(tag(unknown, "button")).toMatchObject({ "aria-label": "Insect", disabled: "" });
    expect(tag(markupOf(Select, alone), "button")).not.toHaveProperty("disabled");
  });

  it("of several things has a box for each, checked where it is chosen", () => {
    const markup = markupOf(ChecksField, { label: "Insects", options: OPTIONS, chosen: ["b"], onChange });
    expect(markup).toContain(">Insects</legend>");
    expect(tags(markup, "input").map((input) => "checked" in input)).toEqual([false, true]);
    const [ant, bee] = handlers(
      ChecksField({ label: "", options: OPTIONS, chosen: ["b"], onChange }),
      "onChange",
    );
    ant?.({ target: { checked: true } });
    expect(onChange).toHaveBeenLastCalledWith(["b", "a"]);
    bee?.({ target: { checked: false } });
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it("of one box is described by its hint", () => {
    const markup = markupOf(CheckField, {
      label: "Loop",
      hint: "Ends as it began.",
      checked: true,
      onChange,
    });
    expect(tag(markup, "input")).toHaveProperty("checked");
    expect(textOf(markup, tag(markup, "input")["aria-describedby"])).toBe("Ends as it began.");
    const bare = markupOf(CheckField, { label: "Loop", checked: false, onChange });
    expect(tag(bare, "input")).toEqual({ type: "checkbox" });
    expect(bare).toContain("<span>Loop</span>");
  });

  it("of a switch says whether it is on, and may be off for good", () => {
    const lit = markupOf(SwitchField, { label: "Grid", aside: "aside", checked: true, onChange });
    expect(tag(lit, "input")).toMatchObject({ role: "switch", "aria-checked": "true", "aria-label": "Grid" });
    expect(tag(lit, "input")).toHaveProperty("checked");
    expect(tag(lit, "input")).not.toHaveProperty("disabled");
    expect(lit).toContain("aside");
    const dark = tag(
      markupOf(SwitchField, { label: "Grid", checked: false, disabled: true, onChange }),
      "input",
    );
    expect(dark).toMatchObject({ "aria-checked": "false", disabled: "" });
    expect(dark).not.toHaveProperty("checked");
  });

  it("of a slider has its middle near the small values, and reads its value out with the unit", () => {
    const slider = { label: "Range", value: 26, min: 1, max: 101, onChange };
    const markup = markupOf(SliderField, { ...slider, unit: "cells", keys: "[ ]" });
    expect(markup).toContain("Range (cells) <kbd>[ ]</kbd>");
    const [range, typed] = tags(markup, "input");
    expect(range).toMatchObject({ type: "range", min: "0", max: "1", step: "0.005", value: "0.5" });
    expect(range).toMatchObject({ "aria-label": "Range", "aria-valuetext": "26 cells" });
    expect(typed).toMatchObject({ id: tag(markup, "label").for, value: "26" });
    const bare = markupOf(SliderField, slider);
    expect(bare).not.toContain("kbd");
    expect(tag(bare, "input")["aria-valuetext"]).toBe("26");
  });
});

describe("a choice in a row", () => {
  const checked = (markup: string) => tags(markup, "button").map((button) => button["aria-checked"]);

  it("of words has one that is pressed, and its label in sight where that is wanted", () => {
    const row = { label: "Insect", options: OPTIONS, value: "b", onChange };
    const markup = markupOf(Segmented, row);
    expect(checked(markup)).toEqual(["false", "true"]);
    expect(markup).toContain('aria-label="Insect"');
    expect(markup).not.toContain("field-label");
    expect(markupOf(Segmented, { ...row, titled: true })).toContain(">Insect</span>");
  });

  it("of colours shows each look's own, and names it", () => {
    const swatches = [
      { id: "a", label: "Amber", ground: "#111", marks: ["#fa0", "#fb0"] },
      { id: "b", label: "Blue", ground: "#222", marks: [], number: { text: "3", colour: "#00f" } },
    ];
    const markup = markupOf(Swatches, { label: "Theme", swatches, value: "a", onChange });
    expect(checked(markup)).toEqual(["true", "false"]);
    expect(tags(markup, "button").map(({ title }) => title)).toEqual(["Amber", "Blue"]);
    expect(tags(markup, "button").map(({ style }) => style)).toEqual([
      "background:#111",
      "background:#222;color:#00f",
    ]);
    expect(tags(markup, "i").map(({ style }) => style)).toEqual(["background:#fa0", "background:#fb0"]);
    expect(markup).toContain(">3</button>");
  });

  it("of points has each in its place", () => {
    const points = [
      { id: "nw", label: "North-west", column: 1, row: 1 },
      { id: "e", label: "East", column: 3, row: 2 },
    ];
    const markup = markupOf(PointPicker, { label: "Anchor", points, value: "e", onChange });
    expect(checked(markup)).toEqual(["false", "true"]);
    expect(tags(markup, "button").map(({ style }) => style)).toEqual([
      "grid-column:1;grid-row:1",
      "grid-column:3;grid-row:2",
    ]);
    expect(tags(markup, "button").map((button) => button["aria-label"])).toEqual(["North-west", "East"]);
  });
});

it.each([
  ["words", Segmented({ label: "", options: OPTIONS, value: "b", onChange })],
  ["colours", Swatches({ label: "", swatches: [], value: "b", onChange })],
  ["points", PointPicker({ label: "", points: [], value: "b", onChange })],
])("A choice in a row of %s hears another, and never that there is none", (_, node) => {
  const [hear] = handlers(node, "onValueChange");
  onChange.mockClear();
  hear?.("");
  expect(onChange).not.toHaveBeenCalled();
  hear?.("a");
  expect(onChange).toHaveBeenCalledWith("a");
});

describe("a button", () => {
  const icon = (props: Partial<ComponentProps<typeof IconButton>>) =>
    tag(markupOf(IconButton, { label: "Play", onPress: onChange, children: null, ...props }), "button");

  it("with an icon has a name, says whether it is pressed, and stays in reach where it is of no use", () => {
    expect(icon({})).toMatchObject({ type: "button", "aria-label": "Play", class: "icon-button quiet" });
    expect(icon({})).not.toHaveProperty("aria-pressed");
    expect(icon({})).not.toHaveProperty("aria-disabled");
    expect(icon({ pressed: false, look: "tool", id: "play" })).toMatchObject({
      ...{ "aria-pressed": "false", class: "icon-button tool", id: "play" },
    });
    expect(icon({ pressed: true, disabled: true })).toMatchObject({
      ...{ "aria-pressed": "true", "aria-disabled": "true" },
    });
    expect(icon({ disabled: true })).not.toHaveProperty("disabled");
  });

  it("with a text sends nothing unless it is told to, and may have a longer name and the first focus", () => {
    const plain = tag(markupOf(TextButton, { children: "Save" }), "button");
    expect(plain).toEqual({ type: "button", class: "text-button plain" });
    const all = { look: "accent", type: "submit", first: true, disabled: true, label: "Save as" } as const;
    expect(tag(markupOf(TextButton, { ...all, children: "Save" }), "button")).toEqual({
      ...{
        type: "submit",
        class: "text-button accent",
        disabled: "",
        "aria-label": "Save as",
        "data-first": "true",
      },
    });
  });
});

describe("a form", () => {
  const form = { verb: "Resize", onSubmit: () => {}, onCancel: () => {} };

  it("ends with Cancel and its verb, and reads its problem out", () => {
    const markup = markupOf(DialogForm, { ...form, problem: "Too wide.", children: "fields" });
    expect(markup).toMatch(/fields.*role="alert">Too wide\.<.*>Cancel<.*>Resize</);
    const [cancel, send] = tags(markup, "button");
    expect(cancel).toMatchObject({ type: "button" });
    expect(send).toMatchObject({ type: "submit", class: "text-button accent" });
    expect(send).not.toHaveProperty("disabled");
    expect(send).not.toHaveProperty("data-first");
    const shut = markupOf(DialogForm, { ...form, disabled: true, first: true, children: null });
    expect(shut).not.toContain("alert");
    expect(tags(shut, "button")[1]).toMatchObject({ disabled: "", "data-first": "true" });
  });

  it("has no problem where there is none", () => {
    expect(markupOf(Problem, { text: null })).toBe("");
    expect(markupOf(Problem, { text: "" })).toBe("");
    expect(textOf(markupOf(Problem, { id: "why", text: "Too wide." }), "why")).toBe("Too wide.");
  });
});

it("A table of figures has a name, heads of columns, and can be scrolled by keys", () => {
  const rows = createElement("tr", null, createElement("td", null, "7"));
  const markup = markupOf(FiguresTable, { label: "Speeds", columns: ["Case", "Time"], children: rows });
  expect(tag(markup, "section")).toEqual({ class: "scroller", tabindex: "0", "aria-label": "Speeds" });
  expect(tags(markup, "th")).toEqual([{ scope: "col" }, { scope: "col" }]);
  expect(markup).toMatch(/>Case<.*>Time<.*<td>7</);
  const wide = markupOf(FiguresTable, { label: "Speeds", columns: [], className: "wide", children: null });
  expect(tag(wide, "section").class).toBe("scroller wide");
});
