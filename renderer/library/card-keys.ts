/**
 * Keys in the library's lists: arrows move between the cards, Home and End go to the ends, a letter goes on in the search. One
 * card alone is in the order of Tab, or the way past two hundred of them would be long.
 */

import type { KeyboardEvent } from "react";
import { focusStage } from "../studio/focus.ts";

/** What the search field is known by. */
export const SEARCH_FIELD = "library-search";

const CARD = "[data-card]";
const PAGE = 8;

/** For the list's own handler. Keys that are none of these go on to whoever wants them. */
export function onListKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>(CARD)];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  if (key === "Escape") {
    event.preventDefault();
    focusStage();
    return;
  }
  const to = target(key, at, cards.length);
  if (to !== null) {
    event.preventDefault();
    // Up from the first card is back to where one came from.
    if (to < 0) focusSearch();
    else cards[to]?.focus();
    return;
  }
  // The letter itself goes where the focus is by the time that it is typed.
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

/** In the search field: down to the list, Enter opens what stands first in it, Escape with nothing to clear is for the cells. */
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

/** False where there is none. */
export function focusSearch(): boolean {
  const field = document.getElementById(SEARCH_FIELD);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  return true;
}
