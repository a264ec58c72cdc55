/**
 * What a counter of cells can be: a ring with a rule a cell is to count, 5, 6, 7 and on, and cell 1 weighs most. A map says for
 * each value which one follows; only what the cells see of each other matters, so a map is a choice of one bit for every entry
 * of every cell's table. With static ends, beyond which all is 0, an end cell has four entries that are ever consulted.
 */

import { TessellaError } from "../core/errors.ts";

export const COUNTER_ENDS = ["static", "cyclic"] as const;
export type CounterEnds = (typeof COUNTER_ENDS)[number];

export const COUNTER_CELLS: readonly number[] = [3, 4];

/** All maps of so many cells with such ends. */
export interface CounterMaps {
  readonly cells: number;
  readonly ends: CounterEnds;
  /** Values that the cells can hold: 2^cells. */
  readonly values: number;
  /** Entries of all tables together, at most 32: there are 2^entries maps. */
  readonly entries: number;
  /** For each value the entries that its cells consult, one a cell, as bits. */
  readonly consulted: Int32Array;
  /** For each value v and successor w, at v * values + w: which of the consulted entries are 1. */
  readonly chosen: Int32Array;
  /** The same from the other side, for cells that weigh 1, 2, 4 and 8: the number of the entry that the cell consults in each value. */
  readonly entryOf: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  /** For each entry: its cell from 0 on, and the neighbourhood left * 4 + centre * 2 + right whose outcome it is. */
  readonly places: readonly { readonly cell: number; readonly neighbourhood: number }[];
}

/** Errors: `bad-argument`. */
export function counterMaps(cells: number, ends: CounterEnds): CounterMaps {
  if (!COUNTER_CELLS.includes(cells))
    throw new TessellaError(
      "bad-argument",
      `Counters are proved for ${COUNTER_CELLS.join(" or ")} cells, not for ${cells}.`,
    );
  const values = 2 ** cells;
  const consulted = new Int32Array(values);
  const chosen = new Int32Array(values * values);
  // A fourth cell that is not there consults an entry that no table has: it stays 0.
  const none = (): Uint8Array => new Uint8Array(values).fill(31);
  const entryOf: CounterMaps["entryOf"] = [none(), none(), none(), none()];
  const places: { cell: number; neighbourhood: number }[] = [];
  for (let cell = 0; cell < cells; cell++) {
    for (let neighbourhood = 0; neighbourhood < 8; neighbourhood++) {
      const seen: number[] = [];
      for (let v = 0; v < values; v++) if (seenBy(cell, v, cells, ends) === neighbourhood) seen.push(v);
      if (seen.length === 0) continue;
      const entry = 1 << places.length;
      places.push({ cell, neighbourhood });
      for (const v of seen) {
        entryOf[cells - 1 - cell][v] = places.length - 1;
        consulted[v] |= entry;
        for (let w = 0; w < values; w++) if (cellOf(w, cell, cells)) chosen[v * values + w] |= entry;
      }
    }
  }
  return { cells, ends, values, entries: places.length, consulted, chosen, entryOf, places };
}

/** The cell's bit of a value. */
function cellOf(value: number, cell: number, cells: number): number {
  return (value >>> (cells - 1 - cell)) & 1;
}

function seenBy(cell: number, value: number, cells: number, ends: CounterEnds): number {
  const at = (i: number): number => {
    if (i >= 0 && i < cells) return cellOf(value, i, cells);
    return ends === "static" ? 0 : cellOf(value, (i + cells) % cells, cells);
  };
  return at(cell - 1) * 4 + at(cell) * 2 + at(cell + 1);
}

/** The map's rules as Wolfram's numbers, one a cell; what a cell never sees is 0. */
export function mapRules({ cells, places }: CounterMaps, map: number): number[] {
  const rules = new Array<number>(cells).fill(0);
  places.forEach(({ cell, neighbourhood }, i) => {
    rules[cell] |= ((map >>> i) & 1) << neighbourhood;
  });
  return rules;
}
