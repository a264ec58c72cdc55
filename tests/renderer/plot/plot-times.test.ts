import { expect, it } from "vitest";
import { timesOf } from "../../../renderer/plot/plot-dialog.tsx";

const SAMPLES = [40n, 41n, 50n, 5246n].map((generation) => ({ generation }));

it("a plot has generations, or in logarithmic time those since the first one, which lies before all others", () => {
  expect(timesOf(SAMPLES, false)).toEqual([40, 41, 50, 5246]);
  expect(timesOf(SAMPLES, true)).toEqual([0.5, 1, 10, 5206]);
  expect(timesOf([], true)).toEqual([]);
});
