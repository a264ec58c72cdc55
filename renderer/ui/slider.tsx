import { useId } from "react";
import { useNumberInput } from "./number-input.tsx";
import "./slider.css";

/** A whole number, set by a slider whose middle is near the small values, or typed into a field beside it. */
export function SliderField({
  label,
  unit,
  keys,
  value,
  min,
  max,
  onChange,
}: {
  readonly label: string;
  readonly unit?: string | undefined;
  /** Keys that change it, as people read them. */
  readonly keys?: string | null;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  const take = (typed: number): void => {
    if (Number.isFinite(typed)) onChange(Math.round(Math.max(min, Math.min(max, typed))));
  };
  const { problem, props } = useNumberInput({ value, min, max, onChange: take });
  const range = Math.sqrt(max - min);
  return (
    <div className="field slider-field">
      <label htmlFor={id}>
        {unit ? `${label} (${unit})` : label} {keys ? <kbd>{keys}</kbd> : null}
      </label>
      <div className="slider-row">
        <input
          type="range"
          aria-label={label}
          aria-valuetext={unit ? `${value} ${unit}` : String(value)}
          min={0}
          max={1}
          step={1 / (2 * (max - min))}
          value={Math.sqrt(value - min) / range}
          onChange={(event) => take(min + (event.target.valueAsNumber * range) ** 2)}
        />
        <input id={id} title={problem ?? undefined} {...props} />
      </div>
    </div>
  );
}
