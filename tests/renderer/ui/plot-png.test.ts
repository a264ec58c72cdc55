// A plot's picture: the title and the legend stand where they do on an ordinary screen, however fine the screen is.

import { afterEach, expect, test, vi } from "vitest";
import { plotPng } from "../../../renderer/ui/plot/plot-png.ts";
import type { PlotKey } from "../../../renderer/ui/plot/series.ts";
import { seriesStroke } from "../../../renderer/ui/plot/series.ts";

afterEach(() => vi.unstubAllGlobals());

interface Mark {
  readonly what: string;
  /** From the picture's left and top edge, in its own pixels. */
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** What is drawn, each letter five pixels wide. */
async function drawn(ratio: number, keys: readonly PlotKey[]): Promise<{ marks: Mark[]; width: number }> {
  const marks: Mark[] = [];
  let scale = 1;
  let from = { x: 0, y: 0 };
  const mark = (what: string, left: number, right: number, y: number): void =>
    void marks.push({ what, left: left * scale, right: right * scale, y: y * scale });
  const nothing = (): void => {};
  const context = {
    ...{ fillRect: nothing, setLineDash: nothing, beginPath: nothing, stroke: nothing, fill: nothing },
    scale: (x: number) => {
      scale *= x;
    },
    drawImage: (plot: { readonly width: number }, x: number, y: number) => mark("plot", x, x + plot.width, y),
    measureText: (text: string) => ({ width: 5 * text.length }),
    fillText: (text: string, x: number, y: number) => mark(text, x, x + 5 * text.length, y),
    moveTo: (x: number, y: number) => {
      from = { x, y };
    },
    lineTo: (x: number, y: number) => mark("line", from.x, x, y),
    arc: (x: number, y: number, radius: number) => mark("dot", x - radius, x + radius, y),
  };
  const canvas = {
    ...{ width: 0, height: 0, getContext: () => context },
    toBlob: (hear: (blob: Blob) => void) => hear(new Blob([])),
  };
  vi.stubGlobal("document", { createElement: () => canvas });
  vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "#000", fontSize: "12px" }));
  const plot = { width: 400 * ratio, height: 200 * ratio, clientWidth: 400 };
  await plotPng(plot as HTMLCanvasElement, {} as HTMLElement, "Title", keys);
  return { marks, width: canvas.width };
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
