import { useMemo } from "react";
import type { GpuBench, GpuBenchRow } from "../../../../engine/bench/gpu-bench.ts";
import { GPU_BENCH_COLUMNS, gpuBenchCells, headOf } from "../../../../engine/bench/gpu-report.ts";
import { useThemeName } from "../../../studio/hooks.ts";
import { FiguresTable } from "../../../ui/figures-table.tsx";
import { Plot } from "../../../ui/plot/plot.tsx";
import type { PlotPicture } from "../../../ui/plot/plot-options.ts";
import { powersOfTen } from "../../../ui/plot/powers.ts";
import type { PlotSeries, PlotStroke } from "../../../ui/plot/series.ts";
import { seriesStroke } from "../../../ui/plot/series.ts";

const PLOT_HEIGHT = 220;
const BOUND: PlotStroke = { token: "--faint", dash: [1, 3] };
/** The rule is the same in all rows, and is shown above. */
const COLUMNS = GPU_BENCH_COLUMNS.slice(1);

/** Figures as a plot, if there is something to compare, and as a table. */
export function BenchmarksResult({ bench }: { readonly bench: GpuBench }) {
  const theme = useThemeName();
  const picture = useMemo(() => pictureOf(bench), [bench]);
  const rule = bench.rows[0]?.rule;
  return (
    <section className="bench-result" aria-label="Result">
      <p className="dim">
        {rule ? `${rule}. ` : ""}
        {headOf(bench).join(" ")}
      </p>
      {picture ? (
        <Plot
          label="Cells a second against the side of the grid; the figures are in the table below."
          picture={picture}
          theme={theme}
        />
      ) : null}
      {bench.rows.length > 0 ? (
        <FiguresTable label="Figures" columns={COLUMNS}>
          {bench.rows.map((row) => (
            <Row key={`${row.width} ${row.algorithm}`} row={row} />
          ))}
        </FiguresTable>
      ) : null}
    </section>
  );
}

function Row({ row }: { readonly row: GpuBenchRow }) {
  const [, grid, algorithm, ...figures] = gpuBenchCells(row);
  return (
    <tr className={row.right === false ? "wrong" : undefined}>
      <td>{grid}</td>
      <th scope="row">{algorithm}</th>
      {row.problem === null ? (
        figures.map((figure, at) => <td key={COLUMNS[at + 2]}>{figure}</td>)
      ) : (
        <td colSpan={figures.length} className="why-not">
          {row.problem}
        </td>
      )}
    </tr>
  );
}

/**
 * A line for each algorithm, and the bound that the memory bandwidth sets to one generation a pass; null if nothing was
 * measured.
 */
function pictureOf({ rows, oneStepLimit }: GpuBench): PlotPicture | null {
  const ids = [...new Set(rows.map(({ algorithm }) => algorithm))];
  // The GPU first: it is the subject.
  const ordered = [...ids.filter((id) => id.startsWith("gpu")), ...ids.filter((id) => !id.startsWith("gpu"))];
  const measured = ordered
    .map((id) => ({ id, of: rows.filter(({ algorithm, median }) => algorithm === id && median !== null) }))
    // An algorithm skipped at every size has no line.
    .filter(({ of }) => of.length > 0)
    .map(
      ({ id, of }, at): PlotSeries => ({
        label: id,
        look: "marked",
        stroke: seriesStroke(at),
        xs: of.map(({ width }) => width),
        ys: of.map(({ median }) => median),
      }),
    );
  if (measured.length === 0) return null;
  const sides = [...new Set(rows.map(({ width }) => width))].sort((a, b) => a - b);
  const bound: PlotSeries = {
    label: "one-step limit",
    // A bound at a single size is no line and would be invisible.
    look: sides.length < 2 ? "marked" : "line",
    stroke: BOUND,
    xs: sides,
    ys: sides.map(() => oneStepLimit),
  };
  return {
    x: {
      label: "side of the grid",
      log: 2,
      range: (low, high) => [low / 1.3, high * 1.3],
      ticks: () => sides,
      text: String,
      size: 34,
    },
    y: {
      label: "cells/s",
      log: 10,
      range: (low, high) => [low / 2, high * 2],
      ticks: powersOfTen,
      text: (value) => `1e${Math.round(Math.log10(value))}`,
      size: 50,
    },
    series: oneStepLimit === null ? measured : [...measured, bound],
    height: PLOT_HEIGHT,
  };
}
