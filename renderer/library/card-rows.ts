/**
 * Where each row of a list of cards lies, and which of them are on the page: those near the view. The collection has more
 * than two hundred cards, and all of them together were three quarters of the elements of the window as it starts.
 *
 * All lengths are in rem, so that they hold for every text size.
 */

/** A length of the list that is visible. */
export interface RowView {
  readonly top: number;
  readonly bottom: number;
}

interface RowPlace {
  readonly key: string;
  /** Its number in the list. */
  readonly at: number;
  readonly top: number;
  readonly height: number;
}
export interface CardRow<E = unknown> extends RowPlace {
  readonly entry: E;
}
export interface HeadingRow extends RowPlace {
  readonly entry: null;
  readonly heading: string;
}
export type Row<E = unknown> = CardRow<E> | HeadingRow;

const CARD = 3.75;
const HEADING = 2;
/** The first heading has less room above it. */
const FIRST_HEADING = 1.5;
/** What is on the page beyond the view on either side, so that scrolling meets no gap. */
const BEYOND = 15;

/** The rows from top to bottom, with a heading before the first entry of each group. */
export function rowsOf<E extends { readonly id: string }>(
  entries: readonly E[],
  groupOf?: (entry: E) => string,
): { readonly rows: readonly Row<E>[]; readonly height: number } {
  const rows: Row<E>[] = [];
  let top = 0;
  let group: string | null = null;
  for (const entry of entries) {
    const next = groupOf?.(entry) ?? null;
    if (next !== null && next !== group) {
      const height = rows.length === 0 ? FIRST_HEADING : HEADING;
      const heading = next === "" ? "No folder" : next;
      rows.push({ key: `heading ${rows.length}`, at: rows.length, top, height, entry: null, heading });
      top += height;
    }
    group = next;
    rows.push({ key: `card ${entry.id}`, at: rows.length, top, height: CARD, entry });
    top += CARD;
  }
  return { rows, height: top };
}

/**
 * The rows near the view, in order. With them the card `reached`, which keeps the focus wherever the list is scrolled to, and
 * the first card, to which the search field leads.
 */
export function shownRows<E extends { readonly id: string }>(
  rows: readonly Row<E>[],
  view: RowView,
  reached: string | null,
): readonly Row<E>[] {
  const first = rows.find(({ entry }) => entry);
  return rows.filter(
    (row) =>
      row === first ||
      (row.entry !== null && row.entry.id === reached) ||
      (row.top + row.height > view.top - BEYOND && row.top < view.bottom + BEYOND),
  );
}
