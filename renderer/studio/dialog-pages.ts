/**
 * The dialogs by name, with the props of their pages. Each dialog's file adds its own line to `DialogPages`: a caller that opens
 * one by its name is checked against the page without importing it. The window's registry maps names to pages.
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

/** The props beside those: none for most dialogs. */
export type DialogDetails<Id extends DialogId> = Omit<DialogPages[Id], keyof DocumentPage>;

export interface OpenDialog {
  readonly id: DialogId;
  readonly props: DialogDetails<DialogId>;
  /** The document in front when the dialog opened. Another may come to the front behind it, for example a dropped file. */
  readonly about: StudioDocument | null;
}
