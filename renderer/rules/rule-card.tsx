/** The chosen rule: its preview, its behaviour, its neighbours. */

import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { behaviourWords, FATE_NAMES, FATE_NOTES, fateOf } from "../../engine/rules/behaviour.ts";
import { classSets } from "../../engine/rules/class-sets.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { Neighbours } from "./neighbours.tsx";
import { OwnRuleForm } from "./own-rule-form.tsx";
import { Preview } from "./preview.tsx";
import type { Start } from "./preview-run.ts";
import type { RuleLab } from "./rule-lab.ts";
import type { RuleEntry } from "./rule-list.ts";
import { rulesOf } from "./rule-shelf.ts";
import { useBehaviour } from "./use-lab.ts";
import { capital } from "./words.ts";

export function RuleCard({
  lab,
  entry,
  start,
  seed,
  fits,
  onStart,
  onSeed,
  onChoose,
}: {
  readonly lab: RuleLab | null;
  readonly entry: RuleEntry;
  readonly start: Start;
  readonly seed: number;
  readonly fits: ((rule: Rule) => boolean) | null;
  readonly onStart: (start: Start) => void;
  readonly onSeed: () => void;
  readonly onChoose: (rule: Rule) => void;
}) {
  const { rule, text, name, note, marks } = entry;
  const [around, setAround] = useState(false);
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rule is looked at from its beginning.
  useEffect(() => {
    card.current?.scrollTo({ top: 0 });
  }, [text]);
  return (
    <section ref={card} className="rule-card" aria-label={name ? `${name}, ${text}` : text}>
      <div className="rule-card-head">
        <h3>{name ?? text}</h3>
        {name ? <span className="number dim">{text}</span> : null}
      </div>
      {note ? <p>{note}</p> : null}
      <Preview lab={lab} rule={rule} start={start} seed={seed} onStart={onStart} onSeed={onSeed} />
      <Does lab={lab} entry={entry} />
      {marks.length > 0 ? (
        <ul className="rule-marks" aria-label="Known for">
          {marks.map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
      ) : null}
      <Feet entry={entry} />
      {classSets(rule) ? (
        <details
          className="rule-around"
          open={around}
          onToggle={(event) => setAround(event.currentTarget.open)}
        >
          <summary>Neighbours: one digit more or less</summary>
          {around ? <Neighbours lab={lab} rule={rule} fits={fits} onChoose={onChoose} /> : null}
        </details>
      ) : null}
    </section>
  );
}

function Does({ lab, entry }: { readonly lab: RuleLab | null; readonly entry: RuleEntry }) {
  const { behaviour, problem } = useBehaviour(lab, entry.rule);
  const fate = behaviour ? fateOf(behaviour) : entry.fate;
  return (
    <div className="rule-does" aria-busy={!behaviour && !problem}>
      <p>
        <b>{fate ? capital(FATE_NAMES[fate]) : problem ? "Not measured" : "Measuring…"}</b>
        {fate
          ? `: ${FATE_NOTES[fate].replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase())}.`
          : null}
      </p>
      <p className="dim">
        {problem ?? (behaviour ? `Measured: ${behaviourWords(behaviour).join("; ")}.` : "\u00a0")}
      </p>
    </div>
  );
}

/** What can be done with a rule file of one's own, or with another rule. */
function Feet({ entry }: { readonly entry: RuleEntry }) {
  const studio = useStudio();
  const { own } = useStore(studio.ruleFiles.folder.store);
  const { file, text } = entry.rule;
  if (!file || !own.some((each) => each.file.name === text && each.file.text === file.text))
    return <OwnRule entry={entry} />;
  return (
    <div className="rule-own-feet">
      <TextButton onPress={() => void studio.ruleFiles.save(file).catch(studio.status.report)}>
        Save as a file…
      </TextButton>
      <TextButton onPress={() => void studio.ruleFiles.remove(file).catch(studio.status.report)}>
        Remove…
      </TextButton>
    </div>
  );
}

/** Keeping the rule under a name, or dropping it. */
function OwnRule({ entry: { text, name } }: { readonly entry: RuleEntry }) {
  const studio = useStudio();
  const { own } = useStore(rulesOf(studio).store);
  const [editing, setEditing] = useState<string | null>(null);
  const known = own.find(({ rule }) => rule === text) ?? null;
  if (editing === text) {
    return <OwnRuleForm shelf={rulesOf(studio)} rule={text} known={known} onDone={() => setEditing(null)} />;
  }
  return (
    <div className="rule-own-feet">
      <TextButton onPress={() => setEditing(text)}>
        {known ? "Rename…" : name ? "Keep as yours…" : "Name it…"}
      </TextButton>
      {known ? (
        <TextButton onPress={() => void rulesOf(studio).forget(text).catch(studio.status.report)}>
          Forget
        </TextButton>
      ) : null}
    </div>
  );
}
