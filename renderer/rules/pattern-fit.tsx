/** Rules in which the pattern in front, or its selected part, behaves as under its own rule. */

import { useEffect, useState } from "react";
import { describeProblem } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { RuleRange } from "../../engine/rules/rule-range.ts";
import { inRange, rangeEnds } from "../../engine/rules/rule-range.ts";
import type { StudioDocument } from "../document/document.ts";
import { cellsInside } from "../editor/selection/selection.ts";
import { CheckField } from "../ui/fields.tsx";
import type { RuleLab } from "./rule-lab.ts";

export interface Fit {
  readonly label: string;
  readonly wanted: boolean;
  readonly range: RuleRange | null;
  readonly fits: ((rule: Rule) => boolean) | null;
  readonly problem: string | null;
  readonly want: (wanted: boolean) => void;
}

export function usePatternFit(lab: RuleLab | null, document: StudioDocument | null): Fit | null {
  const [wanted, want] = useState(false);
  const [found, setFound] = useState<Pick<Fit, "range" | "fits" | "problem">>(NOTHING);
  useEffect(() => {
    if (!wanted || !lab || !document) return setFound(NOTHING);
    let still = true;
    const { selection, rule } = document.editor.state;
    document.universe
      .read((universe) => universe.readRuns(selection?.box))
      .then((runs) => lab.range(selection ? cellsInside(selection, runs) : runs, rule))
      .then(
        (range) => {
          if (still) setFound({ range, fits: (other) => inRange(range, other), problem: null });
        },
        (error: unknown) => {
          if (still) setFound({ ...NOTHING, problem: describeProblem(error) });
        },
      );
    return () => {
      still = false;
    };
  }, [wanted, lab, document]);
  if (!document) return null;
  const what = document.editor.state.selection ? "selection" : "pattern";
  return { label: `Only where the ${what} does the same`, wanted, want, ...found };
}

const NOTHING = { range: null, fits: null, problem: null };

export function PatternFit({ fit }: { readonly fit: Fit | null }) {
  if (!fit) return null;
  const { label, wanted, want, range, problem } = fit;
  return (
    <div className="rule-fit">
      <CheckField label={label} checked={wanted} onChange={want} />
      {wanted ? (
        <p className={problem ? "problem" : "field-hint"} role={problem ? "alert" : "status"}>
          {problem ?? (range ? rangeWords(range) : "Following it…")}
        </p>
      ) : null}
    </div>
  );
}

/** "B3/S23 to B3678/S0235678, 256 rules: it repeats with period 4." */
export function rangeWords(range: RuleRange): string {
  const { least, most, count } = rangeEnds(range);
  const rules =
    count === 1 ? `${least.text} alone` : `${least.text} to ${most.text}, ${grouped(count)} rules`;
  return range.period === null
    ? `${rules}, as far as it was followed: ${grouped(range.generations)} generations.`
    : `${rules}: ${range.period === 1 ? "it stands still" : `it repeats with period ${range.period}`}.`;
}
