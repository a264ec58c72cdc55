// A plot in an element: made once, as wide as the element, with new values as they come, and gone with its component.

import { createElement, useRef } from "react";
import { expect, it } from "vitest";
import type { PlotPicture } from "../../../renderer/ui/plot/plot-options.ts";
import { dataOf } from "../../../renderer/ui/plot/plot-options.ts";
import { useUplot } from "../../../renderer/ui/plot/use-uplot.ts";
import { PlayedPage } from "../../support/played-page/page.ts";
import { until } from "../../support/until.ts";

interface Made {
  readonly picture: PlotPicture;
  readonly did: unknown[];
  width: number;
  readonly height: number;
  data: readonly (readonly number[])[];
  readonly scales: { readonly x: { min: number | null; max: number | null } };
}

const line = (label: string, ys: readonly number[]) =>
  ({ label, look: "line", stroke: { token: "--cell", dash: [] }, xs: ys.map((_, at) => at), ys }) as const;
const picture = (ys: readonly number[], height = 100, label = "cells"): PlotPicture => ({
  ...{ x: AXIS, y: AXIS, height },
  series: [line(label, ys)],
});
const AXIS = { size: 10 };

async function plotted(first: PlotPicture, theme = "dark") {
  const page = new PlayedPage();
  const made: Made[] = [];
  const make = (_: unknown, place: HTMLElement, drawn: PlotPicture): Made => {
    const did: unknown[] = [];
    const plot = {
      ...{ picture: drawn, did, width: place.clientWidth, height: drawn.height },
      data: dataOf(drawn) as never,
      scales: { x: { min: null, max: null } },
      setSize: (size: { readonly width: number }) => {
        did.push(size);
        plot.width = size.width;
      },
      setData: (data: unknown, whole: boolean) => void did.push([data, whole]),
      redraw: () => void did.push("redraw"),
      destroy: () => void did.push("destroy"),
    };
    made.push(plot as never);
    return plot as never;
  };
  let held: { readonly current: unknown } = { current: null };
  function Plot(props: { readonly picture: PlotPicture; readonly theme: string; readonly bare?: boolean }) {
    const place = useRef<HTMLDivElement>(null);
    held = useUplot({ place, ...props, make: make as never });
    return props.bare ? null : createElement("div", { ref: place });
  }
  const shown = await page.show(createElement(Plot, { picture: first, theme }));
  const again = (next: PlotPicture, other = theme): void =>
    shown.render(createElement(Plot, { picture: next, theme: other }));
  return { page, made, again, ...shown, plot: () => held.current };
}

it("is made once the library is there, and takes new values as they come", async () => {
  const first = picture([1, 2]);
  const { made, again, plot } = await plotted(first);
  expect(plot()).toBeNull();
  // What is newest by then.
  again(picture([1, 2, 3]));
  await until(() => made.length === 1);
  expect(plot()).toBe(made[0]);
  expect(made[0]?.picture.series[0]?.xs).toHaveLength(3);
  again(picture([1, 2, 3, 4]));
  expect(made).toHaveLength(1);
  // All of them were seen: the plot goes on showing all.
  expect(made[0]?.did).toEqual([[dataOf(picture([1, 2, 3, 4])), true]]);
});

it.each([
  [0, 2, true],
  [-1, 5, true],
  [1, 2, false],
  [0, 1, false],
])("that was seen from %i to %i of 0 to 2 shows all new values: %s", async (min, max, whole) => {
  const { made, again } = await plotted(picture([5, 6, 7]));
  await until(() => made.length === 1);
  Object.assign(made[0]?.scales.x as object, { min, max });
  const next = picture([5, 6, 7, 8]);
  again(next);
  expect(made[0]?.did).toEqual([[dataOf(next), whole], ...(whole ? [] : ["redraw"])]);
});

it.each([
  ["another series", picture([1, 2], 100, "births"), "dark"],
  ["another height", picture([1, 2], 200), "dark"],
  ["another axis", { ...picture([1, 2]), y: { size: 20 } }, "dark"],
  ["other colours", picture([1, 2]), "light"],
])("is made anew for %s", async (_, next, theme) => {
  const { page, made, again, plot } = await plotted(picture([1, 2]));
  await until(() => made.length === 1);
  again(next, theme);
  await until(() => made.length === 2);
  expect(made[0]?.did).toContain("destroy");
  expect(plot()).toBe(made[1]);
  expect(page.watching).toBe(1);
});

it("is as wide as its element", async () => {
  const { page, place, made } = await plotted(picture([1, 2], 70));
  await until(() => made.length === 1);
  const element = place.firstElementChild as HTMLElement;
  page.resize(element, 320, 70);
  page.resize(element, 320, 90);
  expect(made[0]?.did).toEqual([{ width: 320, height: 70 }]);
});

it("goes with its component, also where the library comes later", async () => {
  const { made, again, end } = await plotted(picture([1, 2]));
  await until(() => made.length === 1);
  again(picture([1, 2]), "light");
  end();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(made).toHaveLength(1);
});

it("leaves nothing behind", async () => {
  const { page, made, end, plot } = await plotted(picture([1, 2]));
  await until(() => made.length === 1);
  end();
  expect(made[0]?.did).toEqual(["destroy"]);
  expect(page.watching).toBe(0);
  expect(plot()).toBeNull();
});
