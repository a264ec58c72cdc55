/** The menu that saves plots as pictures, their figures as tables, and what else there is. */

import { useStudio } from "../studio/hooks.ts";
import { ChoiceMenu } from "../ui/menu.tsx";
import type { SaveEntry } from "./save-entry.ts";
import { saveEntry } from "./save-entry.ts";

export function SaveMenu({
  tip,
  name,
  entries,
}: {
  readonly tip: string;
  /** Of the files, without an ending. */
  readonly name: string;
  readonly entries: readonly SaveEntry[];
}) {
  const studio = useStudio();
  return (
    <ChoiceMenu
      className="text-button"
      label="Save"
      tip={tip}
      groups={[entries.map(({ title }) => ({ id: title, title }))]}
      onChoose={(id) => {
        const entry = entries.find(({ title }) => title === id);
        if (entry) saveEntry(studio, name, entry).catch(studio.status.report);
      }}
    >
      Save
    </ChoiceMenu>
  );
}
