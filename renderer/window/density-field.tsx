import { NumberField } from "../ui/fields.tsx";

/** Density of random cells, in percent: for a soup and for a random fill alike. */
export function DensityField({
  label = "Density",
  value,
  onChange,
}: {
  readonly label?: string;
  readonly value: number;
  readonly onChange: (percent: number) => void;
}) {
  return <NumberField label={label} unit="% live" value={value} min={0} max={100} onChange={onChange} />;
}
