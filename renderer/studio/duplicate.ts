/** A second document with the contents of one: its cells, rule, generation and view, under a title of its own. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { StudioDocument } from "../document/document.ts";
import { stemOf } from "../editor/labels.ts";
import type { StudioServices } from "./services.ts";

/** Errors: those of reading the cells and of opening a universe, `aborted`. */
export async function duplicate(
  { documents, files, status }: Pick<StudioServices, "documents" | "files" | "status">,
  document: StudioDocument,
): Promise<StudioDocument> {
  return status.watch(`Duplicating ${document.title}`, async ({ signal }) => {
    const pattern = await wholePattern(document.editor);
    const title = documents.freeTitle(stemOf(document.title));
    const { origin, view } = document;
    return files.openPattern({ ...pattern, name: pattern.name && title }, title, {
      origin,
      unsaved: origin === null,
      camera: view.camera,
      signal,
    });
  });
}

/** The whole universe as runs, or as a quad-tree if the cells are too many to list. Errors: `too-large`. */
export async function wholePattern(editor: StudioDocument["editor"]): Promise<Pattern> {
  try {
    return (await editor.toPattern()).pattern;
  } catch (error) {
    if (!(error instanceof TessellaError) || error.code !== "too-large") throw error;
    return (await editor.toPattern({ asTree: true })).pattern;
  }
}
