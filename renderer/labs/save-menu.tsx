/** Saves plots as pictures, their figures as tables, and what else there is, each by an entry of a menu. */

import { useStudio } from "../studio/hooks.ts";
import { saveFile } from "../studio/save-file.ts";
import { ChoiceMenu } from "../ui/menu.tsx";

export interface SaveEntry {
  /** "Save figures as CSV…" */
  readonly title: string;
  /** A file of a kind with the content, or a way of its own. A picture is nothing while there is no plot yet. */
  readonly save:
    | { readonly kind: "CSV" | "JSON"; readonly text: () => string }
    | { readonly kind: "PNG"; readonly picture: () => Promise<Uint8Array | null> | undefined }
    | { readonly kind: "own"; readonly act: () => Promise<unknown> };
}

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
  const act = async ({ save }: SaveEntry): Promise<void> => {
    if (save.kind === "own") return void (await save.act());
    const bytes = save.kind === "PNG" ? await save.picture() : new TextEncoder().encode(save.text());
    if (!bytes) return;
    const extension = `.${save.kind.toLowerCase()}`;
    await saveFile(studio, { label: save.kind, extension, stem: name }, bytes);
  };
  return (
    <ChoiceMenu
      className="text-button"
      label="Save"
      tip={tip}
      groups={[entries.map(({ title }) => ({ id: title, title }))]}
      onChoose={(id) => {
        const entry = entries.find(({ title }) => title === id);
        if (entry) act(entry).catch(studio.status.report);
      }}
    >
      Save
    </ChoiceMenu>
  );
}
