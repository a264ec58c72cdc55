/** Options that several tools share. */

import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Brush, BrushForm } from "../editor/cells/brush.ts";
import { MOST_BRUSH } from "../editor/cells/brush.ts";
import type { ChoiceOption, NumberOption, ToolOptions } from "./option.ts";

export const BRUSH_SIZE: NumberOption = {
  kind: "number",
  id: "size",
  label: "Brush",
  unit: "cells",
  min: 1,
  max: MOST_BRUSH,
  usual: 1,
};

/** On hexagons a brush has the lattice's own form. */
const onSquares = ({ shape }: GridKind): boolean => shape === "square";

export const BRUSH_FORM: ChoiceOption<BrushForm> = {
  kind: "choice",
  id: "form",
  label: "Form",
  choices: [
    { id: "disc", label: "Disc" },
    { id: "square", label: "Square" },
  ],
  usual: "disc",
  on: onSquares,
};

export function brushOf(options: ToolOptions): Brush {
  return { size: options.number(BRUSH_SIZE), form: options.choice(BRUSH_FORM) };
}

/** What a tool does with the cells that it covers, where a rule has two states; with more the palette says. */
export const INK: ChoiceOption<"live" | "dead"> = {
  kind: "choice",
  id: "ink",
  label: "Cells",
  choices: [
    { id: "live", label: "Live" },
    { id: "dead", label: "Dead" },
  ],
  usual: "live",
  on: (_kind, { states }) => states === 2,
};
