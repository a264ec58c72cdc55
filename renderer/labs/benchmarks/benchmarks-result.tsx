import { useMemo } from "react";
import type { GpuBench, GpuBenchRow } from "../../../engine/bench/gpu-bench.ts";
import { GPU_BENCH_COLUMNS, gpuBenchCells, headOf } from "../../../engine/bench/gpu-report.ts";
import { useThemeName } from "../../studio/hooks.ts";
import type { LogLine } from "../../ui/log-plot.tsx";
import { LogPlot } from "../../ui/log-plot.tsx";

const PLOT_HEIGHT = 220;
/** The rule is the same in all rows, and stands above. */
const COLUMNS = GPU_BENCH_COLUMNS.slice(1);

/** Figures as a plot, where there is something to compare, and as a table. */
export function BenchmarksResult({ bench }: { readonly bench: GpuBench }) {
  const theme = useThemeName();
  const lines = useMemo(() => linesOf(bench), [bench]);
  const measured = lines.some(({ bound, points }) => !bound && points.length > 0);
  const rule = bench.rows[0]?.rule;
  return (
    <section className="bench-result" aria-label="Result">
      <p className="dim">
        {rule ? `${rule}. ` : ""}
        {headOf(bench).join(" ")}
      </p>
      {measured ? (
        <LogPlot
          label="Cells a second against the side of the grid; the figures are in the table below."
          xLabel="side of the grid"
          yLabel="cells/s"
          lines={lines}
          xText={String}
          height={PLOT_HEIGHT}
          theme={theme}
        />
      ) : null}
      {bench.rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="scroller" tabIndex={0} aria-label="Figures">
          <table className="figures">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bench.rows.map((row) => (
                <Row key={`${row.width} ${row.algorithm}`} row={row} />
              ))}
            </tbody>
          </table>
        </section>
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

/** A line for each algorithm, and the bound that memory sets to one generation a pass. */
function linesOf({ rows, oneStepLimit }: GpuBench): readonly LogLine[] {
  const ids = [...new Set(rows.map(({ algorithm }) => algorithm))];
  // The GPU first: it is what this is about, and gets the accent.
  const ordered = [...ids.filter((id) => id.startsWith("gpu")), ...ids.filter((id) => !id.startsWith("gpu"))];
  const all = ordered.map((id) => ({
    label: id,
    points: rows.flatMap(({ algorithm, width, median }) =>
      algorithm === id && median !== null ? [{ x: width, y: median }] : [],
    ),
  }));
  // What was left out everywhere has nothing to show.
  const lines = all.filter(({ points }) => points.length > 0);
  const sides = [...new Set(rows.map(({ width }) => width))];
  if (oneStepLimit === null || sides.length === 0) return lines;
  return [
    ...lines,
    { label: "one-step limit", bound: true, points: sides.map((x) => ({ x, y: oneStepLimit })) },
  ];
}
