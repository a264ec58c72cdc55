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

export function nextHint({ running, selection, pending, population, untouched }: Standing): string {
  if (pending) return "Click or press Enter to put the paste down; Esc drops it.";
  if (running && untouched) return "It is alive. Enter stops it, the wheel zooms, the pen draws.";
  if (running) return "Enter stops; draw whenever you like.";
  if (selection) return "Del clears, Ctrl+C copies, K deselects.";
  if (population === 0n) return "Draw some cells, or take a pattern from the library.";
  return "Enter runs, Space goes one generation, the wheel zooms.";
}
