import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import { classSets } from "../../../engine/rules/class-sets.ts";
import { largerParts } from "../../../engine/rules/families/larger-than-life.ts";
import { NAMED_RULES, namedRule } from "../../../engine/rules/named.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { StudioDocument } from "../../document/document.ts";
import { rulesOf } from "../../rules/rule-shelf.ts";
import { typedRuleProblem } from "../../rules/words.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { faultOf, Problem } from "../../ui/form.tsx";
import { useStateOf } from "../../ui/state-of.ts";
import { RuleCounts } from "./rule-counts.tsx";
import { RuleReach } from "./rule-reach.tsx";
import { Section } from "./section.tsx";
import "./rule-section.css";

export function RuleSection({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { rule: inForce } = useEditor(document, "rule");
  // A change takes its turn behind the generation under way; until then the next one builds on what is wanted.
  const [wanted, setWanted] = useStateOf<Rule | null>(document, null);
  const rule = wanted ?? inForce;
  const text = rule.text;
  const parts = largerParts(rule);
  const sets = classSets(rule);
  const apply = (next: Rule): void => {
    setWanted(next);
    document
      .inTurn(() => document.editor.setRule(next))
      .catch(studio.status.report)
      .finally(() => setWanted((latest) => (latest === next ? null : latest)));
  };
  const tryOut = (make: () => Rule): void => {
    try {
      apply(make());
    } catch (error) {
      studio.status.report(error);
    }
  };
  const own = useStore(rulesOf(studio).store).own.find((each) => each.rule === text);
  const named = namedRule(text);
  const known = own?.name ?? named?.name;
  const note = own?.note || named?.note;
  return (
    <Section title="Rule" aside={known ?? null}>
      <RuleText key={`text ${document.id}`} rule={rule} onChange={apply} />
      {parts ? <RuleReach key={`reach ${document.id}`} parts={parts} onChange={tryOut} /> : null}
      {sets && !parts ? <RuleCounts subject={document} sets={sets} onChange={apply} /> : null}
      <div className="padded">
        <SelectField
          label="Named rules"
          value={named ? text : ""}
          options={[
            ...(named ? [] : [{ id: "", label: "Not in the list" }]),
            ...NAMED_RULES.map((one) => ({ id: one.rule, label: `${one.name}  ${one.rule}` })),
          ]}
          onChange={(id) => (id ? apply(parseRule(id)) : undefined)}
        />
        {note ? <p className="why">{note}</p> : null}
        <TextButton onPress={() => void studio.commands.run("file.rules")}>Browse rules…</TextButton>
      </div>
    </Section>
  );
}

/** The rule as text: a change counts at Enter, and when the field loses the focus. */
function RuleText({ rule, onChange }: { readonly rule: Rule; readonly onChange: (next: Rule) => void }) {
  const { text } = rule;
  const [typed, setTyped] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  const show = (line: string): void => {
    setTyped(line);
    setProblem(null);
  };
  useEffect(() => {
    setTyped(text);
    setProblem(null);
  }, [text]);
  /** False for an invalid rule: the text then stays, to be mended. */
  const commit = (): boolean => {
    if (typed.trim() === text) {
      show(text);
      return true;
    }
    try {
      // The grid stays: of a rule typed with a grid only the rule counts.
      const next = parseRule(typed.split(":", 1)[0] ?? "", { neighbourhood: rule.neighbourhood });
      show(next.text);
      onChange(next);
      return true;
    } catch (error) {
      setProblem(typedRuleProblem(error));
      return false;
    }
  };
  return (
    <form
      className="padded"
      onSubmit={(event) => {
        event.preventDefault();
        // The keys go to the cells, which show the rule's effect.
        if (commit()) focusStage();
      }}
    >
      <input
        id="rule-text"
        className="rule-text number"
        aria-label="Rule"
        {...faultOf(problem, "rule-problem")}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => show(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The field has its old text again first: losing the focus submits the text. The next key is not meant for it.
          flushSync(() => show(text));
          focusStage();
        }}
      />
      <Problem id="rule-problem" text={problem} />
    </form>
  );
}
