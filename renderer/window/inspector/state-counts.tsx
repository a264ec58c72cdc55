/** How many of the counted cells are in each state that occurs, beside its colour, in a line or two. */

import { useMemo } from "react";
import type { Counted } from "../../../engine/algorithms/count-within.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { stateText } from "../../../engine/rules/rule.ts";
import type { StudioDocument } from "../../document/document.ts";
import { useCellTheme, useEditor } from "../../studio/hooks.ts";
import type { Swatch } from "../../ui/swatches.tsx";
import { swatchesOf } from "../stage/state-palette.tsx";
import { countText } from "../words.ts";
import "./state-counts.css";

/** States told; more are counted. */
const MOST_TOLD = 12;

/** Nothing for rules of two states, and until there is a count. */
export function StateCounts({
  document,
  counted,
}: {
  readonly document: StudioDocument;
  readonly counted: Counted | null;
}) {
  const { rule } = useEditor(document, "rule");
  const theme = useCellTheme();
  const swatches = useMemo(() => swatchesOf(rule, theme), [rule, theme]);
  return rule.states > 2 && counted ? <StateList rule={rule} counted={counted} swatches={swatches} /> : null;
}

export function StateList({
  rule,
  counted,
  swatches,
}: {
  readonly rule: Rule;
  readonly counted: Counted;
  /** By state. */
  readonly swatches: readonly Swatch[];
}) {
  const found = (counted.states ?? []).flatMap((cells, at) => (cells > 0n ? [{ cells, state: at + 1 }] : []));
  if (found.length === 0) return null;
  const more = found.length - MOST_TOLD;
  return (
    <ul className="state-counts" aria-label="Selected cells in each state">
      {found.slice(0, MOST_TOLD).map(({ cells, state }) => {
        const swatch = swatches[state];
        const name = stateText(rule, state);
        return (
          <li key={state} title={name}>
            <i style={{ background: swatch?.ground, color: swatch?.number?.colour }} aria-hidden>
              {state}
            </i>
            <span className="visually-hidden">{`${name}: `}</span>
            <span className="number">{`${counted.complete ? "" : "≥ "}${countText(cells)}`}</span>
          </li>
        );
      })}
      {more > 0 ? <li className="dim">{`and ${more} more`}</li> : null}
    </ul>
  );
}
