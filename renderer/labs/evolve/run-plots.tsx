/** How a run goes: fitness by generation, the population's alleles, and the figures of both. */

import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import type { HallEntry } from "../../../engine/evolve/hall.ts";
import type { RunView } from "../../../engine/worker/protocol/evolve.ts";
import { useCellTheme, useThemeName } from "../../studio/hooks.ts";
import { FiguresTable } from "../../ui/figures-table.tsx";
import type { PlotExplorerHandle } from "../../ui/plot/plot-explorer.tsx";
import { PlotExplorer } from "../../ui/plot/plot-explorer.tsx";
import { PlotLegend } from "../../ui/plot/plot-legend.tsx";
import type { PlotAxis } from "../../ui/plot/series.ts";
import { SaveMenu } from "../save-menu.tsx";
import { allelePicture } from "./allele-picture.ts";
import { NicheMap } from "./niche-map.tsx";
import type { RunPoint } from "./run-figures.ts";
import { figuresCsv, fitnessText, goalNote, goalsOf, legendOf, runPoints, runSeries } from "./run-figures.ts";
import type { SearchSession } from "./search-session.ts";

const HEIGHT = 150;
const TABLE_ROWS = 40;
const X: PlotAxis = {
  label: "generation",
  text: (value) => (Number.isInteger(value) ? grouped(value) : ""),
  size: 34,
};

export function RunPlots({
  search,
  onShow,
  onSaveRecord,
}: {
  readonly search: SearchSession;
  readonly onShow: (entry: HallEntry) => void;
  readonly onSaveRecord: () => Promise<unknown>;
}) {
  const run = useStore(search.store, (state) => state.run);
  if (!run || run.figures.length < 2) return null;
  return <Plots search={search} run={run} onShow={onShow} onSaveRecord={onSaveRecord} />;
}

function Plots({
  search,
  run,
  onShow,
  onSaveRecord,
}: {
  readonly search: SearchSession;
  readonly run: RunView;
  readonly onShow: (entry: HallEntry) => void;
  readonly onSaveRecord: () => Promise<unknown>;
}) {
  const { plan } = run;
  const shared = plan.setting.task !== "counter";
  const theme = useThemeName();
  const [at, setAt] = useState<number | null>(null);
  const plot = useRef<PlotExplorerHandle>(null);
  const points = useMemo(() => runPoints(run.plan, run.figures), [run]);
  const series = useMemo(() => runSeries(plan, points), [plan, points]);
  const xs = useMemo(() => points.map(({ generation }) => generation), [points]);
  const y = useMemo(
    (): PlotAxis => ({
      range: (low, high) => [Math.max(0, low - 0.05 * (high - low)), high + 0.05 * (high - low || 1)],
      text: (value) => fitnessText(value, shared),
      size: 64,
    }),
    [shared],
  );
  const shown = points[Math.min(at ?? points.length - 1, points.length - 1)] as RunPoint;
  const words = pointText(shown, shared);
  return (
    <section className="run-plots" aria-label="Fitness">
      <PlotExplorer
        ref={plot}
        label="Cursor in the plot of fitness"
        picture={{ x: X, y, series, height: HEIGHT, lineWidth: 1.5 }}
        xs={xs}
        theme={theme}
        at={at === null ? null : Math.min(at, xs.length - 1)}
        atText={words}
        onAt={setAt}
      />
      <div className="run-legend">
        <PlotLegend series={legendOf(goalsOf(plan), series, goalNote(plan))} />
        <span className="grow" />
        <span className="number dim">{words}</span>
        <SaveMenu
          tip="Save the run, its figures or its plot"
          name={`${run.preset ?? "run"}-${plan.seed}`}
          entries={[
            { title: "Save record…", save: { kind: "own", act: onSaveRecord } },
            { title: "Save figures as CSV…", save: { kind: "CSV", text: () => figuresCsv(run.figures) } },
            {
              title: "Save plot as PNG…",
              save: {
                kind: "PNG",
                picture: () => plot.current?.png(`${run.preset ?? "run"}, seed ${plan.seed}`),
              },
            },
          ]}
        />
      </div>
      <Alleles search={search} />
      <NicheMap search={search} onShow={onShow} />
      <details>
        <summary>Figures</summary>
        <RunTable run={run} shared={shared} />
      </details>
    </section>
  );
}

function pointText({ generation, best, mean, worst, error }: RunPoint, shared: boolean): string {
  const text = (value: number): string => fitnessText(value, shared);
  const doubt = error > 0 ? ` ± ${fitnessText(error, shared)}` : "";
  return `Generation ${grouped(generation)}: best ${text(best)}${doubt}, mean ${text(mean)}, worst ${text(worst)}`;
}

const COLUMNS = ["Generation", "Best", "Error", "Mean", "Worst", "Diversity"];

function RunTable({ run, shared }: { readonly run: RunView; readonly shared: boolean }) {
  const rows = runPoints(run.plan, run.figures, TABLE_ROWS);
  return (
    <FiguresTable className="run-table" label="Figures by generation" columns={COLUMNS}>
      {rows.map(({ generation, best, error, mean, worst }) => {
        const first = run.figures[0]?.generation ?? 0;
        return (
          <tr key={generation}>
            <th scope="row">{grouped(generation)}</th>
            {[best, error, mean, worst].map((value, k) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are.
              <td key={k}>{fitnessText(value, shared)}</td>
            ))}
            <td>{grouped(run.figures[generation - first]?.diversity ?? 0)}</td>
          </tr>
        );
      })}
    </FiguresTable>
  );
}

function Alleles({ search }: { readonly search: SearchSession }) {
  const columns = useStore(search.store, (state) => state.alleles);
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useCellTheme();
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context || columns.length === 0) return;
    const { width, height, pixels } = allelePicture(columns, theme);
    canvas.current.width = width;
    canvas.current.height = height;
    const bytes = new Uint8ClampedArray(pixels.buffer as ArrayBuffer);
    context.putImageData(new ImageData(bytes, width), 0, 0);
  }, [columns, theme]);
  if (columns.length === 0) return null;
  return (
    <figure className="run-alleles">
      <canvas
        ref={canvas}
        role="img"
        aria-label="Share of ones at each bit of the population's rules, generation by generation; the table has the diversity."
      />
      <figcaption className="dim">
        Each bit of the rules, a row; bright where all individuals have a one
      </figcaption>
    </figure>
  );
}
