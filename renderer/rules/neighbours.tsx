/** The rules one digit away, with their behaviour: measured one after the other while they are visible. */

import { useEffect, useState } from "react";
import { FATE_NAMES, fateOf } from "../../engine/rules/behaviour.ts";
import { nameOfRule } from "../../engine/rules/named.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { neighbourRules } from "../../engine/rules/variations.ts";
import type { RuleLab } from "./rule-lab.ts";

export function Neighbours({
  lab,
  rule,
  fits,
  onChoose,
}: {
  readonly lab: RuleLab | null;
  readonly rule: Rule;
  /** Whether a pattern behaves alike under a rule; null without a pattern. */
  readonly fits: ((rule: Rule) => boolean) | null;
  readonly onChoose: (rule: Rule) => void;
}) {
  const text = rule.text;
  const all = neighbourRules(rule);
  const [, setMeasured] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all about the rule.
  useEffect(() => {
    if (!lab) return;
    const abort = new AbortController();
    void (async () => {
      for (const each of all) {
        await lab.measure(each.rule, abort.signal);
        if (abort.signal.aborted) return;
        setMeasured((count) => count + 1);
      }
    })().catch(() => {});
    return () => abort.abort();
  }, [lab, text]);
  return (
    <ul className="rule-neighbours" aria-label={`Rules one digit from ${text}`}>
      {all.map(({ rule: other, change }) => {
        const otherText = other.text;
        const behaviour = lab?.known(other) ?? null;
        const name = nameOfRule(otherText);
        return (
          <li key={change}>
            <button type="button" onClick={() => onChoose(other)}>
              <b className="number">{change}</b>
              <span className="number">{otherText}</span>
              <small>
                {[name, behaviour ? FATE_NAMES[fateOf(behaviour)] : "…", fits?.(other) ? "fits" : null]
                  .filter(Boolean)
                  .join(", ")}
              </small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
