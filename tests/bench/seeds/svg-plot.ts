/**
 * Lines on two logarithmic axes, as SVG: a small writer, so that a plot in the docs is a text file that can be made again
 * byte for byte. Colours keep their distance for people who see few of them, and each line also has a mark of its own.
 */

export interface PlotLine {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Drawn dashed: something that was not measured here. */
  readonly dashed?: boolean;
}

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly PlotLine[];
}

const WIDTH = 860;
const HEIGHT = 480;
const BOX = { left: 70, top: 44, right: 610, bottom: 424 };
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
export function svgPlot({ title, xLabel, yLabel, lines }: Plot): string {
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
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffdf7"/>`,
    text(BOX.left, 24, title, `font-size="15" font-weight="600"`),
    ...x.ticks.map((power) => {
      const at = num(x.place(10 ** power));
      const label = text(at, BOX.bottom + 18, powerOfTen(power), `text-anchor="middle"`);
      return `<path d="M${at} ${BOX.top}V${BOX.bottom}" stroke="#e2d9c5"/>${label}`;
    }),
    ...y.ticks.map((power) => {
      const at = num(y.place(10 ** power));
      const label = text(BOX.left - 8, Number(at) + 4, powerOfTen(power), `text-anchor="end"`);
      return `<path d="M${BOX.left} ${at}H${BOX.right}" stroke="#e2d9c5"/>${label}`;
    }),
    text((BOX.left + BOX.right) / 2, BOX.bottom + 42, xLabel, `text-anchor="middle"`),
    text(
      18,
      (BOX.top + BOX.bottom) / 2,
      yLabel,
      `text-anchor="middle" transform="rotate(-90 18 ${(BOX.top + BOX.bottom) / 2})"`,
    ),
    ...shown.map((line, index) => drawLine(line, index, x.place, y.place)),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
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
    text(BOX.right + 50, row + 4, label),
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
  /** Powers of ten. */
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
  const ticks: number[] = [];
  for (let power = Math.ceil(first); power <= Math.floor(last); power++) ticks.push(power);
  return { place, ticks };
}

function powerOfTen(power: number): string {
  if (power >= 0 && power <= 2) return String(10 ** power);
  return `10${[...String(power)].map((sign) => SUPERSCRIPT[sign] ?? sign).join("")}`;
}

function text(x: number | string, y: number, what: string, more = ""): string {
  return `<text x="${typeof x === "number" ? num(x) : x}" y="${num(y)}" fill="#1d232c"${more ? ` ${more}` : ""}>${escaped(what)}</text>`;
}

function num(value: number): string {
  return String(Number(value.toFixed(1)));
}

function escaped(what: string): string {
  return what
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
