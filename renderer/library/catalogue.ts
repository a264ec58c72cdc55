/**
 * The catalogue: the entries of the library drawer, made from the texts of pattern files. The built-in collection and a
 * person's own folder are read by the same code, so a file that cannot be read, or has no facts, must cost no more than
 * its own line.
 */

import { cellsBounds, cellsPopulation } from "../../engine/core/cells.ts";
import { describeError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { latticeOfRule } from "../../engine/grids/lattice-group.ts";
import { namedRule, nameOfRule } from "../../engine/rules/named.ts";
import type { RuleLattice } from "../../engine/rules/rule.ts";
import { patternRule } from "../../engine/rules/universe-rule.ts";
import type { PatternText } from "../studio/built-in-patterns.ts";
import type { Category } from "./categories.ts";
import { CATEGORIES, UNSORTED } from "./categories.ts";
import type { CatalogueEntry } from "./facts.ts";
import { readComments, speedOf } from "./facts.ts";
import { searchEntries } from "./search.ts";

export interface RejectedSource {
  readonly id: string;
  /** Why, as one sentence with its place. */
  readonly reason: string;
}

export interface CategoryCount {
  readonly category: Category;
  readonly count: number;
}

/** What the catalogue says about one file. Errors: those of `readPattern` and of the rule. */
export function readEntry({ id, text }: PatternText): CatalogueEntry {
  const { pattern } = readPattern(new TextEncoder().encode(text));
  const { rule, lattice, topology } = shortRule(pattern);
  const bounds = cellsBounds(pattern.cells);
  const { facts, note } = readComments(pattern.comments);
  const speed =
    facts.period !== undefined && facts.displacement
      ? speedOf(lattice, facts.period, facts.displacement)
      : null;
  return {
    ...facts,
    ...(speed === null ? {} : { speed }),
    id,
    name: pattern.name ?? readable(id),
    author: pattern.author,
    category: facts.category && CATEGORIES.find(facts.category) ? facts.category : UNSORTED,
    tags: facts.tags ?? [],
    note,
    rule: topology.kind === "unbounded" ? rule : (pattern.rule as string),
    ruleName: nameOfRule(rule) ?? null,
    lattice,
    width: bounds?.w ?? 0n,
    height: bounds?.h ?? 0n,
    population: cellsPopulation(pattern.cells),
  };
}

interface ShortRule {
  readonly rule: string;
  readonly lattice: RuleLattice;
  readonly topology: Topology;
}

/** The rule's text and lattice. Of machines, which take a moment to be made, the catalogue of rules knows both. */
function shortRule(pattern: Pattern): ShortRule {
  const known = pattern.ruleFile ? undefined : namedRule(pattern.rule ?? "");
  if (known?.neighbourhood) return { rule: known.rule, lattice: known.neighbourhood, topology: UNBOUNDED };
  const { rule, topology } = patternRule(pattern);
  return { rule: rule.text, lattice: latticeOfRule(rule), topology };
}

function readable(id: string): string {
  const words = id.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export class Catalogue {
  /** By category, then by name. */
  readonly entries: readonly CatalogueEntry[];
  /** Files that could not be read. */
  readonly rejected: readonly RejectedSource[];
  readonly #texts = new Map<string, string>();

  /** A later source replaces an earlier one with the same id. */
  constructor(sources: Iterable<PatternText>) {
    const read = new Map<string, CatalogueEntry>();
    const rejected = new Map<string, RejectedSource>();
    for (const source of sources) {
      read.delete(source.id);
      this.#texts.delete(source.id);
      rejected.delete(source.id);
      try {
        read.set(source.id, readEntry(source));
        this.#texts.set(source.id, source.text);
      } catch (error) {
        rejected.set(source.id, { id: source.id, reason: describeError(error) });
      }
    }
    this.entries = [...read.values()].sort(inOrder);
    this.rejected = [...rejected.values()];
  }

  /** The file's text, to open it, draw its thumbnail or put it on the clipboard. */
  text(id: string): string | undefined {
    return this.#texts.get(id);
  }

  /** Entries that match every word of the query, the best matches first; all of them for an empty query. */
  search(query: string): readonly CatalogueEntry[] {
    return searchEntries(this.entries, query);
  }
}

/** Categories that have entries, in the drawer's order, with their counts: of a catalogue or of search results. */
export function countCategories(entries: readonly CatalogueEntry[]): readonly CategoryCount[] {
  const counts = new Map<string, number>();
  for (const { category } of entries) counts.set(category, (counts.get(category) ?? 0) + 1);
  return CATEGORIES.list().flatMap((category) => {
    const count = counts.get(category.id);
    return count ? { category, count } : [];
  });
}

const RANK = new Map(CATEGORIES.list().map((category, index) => [category.id, index]));
const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function inOrder(a: CatalogueEntry, b: CatalogueEntry): number {
  const shelf = (RANK.get(a.category) as number) - (RANK.get(b.category) as number);
  return shelf || COLLATOR.compare(a.name, b.name) || COLLATOR.compare(a.id, b.id);
}
