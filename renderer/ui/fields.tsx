/** Fields with their labels. */

import { ToggleGroup } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useId } from "react";
import { faultOf } from "./form.tsx";
import type { NumberInputProps } from "./number-input.tsx";
import { useNumberInput } from "./number-input.tsx";
import { Select } from "./select.tsx";
import "./fields.css";

export interface Option {
  readonly id: string;
  readonly label: string;
}

/** A row of buttons of which exactly one is chosen. */
export function Segmented({
  label,
  titled = false,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  /** Whether the label is visible, for choices that do not speak for themselves. */
  readonly titled?: boolean;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const group = (
    <ToggleGroup.Root
      type="single"
      className="segmented"
      aria-label={label}
      value={value}
      onValueChange={(id) => (id ? onChange(id) : undefined)}
      onKeyDown={submitOnEnter}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.id} value={option.id} className="segment">
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
  if (!titled) return group;
  return (
    <div className="field">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      {group}
    </div>
  );
}

/** On the present choice Enter submits the form, as in any of a form's fields. */
function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const made = (target as HTMLElement).getAttribute("aria-checked") === "true";
  const form = currentTarget.closest("form");
  if (key !== "Enter" || !made || !form) return;
  event.preventDefault();
  form.requestSubmit();
}

export function Field({
  label,
  aside,
  hint,
  id: given,
  children,
}: {
  readonly label: string;
  /** Beside the label. */
  readonly aside?: ReactNode;
  /** For other code that has to find the field. */
  readonly id?: string;
  readonly hint?: string | null | undefined;
  readonly children: (id: string) => ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className="field">
      {aside ? (
        <div className="field-head">
          <label htmlFor={id}>{label}</label>
          {aside}
        </div>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      {children(id)}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** A line of text that somebody types, with what is wrong with it. */
export function TextField({
  label,
  value,
  problem,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  /** Null for nothing. */
  readonly problem: string | null;
  readonly onChange: (text: string) => void;
}) {
  return (
    <Field label={label} hint={problem}>
      {(id) => (
        <input
          id={id}
          className="number"
          autoComplete="off"
          spellCheck={false}
          value={value}
          {...faultOf(problem, `${id}-hint`)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function NumberField({
  label,
  hint,
  unit,
  ...number
}: NumberInputProps & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly unit?: string;
}) {
  const { problem, props } = useNumberInput(number);
  const said = problem ?? hint;
  return (
    <Field label={unit ? `${label} (${unit})` : label} hint={said}>
      {(id) => <input id={id} aria-describedby={said ? `${id}-hint` : undefined} {...props} />}
    </Field>
  );
}

export function SelectField({
  label,
  aside,
  hint,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  /** Beside the label. */
  readonly aside?: ReactNode;
  readonly hint?: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <Field label={label} aside={aside} hint={hint}>
      {(id) => (
        <Select
          id={id}
          describedBy={hint ? `${id}-hint` : undefined}
          options={options}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** Several things of which any number may be chosen. */
export function ChecksField({
  label,
  options,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset className="checks">
      <legend className="field-label">{label}</legend>
      {options.map(({ id, label: name }) => (
        <label key={id} className="check-field">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function CheckField({
  label,
  hint,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="check-field">
        <input
          type="checkbox"
          aria-describedby={hint ? id : undefined}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p className="field-hint under-check" id={id}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
