/**
 * A whole number of a rule: what is typed counts when the field is left or at Enter, an arrow key at once, and a slider when it is let go. So
 * half a number never runs, and each change is one step of history.
 */

import type { KeyboardEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { useNumberInput } from "../../ui/number-input.tsx";
import "./rule-number.css";

export interface RuleNumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

export function RuleNumber({ label, value, min, max, onChange }: RuleNumberProps) {
  const [draft, setDraft] = useState(value);
  const [of, setOf] = useState(value);
  const stepping = useRef(false);
  if (of !== value) {
    // Undo, or another field, has changed it.
    setOf(value);
    setDraft(value);
  }
  const isWhole = (number: number): boolean => Number.isInteger(number) && number >= min && number <= max;
  const take = (next: number): void => {
    if (isWhole(next) && next !== value) onChange(next);
  };
  const { problem, props } = useNumberInput({
    value: draft,
    min,
    max,
    onChange: (next) => {
      setDraft(next);
      if (stepping.current) take(next);
    },
  });
  return (
    <input
      {...props}
      aria-label={label}
      title={problem ?? undefined}
      onBlur={() => {
        props.onBlur();
        if (!isWhole(draft)) setDraft(value);
        take(draft);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        stepping.current = true;
        props.onKeyDown(event);
        stepping.current = false;
        if (event.key === "Enter") take(draft);
        if (event.key === "Escape") setDraft(value);
      }}
    />
  );
}

/** The same with a slider before it, which ends at `reach` or at the value. */
export function RuleSlider({ reach, ...number }: RuleNumberProps & { readonly reach: number }) {
  const { label, value, min, max, onChange } = number;
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
    setDraft(value);
  }, [value, onChange]);
  useEffect(() => {
    const input = slider.current;
    // The page's own event: React's comes with every step of a drag.
    const letGo = (): void => latest.current(Number(input?.value));
    input?.addEventListener("change", letGo);
    return () => input?.removeEventListener("change", letGo);
  }, []);
  return (
    <div className="rule-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={slider}
        type="range"
        min={min}
        max={Math.max(Math.min(max, reach), value)}
        value={draft}
        onChange={(event) => setDraft(event.target.valueAsNumber)}
      />
      <RuleNumber {...number} label={`${label}, as a number`} />
    </div>
  );
}
