import { useState } from "react";
import { searchCommands } from "../../commands/palette.ts";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { useStudio } from "../../studio/hooks.ts";
import { Palette } from "../../ui/palette.tsx";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    palette: StudioPage;
  }
}

/** Finds a command by a few letters and runs it. */
export function PaletteDialog({ onClose }: StudioPage) {
  const studio = useStudio();
  const [query, setQuery] = useState("");
  const [state] = useState(() => ({ ...studio.commands.state, focus: "canvas" as const }));
  const entries = searchCommands(query, studio.commands.keymap, state).map(
    ({ id, title, category, key, enabled }) => ({
      id,
      title,
      aside: category,
      key,
      enabled,
    }),
  );
  return (
    <Palette
      label="Search commands"
      query={query}
      entries={entries}
      onQuery={setQuery}
      onClose={onClose}
      onChoose={(id) => {
        onClose();
        setTimeout(() => void studio.commands.run(id));
      }}
    />
  );
}
