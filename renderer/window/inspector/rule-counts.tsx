/** The counts of a rule as switches, and behind a disclosure the ways in which so many neighbours can stand, as pictures. */

import type { KeyboardEvent } from "react";
import { useRef, useState } from "react";
import type { ClassSets } from "../../../engine/rules/class-sets.ts";
import { classesOfCount, ruleOfClassSets, withClasses } from "../../../engine/rules/class-sets.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { MOST_STATES, neighbourCount } from "../../../engine/rules/rule.ts";
import { Segmented } from "../../ui/fields.tsx";
import { useStateOf } from "../../ui/state-of.ts";
import { NeighbourhoodPicture } from "./neighbourhood-picture.tsx";
import { classWords } from "./neighbourhood-words.ts";
import { RuleSlider } from "./rule-number.tsx";
import "./rule-counts.css";

type Part = "birth" | "survival";
const PART_NAMES: Readonly<Record<Part, string>> = { birth: "Birth", survival: "Survival" };
/** Where the slider of states ends; the field beside it goes on. */
const SLIDER_STATES = 32;

interface Props {
  readonly sets: ClassSets;
  readonly onChange: (rule: Rule) => void;
}

export function RuleCounts({
  subject,
  sets,
  onChange,
}: Props & {
  /** What has the rule. */
  readonly subject: { readonly id: string };
}) {
  const [isOpen, setOpen] = useState(false);
  // It stays in the hand that moved it, also at two states.
  const [wasMoved, setMoved] = useStateOf(subject, false);
  const hasSlider = sets.states > 2 || isOpen || wasMoved;
  const states = (
    <RuleSlider
      key={subject.id}
      label="States"
      value={sets.states}
      min={2}
      // Dead space cannot light up and fade.
      max={sets.birth.has("0") ? 2 : MOST_STATES}
      reach={SLIDER_STATES}
      onChange={(next) => {
        setMoved(true);
        onChange(ruleOfClassSets({ ...sets, states: next }));
      }}
    />
  );
  return (
    <>
      <Switches sets={sets} part="birth" onChange={onChange} />
      <Switches sets={sets} part="survival" onChange={onChange} />
      {hasSlider ? states : null}
      <details className="rule-letters" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{sets.states > 2 ? "Neighbourhoods" : "Neighbourhoods and states"}</summary>
        {isOpen ? <Letters sets={sets} onChange={onChange} /> : null}
      </details>
    </>
  );
}

/** One switch for each count of live neighbours; a count of which only some letters are in stands between. */
function Switches({ sets, part, onChange }: Props & { readonly part: Part }) {
  const { neighbourhood, states } = sets;
  const name = PART_NAMES[part];
  const numbers = Array.from({ length: neighbourCount(neighbourhood) + 1 }, (_, n) => n);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className={`switches ${neighbourhood}`} role="group" aria-label={name}>
      <span aria-hidden>{name}</span>
      {numbers.map((n) => {
        const classes = classesOfCount(neighbourhood, n);
        const count = classes.filter((each) => sets[part].has(each)).length;
        const isAll = count === classes.length;
        return (
          <button
            key={n}
            type="button"
            className="number"
            aria-label={`${name} with ${n}`}
            aria-pressed={count > 0 && !isAll ? "mixed" : isAll}
            disabled={part === "birth" && n === 0 && states > 2}
            onClick={() => onChange(ruleOfClassSets(withClasses(sets, part, classes, !isAll)))}
          >
            {n}
          </button>
        );
      })}
    </div>
  );
}

/** A picture for each letter of each count. One of them is a tab stop; arrow keys move among them. */
function Letters({ sets, onChange }: Props) {
  const { neighbourhood } = sets;
  const [part, setPart] = useState<Part>("birth");
  const [at, setAt] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const counts = Array.from({ length: neighbourCount(neighbourhood) + 1 }, (_, n) => n)
    .map((n) => ({ n, classes: classesOfCount(neighbourhood, n) }))
    .filter(({ classes }) => classes.length > 1);
  const all = counts.flatMap(({ classes }) => classes);
  const stop = all.includes(at) ? at : all[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const next = buttons[reached(buttons, buttons.indexOf(event.target as HTMLButtonElement), event.key)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <Segmented
        label="Neighbourhoods of"
        value={part}
        options={[
          { id: "birth", label: "Birth" },
          { id: "survival", label: "Survival" },
        ]}
        onChange={(id) => setPart(id as Part)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus. */}
      <div ref={box} className={`letters ${neighbourhood}`} onKeyDown={onKeyDown}>
        {counts.map(({ n, classes }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
          <div key={n} className="letters-row" role="group" aria-label={`${PART_NAMES[part]} with ${n}`}>
            <span className="number" aria-hidden>
              {n}
            </span>
            <div>
              {classes.map((name) => {
                const isIn = sets[part].has(name);
                const words = classWords(neighbourhood, name);
                return (
                  <button
                    key={name}
                    type="button"
                    aria-label={words}
                    title={words}
                    aria-pressed={isIn}
                    tabIndex={name === stop ? 0 : -1}
                    onFocus={() => setAt(name)}
                    onClick={() => onChange(ruleOfClassSets(withClasses(sets, part, [name], !isIn)))}
                  >
                    <NeighbourhoodPicture
                      neighbourhood={neighbourhood}
                      name={name}
                      isAlive={part === "survival"}
                    />
                    <span>{name[1]}</span>
                  </button>
                );
              })}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** The button that a key leads to, -1 for none: along the order, or to the nearest one in the line above or below. */
function reached(buttons: readonly HTMLElement[], from: number, key: string): number {
  if (from < 0) return -1;
  if (key === "ArrowRight") return Math.min(from + 1, buttons.length - 1);
  if (key === "ArrowLeft") return Math.max(from - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return buttons.length - 1;
  if (key !== "ArrowUp" && key !== "ArrowDown") return -1;
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  const { left, top } = boxes[from] as DOMRect;
  const way = key === "ArrowDown" ? 1 : -1;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, i) => {
    const down = (box.top - top) * way;
    // A line away counts more than any distance along it.
    const far = down * 1000 + Math.abs(box.left - left);
    if (down > 4 && far < least) [best, least] = [i, far];
  });
  return best;
}
