/** All elementary rules at a glance: pictures, figures, and each a click from its diagram. */

import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import { ELEMENTARY_RULES, PERIOD_CELLS } from "../../../engine/rings/atlas.ts";
import { useCellTheme } from "../../studio/hooks.ts";
import { Segmented } from "../../ui/fields.tsx";
import { FiguresTable } from "../../ui/figures-table.tsx";
import { Problem } from "../../ui/form.tsx";
import type { Atlas, AtlasOrder } from "./atlas.ts";
import { atlasRules } from "./atlas.ts";
import { atlasPicture, atlasPlace } from "./atlas-picture.ts";
import "./atlas.css";

const ORDERS: readonly { readonly id: AtlasOrder; readonly label: string }[] = [
  { id: "rule", label: "Number" },
  { id: "entropy", label: "Entropy" },
  { id: "period", label: "Period" },
  { id: "damage", label: "Damage" },
];

export function AtlasPage({
  atlas,
  onShow,
}: {
  readonly atlas: Atlas;
  readonly onShow: (rule: number) => void;
}) {
  const { order, figures, message } = useStore(atlas.store);
  const rules = useMemo(() => atlasRules({ order, figures }), [order, figures]);
  useEffect(() => {
    void atlas.find();
  }, [atlas]);
  return (
    <div className="atlas">
      <div className="atlas-bar">
        <Segmented
          label="Order by"
          value={order}
          options={ORDERS}
          onChange={(id) => atlas.orderBy(id as AtlasOrder)}
        />
        {figures.length < ELEMENTARY_RULES ? (
          <progress
            aria-label="Rules whose figures are found"
            value={figures.length}
            max={ELEMENTARY_RULES}
          />
        ) : null}
        <Problem text={message} />
      </div>
      <AtlasPictures rules={rules} onShow={onShow} />
      <div className="atlas-figures">
        <p className="field-hint">
          {`Entropy: bits in a cell once the seven to its left are known. Period: the longest on ${PERIOD_CELLS} cells. Damage: the share that differs, of all cells that could know of one that was flipped.`}
        </p>
        <FiguresTable
          className="atlas-table"
          label="Elementary rules"
          columns={["Rule", "Entropy", "Period", "Damage"]}
        >
          {rules.map((rule) => {
            const known = figures[rule];
            return (
              <tr key={rule}>
                <th scope="row">
                  <button type="button" className="link" onClick={() => onShow(rule)}>
                    {`W${rule}`}
                  </button>
                </th>
                <td>{known ? known.entropy.toFixed(3) : ""}</td>
                <td>{known ? grouped(known.period) : ""}</td>
                <td>{known ? known.damage.toFixed(3) : ""}</td>
              </tr>
            );
          })}
        </FiguresTable>
      </div>
    </div>
  );
}

function AtlasPictures({
  rules,
  onShow,
}: {
  readonly rules: readonly number[];
  readonly onShow: (rule: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useCellTheme();
  const text = rules.join();
  // Figures come one by one, and mostly change no order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says what the rules are.
  const picture = useMemo(() => atlasPicture(rules, theme), [text, theme]);
  useEffect(() => {
    const { width, height, pixels } = picture;
    const bytes = new Uint8ClampedArray(pixels.buffer as ArrayBuffer);
    canvas.current?.getContext("2d")?.putImageData(new ImageData(bytes, width, height), 0, 0);
  }, [picture]);
  const ruleAt = ({
    nativeEvent: { offsetX, offsetY },
    currentTarget,
  }: React.MouseEvent<HTMLCanvasElement>) => {
    const scale = picture.width / currentTarget.clientWidth;
    const place = atlasPlace(Math.floor(offsetX * scale), Math.floor(offsetY * scale));
    return place === undefined ? undefined : rules[place];
  };
  return (
    // For keys, the table beside it has a button for each rule.
    <canvas
      ref={canvas}
      className="atlas-pictures"
      role="img"
      aria-label="The elementary rules from one random vector, 32 cells for 32 steps each, in the order of the table"
      width={picture.width}
      height={picture.height}
      onPointerMove={(event) => {
        const rule = ruleAt(event);
        event.currentTarget.title = rule === undefined ? "" : `W${rule}`;
      }}
      onClick={(event) => {
        const rule = ruleAt(event);
        if (rule !== undefined) onShow(rule);
      }}
    />
  );
}
