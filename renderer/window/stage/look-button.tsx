/** The colours of the cells, their ages and the grid, where they are looked at. */

import { Palette } from "lucide-react";
import type { Theme } from "../../../engine/picture/themes.ts";
import { cssColour, THEMES } from "../../../engine/picture/themes.ts";
import type { StudioDocument } from "../../document/document.ts";
import { useAgeLook, useCellTheme, useEditor, useShell, useStudio } from "../../studio/hooks.ts";
import { WithArrows } from "../../ui/arrows.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { Swatch } from "../../ui/swatches.tsx";
import { Swatches } from "../../ui/swatches.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import "./look-button.css";

/** A newborn cell, an older one, and the oldest. */
const swatchOf = ({ id, name, ground, ages }: Theme): Swatch => ({
  id,
  label: name,
  ground: cssColour(ground),
  marks: [0, 1, 3, 4].map((age) => cssColour(ages[age] ?? 0)),
});
const SWATCHES = THEMES.list().map(swatchOf);

export function LookButton({ document }: { readonly document: StudioDocument }) {
  return (
    <Popover
      label="Look"
      tip="Look: colours, ages, grid"
      className="look-button"
      align="start"
      face={<Palette size={15} aria-hidden />}
    >
      <LookFields document={document} />
    </Popover>
  );
}

function LookFields({ document }: { readonly document: StudioDocument }) {
  const { commands } = useStudio();
  const theme = useShell((state) => state.theme);
  const { gridLines, icons } = useShell((state) => state.preferences);
  const { rule } = useEditor(document, "rule");
  const { ages, trail } = useAgeLook(document);
  const shown = useCellTheme();
  const part = (id: string, label: string, checked: boolean, disabled = false) => {
    const keys = commands.keymap.shown(id);
    return (
      <SwitchField
        label={label}
        aside={
          keys ? (
            <kbd>
              <WithArrows text={keys} />
            </kbd>
          ) : null
        }
        checked={checked}
        disabled={disabled}
        onChange={() => void commands.run(id)}
      />
    );
  };
  return (
    <div className="look-fields">
      <Swatches
        label="Cell colours"
        swatches={SWATCHES}
        value={shown}
        // The studio's own colours go on following its theme.
        onChange={(id) => void commands.run(`view.colours-${id === theme ? "auto" : id}`)}
      />
      <div>
        {part("view.ages", "Age", ages)}
        {part("view.trail", "Trail", ages && trail, !ages)}
        {rule.looks.icons ? part("view.icons", "Icons", icons) : null}
        {part("view.grid-lines", "Grid", gridLines)}
      </div>
    </div>
  );
}
