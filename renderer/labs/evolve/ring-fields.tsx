/** The ring above its diagram: rule, cells, ends and start. */

import { useStore } from "zustand";
import { KNOWN_RING_RULES, knownRule } from "../../../engine/rings/known-rules.ts";
import type { Boundary } from "../../../engine/rings/ring.ts";
import { BOUNDARIES } from "../../../engine/rings/ring.ts";
import { formatRingRule } from "../../../engine/rings/ring-rule.ts";
import { NumberField, SelectField, TextField } from "../../ui/fields.tsx";
import { Select } from "../../ui/select.tsx";
import type { RingViewer } from "./ring-viewer.ts";
import type { RingWish } from "./ring-wish.ts";
import { FEWEST_CELLS, MOST_SHOWN_CELLS } from "./ring-wish.ts";
import { BOUNDARY_NAMES } from "./ring-words.ts";

const OTHER = "other";
const KNOWN = KNOWN_RING_RULES.list().map(({ id, name, about }) => ({ id, label: `${name}: ${about}` }));
const STARTS: readonly { readonly id: RingWish["from"]; readonly label: string }[] = [
  { id: "vector", label: "Random vector" },
  { id: "single", label: "Single cell" },
  { id: "state", label: "A state" },
];
const ENDS = BOUNDARIES.map((id) => ({ id, label: BOUNDARY_NAMES[id] }));

export function RingFields({ viewer }: { readonly viewer: RingViewer }) {
  const wish = useStore(viewer.store, (state) => state.wish);
  const problems = useStore(viewer.store, (state) => state.problems);
  const shown = useStore(viewer.store, (state) => state.shown);
  const { rules } = shown.ring;
  const known = rules.length === 1 && rules[0] ? knownRule(formatRingRule(rules[0])) : undefined;
  return (
    <div className="ring-fields">
      <div className="ring-rule">
        <TextField
          label="Rule"
          value={wish.rule}
          problem={problems.rule}
          onChange={(rule) => viewer.change({ rule })}
        />
        <Select
          label="Known rules"
          options={known ? KNOWN : [{ id: OTHER, label: "Known rules" }, ...KNOWN]}
          value={known?.id ?? OTHER}
          onChange={(id) =>
            id === OTHER ? undefined : viewer.change({ rule: KNOWN_RING_RULES.get(id).rule })
          }
        />
      </div>
      <NumberField
        label="Cells"
        value={wish.cells}
        min={FEWEST_CELLS}
        max={MOST_SHOWN_CELLS}
        onChange={(cells) => viewer.change({ cells })}
      />
      <SelectField
        label="Ends"
        options={ENDS}
        value={wish.boundary}
        onChange={(boundary) => viewer.change({ boundary: boundary as Boundary })}
      />
      <SelectField
        label="Starts from"
        options={STARTS}
        value={wish.from}
        onChange={(from) => viewer.change({ from: from as RingWish["from"] })}
      />
      {wish.from === "vector" ? (
        <>
          <Word label="Seed" value={wish.seed} onChange={(seed) => viewer.change({ seed })} />
          <Word label="Vector" value={wish.index} onChange={(index) => viewer.change({ index })} />
        </>
      ) : null}
      {wish.from === "state" ? (
        <TextField
          label="State, in hexadecimal"
          value={wish.state}
          problem={problems.state}
          onChange={(state) => viewer.change({ state })}
        />
      ) : null}
    </div>
  );
}

function Word(field: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return <NumberField min={0} max={0xffffffff} {...field} />;
}
