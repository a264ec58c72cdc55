/** How often values of a range come, as bars, with a curve that they are expected to follow. */

import { grouped } from "../../../engine/core/integers.ts";
import { GRID, num, svgPage, text, upright } from "./svg.ts";

export interface Histogram {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly values: readonly number[];
  /** The share of values that are expected below x, and what the curve is. */
  readonly expected?: { readonly label: string; readonly below: (x: number) => number };
}

const [WIDTH, HEIGHT] = [860, 400];
const BOX = { left: 70, top: 44, right: 830, bottom: 344 };
/** Bars at most, and how many values each shall have on average at least. */
const MOST_BARS = 40;
const VALUES_A_BAR = 5;

/** The values are 0 or more. */
export function histogram({ title, xLabel, yLabel, values, expected }: Histogram): string {
  if (values.length === 0) throw new Error(`There is nothing to plot for "${title}".`);
  const most = Math.max(1, ...values);
  const bars = Math.max(4, Math.min(MOST_BARS, Math.floor(values.length / VALUES_A_BAR)));
  const step = roundUp(most / bars);
  const count = Math.floor(most / step) + 1;
  const counts = new Array<number>(count).fill(0);
  for (const value of values) counts[Math.floor(value / step)]++;
  const wanted = counts.map((_, k) =>
    expected ? values.length * (expected.below((k + 1) * step) - expected.below(k * step)) : 0,
  );
  const high = Math.max(...counts, ...wanted);
  const x = (value: number): number => BOX.left + (value / (count * step)) * (BOX.right - BOX.left);
  const y = (value: number): number => BOX.bottom - (value / high) * (BOX.bottom - BOX.top);
  const every = Math.ceil(count / 8);
  const ticks = counts.flatMap((_, k) => (k % every === 0 ? [k * step] : []));
  const line = wanted.map((value, k) => `${k === 0 ? "M" : "L"}${num(x((k + 0.5) * step))} ${num(y(value))}`);
  return svgPage(title, WIDTH, HEIGHT, [
    `<path d="M${BOX.left} ${BOX.bottom}H${BOX.right}" stroke="${GRID}"/>`,
    ...counts.map((value, k) => {
      const [left, top] = [x(k * step) + 0.5, y(value)];
      return `<rect x="${num(left)}" y="${num(top)}" width="${num(x(step) - BOX.left - 1)}" height="${num(BOX.bottom - top)}" fill="#1b6ca8"/>`;
    }),
    ...ticks.map((at) => text(x(at), BOX.bottom + 18, grouped(at), `text-anchor="middle"`)),
    text(BOX.left - 8, y(Math.max(...counts)) + 4, grouped(Math.max(...counts)), `text-anchor="end"`),
    text(BOX.left - 8, BOX.bottom + 4, "0", `text-anchor="end"`),
    text((BOX.left + BOX.right) / 2, BOX.bottom + 42, xLabel, `text-anchor="middle"`),
    upright(18, (BOX.top + BOX.bottom) / 2, yLabel),
    ...(expected
      ? [
          `<path d="${line.join("")}" fill="none" stroke="#c4570c" stroke-width="2"/>`,
          text(BOX.right - 10, BOX.top + 12, expected.label, `text-anchor="end" fill="#c4570c"`),
        ]
      : []),
  ]);
}

/** 1, 2 or 5 times a power of ten, at least 1. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((times) => times * power).find((one) => one >= value) ?? 10 * power;
}
