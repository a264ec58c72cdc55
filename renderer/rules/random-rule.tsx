import { Dices } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { describeProblem } from "../../engine/core/errors.ts";
import type { Fate } from "../../engine/rules/behaviour.ts";
import { FATE_NAMES, FATES } from "../../engine/rules/behaviour.ts";
import type { Neighbourhood, Rule } from "../../engine/rules/rule.ts";
import type { RuleRange } from "../../engine/rules/rule-range.ts";
import { TextButton } from "../ui/button.tsx";
import { Problem } from "../ui/form.tsx";
import { Select } from "../ui/select.tsx";
import type { RuleLab } from "./rule-lab.ts";

const ANY = "any";

/** A random rule; with a wish it tries until a rule fulfils it, or a person stops the search. */
export function RandomRule({
  lab,
  neighbourhood,
  range,
  onFound,
}: {
  readonly lab: RuleLab | null;
  readonly neighbourhood: Neighbourhood;
  readonly range: RuleRange | null;
  readonly onFound: (rule: Rule) => void;
}) {
  const choice = useId();
  const [fate, setFate] = useState<Fate | null>(null);
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
      const rule = await lab.random({ neighbourhood, fate, range }, controller.signal, setTries);
      if (!controller.signal.aborted) onFound(rule);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(describeProblem(error));
    } finally {
      if (abort.current === controller) setTries(null);
    }
  };
  return (
    <div className="rule-random">
      <div className="rule-fate">
        <label htmlFor={choice} className="dim">
          By chance, one that
        </label>
        <Select
          id={choice}
          value={fate ?? ANY}
          disabled={tries !== null}
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
        <TextButton onPress={() => void find()}>
          <Dices size={14} aria-hidden /> Random rule
        </TextButton>
      ) : (
        <TextButton onPress={() => abort.current?.abort()}>Stop at {tries}</TextButton>
      )}
      <Problem text={problem} />
    </div>
  );
}
