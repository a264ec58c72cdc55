/** What an entry of a lab's Save menu saves. */

import { saveFile } from "../studio/save-file.ts";

export interface SaveEntry {
  /** "Save figures as CSV…" */
  readonly title: string;
  /** A file of a kind with the content, or a way of its own. A picture is nothing while there is no plot yet. */
  readonly save:
    | { readonly kind: "CSV" | "JSON"; readonly text: () => string }
    | { readonly kind: "PNG"; readonly picture: () => Promise<Uint8Array | null> | undefined }
    | { readonly kind: "own"; readonly act: () => Promise<unknown> };
}

/** Saves it as a file of that name, without an ending. Nothing happens where there is no plot yet. Errors: those of the entry and the file. */
export async function saveEntry(
  studio: Parameters<typeof saveFile>[0],
  name: string,
  { save }: SaveEntry,
): Promise<void> {
  if (save.kind === "own") return void (await save.act());
  const bytes = save.kind === "PNG" ? await save.picture() : new TextEncoder().encode(save.text());
  if (!bytes) return;
  await saveFile(studio, { label: save.kind, extension: `.${save.kind.toLowerCase()}`, stem: name }, bytes);
}
