/** The patterns, rules and pages of the guide in the palette, each found by the search of its own room. */

import type { Rule } from "../../../engine/rules/rule.ts";
import { scoreOf, WHOLE } from "../../commands/palette.ts";
import type { Hit } from "../../guide/search.ts";
import { CATEGORIES } from "../../library/categories.ts";
import type { CatalogueEntry } from "../../library/facts.ts";
import { searchEntries } from "../../library/search.ts";
import type { RuleEntry } from "../../rules/rule-list.ts";
import { looseEntry, ruleGroups, typedRule } from "../../rules/rule-list.ts";
import type { KeptRules } from "../../rules/rule-shelf.ts";
import type { FoundEntry, PaletteSource } from "./source.ts";

/** Entries of each kind. */
const MOST = 6;

export function patternSource(
  entries: readonly CatalogueEntry[],
  onTake: (entry: CatalogueEntry, place: boolean) => void,
): PaletteSource {
  const found = (entry: CatalogueEntry, query: string): FoundEntry => ({
    id: entry.id,
    title: entry.name,
    aside: CATEGORIES.get(entry.category).name,
    hint: "Enter opens it, Shift+Enter places it here.",
    enabled: true,
    score: scoreOf(query, entry),
  });
  const known = (id: string): CatalogueEntry | undefined => entries.find((entry) => entry.id === id);
  return {
    id: "pattern",
    title: "Patterns",
    find: (query) =>
      query.trim() === ""
        ? []
        : searchEntries(entries, query)
            .slice(0, MOST)
            .map((entry) => found(entry, query)),
    entry: (id) => {
      const entry = known(id);
      return entry ? found(entry, "") : null;
    },
    take: (id, place) => {
      const entry = known(id);
      if (entry) onTake(entry, place);
    },
  };
}

export function ruleSource(
  kept: KeptRules,
  files: readonly Rule[],
  onTake: (entry: RuleEntry, anew: boolean) => void,
): PaletteSource {
  const known = (text: string): RuleEntry | null => {
    const rule = typedRule(text, null) ?? files.find((file) => file.text === text);
    return rule ? looseEntry(rule, () => null, kept) : null;
  };
  const found = (entry: RuleEntry, query: string): FoundEntry => ({
    id: entry.text,
    title: entry.name ?? entry.text,
    aside: entry.name === null ? "Rule" : entry.text,
    hint: "Enter applies it, Shift+Enter opens a universe with it.",
    enabled: true,
    score: known(query)?.text === entry.text ? WHOLE : scoreOf(query, { name: entry.name ?? entry.text }),
  });
  return {
    id: "rule",
    title: "Rules",
    find: (query) => {
      if (query.trim() === "") return [];
      const filter = { query, lattice: null, family: null, wish: null, fits: null };
      const entries = ruleGroups(kept, files, () => null, filter).flatMap((group) => group.entries);
      // A rule may stand in several groups.
      const once = new Map(entries.map((entry) => [entry.text, entry]));
      return [...once.values()]
        .map((entry) => found(entry, query))
        .sort((a, b) => b.score - a.score)
        .slice(0, MOST);
    },
    entry: (id) => {
      const entry = known(id);
      return entry ? found(entry, "") : null;
    },
    take: (id, anew) => {
      const entry = known(id);
      if (entry) onTake(entry, anew);
    },
  };
}

export function guideSource(
  find: (query: string, most: number) => readonly Hit[],
  onTake: (place: string) => void,
): PaletteSource {
  return {
    id: "guide",
    title: "Guide",
    find: (query) =>
      find(query, MOST).map(({ place, title, under }) => ({
        id: place,
        title,
        aside: under,
        enabled: true,
        score: scoreOf(query, { name: title }),
      })),
    // The address says enough to find it again by its name.
    entry: (id) => {
      const words = id.slice(id.lastIndexOf("/") + 1).replace(/-/g, " ");
      const hit = find(words, MOST).find(({ place }) => place === id);
      return hit ? { id, title: hit.title, aside: hit.under, enabled: true } : null;
    },
    take: (id) => onTake(id),
  };
}
