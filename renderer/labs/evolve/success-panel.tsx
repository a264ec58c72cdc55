/** How often a rule of the hall of fame succeeds, by the density of its vectors and by the width of the ring. */

import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import { useThemeName } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/fields.tsx";
import { FiguresTable } from "../../ui/figures-table.tsx";
import { Problem } from "../../ui/form.tsx";
import type { PlotExplorerHandle } from "../../ui/plot/plot-explorer.tsx";
import { PlotExplorer } from "../../ui/plot/plot-explorer.tsx";
import { PlotLegend } from "../../ui/plot/plot-legend.tsx";
import type { PlotAxis } from "../../ui/plot/series.ts";
import { SaveMenu } from "../save-menu.tsx";
import { legendOf } from "./run-figures.ts";
import { hallRule } from "./search-words.ts";
import type { SuccessCurves, SuccessState, SuccessSubject } from "./success-curves.ts";
import { SUCCESS_VECTORS } from "./success-curves.ts";
import type { SuccessAxis, SuccessPoint } from "./success-figures.ts";
import { literatureOf, SUCCESS_AXES, successCsv, successSeries, trialsOf } from "./success-figures.ts";

const HEIGHT = 150;
const Y: PlotAxis = {
  range: (low, high) => [Math.max(0, low - 0.05), Math.min(1.02, high + 0.05)],
  text: (value) => `${Math.round(100 * value)} %`,
  size: 52,
};

export function SuccessPanel({ curves }: { readonly curves: SuccessCurves }) {
  const state = useStore(curves.store);
  return state.subject ? <Curves curves={curves} state={state} subject={state.subject} /> : null;
}

function Curves({
  curves,
  state: { axis, points: all, running, message },
  subject: { plan, genome },
}: {
  readonly curves: SuccessCurves;
  readonly state: SuccessState;
  readonly subject: SuccessSubject;
}) {
  const theme = useThemeName();
  const plot = useRef<PlotExplorerHandle>(null);
  const panel = useRef<HTMLElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const points = all[axis];
  const trials = useMemo(() => trialsOf(plan, axis), [plan, axis]);
  const goals = useMemo(() => literatureOf(plan, axis), [plan, axis]);
  const series = useMemo(() => successSeries(points, goals), [points, goals]);
  const xs = useMemo(() => points.map((point) => point.at), [points]);
  const plotted = points.length > 1;
  // Another rule is somebody's wish to see it, and the panel may lie below a long list. It grows with the plot.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rule and plot are what is new.
  useEffect(() => {
    void panel.current?.scrollIntoView({ block: "nearest" });
  }, [genome, plotted]);
  const rule = hallRule(plan.setting.shape, genome);
  const shown = points[Math.min(at ?? points.length - 1, points.length - 1)];
  const words = shown ? pointWords(axis, shown) : "";
  const left = trials.length - points.length;
  const options = (["density", "width"] as const)
    .filter((id) => trialsOf(plan, id).length > 0)
    .map((id) => ({ id, label: SUCCESS_AXES[id].name }));
  return (
    <section ref={panel} className="success-panel" aria-label="Success">
      <h3>Success</h3>
      <p className="number hall-rule" title={rule}>
        {rule}
      </p>
      <Segmented
        label="Success by"
        value={axis}
        options={options}
        onChange={(id) => void curves.choose(id as SuccessAxis)}
      />
      {plotted ? (
        <>
          <PlotExplorer
            key={axis}
            ref={plot}
            label="Cursor in the plot of success"
            picture={{ x: SUCCESS_AXES[axis].axis, y: Y, series, height: HEIGHT, lineWidth: 1.5 }}
            xs={xs}
            theme={theme}
            at={at === null ? null : Math.min(at, xs.length - 1)}
            atText={words}
            onAt={setAt}
          />
          <div className="run-legend">
            <PlotLegend series={legendOf(goals, series)} />
          </div>
        </>
      ) : null}
      <p className="number dim">{words}</p>
      <Problem text={message} />
      <div className="hall-buttons">
        {running ? (
          <>
            <progress
              aria-label="Points that are computed"
              value={points.length}
              max={Math.max(1, trials.length)}
            />
            <TextButton onPress={() => curves.stop()}>Stop</TextButton>
          </>
        ) : null}
        {!running && left > 0 && message === null ? (
          <TextButton onPress={() => void curves.plot({ plan, genome })}>Go on</TextButton>
        ) : null}
        {plotted ? (
          <SaveMenu
            tip="Save the figures or the plot"
            name={`success-by-${axis}`}
            entries={[
              {
                title: "Save figures as CSV…",
                save: { kind: "CSV", text: () => successCsv(axis, SUCCESS_VECTORS, points) },
              },
              {
                title: "Save plot as PNG…",
                save: {
                  kind: "PNG",
                  picture: () =>
                    plot.current?.png(`Success by ${axis}, ${grouped(SUCCESS_VECTORS)} vectors a point`),
                },
              },
            ]}
          />
        ) : null}
      </div>
      <details>
        <summary>Figures</summary>
        <SuccessTable axis={axis} points={points} />
      </details>
    </section>
  );
}

function pointWords(axis: SuccessAxis, { at, rate, standardError }: SuccessPoint): string {
  const where = axis === "density" ? `${SUCCESS_AXES.density.text(at)} ones` : `${grouped(at)} cells`;
  return `${where}: ${shareText(rate)} ± ${shareText(standardError)}`;
}

function shareText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function SuccessTable({
  axis,
  points,
}: {
  readonly axis: SuccessAxis;
  readonly points: readonly SuccessPoint[];
}) {
  const { name, text } = SUCCESS_AXES[axis];
  return (
    <FiguresTable className="run-table" label={`Success by ${axis}`} columns={[name, "Success", "Error"]}>
      {points.map(({ at, rate, standardError }) => (
        <tr key={at}>
          <th scope="row">{text(at)}</th>
          <td>{shareText(rate)}</td>
          <td>{shareText(standardError)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}
