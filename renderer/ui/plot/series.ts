/** The series of a plot, and the columns and straight lines that uPlot draws from them. Pure. */

export interface PlotStroke {
  /** A colour of the theme, "--cell", or any of CSS. */
  readonly token: string;
  /** Lengths of dashes and gaps in pixels; none for a solid line. */
  readonly dash: readonly number[];
}

const TOKENS = ["--cell", "--faint"];
const DASHES = [[], [7, 4], [2, 3], [7, 3, 2, 3]];

/** A stroke for each series of a plot, counted from 0. The accent is for what acts, so dashes do what more colours would. */
export function seriesStroke(at: number): PlotStroke {
  const dash = DASHES[Math.floor(at / TOKENS.length) % DASHES.length] as readonly number[];
  return { token: TOKENS[at % TOKENS.length] as string, dash };
}

/** The colour of a stroke where the properties of a place are read by name. */
export function strokeColour({ token }: PlotStroke, read: (name: string) => string): string {
  return token.startsWith("--") ? read(token) : token;
}

interface SeriesBase {
  readonly label: string;
  readonly stroke: PlotStroke;
  /** Ascending. */
  readonly xs: readonly number[];
}

export type PlotSeries = SeriesBase &
  (
    | {
        /** `marked`: a line with a dot at each point. `fitted`: dots alone, and a straight line fitted to them. */
        readonly look: "line" | "marked" | "fitted";
        /** One for each of `xs`; null for unknown values. */
        readonly ys: readonly (number | null)[];
      }
    | {
        /** Dots, with an error bar from the low to the high value where these are known. */
        readonly look: "dots";
        readonly ys: readonly (number | null)[];
        readonly lows?: readonly (number | null)[];
        readonly highs?: readonly (number | null)[];
      }
    | { readonly look: "band"; readonly lows: readonly number[]; readonly highs: readonly number[] }
  );

/** What a legend says of a series. */
export interface PlotKey extends Pick<PlotSeries, "label" | "stroke"> {
  /** Default: "line". */
  readonly look?: PlotSeries["look"];
}

/** What of a series a legend's sample shows. */
export function sampleOf({ look = "line" }: PlotKey): { readonly line: boolean; readonly dot: boolean } {
  return { line: look !== "dots", dot: look === "dots" || look === "marked" || look === "fitted" };
}

/** Pixels of a sample, and of a dot in a plot and in a sample. */
export const SAMPLE_WIDTH = 22;
export const DOT_SIZE = 7;

export interface PlotAxis {
  readonly label?: string;
  /** The base of a logarithmic axis; absent for a linear one. */
  readonly log?: 2 | 10;
  /** Its two ends, or a function of the least and the greatest value. */
  readonly range?: readonly [low: number, high: number] | ((low: number, high: number) => [number, number]);
  readonly ticks?: (low: number, high: number) => number[];
  readonly text?: (value: number) => string;
  /** Width in pixels for its numbers. */
  readonly size: number;
}

/** One curve of uPlot's. */
export interface Curve {
  readonly xs: readonly number[];
  readonly ys: readonly (number | null)[];
  /** `bar`: an end of error bars, of which the low one comes first. */
  readonly draw: "line" | "dots" | "both" | "edge" | "bar";
}

/** The curves of a series: two for a band (low, high) and for fitted dots (dots, line), three for dots with error bars. */
export function curvesOf(series: PlotSeries, x: PlotAxis, y: PlotAxis): readonly Curve[] {
  const { xs } = series;
  if (series.look === "band") {
    return [
      { xs, ys: series.lows, draw: "edge" },
      { xs, ys: series.highs, draw: "edge" },
    ];
  }
  if (series.look === "dots") {
    const { ys, lows, highs } = series;
    const dots: Curve = { xs, ys, draw: "dots" };
    if (!lows || !highs) return [dots];
    return [dots, { xs, ys: lows, draw: "bar" }, { xs, ys: highs, draw: "bar" }];
  }
  const { ys, look } = series;
  if (look !== "fitted") return [{ xs, ys, draw: look === "line" ? "line" : "both" }];
  return [
    { xs, ys, draw: "dots" },
    { ...fittedLine(xs, ys, x.log !== undefined, y.log !== undefined), draw: "line" },
  ];
}

/** A column for each x of any curve, ascending, then one for each curve with null where it has no point. */
export function columnsOf(curves: readonly Pick<Curve, "xs" | "ys">[]): [number[], ...(number | null)[][]] {
  const [first] = curves;
  if (!first) return [[]];
  if (curves.every(({ xs }) => xs === first.xs)) return [[...first.xs], ...curves.map(({ ys }) => [...ys])];
  const all = [...new Set(curves.flatMap(({ xs }) => xs))].sort((a, b) => a - b);
  const columns = curves.map(({ xs, ys }) => {
    const known = new Map(xs.map((x, at) => [x, ys[at] ?? null]));
    return all.map((x) => known.get(x) ?? null);
  });
  return [all, ...columns];
}

/**
 * The ends of the least-squares line, straight on the given axes: a power law if both are logarithmic. Empty with fewer
 * than two different xs.
 */
export function fittedLine(
  xs: readonly number[],
  ys: readonly (number | null)[],
  logX: boolean,
  logY: boolean,
): Pick<Curve, "xs" | "ys"> {
  const seen = xs.flatMap((x, at) => {
    const y = ys[at] ?? null;
    if (y === null || (logX && x <= 0) || (logY && y <= 0)) return [];
    return [{ at: x, x: logX ? Math.log(x) : x, y: logY ? Math.log(y) : y }];
  });
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || first.at === last.at) return { xs: [], ys: [] };
  const mean = (of: (point: { readonly x: number; readonly y: number }) => number): number =>
    seen.reduce((sum, point) => sum + of(point), 0) / seen.length;
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)];
  const slope = mean(({ x, y }) => (x - x0) * (y - y0)) / mean(({ x }) => (x - x0) ** 2);
  const height = (x: number): number => {
    const y = y0 + slope * (x - x0);
    return logY ? Math.exp(y) : y;
  };
  return { xs: [first.at, last.at], ys: [height(first.x), height(last.x)] };
}
