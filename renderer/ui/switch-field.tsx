import type { ReactNode } from "react";
import "./switch-field.css";

/** Something that is on or off and takes effect at once. */
export function SwitchField({
  label,
  aside = null,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  /** Between label and switch, such as a key. */
  readonly aside?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label className="switch-field">
      <span>{label}</span>
      {aside}
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
