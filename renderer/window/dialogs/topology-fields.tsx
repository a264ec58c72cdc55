import type { Topology } from "../../../engine/core/topology.ts";
import { gridHeight, gridWidth, parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import { TOPOLOGY_NAMES } from "../../editor/labels.ts";
import { NumberField, SelectField } from "../../ui/fields.tsx";

const KINDS = ["unbounded", "torus", "plane", "klein", "cross", "sphere", "frozen"] as const;

/** The values of a form for a grid. */
export interface GridForm {
  readonly topology: (typeof KINDS)[number];
  readonly width: number;
  readonly height: number;
}

const SPELLING: Readonly<
  Record<Exclude<GridForm["topology"], "unbounded">, (w: number, h: number) => string>
> = {
  torus: (w, h) => `T${w},${h}`,
  plane: (w, h) => `P${w},${h}`,
  klein: (w, h) => `K${w}*,${h}`,
  cross: (w, h) => `C${w},${h}`,
  sphere: (w) => `S${w}`,
  frozen: (w, h) => `F${w},${h}`,
};

/** Errors: `syntax` for an invalid side. */
export function topologyOf({ topology, width, height }: GridForm): Topology {
  return topology === "unbounded" ? UNBOUNDED : parseTopology(SPELLING[topology](width, height));
}

export function gridFormOf(topology: Topology): GridForm {
  return {
    topology: topology.kind,
    width: gridWidth(topology) || 256,
    height: gridHeight(topology) || 256,
  };
}

export function TopologyFields({
  form,
  onChange,
}: {
  readonly form: GridForm;
  readonly onChange: (change: Partial<GridForm>) => void;
}) {
  return (
    <>
      <SelectField
        label="Topology"
        value={form.topology}
        options={KINDS.map((kind) => ({ id: kind, label: TOPOLOGY_NAMES[kind] }))}
        onChange={(topology) => onChange({ topology: topology as GridForm["topology"] })}
      />
      {form.topology === "unbounded" ? null : (
        <div className="pair">
          <NumberField
            label="Width"
            value={form.width}
            min={1}
            max={2e9}
            onChange={(width) => onChange({ width })}
          />
          {form.topology === "sphere" ? null : (
            <NumberField
              label="Height"
              value={form.height}
              min={1}
              max={2e9}
              onChange={(height) => onChange({ height })}
            />
          )}
        </div>
      )}
    </>
  );
}
