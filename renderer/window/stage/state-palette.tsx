import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { stateColour } from "../../../engine/picture/age-colours.ts";
import { cssColour, legibleOn, THEMES } from "../../../engine/picture/themes.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { stateText } from "../../../engine/rules/rule.ts";
import type { StudioDocument } from "../../document/document.ts";
import { focusStage } from "../../studio/focus.ts";
import { useCellTheme, useEditor } from "../../studio/hooks.ts";
import { inkOf } from "../../tools/toolbox.ts";
import type { Swatch } from "../../ui/swatches.tsx";
import { Swatches } from "../../ui/swatches.tsx";
import "./state-palette.css";

/** What tools draw with, and what the colours mean: only where the rule has more than two states. */
export function StatePalette({ document }: { readonly document: StudioDocument }) {
  const { rule } = useEditor(document, "rule");
  const { toolbox } = document;
  const ink = useStore(toolbox.store, (state) => inkOf(state, rule));
  const theme = useCellTheme();
  const swatches = useMemo(() => swatchesOf(rule, theme), [rule, theme]);
  const palette = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state in hand comes into view, whoever has taken it.
  useEffect(() => {
    palette.current?.querySelector('[data-state="on"]')?.scrollIntoView({ block: "nearest" });
  }, [ink, rule]);
  if (rule.states === 2) return null;
  return (
    <div className="float state-palette" ref={palette}>
      <Swatches
        label="Draw with"
        swatches={swatches}
        value={String(ink)}
        onChange={(id) => {
          toolbox.setInk(Number(id));
          // The keys go to the cells that are drawn next.
          focusStage();
        }}
      />
      <span className="state-name">{stateText(rule, ink)}</span>
    </div>
  );
}

/** A swatch for each state, from 0 on. */
export function swatchesOf(rule: Rule, themeId: string): readonly Swatch[] {
  const theme = THEMES.get(themeId);
  return Array.from({ length: rule.states }, (_, state) => {
    const colour = state === 0 ? theme.ground : stateColour(theme, state, rule);
    return {
      id: String(state),
      label: stateText(rule, state),
      ground: cssColour(colour),
      marks: [],
      number: { text: String(state), colour: cssColour(legibleOn(colour)) },
    };
  });
}
