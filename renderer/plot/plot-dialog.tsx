import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Sample } from "../../engine/worker/protocol/samples.ts";
import type { StudioDocument } from "../document/document.ts";
import { stemOf } from "../editor/labels.ts";
import type { DocumentPage } from "../studio/dialog-pages.ts";
import { useStudio, useThemeName, useTitle } from "../studio/hooks.ts";
import { saveFile } from "../studio/save-file.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/fields.tsx";
import { groupDigits, powerOf, shortCount } from "../ui/numbers.ts";
import type { PlotExplorerHandle } from "../ui/plot/plot-explorer.tsx";
import { PlotExplorer } from "../ui/plot/plot-explorer.tsx";
import { PlotLegend } from "../ui/plot/plot-legend.tsx";
import type { PlotAxis, PlotSeries } from "../ui/plot/series.ts";
import { seriesStroke } from "../ui/plot/series.ts";
import { samplesCsv } from "./plot-record.ts";
import { plotsOf } from "./plots.ts";
import "./plot-dialog.css";

declare module "../studio/dialog-pages.ts" {
  interface DialogPages {
    plot: DocumentPage;
  }
}

const HEIGHT = 300;

const LINES = [
  { id: "population", label: "Population", stroke: seriesStroke(0) },
  { id: "births", label: "Births", stroke: seriesStroke(1) },
  { id: "deaths", label: "Deaths", stroke: seriesStroke(3) },
] as const;

const X: PlotAxis = { label: "generation", text: axisText, size: 34 };
const LINEAR: PlotAxis = {
  range: (low, high) => (low === high ? [low - 1, high + 1] : [Math.min(0, low), high * 1.05]),
  text: axisText,
  size: 64,
};
const LOGARITHMIC: PlotAxis = { log: 10, text: axisText, size: 64 };

type LineId = (typeof LINES)[number]["id"];

export function PlotDialog({ document, onClose }: DocumentPage) {
  const studio = useStudio();
  const { samples, taken } = useStore(plotsOf(studio).of(document).store);
  const title = useTitle(document);
  const [chosen, setChosen] = useState<Readonly<Record<LineId, boolean>>>({
    population: true,
    births: true,
    deaths: true,
  });
  const [log, setLog] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const plot = useRef<PlotExplorerHandle>(null);
  const theme = useThemeName();
  const [logTime, setLogTime] = useState(false);
  const first = Number(samples[0]?.generation ?? 0n);
  const xs = useMemo(() => timesOf(samples, logTime), [samples, logTime]);
  const x = useMemo(() => (logTime ? logTimeAxis(first) : X), [logTime, first]);
  const series = useMemo(() => seriesOf(samples, xs, chosen, log), [samples, xs, chosen, log]);
  const empty = samples.length < 2;
  const shown = samples[at ?? samples.length - 1] ?? null;
  const save = async (kind: "CSV" | "PNG"): Promise<void> => {
    const heading = `${title}, generations ${shortCount(samples[0]?.generation ?? 0n)} to ${shortCount(samples.at(-1)?.generation ?? 0n)}`;
    const bytes =
      kind === "CSV" ? new TextEncoder().encode(samplesCsv(samples)) : await plot.current?.png(heading);
    if (!bytes) return;
    const extension = kind === "CSV" ? ".csv" : ".png";
    await saveFile(studio, { label: kind, extension, stem: `${stemOf(title)}-population` }, bytes);
  };
  return (
    <Dialog
      title="Plot"
      text="Population by generation, and the births and deaths of each step."
      size="large"
      onClose={onClose}
    >
      <div className="form plot-form">
        {empty ? (
          <EmptyPlot document={document} />
        ) : (
          <>
            <fieldset className="plain plot-options">
              <legend className="visually-hidden">What is shown</legend>
              {LINES.map(({ id, label }) => (
                <CheckField
                  key={id}
                  label={label}
                  checked={chosen[id]}
                  onChange={(checked) => setChosen({ ...chosen, [id]: checked })}
                />
              ))}
              <span className="grow" />
              <CheckField label="Logarithmic" checked={log} onChange={setLog} />
              <CheckField label="Log time" checked={logTime} onChange={setLogTime} />
            </fieldset>
            <PlotExplorer
              ref={plot}
              label="Cursor in the plot"
              picture={{ x, y: log ? LOGARITHMIC : LINEAR, series, height: HEIGHT, lineWidth: 1.5 }}
              xs={xs}
              theme={theme}
              at={at === null ? null : Math.min(at, samples.length - 1)}
              atText={shown ? sampleText(shown) : ""}
              onAt={setAt}
            />
            <div className="plot-legend" aria-hidden>
              <PlotLegend series={LINES.filter(({ id }) => chosen[id])} />
            </div>
            <p className="number plot-reading">{shown ? sampleText(shown) : ""}</p>
            <p className="field-hint">{hintText(samples, taken)}</p>
          </>
        )}
      </div>
      {empty ? null : (
        <footer className="plot-feet">
          <TextButton onPress={() => plot.current?.zoom(0.5)}>Zoom in</TextButton>
          <TextButton onPress={() => plot.current?.zoom(2)}>Zoom out</TextButton>
          <TextButton onPress={() => plot.current?.showAll()}>Show all</TextButton>
          <span className="grow" />
          <TextButton onPress={() => void save("PNG").catch(studio.status.report)}>Save PNG</TextButton>
          <TextButton look="accent" onPress={() => void save("CSV").catch(studio.status.report)}>
            Save CSV
          </TextButton>
        </footer>
      )}
    </Dialog>
  );
}

function EmptyPlot({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const [asked, setAsked] = useState(false);
  const run = (): void => {
    setAsked(true);
    // The command is a switch: it would stop a running universe.
    if (!document.editor.state.running) void studio.commands.run("time.run");
  };
  return (
    <div className="plot-empty">
      <p>Nothing is recorded yet. Every generation that is shown is: run the universe, or step through it.</p>
      <TextButton look="accent" first disabled={asked} onPress={run}>
        Run
      </TextButton>
    </div>
  );
}

/** Where a plot of logarithmic time has its first generation: zero has no logarithm. */
const BEFORE_ONE = 0.5;

/** The samples' places in time: their generations, or, in logarithmic time, the generations since the first one. */
export function timesOf(samples: readonly Pick<Sample, "generation">[], log: boolean): readonly number[] {
  const first = samples[0]?.generation ?? 0n;
  return samples.map(({ generation }) =>
    log ? Math.max(BEFORE_ONE, Number(generation - first)) : Number(generation),
  );
}

/** Shows generations, whatever the first one is, and no more than there are. */
function logTimeAxis(first: number): PlotAxis {
  return { ...X, log: 10, range: (low, high) => [low, high], text: (value) => axisText(first + value) };
}

function seriesOf(
  samples: readonly Sample[],
  xs: readonly number[],
  chosen: Readonly<Record<LineId, boolean>>,
  log: boolean,
): readonly PlotSeries[] {
  // Zero has no logarithm.
  const fit = (value: number | null): number | null => (log && value === 0 ? null : value);
  const values: Record<LineId, (sample: Sample) => number | null> = {
    population: ({ population }) => Number(population),
    births: ({ births }) => births,
    deaths: ({ deaths }) => deaths,
  };
  return LINES.filter(({ id }) => chosen[id]).map(({ id, label, stroke }) => ({
    label,
    look: "line",
    stroke,
    xs,
    ys: samples.map((sample) => fit(values[id](sample))),
  }));
}

function axisText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-3)) {
    const [digits, exponent] = value.toExponential(1).split("e");
    const power = powerOf(10, Number(exponent));
    return digits === "1.0" ? power : `${digits} × ${power}`;
  }
  return groupDigits(value);
}

function sampleText({ generation, population, births, deaths }: Sample): string {
  const steps =
    births === null || deaths === null ? "" : `, ${groupDigits(births)} born, ${groupDigits(deaths)} died`;
  return `Generation ${shortCount(generation)}: population ${shortCount(population)}${steps}`;
}

function hintText(samples: readonly Sample[], taken: number): string {
  const thin =
    taken > samples.length
      ? `${groupDigits(samples.length)} of ${groupDigits(taken)} samples are kept: the least and the most of each stretch. `
      : "";
  const births = samples.some(({ births }) => births !== null)
    ? ""
    : "Births and deaths are known where generations are shown one after the other: run by single generations, below the highest speed. ";
  return `${thin}${births}Drag across the plot or turn the wheel to zoom; a double click shows all.`;
}
