import { useState } from "react";
import { gridHeight, gridWidth } from "../../../engine/core/topology.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { NAMED_RULES, nameOfRule } from "../../../engine/rules/named.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { sideText } from "../../editor/labels.ts";
import { typedRuleProblem } from "../../rules/words.ts";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { useActive, useStudio } from "../../studio/hooks.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, Field, NumberField, Segmented } from "../../ui/fields.tsx";
import { DialogForm } from "../../ui/form.tsx";
import { DensityField } from "../density-field.tsx";
import type { GridForm } from "./topology-fields.tsx";
import { gridFormOf, TopologyFields, topologyOf } from "./topology-fields.tsx";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    new: StudioPage;
  }
}

interface Form extends GridForm {
  readonly grid: string;
  readonly rule: string;
  readonly soup: boolean;
  readonly density: number;
  readonly seed: number;
  readonly soupWidth: number;
  readonly soupHeight: number;
}

/** The defaults of a grid kind, from its descriptor. */
function freshForm(grid: string): Form {
  const { rule, topology, soup } = GRID_KINDS.get(grid).fresh();
  return {
    grid,
    rule: rule.text,
    ...gridFormOf(topology),
    soup: soup !== null,
    density: (soup?.density ?? 0.37) * 100,
    seed: soup?.seed ?? 1,
    soupWidth: soup?.width ?? 128,
    soupHeight: soup?.height ?? 128,
  };
}

export function NewUniverseDialog({ onClose }: StudioPage) {
  const studio = useStudio();
  const active = useActive();
  const [here, setHere] = useState(false);
  const [form, setForm] = useState<Form>(() => freshForm("square"));
  const [problem, setProblem] = useState<string | null>(null);
  const set = (change: Partial<Form>): void => {
    setProblem(null);
    setForm({ ...form, ...change });
  };
  const bounded = form.topology !== "unbounded";
  const create = async (): Promise<void> => {
    try {
      const kind = GRID_KINDS.get(form.grid);
      const rule = parseRule(form.rule, { neighbourhood: kind.fresh().rule.neighbourhood });
      const topology = topologyOf(form);
      const width = bounded ? gridWidth(topology) || form.soupWidth : form.soupWidth;
      const height = bounded ? gridHeight(topology) || form.soupHeight : form.soupHeight;
      const soup = form.soup ? { seed: form.seed >>> 0, density: form.density / 100, width, height } : null;
      const size = bounded ? ` ${sideText(gridWidth(topology))} × ${sideText(gridHeight(topology))}` : "";
      const title = `${kind.name}${size}${soup ? " soup" : ""}`;
      if (here && active) await active.renew(`New universe: ${title}`, { rule, topology, soup });
      else await studio.documents.create({ title, rule, topology, soup });
      onClose();
    } catch (error) {
      setProblem(typedRuleProblem(error));
    }
  };
  return (
    <Dialog title="New universe" text={GRID_KINDS.get(form.grid).summary} onClose={onClose}>
      <DialogForm verb="Create" problem={problem} onCancel={onClose} onSubmit={create}>
        <Segmented
          label="Cells"
          value={form.grid}
          options={GRID_KINDS.list().map(({ id, name }) => ({ id, label: name }))}
          onChange={(grid) => set(freshForm(grid))}
        />
        <Field label="Rule" hint={nameOfRule(form.rule) ?? "As B3/S23, 23/3 or by a name from the list."}>
          {(id) => (
            <input
              id={id}
              className="number"
              list="named-rules"
              spellCheck={false}
              value={form.rule}
              onChange={(event) => set({ rule: event.target.value })}
            />
          )}
        </Field>
        <datalist id="named-rules">
          {NAMED_RULES.map(({ name, rule }) => (
            <option key={rule} value={rule}>
              {name}
            </option>
          ))}
        </datalist>
        <TopologyFields form={form} onChange={set} />
        <CheckField label="Fill with random cells" checked={form.soup} onChange={(soup) => set({ soup })} />
        {form.soup ? (
          <div className="pair">
            <DensityField value={form.density} onChange={(density) => set({ density })} />
            <NumberField
              label="Seed"
              value={form.seed}
              min={0}
              max={2 ** 32 - 1}
              onChange={(seed) => set({ seed })}
            />
          </div>
        ) : null}
        {form.soup && !bounded ? (
          <div className="pair">
            <NumberField
              label="Soup width"
              value={form.soupWidth}
              min={1}
              max={16384}
              onChange={(soupWidth) => set({ soupWidth })}
            />
            <NumberField
              label="Soup height"
              value={form.soupHeight}
              min={1}
              max={16384}
              onChange={(soupHeight) => set({ soupHeight })}
            />
          </div>
        ) : null}
        {active ? (
          <CheckField
            label={`In place of ${active.title}; Undo brings it back`}
            checked={here}
            onChange={setHere}
          />
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
