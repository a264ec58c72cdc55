import { expect, it } from "vitest";
import { hintText, timesOf } from "../../../renderer/plot/plot-dialog.tsx";

const SAMPLES = [40n, 41n, 50n, 5246n].map((generation) => ({ generation }));

it("a plot has generations, or in logarithmic time those since the first one, which lies before all others", () => {
  expect(timesOf(SAMPLES, false)).toEqual([40, 41, 50, 5246]);
  expect(timesOf(SAMPLES, true)).toEqual([0.5, 1, 10, 5206]);
  expect(timesOf([], true)).toEqual([]);
});

it("says below the plot how many samples are kept, and why births are missing only where they are", () => {
  const leapt = { generation: 9n, population: 5n, births: null, deaths: null };
  const stepped = { generation: 10n, population: 6n, births: 2, deaths: 1 };
  expect(hintText([leapt], 1)).toMatch(/^Births and deaths are known where/);
  expect(hintText([leapt, stepped], 2)).toMatch(/^Drag across the plot/);
  expect(hintText([leapt, stepped], 4)).toMatch(/^2 of 4 samples are kept: .* Drag across the plot/);
});
