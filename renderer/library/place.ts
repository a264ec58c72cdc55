import type { StudioDocument } from "../document/document.ts";
import { pastePattern } from "../document/float-paste.ts";
import { focusStage } from "../studio/focus.ts";
import type { Studio } from "../studio/studio.ts";

/** Lets a pattern of the library float in the middle of the view, to be put down. Errors: those of reading it. */
export async function placePattern(
  { patternFiles, status, commands }: Pick<Studio, "patternFiles" | "status" | "commands">,
  document: StudioDocument,
  text: string,
): Promise<void> {
  const { pattern } = await patternFiles.read(text, { asRuns: true });
  const { editor, view } = document;
  const place = { document, editor, view, hint: status.hint, keys: commands.keyNames };
  await pastePattern(place, pattern, { at: null, anchor: "middle" });
  focusStage();
}
