import { describe, expect, it } from "vitest";
import { heatMap } from "./heat-map.ts";
import { histogram } from "./histogram.ts";
import { linePlot } from "./line-plot.ts";

describe("a plot of lines", () => {
  const plot = {
    title: "Rates <a & b>",
    xLabel: "iterations",
    yLabel: "cells a second",
    lines: [
      {
        label: "slow",
        points: [
          { x: 10, y: 1e6 },
          { x: 1000, y: 2e6 },
        ],
      },
      {
        label: "fast",
        points: [
          { x: 10, y: 1e9 },
          { x: 1000, y: 4e9 },
          { x: 5000, y: 0 },
        ],
      },
    ],
  };

  it("is well-formed, has its powers of ten, and escapes what it is told", () => {
    const text = linePlot(plot);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(text).toContain("<title>Rates &lt;a &amp; b&gt;</title>");
    for (const label of [">10<", ">100<", ">10³<", ">10⁶<", ">10⁹<", ">slow<", ">fast<"])
      expect(text).toContain(label);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    expect(text.match(/<text/g)?.length).toBe(text.match(/<\/text>/g)?.length);
    expect(linePlot(plot)).toBe(text);
  });

  it("puts more further up and later further right, and leaves out what has no logarithm", () => {
    const text = linePlot(plot);
    const lines = [...text.matchAll(/<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" fill="none"/g)].map(
      (match) => match.slice(1).map(Number),
    );
    expect(lines).toHaveLength(2);
    const [slow, fast] = lines as [number[], number[]];
    expect(slow[0]).toBe(fast[0]);
    expect(slow[2]).toBeGreaterThan(slow[0] as number);
    expect(fast[1]).toBeLessThan(slow[1] as number);
    expect(fast[3]).toBeLessThan(fast[1] as number);
  });

  it("names doubles and halves where an axis holds hardly a power of ten", () => {
    const points = [0.66, 1.03, 8.6].map((y, i) => ({ x: 10 ** (i + 1), y }));
    const text = linePlot({ ...plot, lines: [{ label: "ratio", points }] });
    for (const label of ["1", "2", "5"]) expect(text).toMatch(new RegExp(`text-anchor="end">${label}<`));
    expect(text).not.toMatch(/text-anchor="middle">[25]0*</);
  });

  it("is as wide as its longest name wants", () => {
    const widthOf = (label: string): number => {
      const text = linePlot({ ...plot, lines: [{ ...plot.lines[0]!, label }] });
      return Number(/viewBox="0 0 (\d+) /.exec(text)?.[1]);
    };
    expect(widthOf("short")).toBe(860);
    expect(widthOf("4x4 table, GPU, a quarter of the threads")).toBeGreaterThanOrEqual(910);
  });

  it("of nothing is refused", () => {
    expect(() => linePlot({ ...plot, lines: [{ label: "none", points: [] }] })).toThrow("nothing to plot");
  });
});

describe("a heat map", () => {
  const map = {
    title: "Threads & vectors",
    xLabel: "vectors",
    yLabel: "threads",
    columns: [240, 2400],
    rows: [8, 16, 32],
    values: [
      [1.25, 10],
      [2.5, 1000],
      [null, 400],
    ],
  };

  it("has a square for each pair, darker for more, the best of a column in bold, and none for what is missing", () => {
    const text = heatMap(map);
    const squares = [...text.matchAll(/<rect x="(\d+)" y="(\d+)" width="72" height="26" fill="([^"]+)"/g)];
    expect(squares.map(([, x, y]) => `${x},${y}`)).toHaveLength(
      new Set(squares.map(([, x, y]) => `${x},${y}`)).size,
    );
    expect(squares).toHaveLength(6);
    const [least, most] = [squares[0], squares[3]].map((square) => square?.[3]);
    expect([least, most, squares[4]?.[3]]).toEqual(["rgb(255,244,214)", "rgb(22,66,104)", "#efe9da"]);
    const bold = [...text.matchAll(/font-weight="700">([^<]+)</g)].map(([, value]) => value);
    expect(bold).toEqual(["2.5", "1,000"]);
    expect(text).toContain(">2,400<");
    expect(text).not.toMatch(/NaN|undefined|null/);
  });

  it("of one value is dark, and of none is refused", () => {
    expect(
      heatMap({
        ...map,
        values: [
          [null, 3],
          [null, null],
          [null, null],
        ],
      }),
    ).toContain("rgb(22,66,104)");
    expect(() =>
      heatMap({
        ...map,
        values: [
          [null, null],
          [null, null],
          [null, null],
        ],
      }),
    ).toThrow("nothing to plot");
  });
});

describe("a histogram", () => {
  const plot = { title: "Runs", xLabel: "generations", yLabel: "runs" };

  it("has a bar for each range, as high as there are values in it", () => {
    const values = [...new Array(30).fill(1), ...new Array(10).fill(25), 39];
    const text = histogram({ ...plot, values });
    const bars = [
      ...text.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="([\d.]+)" fill="#1b6ca8"/g),
    ];
    const heights = bars.map(([, height]) => Number(height));
    expect(heights[0]).toBe(300);
    expect(heights.filter((height) => height === 100)).toHaveLength(1);
    expect(heights.filter((height) => height === 10)).toHaveLength(1);
    expect(heights.filter((height) => height > 0)).toHaveLength(3);
    expect(text).toContain(">30<");
  });

  it("shows what is expected beside it", () => {
    const values = Array.from({ length: 100 }, (_, k) => k);
    const text = histogram({
      ...plot,
      values,
      expected: { label: "even", below: (x) => Math.min(1, x / 100) },
    });
    const line = /<path d="(M[^"]+)" fill="none"/.exec(text)?.[1] ?? "";
    const heights = [...line.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect(new Set(heights.slice(0, -1)).size).toBe(1);
    expect(text).toContain(">even<");
  });

  it("of nothing is refused", () => {
    expect(() => histogram({ ...plot, values: [] })).toThrow("nothing to plot");
  });
});
