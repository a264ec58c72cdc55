/** What the colours of a rule of more than two states mean, and how many cells are in each. A press takes the state in hand. */

import { useMemo } from "react";
import { useStore } from "zustand";
import { stateName } from "../../../engine/rules/rule.ts";
import type { StudioDocument } from "../../document/document.ts";
import { focusStage } from "../../studio/focus.ts";
import { useCellTheme, useEditor, useStateCounts } from "../../studio/hooks.ts";
import { inkOf } from "../../tools/toolbox.ts";
import { swatchesOf } from "../stage/state-palette.tsx";
import { countText } from "../words.ts";
import { Section } from "./section.tsx";
import "./states-section.css";

export function StatesSection({ document }: { readonly document: StudioDocument }) {
  const { rule } = useEditor(document, "rule");
  if (rule.states === 2) return null;
  return (
    <Section title="States" aside={String(rule.states)}>
      <States document={document} />
    </Section>
  );
}

/** Counted as long as it is not folded. */
function States({ document }: { readonly document: StudioDocument }) {
  const { rule } = useEditor(document, "rule");
  const { toolbox } = document;
  const ink = useStore(toolbox.store, (state) => inkOf(state, rule));
  const theme = useCellTheme();
  const swatches = useMemo(() => swatchesOf(rule, theme).slice(1), [rule, theme]);
  const counted = useStateCounts(document);
  const textOf = (state: number): string => {
    const count = counted?.states?.[state - 1];
    if (count === undefined) return "–";
    return counted?.complete ? countText(count) : `≥ ${countText(count)}`;
  };
  return (
    <ul className="state-list" aria-label="Cells in each state">
      {swatches.map(({ id, ground, number }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={ink === Number(id)}
            title={`Draw with state ${id}`}
            onClick={() => {
              toolbox.setInk(Number(id));
              // The keys go to the cells that are drawn next.
              focusStage();
            }}
          >
            <i style={{ background: ground, color: number?.colour }}>{id}</i>
            <span>{stateName(rule, Number(id))}</span>
            <span className="number">{textOf(Number(id))}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
