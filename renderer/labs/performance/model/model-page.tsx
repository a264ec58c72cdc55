import { memo, useDeferredValue, useId, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { grouped, groupedSize } from "../../../../engine/core/integers.ts";
import { formatModel } from "../../../../engine/model/model-file.ts";
import type { Forecast } from "../../../../engine/model/predict.ts";
import { percentText, timeText } from "../../../../engine/model/words.ts";
import { useStudio, useThemeName } from "../../../studio/hooks.ts";
import { TextButton } from "../../../ui/button.tsx";
import { CheckField, Segmented, SelectField } from "../../../ui/fields.tsx";
import { FiguresTable } from "../../../ui/figures-table.tsx";
import { Problem } from "../../../ui/form.tsx";
import type { PlotHandle } from "../../../ui/plot/plot.tsx";
import { Plot } from "../../../ui/plot/plot.tsx";
import type { SaveEntry } from "../../save-entry.ts";
import { SaveMenu } from "../../save-menu.tsx";
import { FitDetails } from "./fit-details.tsx";
import { fitPicture } from "./fit-pictures.ts";
import type { ForecastWish } from "./forecasts.ts";
import {
  BANDWIDTHS,
  FORM_OPTIONS,
  forecastCommand,
  forecastCsv,
  forecastOf,
  forecastRows,
  HALOS,
  LATENCIES,
  RANKS,
  SIDES,
  speedUpPicture,
} from "./forecasts.ts";
import type { Models, NamedModel } from "./models.ts";
import "../performance.css";

const PLOT_HEIGHT = 220;

interface PageParts {
  readonly models: Models;
  readonly onMeasure: (kernel: string, onGpu: boolean) => Promise<void>;
}

export function ModelPage({ models, onMeasure }: PageParts) {
  const { models: known, chosen, wish } = useStore(models.store);
  const entry = known.find(({ id }) => id === chosen) as NamedModel;
  return (
    <div className="performance">
      <div className="performance-side">
        <ModelChoice models={models} onMeasure={onMeasure} />
        <WishFields wish={wish} onChange={(change) => models.set(change)} />
      </div>
      <Reading entry={entry} wish={wish} />
    </div>
  );
}

function ModelChoice({ models, onMeasure }: PageParts) {
  const { models: known, chosen, measuring, problem } = useStore(models.store);
  return (
    <section className="performance-model" aria-label="Model">
      <SelectField label="Model" options={known} value={chosen} onChange={(id) => models.choose(id)} />
      <div className="performance-buttons">
        {measuring === null ? (
          <>
            <TextButton onPress={() => void onMeasure("bitwise", false)}>Measure the CPU</TextButton>
            <TextButton onPress={() => void onMeasure("gpu", true)}>Measure the GPU</TextButton>
          </>
        ) : (
          <TextButton onPress={() => models.stop()}>Stop</TextButton>
        )}
      </div>
      <p className="dim" role="status">
        {measuring === null ? "" : `Measuring ${measuring}…`}
      </p>
      <Problem text={problem} />
    </section>
  );
}

function WishFields({
  wish,
  onChange,
}: {
  readonly wish: ForecastWish;
  readonly onChange: (change: Partial<ForecastWish>) => void;
}) {
  return (
    <section className="performance-wish" aria-label="What for">
      <Scale
        label="GPUs"
        places={RANKS}
        value={wish.ranks}
        text={grouped}
        onChange={(ranks) => onChange({ ranks })}
      />
      <Scale
        label={wish.weak ? "Side of each part" : "Side of the grid"}
        places={SIDES}
        value={wish.side}
        text={(side) => `${grouped(side)} cells`}
        onChange={(side) => onChange({ side })}
      />
      <Scale
        label="Latency"
        places={LATENCIES}
        value={wish.latencySeconds}
        text={timeText}
        onChange={(latencySeconds) => onChange({ latencySeconds })}
      />
      <Scale
        label="Bandwidth"
        places={BANDWIDTHS}
        value={wish.bytesASecond}
        text={(bytes) => (Number.isFinite(bytes) ? `${grouped(bytes / 1e6)} MB/s` : "more than it takes")}
        onChange={(bytesASecond) => onChange({ bytesASecond })}
      />
      <Scale
        label="Halo"
        places={HALOS}
        value={wish.halo}
        text={(rows) => (rows === 0 ? "the best" : `${grouped(rows)} ${rows === 1 ? "row" : "rows"}`)}
        onChange={(halo) => onChange({ halo })}
      />
      <Segmented
        label="Halos are spent"
        titled
        options={FORM_OPTIONS}
        value={wish.form}
        onChange={(form) => onChange({ form: form as ForecastWish["form"] })}
      />
      <CheckField
        label="The grid grows with the GPUs"
        checked={wish.weak}
        onChange={(weak) => onChange({ weak })}
      />
    </section>
  );
}

/** A slider over a few values; one between them stands at the nearest. */
function Scale({
  label,
  places,
  value,
  text,
  onChange,
}: {
  readonly label: string;
  readonly places: readonly number[];
  readonly value: number;
  readonly text: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  const beyond = places.findIndex((place) => place >= value);
  return (
    <div className="field performance-scale">
      <label htmlFor={id}>{label}</label>
      <output className="number">{text(value)}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={places.length - 1}
        step={1}
        value={beyond < 0 ? places.length - 1 : beyond}
        aria-valuetext={text(value)}
        onChange={(event) => onChange(places[event.target.valueAsNumber] as number)}
      />
    </div>
  );
}

function Reading({ entry, wish }: { readonly entry: NamedModel; readonly wish: ForecastWish }) {
  const { model, line, label, file } = entry;
  const studio = useStudio();
  const theme = useThemeName();
  const gainsPlot = useRef<PlotHandle>(null);
  const fitPlot = useRef<PlotHandle>(null);
  const point = useMemo(() => forecastOf(model, wish), [model, wish]);
  const rows = useMemo(() => forecastRows(model, wish), [model, wish]);
  // A slider moves the figures and the plot at once, and the table when there is time.
  const tableRows = useDeferredValue(rows);
  const set = typeof point === "string" ? null : point;
  const gains = useMemo(() => speedUpPicture(rows, set, PLOT_HEIGHT), [rows, set]);
  const fit = useMemo(() => fitPicture(model, PLOT_HEIGHT), [model]);
  const entries: readonly SaveEntry[] = [
    { title: "Save figures as CSV…", save: { kind: "CSV", text: () => forecastCsv(rows) } },
    {
      title: "Save speed-up as PNG…",
      save: { kind: "PNG", picture: () => gainsPlot.current?.png(label) },
    },
    ...(fit
      ? [
          {
            title: "Save fit as PNG…",
            save: { kind: "PNG", picture: () => fitPlot.current?.png(label) },
          } as const,
        ]
      : []),
    { title: "Save model as JSON…", save: { kind: "JSON", text: () => formatModel(model) } },
  ];
  const copy = (): void => {
    studio.host.clipboard
      .writeText(forecastCommand(wish, file))
      .then(() => studio.status.say("Copied the command."), studio.status.report);
  };
  return (
    <section className="performance-reading" aria-label="Forecast">
      {set ? <Figures point={set} /> : <Problem text={point as string} />}
      <div className="performance-plots">
        <Plot
          ref={gainsPlot}
          label="Speed-up against the number of GPUs; the figures are in the table below."
          picture={gains}
          theme={theme}
        />
        {fit ? (
          <Plot
            ref={fitPlot}
            label={`Seconds a generation against cells: ${line ?? "as in the file"}; the figures are in the table of points.`}
            picture={fit}
            theme={theme}
          />
        ) : null}
      </div>
      <Table rows={tableRows} />
      {fit ? <FitDetails model={model} line={line} /> : null}
      <footer className="performance-buttons">
        <TextButton onPress={copy}>Copy the command</TextButton>
        <SaveMenu
          tip="Save the model, its figures or its plots"
          name={file.replace(/\.json$/i, "")}
          entries={entries}
        />
      </footer>
    </section>
  );
}

function Figures({ point }: { readonly point: Forecast }) {
  const { seconds, speedUp, efficiency, halo } = point;
  const figures: readonly (readonly [string, string])[] = [
    ["A generation", timeText(seconds)],
    ["1000 generations", timeText(1000 * seconds)],
    ["Speed-up", speedUpText(speedUp)],
    ["Efficiency", percentText(efficiency)],
    ["Halo", halo === 0 ? "none" : grouped(halo)],
  ];
  return (
    <dl className="performance-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const COLUMNS = ["GPUs", "part", "halo", "a generation", "speed-up", "efficiency"];

function speedUpText(speedUp: number): string {
  return speedUp < 1000 ? speedUp.toPrecision(4) : grouped(Math.round(speedUp));
}

const Table = memo(function Table({ rows }: { readonly rows: readonly Forecast[] }) {
  return (
    <FiguresTable label="Figures" columns={COLUMNS}>
      {rows.map(({ ranks, part, halo, seconds, speedUp, efficiency }) => (
        <tr key={ranks}>
          <th scope="row">{grouped(ranks)}</th>
          <td>{groupedSize(part.width, part.height)}</td>
          <td>{halo === 0 ? "" : grouped(halo)}</td>
          <td>{timeText(seconds)}</td>
          <td>{speedUpText(speedUp)}</td>
          <td>{percentText(efficiency)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
});
