import type { StudioDocument } from "../../document/document.ts";
import { useShell, useStudio } from "../../studio/hooks.ts";
import type { NumberOption, ToolOption, ToolValue } from "../../tools/option.ts";
import { choiceValue, numberValue } from "../../tools/option.ts";
import { Segmented } from "../../ui/fields.tsx";
import { SliderField } from "../../ui/slider.tsx";
import { useToolOptions } from "./use-tool-options.ts";
import "./tool-strip.css";

/**
 * The options of the tool in hand, over the canvas's corner; nothing for a tool without options, or while a paste floats.
 * It is no part of the stage, which would take the keys typed into its fields.
 */
export function ToolStrip({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const id = useShell((state) => state.tool);
  const kept = useShell((state) => state.preferences.toolOptions)[id];
  const shown = useToolOptions(document);
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="float tool-strip" role="group" aria-label="Tool options">
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
