import { Dices } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { describeProblem } from "../../engine/core/errors.ts";
import type { Fate } from "../../engine/rules/behaviour.ts";
import { FATE_NAMES, FATES } from "../../engine/rules/behaviour.ts";
import type { Neighbourhood, Rule } from "../../engine/rules/rule.ts";
import type { RuleRange } from "../../engine/rules/rule-range.ts";
import { TextButton } from "../ui/button.tsx";
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
      <label>
        <span className="dim">By chance, one that</span>
        <select
          value={fate ?? ANY}
          disabled={tries !== null}
          onChange={(event) => setFate(event.target.value === ANY ? null : (event.target.value as Fate))}
        >
          <option value={ANY}>does anything</option>
          {FATES.map((id) => (
            <option key={id} value={id}>
              {FATE_NAMES[id]}
            </option>
          ))}
        </select>
      </label>
      {tries === null ? (
        <TextButton onPress={() => void find()}>
          <Dices size={14} aria-hidden /> Random rule
        </TextButton>
      ) : (
        <TextButton onPress={() => abort.current?.abort()}>Stop at {tries}</TextButton>
      )}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
