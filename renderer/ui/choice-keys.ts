/** What keys do in a list of which one entry is chosen. Pure. */

/** An entry that can be reached; null for one that cannot be chosen. */
type Name = string | null;

/** The next entry from `from` in steps of `by` that can be chosen, else `from`. */
function onwards(names: readonly Name[], from: number, by: number): number {
  for (let at = from + by; at >= 0 && at < names.length; at += by) if (names[at] !== null) return at;
  return from;
}

/** Entries that a page key passes. */
const PAGE = 8;

/** The entry to which a key leads from `from`, or -1 with none reached yet; null for a key that leads nowhere. */
export function reachedByKey(names: readonly Name[], from: number, key: string): number | null {
  switch (key) {
    case "ArrowDown":
      return onwards(names, from, 1);
    case "ArrowUp":
      return onwards(names, from, -1);
    case "Home":
      return onwards(names, -1, 1);
    case "End":
      return onwards(names, names.length, -1);
    case "PageDown":
      return onwards(names, Math.min(names.length, from + PAGE + 1), -1);
    case "PageUp":
      return onwards(names, Math.max(-1, from - PAGE - 1), 1);
    default:
      return null;
  }
}

/**
 * The entry that the typed letters lead to, or -1. The same letter again goes on to the next entry with it; other letters
 * narrow the present one down.
 */
export function reachedByText(names: readonly Name[], from: number, typed: string): number {
  const wanted = typed.toLowerCase();
  const same = [...wanted].every((letter) => letter === wanted[0]);
  const text = same ? (wanted[0] ?? "") : wanted;
  const first = wanted.length === 1 || same ? from + 1 : Math.max(0, from);
  for (let n = 0; n < names.length; n++) {
    const at = (first + n) % names.length;
    if (names[at]?.toLowerCase().startsWith(text)) return at;
  }
  return -1;
}
