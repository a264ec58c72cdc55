import type { StudioDocument } from "../document/document.ts";
import { pastePattern } from "../document/float-paste.ts";
import { focusStage } from "../studio/focus.ts";
import type { Studio } from "../studio/studio.ts";

type Services = Pick<Studio, "patternFiles" | "status" | "commands">;

/**
 * Lets a pattern of the library float in the middle of the view, to be put down. Later keys wait until it floats. Errors: those of
 * reading it.
 */
export function placePattern(studio: Services, document: StudioDocument, text: string): Promise<void> {
  return studio.commands.queue.hold(place(studio, document, text));
}

async function place(
  { patternFiles, status, commands }: Services,
  document: StudioDocument,
  text: string,
): Promise<void> {
  const { pattern } = await patternFiles.read(text, { asRuns: true });
  const { editor, view } = document;
  const onto = { document, editor, view, hint: status.hint, keys: commands.keyNames };
  await pastePattern(onto, pattern, { at: null, anchor: "middle" });
  focusStage();
}
