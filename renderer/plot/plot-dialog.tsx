import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Sample } from "../../engine/worker/protocol/samples.ts";
import type { StudioDocument } from "../document/document.ts";
import { stemOf } from "../editor/labels.ts";
import type { DocumentPage } from "../studio/dialog-pages.ts";
import { useStudio, useThemeName, useTitle } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/fields.tsx";
import { groupDigits, shortCount } from "../ui/numbers.ts";
import type { TimeLine, TimePlotHandle } from "../ui/time-plot.tsx";
import { TimePlot } from "../ui/time-plot.tsx";
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
  { id: "population", label: "Population", token: "--accent", dash: [] },
  { id: "births", label: "Births", token: "--ink", dash: [] },
  { id: "deaths", label: "Deaths", token: "--faint", dash: [5, 3] },
] as const;

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
  const plot = useRef<TimePlotHandle>(null);
  const theme = useThemeName();
  const xs = useMemo(() => samples.map(({ generation }) => Number(generation)), [samples]);
  const lines = useMemo(() => linesOf(samples, chosen, log), [samples, chosen, log]);
  const empty = samples.length < 2;
  const shown = samples[at ?? samples.length - 1] ?? null;
  const save = async (kind: "CSV" | "PNG"): Promise<void> => {
    const extension = kind === "CSV" ? ".csv" : ".png";
    const heading = `${title}, generations ${shortCount(samples[0]?.generation ?? 0n)} to ${shortCount(samples.at(-1)?.generation ?? 0n)}`;
    const bytes =
      kind === "CSV" ? new TextEncoder().encode(samplesCsv(samples)) : await plot.current?.png(heading);
    if (!bytes) return;
    const name = `${stemOf(title)}-population${extension}`;
    const file = await studio.host.files.pickSave({
      types: [{ label: kind, extensions: [extension] }],
      name,
    });
    if (!file) return;
    await studio.host.files.write(file, bytes);
    studio.status.say(`Saved ${file.name}.`);
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
            </fieldset>
            <TimePlot
              ref={plot}
              label="Cursor in the plot"
              xLabel="generation"
              xs={xs}
              lines={lines}
              log={log}
              height={HEIGHT}
              theme={theme}
              at={at === null ? null : Math.min(at, samples.length - 1)}
              atText={shown ? sampleText(shown) : ""}
              onAt={setAt}
            />
            <Legend chosen={chosen} />
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
    // The command is a switch: what runs already would be stopped by it.
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

function Legend({ chosen }: { readonly chosen: Readonly<Record<LineId, boolean>> }) {
  return (
    <div className="plot-legend" aria-hidden>
      {LINES.filter(({ id }) => chosen[id]).map(({ id, label, token, dash }) => (
        <span key={id}>
          <svg width="22" height="8" aria-hidden>
            <path
              d="M0 4h22"
              fill="none"
              strokeWidth={2}
              style={{ stroke: `var(${token})` }}
              strokeDasharray={dash.join(" ")}
            />
          </svg>
          {label}
        </span>
      ))}
    </div>
  );
}

function linesOf(
  samples: readonly Sample[],
  chosen: Readonly<Record<LineId, boolean>>,
  log: boolean,
): readonly TimeLine[] {
  // Nothing has no logarithm.
  const fit = (value: number | null): number | null => (log && value === 0 ? null : value);
  const values: Record<LineId, (sample: Sample) => number | null> = {
    population: ({ population }) => Number(population),
    births: ({ births }) => births,
    deaths: ({ deaths }) => deaths,
  };
  return LINES.filter(({ id }) => chosen[id]).map(({ id, label, token, dash }) => ({
    label,
    token,
    dash,
    values: samples.map((sample) => fit(values[id](sample))),
  }));
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
