/** The selection: its size, its population, and the commands on it. */

import { useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { withKey } from "../../commands/key-words.ts";
import type { StudioDocument } from "../../document/document.ts";
import { selectionArea } from "../../editor/selection/selection.ts";
import { useEditor, useSelectionCount, useShell, useStudio } from "../../studio/hooks.ts";
import type { FillWith } from "../../tools/toolbox.ts";
import { fillWithOf, inkOf } from "../../tools/toolbox.ts";
import { TextButton } from "../../ui/button.tsx";
import { Field, Segmented } from "../../ui/fields.tsx";
import { faultOf, Problem } from "../../ui/form.tsx";
import { shortCount } from "../../ui/numbers.ts";
import { COMMANDS } from "../commands/registry.ts";
import { DensityField } from "../density-field.tsx";
import { parseSeed } from "../seed.ts";
import { countText, liveText } from "../words.ts";
import { PasteSection } from "./paste-section.tsx";
import { Row, Section } from "./section.tsx";
import { StateCounts } from "./state-counts.tsx";
import "./selection-section.css";

export function SelectionSection({ document }: { readonly document: StudioDocument }) {
  const { floats } = useEditor(document, "floats");
  return floats ? <PasteSection document={document} /> : <Selected document={document} />;
}

function Selected({ document }: { readonly document: StudioDocument }) {
  const { selection, draft } = useEditor(document, "selection", "draft");
  const counted = useSelectionCount(document);
  const shown = draft ?? selection;
  if (!shown) return null;
  return (
    <Section title="Selection" aside={`${countText(shown.box.w)} × ${countText(shown.box.h)}`}>
      <dl>
        <Row name="Top left">{`${shortCount(shown.box.x)}, ${shortCount(shown.box.y)}`}</Row>
        <Row name="Live cells">
          {`${liveText(draft ? null : counted)} of ${countText(selectionArea(shown))}`}
        </Row>
      </dl>
      {selection && !draft ? <StateCounts document={document} counted={counted} /> : null}
      {selection && !draft ? (
        <>
          <FillFields key={document.id} />
          <FillStates document={document} />
          <Verbs />
        </>
      ) : null}
    </Section>
  );
}

/** Density and seed of a random fill, and the command itself. */
function FillFields() {
  const studio = useStudio();
  const percent = useShell((state) => state.preferences.fillPercent);
  const lastSeed = useShell((state) => state.lastSeed);
  const soupSeed = useShell((state) => state.soupSeed);
  const [density, setDensity] = useState(percent);
  const [seed, setSeed] = useState(soupSeed === null ? "" : String(soupSeed));
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const seedInput = useRef<HTMLInputElement>(null);
  const takeSeed = (text: string): void => {
    setSeed(text);
    const parsed = parseSeed(text);
    setProblem(parsed.problem);
    if (parsed.problem === null) studio.shell.setState({ soupSeed: parsed.seed });
  };
  const again = lastSeed !== null && seed !== String(lastSeed) ? lastSeed : null;
  return (
    <div className="fill-fields padded">
      <div className="fill">
        <DensityField
          label="Fill"
          value={density}
          onChange={(next) => {
            setDensity(next);
            if (next >= 0 && next <= 100)
              studio.settings.change({ fillPercent: next }).catch(studio.status.report);
          }}
        />
        <Field label="Seed">
          {(id) => (
            <input
              ref={seedInput}
              id={id}
              className="number"
              inputMode="numeric"
              placeholder="new"
              {...faultOf(problem, problemId)}
              value={seed}
              onChange={(event) => takeSeed(event.target.value)}
            />
          )}
        </Field>
        <TextButton
          label="Random fill"
          disabled={problem !== null}
          onPress={() => void studio.commands.run("select.random-fill")}
        >
          Fill
        </TextButton>
      </div>
      <Problem id={problemId} text={problem} />
      {again === null ? null : (
        <p className="why last-seed">
          Last seed <span className="number">{again}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              takeSeed(String(again));
              seedInput.current?.focus();
            }}
          >
            Use again
          </button>
        </p>
      )}
    </div>
  );
}

/** What a random fill is made of, where the rule has more than two states. */
function FillStates({ document: { editor, toolbox } }: { readonly document: StudioDocument }) {
  const { rule } = useStore(editor.store);
  const shown = useStore(toolbox.store);
  if (rule.states === 2) return null;
  const ink = inkOf(shown, rule) || 1;
  return (
    <div className="fill-with padded">
      <Segmented
        label="Fill with"
        titled
        options={[
          { id: "ink", label: `State ${ink}` },
          { id: "all", label: "All states" },
        ]}
        value={fillWithOf(shown, rule)}
        onChange={(id) => toolbox.setFillWith(id as FillWith)}
      />
    </div>
  );
}

const VERBS = [
  ["edit.lift", "Lift"],
  ["select.invert", "Invert"],
  ["select.advance-inside", "Advance inside"],
  ["select.advance-outside", "Advance outside"],
  ["select.save", "Save"],
  ["select.open", "New universe"],
  ["analysis.identify", "Identify"],
] as const;

function Verbs() {
  const studio = useStudio();
  return (
    <div className="selection-verbs padded">
      {VERBS.map(([id, label]) => (
        <button
          key={id}
          type="button"
          className="text-button plain"
          // Other buttons in view say "New universe" and "Save" too.
          aria-label={COMMANDS.get(id).name}
          title={withKey(COMMANDS.get(id).name, id, studio.commands.keyNames)}
          onClick={() => void studio.commands.run(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
