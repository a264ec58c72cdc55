/** Outer-totalistic rules: from counts to a rule and back. */

import { TessellaError } from "../core/errors.ts";
import type { Neighbourhood, Rule, RuleForm, RuleLooks } from "./rule.ts";

/** A rule of this form without its spelling. The masks are those of `OuterTotalisticForm`. */
export interface OuterTotalistic {
  readonly neighbourhood: Neighbourhood;
  readonly birth: number;
  readonly survival: number;
}

/** The suffix that names the neighbourhood in a rule string. */
export const NEIGHBOURHOOD_SUFFIX: Readonly<Record<Neighbourhood, string>> = {
  moore: "",
  hex: "H",
  "von-neumann": "V",
};

export const TWO_STATES: RuleLooks = { names: ["dead", "live"] };

/** The rule, spelled B first, upper case, digits ascending, then the neighbourhood's suffix: `B2/S34H`. */
export function outerTotalisticRule({ neighbourhood, birth, survival }: OuterTotalistic): Rule {
  const suffix = NEIGHBOURHOOD_SUFFIX[neighbourhood];
  return {
    text: `B${countDigits(birth)}/S${countDigits(survival)}${suffix}`,
    states: 2,
    neighbourhood,
    reach: 1,
    form: { kind: "outer-totalistic", birth, survival },
    looks: TWO_STATES,
  };
}

/** The digits of the counts in a mask, ascending: 0b1100 is "23". */
export function countDigits(mask: number): string {
  let text = "";
  for (let n = 0; n <= 8; n++) if ((mask >> n) & 1) text += n;
  return text;
}

/** The counts of a two-state outer-totalistic rule of reach 1, or null for any other rule. */
export function outerTotalistic({ states, neighbourhood, reach, form }: Rule): OuterTotalistic | null {
  if (form.kind !== "outer-totalistic" || states !== 2 || reach !== 1) return null;
  return { neighbourhood, birth: form.birth, survival: form.survival };
}

/** The forms of an algorithm that compiles counts and nothing else. */
export const COUNTS: readonly RuleForm["kind"][] = ["outer-totalistic"];
/** Of one that takes any rule of two states and reach 1. */
export const TABLES: readonly RuleForm["kind"][] = ["outer-totalistic", "table"];
/** Of one that takes Generations too. */
export const STATED: readonly RuleForm["kind"][] = [...TABLES, "generations"];
/** Of one that takes any rule of reach 1. */
export const LOCAL: readonly RuleForm["kind"][] = [...STATED, "diagram"];
/** Of one that takes Larger than Life too, whatever a rule's reach. */
export const ALL_FORMS: readonly RuleForm["kind"][] = [...LOCAL, "counted"];

/** What is of these forms, in words. */
const IN_WORDS: ReadonlyMap<readonly RuleForm["kind"][], string> = new Map([
  [COUNTS, "two-state outer-totalistic rules"],
  [TABLES, "two-state rules of the nearest neighbours"],
  [STATED, "two-state rules of the nearest neighbours and Generations"],
  [LOCAL, "rules of the nearest neighbours"],
  [ALL_FORMS, "rules of the nearest neighbours and Larger than Life"],
]);

/** Of one that takes nothing else. */
export const SUMMED: readonly RuleForm["kind"][] = ["counted"];

/** A sentence with the subject `taker` that refuses rules that are of none of these forms, and all others; or null. */
export function refuseForm(
  rule: Rule,
  taker: string,
  forms: readonly RuleForm["kind"][] = COUNTS,
): string | null {
  const { text, states, reach, form } = rule;
  const stated = form.kind === "generations" || form.kind === "diagram" ? states > 2 : states === 2;
  const fits = form.kind === "counted" || (stated && reach === 1);
  if (fits && forms.includes(form.kind)) return null;
  if (forms === SUMMED) return `${taker} takes Larger than Life only; ${text} is of no form that it knows.`;
  const why =
    states !== 2
      ? `has ${states} states`
      : reach !== 1
        ? `looks ${reach} cells far`
        : forms === COUNTS
          ? "does more than count neighbours"
          : "is of no form that it knows";
  return `${taker} takes ${IN_WORDS.get(forms)} only; ${text} ${why}.`;
}

/** The counts. Errors: `unsupported-rule` with `taker` as the subject of the sentence. */
export function countsOf(rule: Rule, taker: string): OuterTotalistic {
  const counts = outerTotalistic(rule);
  if (!counts) throw new TessellaError("unsupported-rule", refuseForm(rule, taker) as string);
  return counts;
}

/**
 * A raw table of the hexagonal papers: 14 entries of 0 or 1, `next[live + 7 * alive]`, that is a dead cell with 0..6
 * live neighbours, then a live one. 18 entries mean the Moore and 10 the von Neumann neighbourhood in the same order.
 * Errors: `syntax`.
 */
export function ruleFromTable(bits: string): Rule {
  const text = bits.replace(/[\s,]/g, "");
  const bad = /[^01]/.exec(text);
  if (bad) throw new TessellaError("syntax", `A rule table is made of 0 and 1; "${bad[0]}" is neither.`);
  const neighbourhood = ({ 18: "moore", 14: "hex", 10: "von-neumann" } as const)[text.length];
  if (!neighbourhood) {
    throw new TessellaError(
      "syntax",
      `A rule table has 14 entries (hex), 18 (Moore) or 10 (von Neumann); this one has ${text.length}.`,
      { hint: "Write dead with 0, 1, 2 ... live neighbours first, then live: 00100000001100 is B2/S34H." },
    );
  }
  const half = text.length / 2;
  const mask = (part: string): number => [...part].reduce((m, bit, n) => (bit === "1" ? m | (1 << n) : m), 0);
  return outerTotalisticRule({
    neighbourhood,
    birth: mask(text.slice(0, half)),
    survival: mask(text.slice(half)),
  });
}
