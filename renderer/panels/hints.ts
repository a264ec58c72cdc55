/** The status line's own words when nothing else is said there: what one can do next, as things stand. */

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

/** The first key of a command as people read it; null for one without. */
export type KeyNames = (command: string) => string | null;

export function nextHint(
  { running, selection, pending, population, untouched }: Standing,
  key: KeyNames,
): string {
  if (pending)
    return either("Click", "press", key("edit.place-paste"), "to put the paste down; Esc drops it.");
  const run = key("time.run") ?? "The button";
  if (running && untouched) return `It is alive. ${run} stops it, the wheel zooms, the pen draws.`;
  if (running) return `${run} stops; draw whenever you like.`;
  if (selection) return onSelection(key);
  if (population === 0n) return "Draw some cells, or take a pattern from the library.";
  const next = key("time.next");
  return `${run} runs, ${next === null ? "" : `${next} goes one generation, `}the wheel zooms.`;
}

function either(first: string, verb: string, key: string | null, rest: string): string {
  return key === null ? `${first} ${rest}` : `${first} or ${verb} ${key} ${rest}`;
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
