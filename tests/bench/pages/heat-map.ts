/** A number for each pair of two settings, as coloured squares with the number in each. */

import { grouped } from "../../../engine/core/integers.ts";
import { svgPage, text, upright } from "./svg.ts";

export interface HeatMap {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** By row and column; null where there is none. */
  readonly values: readonly (readonly (number | null)[])[];
}

const LEFT = 110;
const TOP = 70;
const WIDTH = 74;
const HEIGHT = 28;
/** Room for the title. */
const LEAST_WIDTH = 520;
/** From the smallest value to the largest: light to dark, which everybody tells apart. */
const LIGHT = [255, 244, 214];
const DARK = [22, 66, 104];
/** Beyond this share of the way, the ground is too dark for ink. */
const TOO_DARK = 0.5;

/** Colours go by the logarithm. The largest value of each column is set in bold. */
export function heatMap({ title, xLabel, yLabel, columns, rows, values }: HeatMap): string {
  const all = values.flat().filter((value) => value !== null && value > 0) as number[];
  if (all.length === 0) throw new Error(`There is nothing to plot for "${title}".`);
  const [low, high] = [Math.log(Math.min(...all)), Math.log(Math.max(...all))];
  const best = columns.map((_, x) => Math.max(...values.map((row) => row[x] ?? 0)));
  const square = (value: number | null, x: number, y: number): string => {
    const [left, top] = [LEFT + x * WIDTH, TOP + y * HEIGHT];
    const box = (fill: string): string =>
      `<rect x="${left}" y="${top}" width="${WIDTH - 2}" height="${HEIGHT - 2}" fill="${fill}"/>`;
    if (value === null || value <= 0) return box("#efe9da");
    const share = high > low ? (Math.log(value) - low) / (high - low) : 1;
    const colour = LIGHT.map((from, k) => Math.round(from + share * (DARK[k] - from)));
    const ink = share > TOO_DARK ? ` fill="#ffffff"` : "";
    const weight = value === best[x] ? ` font-weight="700"` : "";
    const middle = left + WIDTH / 2 - 1;
    return (
      box(`rgb(${colour.join()})`) +
      text(middle, top + 17, short(value), `text-anchor="middle"${ink}${weight}`)
    );
  };
  const [width, height] = [LEFT + columns.length * WIDTH, TOP + rows.length * HEIGHT];
  return svgPage(title, Math.max(width + 20, LEAST_WIDTH), height + 20, [
    text(LEFT + (columns.length * WIDTH) / 2, 42, xLabel, `text-anchor="middle"`),
    ...columns.map((one, x) => text(LEFT + (x + 0.5) * WIDTH, TOP - 8, grouped(one), `text-anchor="middle"`)),
    upright(24, TOP + (rows.length * HEIGHT) / 2, yLabel),
    ...rows.map((one, y) => text(LEFT - 10, TOP + y * HEIGHT + 17, grouped(one), `text-anchor="end"`)),
    ...values.flatMap((row, y) => row.map((value, x) => square(value, x, y))),
  ]);
}

function short(value: number): string {
  return value >= 100 ? grouped(Math.round(value)) : value.toPrecision(2);
}
