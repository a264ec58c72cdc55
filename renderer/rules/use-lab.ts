import { useEffect, useState } from "react";
import { describeProblem } from "../../engine/core/errors.ts";
import type { Behaviour } from "../../engine/rules/behaviour.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { startAnalysis, startCpuEngine } from "../universe/start-workers.ts";
import { RuleLab } from "./rule-lab.ts";

/** As long as the browser is open. */
export function useLab(): RuleLab | null {
  const [lab, setLab] = useState<RuleLab | null>(null);
  useEffect(() => {
    const made = new RuleLab({ analysis: startAnalysis, preview: startCpuEngine });
    setLab(made);
    return () => made.close();
  }, []);
  return lab;
}

/** Moving through the list does not start a measurement at each step. */
const REST_MILLISECONDS = 150;

export interface Measured {
  /** Of which rule. */
  readonly text: string;
  readonly behaviour: Behaviour | null;
  readonly problem: string | null;
}

/** The behaviour of a rule: at once if it is known, else after a moment. */
export function useBehaviour(lab: RuleLab | null, rule: Rule): Measured {
  const text = rule.text;
  const [measured, setMeasured] = useState<Measured>({ text: "", behaviour: null, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all about the rule.
  useEffect(() => {
    if (!lab) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      lab.measure(rule, abort.signal).then(
        (behaviour) => {
          if (!abort.signal.aborted) setMeasured({ text, behaviour, problem: null });
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setMeasured({ text, behaviour: null, problem: describeProblem(error) });
        },
      );
    }, REST_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [lab, text]);
  const known = lab?.known(rule) ?? null;
  if (known) return { text, behaviour: known, problem: null };
  return measured.text === text ? measured : { text, behaviour: null, problem: null };
}
