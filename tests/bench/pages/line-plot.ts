/** Lines on two logarithmic axes. Colours keep their distance for people who see few of them, and each line also has a mark of its own. */

import { GRID, num, svgPage, text, upright } from "./svg.ts";

export interface PlotLine {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Drawn dashed: something that was not measured here. */
  readonly dashed?: boolean;
}

export interface LinePlot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly PlotLine[];
}

/** At least; names that are longer make a page wider. */
const WIDTH = 860;
const HEIGHT = 480;
const BOX = { left: 70, top: 44, right: 610, bottom: 424 };
const LEGEND = BOX.right + 50;
/** A sign of a name, at most times: sans serif, 12 pixels. */
const SIGN_WIDTH = 6.6;
const COLOURS = [
  "#1b6ca8",
  "#c4570c",
  "#2e7d4f",
  "#8e3b8a",
  "#a8891b",
  "#3d3d3d",
  "#b3263a",
  "#1f8a8a",
  "#7a5a3c",
];
const SUPERSCRIPT: Readonly<Record<string, string>> = {
  "-": "⁻",
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((sign, digit) => [String(digit), sign])),
};

/** Values of 0 or less have no place on such an axis and are left out. */
export function linePlot({ title, xLabel, yLabel, lines }: LinePlot): string {
  const shown = lines
    .map((line) => ({ ...line, points: line.points.filter(({ x, y }) => x > 0 && y > 0) }))
    .filter(({ points }) => points.length > 0);
  const all = shown.flatMap(({ points }) => points);
  if (all.length === 0) throw new Error(`There is nothing to plot for "${title}".`);
  const x = axis(
    all.map((point) => point.x),
    BOX.left,
    BOX.right,
  );
  const y = axis(
    all.map((point) => point.y),
    BOX.bottom,
    BOX.top,
  );
  const longest = Math.max(...shown.map(({ label }) => label.length));
  const width = Math.max(WIDTH, Math.ceil(LEGEND + longest * SIGN_WIDTH));
  return svgPage(title, width, HEIGHT, [
    ...x.ticks.map((value) => {
      const at = x.place(value);
      const label = text(at, BOX.bottom + 18, tickText(value), `text-anchor="middle"`);
      return `<path d="M${num(at)} ${BOX.top}V${BOX.bottom}" stroke="${GRID}"/>${label}`;
    }),
    ...y.ticks.map((value) => {
      const at = y.place(value);
      const label = text(BOX.left - 8, at + 4, tickText(value), `text-anchor="end"`);
      return `<path d="M${BOX.left} ${num(at)}H${BOX.right}" stroke="${GRID}"/>${label}`;
    }),
    text((BOX.left + BOX.right) / 2, BOX.bottom + 42, xLabel, `text-anchor="middle"`),
    upright(18, (BOX.top + BOX.bottom) / 2, yLabel),
    ...shown.map((line, index) => drawLine(line, index, x.place, y.place)),
  ]);
}

function drawLine(
  { label, points, dashed }: PlotLine,
  index: number,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const colour = COLOURS[index % COLOURS.length] as string;
  const path = points
    .map((point, i) => `${i === 0 ? "M" : "L"}${num(x(point.x))} ${num(y(point.y))}`)
    .join("");
  const dash = dashed ? ` stroke-dasharray="5 4"` : "";
  const marks = points.map((point) => mark(index, x(point.x), y(point.y), colour));
  const row = BOX.top + 8 + index * 22;
  return [
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`,
    ...marks,
    `<path d="M${BOX.right + 16} ${row}h26" stroke="${colour}" stroke-width="2"${dash}/>`,
    mark(index, BOX.right + 29, row, colour),
    text(LEGEND, row + 4, label),
  ].join("\n");
}

/** A sign of its own for each line: disc, square, diamond, triangle, in turn. */
function mark(index: number, x: number, y: number, colour: string): string {
  const at = `${num(x)} ${num(y)}`;
  const shapes = ["m-3.5 -3.5h7v7h-7z", "m0 -5l5 5l-5 5l-5 -5z", "m0 -5l5 8h-10z"];
  const shape = shapes[(index % 4) - 1];
  if (shape === undefined) return `<circle cx="${num(x)}" cy="${num(y)}" r="4" fill="${colour}"/>`;
  return `<path d="M${at}${shape}" fill="${colour}"/>`;
}

interface LogAxis {
  readonly place: (value: number) => number;
  /** Powers of ten; where hardly any lies on the axis, their doubles and halves too. */
  readonly ticks: readonly number[];
}

function axis(values: readonly number[], from: number, to: number): LogAxis {
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  // Room for the marks, and a decade at least, so that there is something to read.
  const middle = (low + high) / 2;
  const half = Math.max((high - low) * 0.54, 0.6);
  const [first, last] = [middle - half, middle + half];
  const place = (value: number): number =>
    from + ((Math.log10(value) - first) / (last - first)) * (to - from);
  const ticksOf = (steps: readonly number[]): readonly number[] => {
    const powers = Array.from(
      { length: Math.floor(last) - Math.floor(first) + 1 },
      (_, i) => Math.floor(first) + i,
    );
    return powers
      .flatMap((power) => steps.map((step) => (power < 0 ? step / 10 ** -power : step * 10 ** power)))
      .filter((value) => Math.log10(value) >= first && Math.log10(value) <= last);
  };
  const tens = ticksOf([1]);
  return { place, ticks: tens.length >= 2 ? tens : ticksOf([1, 2, 5]) };
}

/** "0.2", "1", "100", "10³"; of no power of ten the plain number. */
function tickText(value: number): string {
  const power = Math.round(Math.log10(value));
  const isPower = Math.abs(Math.log10(value) - power) < 1e-9;
  if (!isPower || (power >= 0 && power <= 2)) return String(value);
  return `10${[...String(power)].map((sign) => SUPERSCRIPT[sign] ?? sign).join("")}`;
}
