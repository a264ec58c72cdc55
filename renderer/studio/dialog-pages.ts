/**
 * The dialogs by name and by what their pages are told. Each dialog's file adds its own line to `DialogPages`, so that whoever
 * opens one by its name is checked against the page without importing it. The window's registry says where the pages are.
 */

import type { StudioDocument } from "../document/document.ts";

/** The props of each dialog's page, by the dialog's name. */
// biome-ignore lint/suspicious/noEmptyInterface: the dialogs fill it.
export interface DialogPages {}

export type DialogId = keyof DialogPages;

/** A dialog about the studio. */
export interface StudioPage {
  readonly onClose: () => void;
}

/** A dialog about one document. */
export interface DocumentPage extends StudioPage {
  readonly document: StudioDocument;
}

/** What a dialog is told beside that: nothing for most. */
export type DialogDetails<Id extends DialogId> = Omit<DialogPages[Id], keyof DocumentPage>;

export interface OpenDialog {
  readonly id: DialogId;
  readonly props: DialogDetails<DialogId>;
  /** The document that was in front when it was opened. Another may come to the front behind it: a file that is dropped. */
  readonly about: StudioDocument | null;
}
