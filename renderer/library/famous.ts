/** The shelf before the others: patterns of the collection that everybody should have seen. */

import type { CategoryCount } from "./catalogue.ts";
import { countCategories } from "./catalogue.ts";
import type { Category } from "./categories.ts";
import { CATEGORIES } from "./categories.ts";
import type { CatalogueEntry } from "./facts.ts";

const SHELF: Category = {
  id: "famous",
  name: "Famous",
  summary: "Where to begin: the patterns that everybody should have seen.",
};

/** Their ids, in the order of the drawer. */
export const FAMOUS: readonly string[] = [
  "glider",
  "gosper-glider-gun",
  "r-pentomino",
  "acorn",
  "pulsar",
  "lightweight-spaceship",
  "pentadecathlon",
  "diehard",
  "queen-bee-shuttle",
  "puffer-train",
  "koks-galaxy",
  "copperhead",
  "sir-robin",
  "breeder-1",
  "highlife-replicator",
  "day-and-night-gun",
];
const PLACES = new Map(FAMOUS.map((id, place) => [id, place]));

type Shelved = Pick<CatalogueEntry, "id" | "category">;

/** Whether a shelf has the entry: that of its category, or this one. */
export function isOn({ id, category }: Shelved, shelf: string): boolean {
  return shelf === SHELF.id ? PLACES.has(id) : category === shelf;
}

function famousAmong(entries: readonly Shelved[]): CategoryCount {
  return { category: SHELF, count: entries.filter(({ id }) => PLACES.has(id)).length };
}

/** The shelves that tell some of the entries from others; none where all stand on the same one. */
export function shelvesAmong(entries: readonly CatalogueEntry[]): readonly CategoryCount[] {
  const shelves = [famousAmong(entries), ...countCategories(entries)].filter(({ count }) => count > 0);
  return shelves.length > 1 ? shelves : [];
}

/** These in their order, then the others in theirs. */
export function famousFirst<T extends Shelved>(entries: readonly T[]): readonly T[] {
  const rank = ({ id }: Shelved): number => PLACES.get(id) ?? FAMOUS.length;
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

/** The heading that an entry stands under in the whole list. */
export function headingOf({ id, category }: Shelved): string {
  return PLACES.has(id) ? SHELF.name : CATEGORIES.get(category).name;
}
