/**
 * Where the palette's entries come from, and how what several sources find becomes one list in groups. A source finds by its own
 * search; its scores are those of commands/palette.ts, so that the groups can be compared.
 */

import { NAMED } from "../../commands/palette.ts";
import type { PaletteEntry, PaletteGroup } from "../../ui/palette.tsx";

export interface FoundEntry extends PaletteEntry {
  readonly score: number;
}

export interface PaletteSource {
  /** Stands before the ids of its entries: "rule". */
  readonly id: string;
  readonly title: string;
  /** The best first; nothing for an empty query, but for the source that lists everything then. */
  find(query: string): readonly FoundEntry[];
  /** Looser matches, for a query that no source finds. */
  guess?(query: string): readonly FoundEntry[];
  /** An entry that was chosen before; null once it is gone. */
  entry(id: string): PaletteEntry | null;
  /** Does what the entry says. `other`: whether Shift was held. */
  take(id: string, other: boolean): void;
}

/** Ids of entries in a palette with several sources: "rule:B3/S23". */
const idIn = (source: PaletteSource, id: string): string => `${source.id}:${id}`;

/** The source of an entry, and the entry's id in it; null for an id of no source. */
export function sourceOf(
  sources: readonly PaletteSource[],
  id: string,
): { readonly source: PaletteSource; readonly own: string } | null {
  const at = id.indexOf(":");
  const source = sources.find((one) => one.id === id.slice(0, at));
  return source ? { source, own: id.slice(at + 1) } : null;
}

/**
 * The groups for a query: in the order of the sources, but a group with an entry of just that name comes first. For an empty
 * query the entries used last come first. `recent`: their ids, the latest first.
 */
export function paletteGroups(
  query: string,
  sources: readonly PaletteSource[],
  recent: readonly string[],
): readonly PaletteGroup[] {
  if (query.trim() === "") return unasked(sources, recent);
  const found = sources.map((source) => ({ source, entries: source.find(query) }));
  const groups = found.some(({ entries }) => entries.length > 0)
    ? found
    : sources.map((source) => ({ source, entries: source.guess?.(query) ?? [] }));
  const isNamed = ({ entries }: { readonly entries: readonly FoundEntry[] }): number =>
    entries.some(({ score }) => score >= NAMED) ? 1 : 0;
  return groups
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => isNamed(b) - isNamed(a))
    .map(({ source, entries }) => ({
      title: source.title,
      entries: entries.map((entry) => ({ ...entry, id: idIn(source, entry.id) })),
    }));
}

/** The first entries of a list in groups, `most` in all. */
export function firstOf(groups: readonly PaletteGroup[], most: number): readonly PaletteGroup[] {
  const first: PaletteGroup[] = [];
  let room = most;
  for (const { title, entries } of groups) {
    if (room <= 0) break;
    first.push({ title, entries: entries.slice(0, room) });
    room -= entries.length;
  }
  return first;
}

function unasked(sources: readonly PaletteSource[], recent: readonly string[]): readonly PaletteGroup[] {
  const used = recent.flatMap((id) => {
    const known = sourceOf(sources, id);
    const entry = known?.source.entry(known.own);
    return entry ? [{ ...entry, id }] : [];
  });
  const rest = sources.map((source) => ({
    title: source.title,
    entries: source
      .find("")
      .map((entry) => ({ ...entry, id: idIn(source, entry.id) }))
      .filter(({ id }) => !recent.includes(id)),
  }));
  return [{ title: "Used last", entries: used }, ...rest].filter(({ entries }) => entries.length > 0);
}
