/**
 * Keys in the library's lists: arrows move between the cards, Home and End go to the ends, a letter continues in the
 * search field. Only one card is a tab stop, or Tab would need two hundred presses to get past the list.
 */

import type { KeyboardEvent } from "react";
import { focusStage } from "../studio/focus.ts";

/** Marks the search field. */
export const SEARCH_FIELD = "library-search";

const CARD = "[data-card]";
const PAGE = 8;

/** For the list's own handler: `ids` are all its cards, `focus` brings one to the page. Other keys pass through. */
export function onListKey(
  event: KeyboardEvent<HTMLElement>,
  ids: readonly string[],
  focus: (id: string) => void,
): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (ctrlKey || metaKey || altKey) return;
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !currentTarget.contains(active)) return;
  const at = ids.indexOf(active.dataset.card ?? "");
  if (at < 0) return;
  if (key === "Escape") {
    event.preventDefault();
    focusStage();
    return;
  }
  const to = target(key, at, ids.length);
  if (to !== null) {
    event.preventDefault();
    // Up from the first card returns to the place that the focus came from.
    if (to < 0) focusSearch();
    else focus(ids[to] as string);
    return;
  }
  // The browser types the letter into the field, which has the focus by then.
  if (key.length === 1 && key !== " ") focusSearch();
}

function target(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(count - 1, at + 1);
    case "ArrowUp":
      return at - 1;
    case "PageDown":
      return Math.min(count - 1, at + PAGE);
    case "PageUp":
      return Math.max(0, at - PAGE);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/**
 * In the search field: Down goes to the list, Enter opens its first entry, Escape in an empty field returns to the
 * cells.
 */
export function onSearchKey(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget } = event;
  if (key === "Escape" && currentTarget.value === "") {
    event.preventDefault();
    focusStage();
    return;
  }
  if (key !== "ArrowDown" && key !== "Enter") return;
  const first = currentTarget.closest("aside")?.querySelector<HTMLElement>(CARD);
  if (!first) return;
  event.preventDefault();
  if (key === "Enter") first.click();
  else first.focus();
}

/** False if there is no such card. */
export function focusSearch(): boolean {
  const field = document.getElementById(SEARCH_FIELD);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  return true;
}
