import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Identity } from "../../../engine/analysis/identity.ts";
import { MOST_LIMIT } from "../../../engine/analysis/identity.ts";
import { headline, identityRows, identityText } from "../../../engine/analysis/identity-words.ts";
import { describeError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { latticeOfRule } from "../../../engine/grids/lattice-group.ts";
import { gridKindOf } from "../../../engine/grids/registry.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { RuleLattice } from "../../../engine/rules/rule.ts";
import { topologyText } from "../../editor/labels.ts";
import { libraryOf } from "../../library/studio-library.ts";
import type { DocumentPage } from "../../studio/dialog-pages.ts";
import { useEditor, useStudio, useThemeName } from "../../studio/hooks.ts";
import type { IdentificationState, IdentifySubject } from "../../studio/identification.ts";
import { identificationOf } from "../../studio/identification.ts";
import { TextButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { Problem } from "../../ui/form.tsx";
import { CellPeriodMap } from "./cell-period-map.tsx";
import "./identify-dialog.css";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    identify: DocumentPage;
  }
}

/** The meaning of each label, if the word alone does not say it. */
const MEANINGS: Readonly<Record<string, string>> = {
  Mod: "Generations after which it is the same but for being turned or mirrored",
  Heat: "Cells that change in a generation, on average",
  Volatility: "Share of the cells that oscillate; strict: with the whole period",
  States: "Cells in each state when it began",
  Code: "The name that censuses of soups use",
  Symmetry: "Flips and turns that leave it as it is: Cn for n turns, D2n with flips",
  Displacement: "Columns and rows, downward, in a period",
};

export function IdentifyDialog({ document, onClose }: DocumentPage) {
  const studio = useStudio();
  const identification = identificationOf(studio);
  const state = useStore(identification.store);
  const { selection } = useEditor(document, "selection");
  const { running, subject, identity, name, problem, limit } = state;
  const { own } = libraryOf(studio);
  useEffect(() => {
    void identification.run(document, (pattern) => own.twinOf(pattern));
    // A closed dialog needs no answer.
    return () => identification.stop();
  }, [identification, document, own]);
  const usable = Number.isInteger(limit) && limit >= 1 && limit <= MOST_LIMIT;
  const lattice = subject ? latticeOfRule(subject.rule) : "moore";
  const what = selection ? "selection" : "universe";
  // Inside the dialog: it covers the window's own messages.
  const [copied, setCopied] = useState("");
  const copy = (): void => {
    if (!identity) return;
    studio.host.clipboard
      .writeText(`${name === null ? "" : `${name}\n`}${identityText(identity, lattice)}\n`)
      .then(
        () => setCopied("Copied as text."),
        (error) => setCopied(describeError(error)),
      );
  };
  const again = (): void => {
    setCopied("");
    void identification.run(document, (pattern) => own.twinOf(pattern));
  };
  return (
    <Dialog title="Identify" text={subjectText(subject, what)} size="large" onClose={onClose}>
      <form
        className="form identify"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (usable && !running) again();
        }}
      >
        <Answer state={state} lattice={lattice} />
        <Problem text={problem} />
        <div className="identify-limit">
          <NumberField
            label="Generations to look at"
            hint={usable ? undefined : `From 1 to ${grouped(MOST_LIMIT)}.`}
            value={limit}
            min={1}
            max={MOST_LIMIT}
            onChange={(next) => identification.setLimit(next)}
          />
        </div>
      </form>
      <footer className="progress-feet">
        {running ? (
          <Progress state={state} />
        ) : (
          <>
            <span className="grow" role="status">
              {copied}
            </span>
            {identity ? <TextButton onPress={copy}>Copy as text</TextButton> : null}
          </>
        )}
        {/* One button for both states, so that it keeps the focus. */}
        <TextButton
          look={running ? "plain" : "accent"}
          disabled={!running && !usable}
          onPress={() => (running ? identification.stop() : again())}
        >
          {running ? "Stop" : "Identify again"}
        </TextButton>
      </footer>
    </Dialog>
  );
}

function subjectText(subject: IdentifySubject | null, what: "selection" | "universe"): string {
  if (!subject) return `What the ${what} is: its period, speed, symmetry and more.`;
  const { rule, topology } = subject;
  return subject.what === "selection"
    ? `The selection, run alone on the unbounded plane under ${rule.text}.`
    : `The whole universe under ${rule.text}, ${topologyText(topology).toLowerCase()}.`;
}

function Progress({ state }: { readonly state: IdentificationState }) {
  const { progress } = state;
  const done = progress ? progress.done / progress.all : undefined;
  const text = !progress
    ? "Reading the cells"
    : progress.stage === "searching"
      ? `Generation ${grouped(progress.done)} of ${grouped(progress.all)} at most, population ${grouped(progress.population)}`
      : "Found; measuring the period";
  return (
    <>
      <progress aria-label="Done" value={done} max={1} />
      <span className="number grow">{text}</span>
    </>
  );
}

function Answer({
  state: { identity, name, running, subject },
  lattice,
}: {
  readonly state: IdentificationState;
  readonly lattice: RuleLattice;
}) {
  const theme = useThemeName();
  const rows = useMemo(() => (identity ? identityRows(identity, lattice) : []), [identity, lattice]);
  const said = identity ? headline(identity, lattice) : running ? "Looking …" : "";
  const map = identity?.cellPeriods ?? null;
  const kind = subject
    ? gridKindOf(subject.rule, subject.what === "selection" ? UNBOUNDED : subject.topology)
    : SQUARE;
  return (
    <section className="identify-answer" aria-label="Result">
      <p className="identify-headline" role="status">
        {name === null ? null : <b>{name} </b>}
        {said}
      </p>
      <div className={map ? "identify-halves" : undefined}>
        <dl>
          {rows.map(([label, value]) => (
            <div className="row" key={`${label} ${value}`}>
              <dt title={MEANINGS[label]}>{label}</dt>
              <dd className="number">{value}</dd>
            </div>
          ))}
        </dl>
        {map ? <CellPeriodMap map={map} lattice={kind} theme={theme} /> : null}
      </div>
      {identity ? <NextHint identity={identity} /> : null}
    </section>
  );
}

/** Advice if the answer leaves something open. */
function NextHint({ identity }: { readonly identity: Identity }) {
  const { kind, ended, trend } = identity;
  if (kind !== "unknown") return null;
  const text =
    ended === "too-many-cells"
      ? "It grew too large. Select a part of it and identify that."
      : trend?.repeats
        ? "It has settled into parts that move apart. Select one of them and identify that."
        : "Look at more generations, or select a part of it and identify that.";
  return <p className="field-hint">{text}</p>;
}
