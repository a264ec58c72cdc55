/** Undo and redo in the top bar; the tips name what they would change. */

import { Redo2, Undo2 } from "lucide-react";
import type { StudioDocument } from "../document/document.ts";
import { focusStage } from "../studio/focus.ts";
import { useActive, useEditor, useStudio } from "../studio/hooks.ts";
import { IconButton } from "../ui/button.tsx";

export function UndoButtons() {
  const document = useActive();
  return document ? <Buttons document={document} /> : null;
}

function Buttons({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { undoLabel, redoLabel } = useEditor(document, "undoLabel", "redoLabel");
  const button = (id: string, label: string, act: string | null, Icon: typeof Undo2) => (
    <IconButton
      label={label}
      tip={act === null ? `Nothing to ${label.toLowerCase()}` : `${label}: ${act}`}
      keys={studio.commands.keymap.shown(id)}
      disabled={act === null}
      side="bottom"
      onPress={({ detail }) => {
        void studio.commands.run(id);
        // A click leaves the keys with the cells; by keyboard the focus stays here.
        if (detail > 0) focusStage();
      }}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="undo-buttons" role="group" aria-label="History">
      {button("edit.undo", "Undo", undoLabel, Undo2)}
      {button("edit.redo", "Redo", redoLabel, Redo2)}
    </div>
  );
}
