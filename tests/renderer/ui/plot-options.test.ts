import { afterEach, describe, expect, it, vi } from "vitest";
import type { PlotPicture } from "../../../renderer/ui/plot/plot-options.ts";
import { dataOf, optionsFor } from "../../../renderer/ui/plot/plot-options.ts";

const place = { clientWidth: 300 } as HTMLElement;
const stroke = { token: "--cell", dash: [] };

afterEach(() => vi.unstubAllGlobals());

describe("the options of a plot", () => {
  it("have a band between its two edges, dots with a line through them, and the range that was asked for", () => {
    vi.stubGlobal("getComputedStyle", () => ({
      fontSize: "10px",
      fontFamily: "f",
      getPropertyValue: () => "#fff",
    }));
    const xs = [1, 2];
    const picture: PlotPicture = {
      x: { size: 10 },
      y: { size: 10, range: [0, 1] },
      series: [
        { label: "mean", stroke, xs, look: "line", ys: [0.4, 0.5] },
        { label: "spread", stroke, xs, look: "band", lows: [0.2, 0.1], highs: [0.8, 0.9] },
        { label: "runs", stroke, xs, look: "fitted", ys: [0.3, 0.6] },
        { label: "points", stroke, xs, look: "dots", ys: [0.5, 0.6], lows: [0.4, null], highs: [0.9, null] },
      ],
      height: 100,
    };
    const { bands, hooks, scales, series } = optionsFor(picture, place);
    expect(dataOf(picture)).toHaveLength(series.length);
    expect(bands?.map((band) => band.series)).toEqual([[3, 2]]);
    expect(scales?.y?.range).toEqual([0, 1]);
    expect(series.slice(1).map(({ width, points }) => [width, points?.show])).toEqual([
      [2, false],
      [0, false],
      [0, false],
      [0, true],
      [2, false],
      [0, true],
      [0, false],
      [0, false],
    ]);
    vi.stubGlobal("devicePixelRatio", 2);
    const lines: number[][] = [];
    const point = (...place: number[]) => lines.push(place);
    const ctx = { save() {}, restore() {}, beginPath() {}, stroke() {}, moveTo: point, lineTo: point };
    const plot = { ctx, data: dataOf(picture), valToPos: (value: number) => 10 * value };
    for (const draw of hooks?.draw ?? []) draw?.(plot as unknown as Parameters<typeof draw>[0]);
    // Upright, then both ends: the second point has no bar.
    expect(lines).toEqual([
      [10, 4],
      [10, 9],
      [4, 4],
      [16, 4],
      [4, 9],
      [16, 9],
    ]);
  });
});
