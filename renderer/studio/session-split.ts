/** The split view in the list of tabs that come back: its arrangement stands with the document in focus, a mark with the other. */

import type { InferOutput } from "valibot";
import { boolean, number, object, optional, picklist, unknown } from "valibot";
import { noteOf, readNote } from "../document/autosave-note.ts";
import type { StudioDocument } from "../document/document.ts";
import type { Json } from "../host/host.ts";
import type { Panes } from "./panes.ts";
import type { SplitTabs } from "./split.ts";
import { documentAt, restingDocument, shownTwice } from "./split.ts";
import type { Tab } from "./tab.ts";

export const SPLIT_FIELDS = {
  /** On the document in focus. */
  split: optional(
    object({
      focus: picklist([0, 1]),
      share: number(),
      linked: boolean(),
      /** A note on the other view of the same document. */
      twice: optional(unknown()),
    }),
  ),
  /** Whether the other pane shows it. */
  beside: optional(boolean()),
};

const ENTRY = object(SPLIT_FIELDS);
type SplitEntry = InferOutput<typeof ENTRY>;

/** What the entry of a document says about the panes; nothing for one in neither. */
export function splitEntry(state: SplitTabs, document: StudioDocument): SplitEntry {
  const { split } = state;
  if (!split) return {};
  if (documentAt(state, split.focus) === document) {
    const { focus, share, linked } = split;
    const other = shownTwice(state)?.beside;
    const twice = other ? noteOf({ view: other.view, file: null }) : undefined;
    return { split: { focus, share, linked, ...(twice === undefined ? {} : { twice }) } };
  }
  return restingDocument(state) === document ? { beside: true } : {};
}

/** Collects what comes back of a split while the tabs open. */
export class ReturningSplit {
  #front: { readonly document: StudioDocument; readonly split: NonNullable<SplitEntry["split"]> } | null =
    null;
  #beside: StudioDocument | null = null;

  opened({ split, beside }: SplitEntry, tab: Tab): void {
    if (tab.kind !== "document") return;
    if (split) this.#front = { document: tab, split };
    else if (beside) this.#beside = tab;
  }

  /** Splits the window as it was, where both came back and the same document is in front. */
  restore(panes: Pick<Panes, "restore">, active: string | null): void {
    if (this.#front?.document.id !== active) return;
    const { document, split } = this.#front;
    const twice = split.twice === undefined ? null : readNote(split.twice as Json);
    const beside = twice ? document : this.#beside;
    if (beside) panes.restore(document, beside, split, twice?.camera ?? null);
  }
}
