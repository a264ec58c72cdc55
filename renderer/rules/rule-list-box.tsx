/** The rules as a list box in groups. The focus stays in place; the marked entry follows the arrows. */

import type { KeyboardEvent, RefObject } from "react";
import { useEffect } from "react";
import { FATE_NAMES } from "../../engine/rules/behaviour.ts";
import type { RuleEntry, RuleGroup } from "./rule-list.ts";
import { capital } from "./words.ts";

export function RuleListBox({
  id,
  box,
  groups,
  at,
  optionId,
  onChoose,
  onTake,
  onKeyDown,
}: {
  readonly id: string;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly groups: readonly RuleGroup[];
  /** The index of the chosen entry. */
  readonly at: number;
  readonly optionId: (at: number) => string;
  readonly onChoose: (entry: RuleEntry) => void;
  readonly onTake: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other groups put it elsewhere.
  useEffect(() => {
    if (at >= 0) document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  }, [at, groups]);
  let before = 0;
  return (
    <div
      id={id}
      ref={box}
      className="rule-list"
      role="listbox"
      aria-label="Rules"
      // Scrolls, so it must be reachable by keyboard.
      tabIndex={0}
      aria-activedescendant={at >= 0 ? optionId(at) : undefined}
      onKeyDown={onKeyDown}
    >
      {groups.map(({ title, entries }) => {
        const first = before;
        before += entries.length;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
          <div key={title} role="group" aria-label={title}>
            <p className="rule-group" aria-hidden>
              {title} <span className="number">{entries.length}</span>
            </p>
            {entries.map((entry, index) => (
              <Option
                key={entry.key}
                id={optionId(first + index)}
                entry={entry}
                chosen={first + index === at}
                onChoose={onChoose}
                onTake={onTake}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Option({
  id,
  entry,
  chosen,
  onChoose,
  onTake,
}: {
  readonly id: string;
  readonly entry: RuleEntry;
  readonly chosen: boolean;
  readonly onChoose: (entry: RuleEntry) => void;
  readonly onTake: () => void;
}) {
  const { name, text, fate, note } = entry;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and says which option is meant.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    <div
      id={id}
      className="rule-option"
      role="option"
      aria-selected={chosen}
      onClick={() => onChoose(entry)}
      onDoubleClick={onTake}
    >
      <span>{name ?? text}</span>
      {name ? <span className="number dim">{text}</span> : null}
      {fate || note ? (
        <small>{[fate ? `${capital(FATE_NAMES[fate])}.` : null, note].filter(Boolean).join(" ")}</small>
      ) : null}
    </div>
  );
}
