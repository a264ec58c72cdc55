/** What a search is asked for, beside what the paper has. */

import { useStore } from "zustand";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { NumberField, SelectField } from "../../ui/fields.tsx";
import { Problem } from "../../ui/form.tsx";
import type { PlanField } from "./plan-form.ts";
import { PLAN_FIELDS, paperValue } from "./plan-form.ts";
import type { SearchSession } from "./search-session.ts";

const PRESET_NAMES = PRESETS.list().map(({ id, name }) => ({ id, label: name }));

export function PlanPanel({ search }: { readonly search: SearchSession }) {
  const preset = useStore(search.store, (state) => state.preset);
  const plan = useStore(search.store, (state) => state.plan);
  const running = useStore(search.store, (state) => state.running);
  const message = useStore(search.store, (state) => state.message);
  const { summary } = PRESETS.get(preset);
  const fields = PLAN_FIELDS.filter(({ read }) => read(plan));
  const settings = (more: boolean) => (
    <div className="plan-fields">
      {fields
        .filter((field) => field.more === more)
        .map((field) => (
          <Setting key={field.id} field={field} plan={plan} onChange={(next) => search.setPlan(next)} />
        ))}
    </div>
  );
  return (
    <section className="plan-panel" aria-label="Search">
      <fieldset className="plain" disabled={running}>
        <SelectField
          label="Search for"
          options={PRESET_NAMES}
          value={preset}
          onChange={(id) => search.choosePreset(id)}
        />
        <p className="dim plan-summary">{`${summary[0]?.toUpperCase()}${summary.slice(1)}.`}</p>
        {settings(false)}
        <details>
          <summary>More</summary>
          {settings(true)}
        </details>
      </fieldset>
      <Problem text={message} />
    </section>
  );
}

function Setting({
  field,
  plan,
  onChange,
}: {
  readonly field: PlanField;
  readonly plan: SearchPlan;
  readonly onChange: (plan: SearchPlan) => void;
}) {
  const paper = paperValue(field, plan);
  const zero = field.kind === "number" && field.zero !== undefined ? `0: ${field.zero}` : undefined;
  if (field.kind === "number")
    return (
      <NumberField
        label={field.label}
        hint={paper === undefined ? zero : `paper: ${paper}`}
        value={field.get(plan)}
        min={field.min}
        max={field.max}
        step={field.step}
        onChange={(value) => onChange(field.set(plan, value))}
      />
    );
  return (
    <SelectField
      label={field.label}
      options={field.options.map(({ id, label }) => ({
        id,
        label: id === paper ? `${label} (paper)` : label,
      }))}
      value={field.get(plan)}
      onChange={(id) => onChange(field.set(plan, id))}
    />
  );
}
