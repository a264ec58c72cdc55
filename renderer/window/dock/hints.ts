/** The status line's own words when nothing else is said there: what one can do next, as things stand. */

import type { KeyNames } from "../../commands/key-words.ts";

export interface Standing {
  readonly running: boolean;
  readonly selection: boolean;
  /** Whether a paste floats. */
  readonly pending: boolean;
  /** null until it is known. */
  readonly population: bigint | null;
  /** Whether anything was done in this universe yet. */
  readonly untouched: boolean;
}

export function nextHint(
  { running, selection, pending, population, untouched }: Standing,
  key: KeyNames,
): string {
  if (pending) return onFloating(key);
  const run = key("time.run") ?? "The button";
  if (running && untouched) return `It is alive. ${run} stops it, the wheel zooms, the pen draws.`;
  if (running) return `${run} stops; draw whenever you like.`;
  if (selection) return onSelection(key);
  if (population === 0n) return "Draw some cells, or take a pattern from the library.";
  const next = key("time.next");
  return `${run} runs, ${next === null ? "" : `${next} goes one generation, `}the wheel zooms.`;
}

/** Shorter than what is said when it begins to float: this one stands there for as long as it does. */
function onFloating(key: KeyNames): string {
  const [place, drop] = [key("edit.place-paste"), key("edit.cancel")];
  const how = place === null ? "Click" : `Click or press ${place}`;
  return `${how} to put the paste down${drop === null ? "" : `; ${drop} drops it`}.`;
}

function onSelection(key: KeyNames): string {
  const verbs = [
    ["select.clear", "clears"],
    ["edit.copy", "copies"],
    ["select.none", "deselects"],
  ] as const;
  const parts = verbs.flatMap(([id, verb]) => (key(id) === null ? [] : `${key(id)} ${verb}`));
  return parts.length > 0 ? `${parts.join(", ")}.` : "The Select menu says what can be done with it.";
}
