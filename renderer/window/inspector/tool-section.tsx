import { gridKindOf } from "../../../engine/grids/registry.ts";
import type { StudioDocument } from "../../document/document.ts";
import { useEditor, useShell, useStudio } from "../../studio/hooks.ts";
import type { NumberOption, ToolOption, ToolValue } from "../../tools/option.ts";
import { choiceValue, numberValue } from "../../tools/option.ts";
import { TOOLS } from "../../tools/registry.ts";
import { Segmented } from "../../ui/fields.tsx";
import { SliderField } from "../../ui/slider.tsx";
import { Section } from "./section.tsx";
import "./tool-section.css";

/** The options of the active tool; nothing for a tool without options, or while a paste floats. */
export function ToolSection({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const id = useShell((state) => state.tool);
  const kept = useShell((state) => state.preferences.toolOptions)[id];
  const { rule, floats } = useEditor(document, "rule", "floats");
  const { name, options = [] } = TOOLS.get(id);
  const kind = gridKindOf(rule);
  const shown = options.filter(({ on }) => on?.(kind) ?? true);
  if (floats || shown.length === 0) return null;
  return (
    <Section title="Tool" aside={name}>
      <div className="padded tool-options">
        {shown.map((option) => (
          <OptionField
            key={`${id} ${option.id}`}
            option={option}
            kept={kept?.[option.id]}
            keys={option.kind === "number" ? keysOf(studio.commands.keymap, option) : null}
            onChange={(value) => document.toolbox.setOption(option.id, value)}
          />
        ))}
      </div>
    </Section>
  );
}

/** The keys that decrease and increase a number, as people read them. */
function keysOf(keymap: { shown(id: string): string | null }, { id }: NumberOption): string | null {
  const [smaller, larger] = [keymap.shown(`tool.smaller-${id}`), keymap.shown(`tool.larger-${id}`)];
  return smaller && larger ? `${smaller} ${larger}` : null;
}

function OptionField({
  option,
  kept,
  keys,
  onChange,
}: {
  readonly option: ToolOption;
  readonly kept: ToolValue | undefined;
  readonly keys: string | null;
  readonly onChange: (value: ToolValue) => void;
}) {
  if (option.kind === "choice") {
    return (
      <Segmented
        label={option.label}
        titled
        options={option.choices}
        value={choiceValue(option, kept)}
        onChange={onChange}
      />
    );
  }
  const { label, unit, min, max } = option;
  return (
    <SliderField
      label={label}
      unit={unit}
      keys={keys}
      min={min}
      max={max}
      value={numberValue(option, kept)}
      onChange={onChange}
    />
  );
}
