/** The status line's hint when there is no message: the next thing a person can do. */

import type { KeyNames } from "../../commands/key-words.ts";

export interface Standing {
  readonly running: boolean;
  readonly selection: boolean;
  /** Whether a paste floats. */
  readonly pending: boolean;
  /** null while it is unknown. */
  readonly population: bigint | null;
  /** Whether the universe has had an edit or a step. */
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

/** Shorter than the message at the start of a paste: this hint stays as long as the paste floats. */
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
