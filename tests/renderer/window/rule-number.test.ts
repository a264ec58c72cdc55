// A number of a rule: half of it never runs, and each change is one step of history.

import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { RuleNumber, RuleSlider } from "../../../renderer/window/inspector/rule-number.tsx";
import { acting } from "../../support/played-page/acting.ts";
import { act, one, press, type } from "../../support/played-page/hands.ts";
import { PlayedPage } from "../../support/played-page/page.ts";

async function field(reach?: number) {
  const onChange = vi.fn();
  const props = { label: "Range", value: 5, min: 1, max: 500, onChange };
  const element = (value: number) =>
    reach === undefined
      ? createElement(RuleNumber, { ...props, value })
      : createElement(RuleSlider, { ...props, value, reach });
  const { place, render } = await new PlayedPage().show(element(5));
  const input = one(place, "spinbutton") as HTMLInputElement;
  /** What has been taken since it was last asked. */
  const taken = (): unknown[] => onChange.mock.calls.splice(0).flat();
  const leave = (): void => acting(() => input.blur());
  acting(() => input.focus());
  return { place, input, taken, leave, become: (value: number) => render(element(value)) };
}

it("counts once it is left or confirmed, and an arrow key at once", async () => {
  const { input, taken, leave, become } = await field();
  type(input, "1");
  type(input, "12");
  expect(taken()).toEqual([]);
  press(input, "Enter");
  expect(taken()).toEqual([12]);
  become(12);
  type(input, "7");
  leave();
  expect(taken()).toEqual([7]);
  become(7);
  press(input, "ArrowUp");
  expect(taken()).toEqual([8]);
  become(8);
  press(input, "ArrowDown");
  expect(taken()).toEqual([7]);
});

it("that is as it was is no change", async () => {
  const { input, taken, leave } = await field();
  press(input, "Enter");
  type(input, "6");
  type(input, "5");
  leave();
  expect(taken()).toEqual([]);
});

it("that cannot be is not taken, says so, and is put back when it is left", async () => {
  const { input, taken, leave } = await field();
  for (const text of ["0", "501", "x", ""]) {
    type(input, text);
    press(input, "Enter");
    expect([taken(), input.getAttribute("aria-invalid")]).toEqual([[], "true"]);
  }
  expect(input.title).not.toBe("");
  acting(() => input.focus());
  type(input, "6");
  press(input, "Escape");
  expect(input.value).toBe("5");
  leave();
  expect(taken()).toEqual([]);
});

it("follows Undo", async () => {
  const { input, become } = await field();
  type(input, "9");
  become(3);
  expect(input.value).toBe("3");
});

it("has a slider, which counts when it is let go, and reaches the value at least", async () => {
  const { place, taken, become } = await field(15);
  const slider = one(place, "slider", "Range") as HTMLInputElement;
  expect([slider.min, slider.max, slider.value]).toEqual(["1", "15", "5"]);
  const drag = (value: string): void => {
    slider.value = value;
    act(slider, "input");
  };
  drag("9");
  drag("11");
  expect(taken()).toEqual([]);
  act(slider, "change");
  expect(taken()).toEqual([11]);
  become(40);
  expect([slider.max, slider.value]).toEqual(["40", "40"]);
  expect(one(place, "spinbutton", "Range, as a number")).toBeDefined();
});
