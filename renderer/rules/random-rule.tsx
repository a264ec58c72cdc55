import { Dices } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { describeProblem } from "../../engine/core/errors.ts";
import type { Fate } from "../../engine/rules/behaviour.ts";
import { FATE_NAMES, FATES } from "../../engine/rules/behaviour.ts";
import { RULE_FAMILIES } from "../../engine/rules/families.ts";
import type { Rule, RuleLattice } from "../../engine/rules/rule.ts";
import type { RuleRange } from "../../engine/rules/rule-range.ts";
import { TextButton } from "../ui/button.tsx";
import { Problem } from "../ui/form.tsx";
import { useNumberInput } from "../ui/number-input.tsx";
import { Select } from "../ui/select.tsx";
import type { RuleLab } from "./rule-lab.ts";

const ANY = "any";

/** Draws are numbered from some number on, so that two people do not see the same ones first. */
const FIRST_DRAWS = 10_000;
const MOST_DRAW = 2 ** 32 - 1;

/**
 * A random rule of a family; with a wish it tries until a rule fulfils it, or a person stops the search. Each draw has a number, which
 * brings the same rule again.
 */
export function RandomRule({
  lab,
  family,
  lattice,
  range,
  onFound,
}: {
  readonly lab: RuleLab | null;
  /** An id of FAMILIES. */
  readonly family: string;
  readonly lattice: RuleLattice;
  readonly range: RuleRange | null;
  readonly onFound: (rule: Rule) => void;
}) {
  const choice = useId();
  const [fate, setFate] = useState<Fate | null>(null);
  const [draw, setDraw] = useState(() => 1 + Math.floor(FIRST_DRAWS * Math.random()));
  const [last, setLast] = useState<number | null>(null);
  const [tries, setTries] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const find = async (): Promise<void> => {
    if (!lab) return;
    const controller = new AbortController();
    abort.current = controller;
    setProblem(null);
    setTries(0);
    try {
      const wish = { family, lattice, seed: draw, fate, range };
      const rule = await lab.random(wish, controller.signal, setTries);
      if (controller.signal.aborted) return;
      onFound(rule);
      setLast(draw);
      setDraw((draw % MOST_DRAW) + 1);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(describeProblem(error));
    } finally {
      if (abort.current === controller) setTries(null);
    }
  };
  const draws = RULE_FAMILIES.find(family)?.draws;
  const able = range !== null || draws?.lattices.includes(lattice) === true;
  const number = useNumberInput({ value: draw, min: 0, max: MOST_DRAW, onChange: setDraw });
  const isDraw = Number.isInteger(draw) && draw >= 0 && draw <= MOST_DRAW;
  return (
    <div className="rule-random">
      <div className="rule-fate">
        <label htmlFor={choice} className="dim">
          By chance, one that
        </label>
        <Select
          id={choice}
          value={fate ?? ANY}
          disabled={tries !== null || !able}
          options={[
            { id: ANY, label: "does anything" },
            ...FATES.map((id) => ({ id, label: FATE_NAMES[id] })),
          ]}
          onChange={(id) => {
            setFate(id === ANY ? null : (id as Fate));
            setProblem(null);
          }}
        />
      </div>
      {tries === null ? (
        <TextButton disabled={!able || !isDraw} onPress={() => void find()}>
          <Dices size={14} aria-hidden /> Random rule
        </TextButton>
      ) : (
        <TextButton onPress={() => abort.current?.abort()}>Stop at {tries}</TextButton>
      )}
      <div className="rule-draw dim">
        <label htmlFor={`${choice}-draw`}>Draw number</label>
        <input id={`${choice}-draw`} {...number.props} title={number.problem ?? undefined} disabled={!able} />
        <span role="status">
          {able
            ? last === null
              ? "The same number brings the same rule."
              : `Last drawn: ${last}.`
            : `Chance draws no rules of this family${draws ? " on such cells" : ""}.`}
        </span>
      </div>
      <Problem text={problem} />
    </div>
  );
}
