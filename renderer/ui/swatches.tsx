/** A choice among looks, each shown by its colours. */

import { ToggleGroup } from "radix-ui";
import "./swatches.css";

export interface Swatch {
  readonly id: string;
  /** Its name, read out and shown as a tip. */
  readonly label: string;
  /** CSS colours: the ground, and what lies on it. */
  readonly ground: string;
  readonly marks: readonly string[];
  /** A number on the ground, in a colour of its own. */
  readonly number?: { readonly text: string; readonly colour: string };
}

export function Swatches({
  label,
  swatches,
  value,
  onChange,
}: {
  readonly label: string;
  readonly swatches: readonly Swatch[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      className="swatches"
      aria-label={label}
      value={value}
      onValueChange={(id) => (id ? onChange(id) : undefined)}
    >
      {swatches.map(({ id, label: name, ground, marks, number }) => (
        <ToggleGroup.Item
          key={id}
          value={id}
          className="look-swatch"
          aria-label={name}
          title={name}
          style={{ background: ground, color: number?.colour }}
        >
          {number?.text}
          {marks.map((mark) => (
            <i key={mark} style={{ background: mark }} />
          ))}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
