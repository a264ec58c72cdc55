import { useMemo, useRef } from "react";
import { useStore } from "zustand";
import { SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import { grouped, groupedSize } from "../../../../engine/core/integers.ts";
import { percentText, timeText } from "../../../../engine/model/words.ts";
import { useStudio, useThemeName } from "../../../studio/hooks.ts";
import { TextButton } from "../../../ui/button.tsx";
import { FiguresTable } from "../../../ui/figures-table.tsx";
import { Problem } from "../../../ui/form.tsx";
import type { PlotHandle } from "../../../ui/plot/plot.tsx";
import { Plot } from "../../../ui/plot/plot.tsx";
import type { SaveEntry } from "../../save-entry.ts";
import { SaveMenu } from "../../save-menu.tsx";
import { Lanes } from "./lanes.tsx";
import { RECORDS } from "./record-files.ts";
import type { OpenRecord, Records } from "./records.ts";
import { RunCommandForm } from "./run-command-form.tsx";
import { predictedRows, rankRows, ranksCsv, scalingCsv, scalingPicture, scalingRows } from "./run-figures.ts";
import "../performance.css";
import "./run.css";

const PLOT_HEIGHT = 220;

export function RunPage({ records }: { readonly records: Records }) {
  const studio = useStudio();
  const open = async (): Promise<void> =>
    studio.files.openFiles(await studio.host.files.pickOpen({ types: [RECORDS], several: true }));
  const { records: all, chosen } = useStore(records.store);
  const entry = all.find(({ id }) => id === chosen);
  return (
    <div className="performance run">
      <div className="performance-side">
        <section className="run-records" aria-label="Records">
          <h3>Records</h3>
          {all.length > 0 ? (
            <ul>
              {all.map((one) => (
                <RecordLine key={one.id} entry={one} chosen={one.id === chosen} records={records} />
              ))}
            </ul>
          ) : null}
          <TextButton onPress={() => void open().catch(studio.status.report)}>Open a record…</TextButton>
        </section>
        <RunCommandForm />
      </div>
      {entry ? <RecordReading entry={entry} all={all} /> : <NoRecord />}
    </div>
  );
}

function RecordLine({
  entry: { id, name, record, following },
  chosen,
  records,
}: {
  readonly entry: OpenRecord;
  readonly chosen: boolean;
  readonly records: Records;
}) {
  const ranks = record.tracks.length;
  return (
    <li>
      <button
        type="button"
        className="run-record"
        aria-pressed={chosen}
        onClick={() => records.choose(id)}
        title={name}
      >
        <span>{name}</span>
        <span className="dim">
          {grouped(ranks)} {ranks === 1 ? "rank" : "ranks"}
          {following ? ", growing" : ""}
        </span>
      </button>
      <button
        type="button"
        className="run-away"
        aria-label={`Put ${name} away`}
        onClick={() => records.remove(id)}
      >
        ×
      </button>
    </li>
  );
}

function NoRecord() {
  return (
    <section className="performance-reading run-empty" aria-label="Record">
      <p>
        No record is open. A run with <code>--record</code> writes one: copy the command at the left, start it
        in a terminal, and open its record here or drop it on the window, while it grows or afterwards.
      </p>
    </section>
  );
}

function RecordReading({ entry, all }: { readonly entry: OpenRecord; readonly all: readonly OpenRecord[] }) {
  const { name, record, problem } = entry;
  const { head, end } = record;
  const theme = useThemeName();
  const lanes = useRef<PlotHandle>(null);
  const plot = useRef<PlotHandle>(null);
  const scaling = useMemo(() => scalingRows(all, record), [all, record]);
  const picture = useMemo(() => scalingPicture(scaling, PLOT_HEIGHT), [scaling]);
  const entries: readonly SaveEntry[] = [
    { title: "Save the ranks as CSV…", save: { kind: "CSV", text: () => ranksCsv(record) } },
    { title: "Save lanes as PNG…", save: { kind: "PNG", picture: () => lanes.current?.png(name) } },
    { title: "Save all records as CSV…", save: { kind: "CSV", text: () => scalingCsv(scaling) } },
    ...(picture
      ? [
          {
            title: "Save scaling as PNG…",
            save: { kind: "PNG", picture: () => plot.current?.png("Speed-up by ranks") },
          } as const,
        ]
      : []),
  ];
  const facts = [
    `${head.algorithm}, ${head.rule}:${head.topology}`,
    `${head.transport}, halo ${grouped(head.halo)}${head.overlap ? ", overlapped" : ""}`,
    end
      ? `ended at generation ${grouped(end.generation)}`
      : entry.following
        ? "still growing"
        : problem === null
          ? "without an end; a copy that was dropped does not grow"
          : "without an end",
  ];
  return (
    <section className="performance-reading" aria-label="Record">
      <p className="dim">{facts.join("; ")}.</p>
      <Problem text={end?.failure ?? problem} />
      <Lanes key={entry.id} ref={lanes} entry={entry} />
      <Predicted entry={entry} />
      <Ranks entry={entry} />
      {scaling.length > 1 ? (
        <>
          <h3>Records beside each other</h3>
          {picture ? (
            <Plot
              ref={plot}
              label="Speed-up against the number of ranks; the figures are in the table below."
              picture={picture}
              theme={theme}
            />
          ) : null}
          <Scaling rows={scaling} />
        </>
      ) : null}
      <footer className="performance-buttons">
        <SaveMenu tip="Save figures or the plot" name={name.replace(/\.jsonl?$/i, "")} entries={entries} />
      </footer>
    </section>
  );
}

const secondsText = (seconds: number | null): string => (seconds === null ? "" : timeText(seconds));

function Predicted({ entry: { record } }: { readonly entry: OpenRecord }) {
  const { prediction } = record.head;
  return (
    <FiguresTable
      label="Predicted and measured"
      columns={[
        prediction ? `predicted by ${prediction.by}` : "no prediction",
        "predicted",
        "measured",
        "ratio",
      ]}
    >
      {predictedRows(record).map(({ what, predicted, measured }) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{secondsText(predicted)}</td>
          <td>{secondsText(measured)}</td>
          <td>{predicted && measured !== null ? (measured / predicted).toPrecision(3) : ""}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}

const RANK_COLUMNS = ["rank", "rows", "a generation", ...SPAN_KINDS, "hidden by computing", "where"];

function Ranks({ entry: { record } }: { readonly entry: OpenRecord }) {
  const rows = useMemo(() => rankRows(record), [record]);
  return (
    <FiguresTable label="Ranks" columns={RANK_COLUMNS}>
      {rows.map(({ rank, rows: own, where, seconds, shares, hidden }) => (
        <tr key={rank}>
          <th scope="row">{rank}</th>
          <td>{grouped(own)}</td>
          <td>{secondsText(seconds)}</td>
          {shares.map((share, kind) => (
            <td key={SPAN_KINDS[kind]}>{share === null ? "" : percentText(share)}</td>
          ))}
          <td>{hidden === null ? "" : percentText(hidden)}</td>
          <td>{where}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}

const SCALING_COLUMNS = [
  "record",
  "ranks",
  "grid",
  "halo",
  "a generation",
  "predicted",
  "speed-up",
  "efficiency",
];

function Scaling({ rows }: { readonly rows: ReturnType<typeof scalingRows> }) {
  return (
    <FiguresTable label="Scaling" columns={SCALING_COLUMNS}>
      {rows.map(({ id, name, ranks, width, height, halo, overlap, seconds, predicted, speedUp }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>{grouped(ranks)}</td>
          <td>{groupedSize(width, height)}</td>
          <td>{`${grouped(halo)}${overlap ? ", overlapped" : ""}`}</td>
          <td>{timeText(seconds)}</td>
          <td>{secondsText(predicted)}</td>
          <td>{speedUp.toPrecision(3)}</td>
          <td>{percentText(speedUp / ranks)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}
