import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { describeProblem } from "../../../engine/core/errors.ts";
import { NAMED_RULES, namedRule } from "../../../engine/rules/named.ts";
import type { OuterTotalistic } from "../../../engine/rules/outer-totalistic.ts";
import { outerTotalistic, outerTotalisticRule } from "../../../engine/rules/outer-totalistic.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { neighbourCount } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { StudioDocument } from "../../document/document.ts";
import { rulesOf } from "../../rules/rule-shelf.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { Problem } from "../../ui/form.tsx";
import { Section } from "./section.tsx";
import "./rule-section.css";

export function RuleSection({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { rule } = useEditor(document, "rule");
  const text = rule.text;
  const counts = outerTotalistic(rule);
  const [typed, setTyped] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setTyped(text);
    setProblem(null);
  }, [text]);
  const apply = (next: Rule): void => {
    document.editor.setRule(next).catch((error: unknown) => {
      setTyped(text);
      studio.status.report(error);
    });
  };
  /** False for an invalid rule: the text then stays, to be mended. */
  const commit = (): boolean => {
    if (typed.trim() === text) {
      setTyped(text);
      setProblem(null);
      return true;
    }
    try {
      // The grid stays: of a rule typed with a grid only the rule counts.
      apply(parseRule(typed.split(":", 1)[0] ?? "", { neighbourhood: rule.neighbourhood }));
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(describeProblem(error));
      return false;
    }
  };
  const own = useStore(rulesOf(studio).store).own.find((each) => each.rule === text);
  const named = namedRule(text);
  const known = own?.name ?? named?.name;
  const note = own?.note || named?.note;
  return (
    <Section title="Rule" aside={known ?? null}>
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
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? "rule-problem" : undefined}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
          onBlur={() => void commit()}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            setTyped(text);
            setProblem(null);
            // After the field has its old text again: losing the focus submits the text.
            requestAnimationFrame(focusStage);
          }}
        />
        <Problem id="rule-problem" text={problem} />
      </form>
      {counts ? (
        <>
          <Switches counts={counts} part="birth" onChange={apply} />
          <Switches counts={counts} part="survival" onChange={apply} />
        </>
      ) : null}
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

/** One switch for each count of live neighbours. */
function Switches({
  counts,
  part,
  onChange,
}: {
  readonly counts: OuterTotalistic;
  readonly part: "birth" | "survival";
  readonly onChange: (rule: Rule) => void;
}) {
  const { neighbourhood, [part]: mask } = counts;
  const numbers = Array.from({ length: neighbourCount(neighbourhood) + 1 }, (_, n) => n);
  const name = part === "birth" ? "Birth" : "Survival";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className={`switches ${neighbourhood}`} role="group" aria-label={name}>
      <span aria-hidden>{name}</span>
      {numbers.map((n) => (
        <button
          key={n}
          type="button"
          className="number"
          aria-label={`${name} with ${n}`}
          aria-pressed={Boolean((mask >> n) & 1)}
          onClick={() => onChange(outerTotalisticRule({ ...counts, [part]: mask ^ (1 << n) }))}
        >
          {n}
        </button>
      ))}
    </div>
  );
}
