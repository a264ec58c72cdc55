import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { grouped } from "../../engine/core/integers.ts";
import { stateColour } from "../../engine/picture/age-colours.ts";
import { cssColour, seenOn, THEMES } from "../../engine/picture/themes.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { stateText } from "../../engine/rules/rule.ts";
import type { Sample } from "../../engine/worker/protocol/samples.ts";
import { hasStateSeries } from "../../engine/worker/protocol/samples.ts";
import type { StudioDocument } from "../document/document.ts";
import { stemOf } from "../editor/labels.ts";
import type { DocumentPage } from "../studio/dialog-pages.ts";
import { useEditor, useStudio, useThemeName, useTitle } from "../studio/hooks.ts";
import { saveFile } from "../studio/save-file.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/fields.tsx";
import { powerOf, shortCount } from "../ui/numbers.ts";
import type { PlotExplorerHandle } from "../ui/plot/plot-explorer.tsx";
import { PlotExplorer } from "../ui/plot/plot-explorer.tsx";
import { PlotLegend } from "../ui/plot/plot-legend.tsx";
import type { PlotAxis, PlotSeries, PlotStroke } from "../ui/plot/series.ts";
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

interface Line {
  readonly id: string;
  readonly label: string;
  readonly stroke: PlotStroke;
  readonly of: (sample: Sample) => number | null;
}

const POPULATION: Line = {
  id: "population",
  label: "Population",
  stroke: seriesStroke(0),
  of: ({ population }) => Number(population),
};
const STEPS: readonly Line[] = [
  { id: "births", label: "Births", stroke: seriesStroke(1), of: ({ births }) => births },
  { id: "deaths", label: "Deaths", stroke: seriesStroke(3), of: ({ deaths }) => deaths },
];

/** A line for each state, in its colour, where the rule has few; dashes tell apart what colours do not. */
function stateLines(rule: Rule, themeId: string): readonly Line[] {
  if (!hasStateSeries(rule)) return [];
  const theme = THEMES.get(themeId);
  return Array.from({ length: rule.states - 1 }, (_, at) => ({
    id: `state ${at + 1}`,
    label: stateText(rule, at + 1),
    stroke: {
      token: cssColour(seenOn(theme.ground, stateColour(theme, at + 1, rule))),
      dash: seriesStroke(2 * at).dash,
    },
    of: ({ states }) => states?.[at] ?? null,
  }));
}

const X: PlotAxis = { label: "generation", text: axisText, size: 34 };
const LINEAR: PlotAxis = {
  range: (low, high) => (low === high ? [low - 1, high + 1] : [Math.min(0, low), high * 1.05]),
  text: axisText,
  size: 64,
};
const LOGARITHMIC: PlotAxis = { log: 10, text: axisText, size: 64 };

export function PlotDialog({ document, onClose }: DocumentPage) {
  const studio = useStudio();
  const { samples, taken } = useStore(plotsOf(studio).of(document).store);
  const title = useTitle(document);
  const { rule } = useEditor(document, "rule");
  // What a person has switched; of states, births and deaths would be more than anybody can follow.
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({});
  const [log, setLog] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const plot = useRef<PlotExplorerHandle>(null);
  const theme = useThemeName();
  const states = useMemo(() => stateLines(rule, theme), [rule, theme]);
  const lines = useMemo(() => [POPULATION, ...states, ...STEPS], [states]);
  const isChosen = (line: Line): boolean =>
    switched[line.id] ?? (states.length === 0 || !STEPS.includes(line));
  const chosen = lines.filter(isChosen);
  const [logTime, setLogTime] = useState(false);
  const first = Number(samples[0]?.generation ?? 0n);
  const xs = useMemo(() => timesOf(samples, logTime), [samples, logTime]);
  const x = useMemo(() => (logTime ? logTimeAxis(first) : X), [logTime, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen lines follow from lines and switches.
  const series = useMemo(() => seriesOf(samples, xs, chosen, log), [samples, xs, lines, switched, log]);
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
      text={`Population by generation${states.length > 0 ? ", the cells in each state," : ","} and the births and deaths of each step.`}
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
              {lines.map((line) => (
                <CheckField
                  key={line.id}
                  label={line.label}
                  checked={isChosen(line)}
                  onChange={(checked) => setSwitched({ ...switched, [line.id]: checked })}
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
              atText={shown ? sampleText(shown, states) : ""}
              onAt={setAt}
            />
            <div className="plot-legend" aria-hidden>
              <PlotLegend series={chosen} />
            </div>
            <p className="number plot-reading">{shown ? sampleText(shown, states) : ""}</p>
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
  lines: readonly Line[],
  log: boolean,
): readonly PlotSeries[] {
  // Zero has no logarithm.
  const fit = (value: number | null): number | null => (log && value === 0 ? null : value);
  return lines.map(({ label, stroke, of }) => ({
    label,
    look: "line",
    stroke,
    xs,
    ys: samples.map((sample) => fit(of(sample))),
  }));
}

function axisText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-3)) {
    const [digits, exponent] = value.toExponential(1).split("e");
    const power = powerOf(10, Number(exponent));
    return digits === "1.0" ? power : `${digits} × ${power}`;
  }
  return grouped(value);
}

function sampleText(sample: Sample, states: readonly Line[]): string {
  const { generation, population, births, deaths } = sample;
  const steps =
    births === null || deaths === null ? "" : `, ${grouped(births)} born, ${grouped(deaths)} died`;
  const told = states.flatMap(({ label, of }) => {
    const cells = of(sample);
    return cells === null ? [] : [`${label}: ${grouped(cells)}`];
  });
  const known = told.length > 0 ? `; ${told.join(", ")}` : "";
  return `Generation ${shortCount(generation)}: population ${shortCount(population)}${steps}${known}`;
}

/** What is kept, what is not known, and how to look closer. */
export function hintText(samples: readonly Sample[], taken: number): string {
  const thin =
    taken > samples.length
      ? `${grouped(samples.length)} of ${grouped(taken)} samples are kept: the least and the most of each stretch. `
      : "";
  const births = samples.some(({ births }) => births !== null)
    ? ""
    : "Births and deaths are known where generations are shown one after the other: run by single generations, below the highest speed. ";
  return `${thin}${births}Drag across the plot or turn the wheel to zoom; a double click shows all.`;
}
