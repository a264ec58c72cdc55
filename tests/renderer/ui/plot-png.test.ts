// A plot's picture: the title and the legend stand where they do on an ordinary screen, however fine the screen is.

import { afterEach, expect, test, vi } from "vitest";
import { plotPng } from "../../../renderer/ui/plot/plot-png.ts";
import type { PlotKey } from "../../../renderer/ui/plot/series.ts";
import { seriesStroke } from "../../../renderer/ui/plot/series.ts";
import { boxAround, CanvasNotes } from "../../support/canvas-notes.ts";

afterEach(() => vi.unstubAllGlobals());

interface Mark {
  readonly what: string;
  /** From the picture's left and top edge, in its own pixels. */
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** What is drawn upon the ground. */
async function drawn(ratio: number, keys: readonly PlotKey[]): Promise<{ marks: Mark[]; width: number }> {
  const notes = new CanvasNotes();
  const toBlob = (hear: (blob: Blob) => void): void => hear(new Blob([]));
  vi.stubGlobal("document", { createElement: () => Object.assign(notes.canvas, { toBlob }) });
  vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "#000", fontSize: "12px" }));
  const plot = { width: 400 * ratio, height: 200 * ratio, clientWidth: 400 };
  await plotPng(plot as HTMLCanvasElement, {} as HTMLElement, "Title", keys);
  const { width, height } = notes.canvas;
  const [ground, ...rest] = notes.list;
  expect(ground?.outlines.map(boxAround)).toEqual([{ left: 0, top: 0, right: width, bottom: height }]);
  const names: Readonly<Record<string, string>> = { picture: "plot", stroke: "line", fill: "dot" };
  const marks = rest.map(({ act, looks, outlines, text, at, width: wide = 0 }): Mark => {
    const { left, top, right, bottom } = at
      ? { left: at.x, top: at.y, right: at.x + wide, bottom: at.y }
      : boxAround(outlines[0] ?? { corners: [] });
    const [first, last, y] = [left, right, (top + bottom) / 2].map((n) => n * looks.scale) as [
      number,
      number,
      number,
    ];
    return { what: text ?? names[act] ?? act, left: first, right: last, y };
  });
  return { marks, width };
}

const KEYS = (["line", "marked", "dots"] as const).map(
  (look, at): PlotKey => ({ label: `series ${look}`, look, stroke: seriesStroke(at) }),
);

test("title, plot and legend lie side by side within the margins, each sample left of its label", async () => {
  const { marks, width } = await drawn(1, KEYS);
  const words = marks.map(({ what }) => what);
  expect(words).toEqual(`plot,Title,series dots,dot,series marked,line,dot,series line,line`.split(","));
  const plot = marks[0] as Mark;
  const [title, ...legend] = marks.slice(1) as [Mark, ...Mark[]];
  expect([title.left, legend[0]?.right]).toEqual([plot.left, plot.right]);
  expect(plot.left + plot.right).toBe(width);
  for (const { y } of legend) expect(y).toBe(title.y);
  const line = legend[3] as Mark;
  const dot = legend[4] as Mark;
  expect(dot.left + dot.right).toBe(line.left + line.right);
  // From right to left nothing lies upon anything else.
  const apart = legend.filter((one) => one !== dot);
  for (const [at, one] of apart.slice(1).entries()) expect(one.right).toBeLessThan((apart[at] as Mark).left);
  expect(title.right).toBeLessThan((apart.at(-1) as Mark).left);
});

test("on a screen with finer pixels it is the same picture in more of them", async () => {
  const coarse = await drawn(1, KEYS);
  const fine = await drawn(2.5, KEYS);
  expect(fine.width).toBe(2.5 * coarse.width);
  expect(fine.marks).toEqual(
    coarse.marks.map(({ what, left, right, y }) => ({
      what,
      left: expect.closeTo(2.5 * left),
      right: expect.closeTo(2.5 * right),
      y: expect.closeTo(2.5 * y),
    })),
  );
});
