/** A text field for a number, in any spelling that read-number.ts knows; the arrow keys go up and down. */

import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { ReadNumber } from "./read-number.ts";
import { readNumber, readWhole } from "./read-number.ts";

export interface NumberInputProps {
  /** NaN for an empty field. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What an arrow key adds. Below 1 the number may have a fraction. */
  readonly step?: number;
  /** NaN for text that is no number; a number out of range comes as it is. */
  readonly onChange: (value: number) => void;
}

/** A field's text, what is wrong with it, and the props of its input. */
export function useNumberInput({ value, min, max, step = 1, onChange }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef(value);
  useEffect(() => {
    // Something else has changed it: the typed text is out of date.
    if (!Object.is(value, sent.current)) setTyped(null);
    sent.current = value;
  }, [value]);
  const text = typed ?? (Number.isNaN(value) ? "" : String(value));
  const { problem } = readIn(text, { min, max, step });
  useEffect(() => {
    input.current?.setCustomValidity(problem ?? "");
  }, [problem]);

  const send = (next: number): void => {
    sent.current = next;
    onChange(next);
  };
  const nudge = (event: KeyboardEvent, by: number): void => {
    event.preventDefault();
    const from = Number.isFinite(value) ? value : min;
    const next = Number(Math.max(min, Math.min(max, from + by)).toPrecision(12));
    setTyped(String(next));
    send(next);
  };
  return {
    problem: typed === null ? null : problem,
    props: {
      ref: input,
      role: "spinbutton",
      inputMode: step < 1 ? ("decimal" as const) : ("numeric" as const),
      autoComplete: "off",
      className: "number",
      value: text,
      "aria-valuenow": Number.isFinite(value) ? value : undefined,
      "aria-valuemin": Number.isFinite(min) ? min : undefined,
      "aria-valuemax": Number.isFinite(max) ? max : undefined,
      "aria-invalid": problem !== null || undefined,
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        setTyped(target.value);
        send(read(target.value, step));
      },
      onBlur: () => (problem === null ? setTyped(null) : undefined),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "ArrowUp") nudge(event, step);
        if (event.key === "ArrowDown") nudge(event, -step);
      },
    },
  };
}

/** Whatever the range; NaN for no number. */
function read(text: string, step: number): number {
  const all = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, step };
  return Number(readIn(text, all).value ?? Number.NaN);
}

function readIn(
  text: string,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
): ReadNumber<bigint | number> {
  if (step < 1) return readNumber(text, min, max);
  const bound = (n: number): bigint | undefined => (Number.isFinite(n) ? BigInt(Math.ceil(n)) : undefined);
  return readWhole(text, { least: bound(min), most: bound(max) });
}
