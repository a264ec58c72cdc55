/**
 * Which thread owns which tiles: bands of lines that lie together, so that a thread finds in its core's cache what its tiles read, and
 * only those along a border read what another core has written. Each owner gets about as many due tiles. Lines are rows of tiles, or
 * columns where there are more of these.
 */

import { BANDS_SHIFT, FLAGS, OWNER_MASK, OWNER_SHIFT } from "./tile-layout.ts";
import type { Region } from "./tile-places.ts";
import { REGION_BITS, REGION_MASK } from "./tile-places.ts";

/** What a tile weighs that is due; one that sleeps weighs 1, since it may wake. */
const DUE = 16;

/** Gives each of so many threads tiles of its own, by which are due at that parity. `words`: the memory that holds them. */
export function divideTiles(
  words: Uint32Array,
  regions: Iterable<Region>,
  threads: number,
  parity: number,
): void {
  const all = [...regions];
  const byRows = bandsOf(words, all, parity, "ry");
  const byColumns = bandsOf(words, all, parity, "rx");
  const bands = byRows.lines >= byColumns.lines ? byRows : byColumns;
  let before = 0;
  for (const { weights, regions: across } of bands.strips) {
    const owners = new Map<number, number>();
    for (const at of [...weights.keys()].sort((a, b) => a - b)) {
      const weight = weights.get(at) as number;
      // By the line's middle.
      owners.set(at, Math.min(threads - 1, Math.floor(((before + weight / 2) * threads) / bands.weight)));
      before += weight;
    }
    for (const region of across) {
      for (const [place, tile] of region.tiles) {
        const flags = (tile + FLAGS) / 4;
        const owner = owners.get(bands.lineOf(place)) as number;
        words[flags] = (words[flags] & ~OWNER_MASK) | (owner << OWNER_SHIFT);
      }
    }
  }
}

/** Regions side by side, with what the tiles of each line through them weigh. */
interface Strip {
  readonly weights: ReadonlyMap<number, number>;
  readonly regions: readonly Region[];
}

interface Bands {
  /** In their order on the plane. */
  readonly strips: readonly Strip[];
  readonly lines: number;
  readonly weight: number;
  readonly lineOf: (place: number) => number;
}

function bandsOf(words: Uint32Array, regions: readonly Region[], parity: number, along: "rx" | "ry"): Bands {
  const lineOf =
    along === "ry" ? (place: number) => place >> REGION_BITS : (place: number) => place & REGION_MASK;
  const due = 0xff << (BANDS_SHIFT + 8 * parity);
  const ordered = [...regions].sort((a, b) => (a[along] < b[along] ? -1 : a[along] > b[along] ? 1 : 0));
  const strips: Strip[] = [];
  let [lines, weight] = [0, 0];
  for (let first = 0; first < ordered.length; ) {
    let end = first;
    while (end < ordered.length && ordered[end][along] === ordered[first][along]) end++;
    const weights = new Map<number, number>();
    for (let i = first; i < end; i++) {
      for (const [place, tile] of ordered[i].tiles) {
        const heavy = words[(tile + FLAGS) / 4] & due ? DUE : 1;
        weights.set(lineOf(place), (weights.get(lineOf(place)) ?? 0) + heavy);
        weight += heavy;
      }
    }
    lines += weights.size;
    strips.push({ weights, regions: ordered.slice(first, end) });
    first = end;
  }
  return { strips, lines, weight, lineOf };
}
