/** A tab of the window: a universe or a lab. */

import type { StudioDocument } from "../document/document.ts";
import type { LabLoss, OpenLab } from "./lab.ts";

export type Tab = StudioDocument | OpenLab;

interface OpenTabs {
  readonly tabs: readonly Tab[];
  /** Id of the tab in front. */
  readonly active: string | null;
}

export function documentsIn({ tabs }: Pick<OpenTabs, "tabs">): readonly StudioDocument[] {
  return tabs.filter((tab) => tab.kind === "document");
}

export function frontOf({ tabs, active }: OpenTabs): Tab | null {
  return tabs.find(({ id }) => id === active) ?? null;
}

/** The document in front; null where a lab is, or nothing. */
export function documentInFront(state: OpenTabs): StudioDocument | null {
  const front = frontOf(state);
  return front?.kind === "document" ? front : null;
}

/** The loss if the tab closed; null for none. */
export function lossOf(tab: Tab): LabLoss | null {
  if (tab.kind === "lab") return tab.session.loss?.() ?? null;
  if (!tab.editor.state.dirty) return null;
  return {
    title: `Save ${tab.title}?`,
    text: "It has changes that no file holds. Without saving they are lost.",
    discard: "Discard",
  };
}
