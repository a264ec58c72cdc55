/** A choice among points of a box, shown in place: its corners and its middle. */

import { ToggleGroup } from "radix-ui";
import "./point-picker.css";

export interface PickerPoint {
  readonly id: string;
  readonly label: string;
  /** 1, 2 or 3. */
  readonly column: number;
  readonly row: number;
}

export function PointPicker({
  label,
  points,
  value,
  onChange,
}: {
  readonly label: string;
  readonly points: readonly PickerPoint[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      className="points"
      aria-label={label}
      value={value}
      onValueChange={(id) => (id ? onChange(id) : undefined)}
    >
      {points.map(({ id, label: name, column, row }) => (
        <ToggleGroup.Item
          key={id}
          value={id}
          className="point"
          aria-label={name}
          title={name}
          style={{ gridColumn: column, gridRow: row }}
        />
      ))}
    </ToggleGroup.Root>
  );
}
