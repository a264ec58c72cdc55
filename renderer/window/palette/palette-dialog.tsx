import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { AlgorithmInfo } from "../../../engine/worker/protocol/universe.ts";
import type { CommandState } from "../../commands/command.ts";
import type { StudioDocument } from "../../document/document.ts";
import type { EditorState } from "../../editor/editor-state.ts";
import type { GuideSearch } from "../../guide/search.ts";
import type { Catalogue } from "../../library/catalogue.ts";
import { loadCollection } from "../../library/collection.ts";
import type { CatalogueEntry } from "../../library/facts.ts";
import { placePattern } from "../../library/place.ts";
import { libraryOf } from "../../library/studio-library.ts";
import type { RuleEntry } from "../../rules/rule-list.ts";
import { rulesOf } from "../../rules/rule-shelf.ts";
import { applyRule, newUniverseWith, startFor } from "../../rules/rule-verbs.ts";
import { useCheckedRules } from "../../rules/use-rule-files.ts";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { UNCHANGING, useStudio } from "../../studio/hooks.ts";
import type { Studio } from "../../studio/studio.ts";
import { Palette } from "../../ui/palette.tsx";
import { commandSource } from "./command-source.ts";
import { guideSource, patternSource, ruleSource } from "./find-sources.ts";
import { recentOf } from "./recent.ts";
import type { PaletteSource } from "./source.ts";
import { firstOf, paletteGroups, sourceOf } from "./source.ts";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    palette: StudioPage;
  }
}

/** Entries that fill the list before anybody has scrolled, and milliseconds without a letter until all are there. */
const FIRST = 16;
const PAUSE = 150;

/** Parts of the editor's state that commands go by. */
const CHANGING = ["running", "selection", "pending", "undoLabel", "redoLabel", "canReset", "rule"] as const;

/** Finds a command, a pattern, a rule or a page of the guide by a few letters, and does what is to be done with it. */
export function PaletteDialog({ onClose }: StudioPage) {
  const studio = useStudio();
  const [query, setQuery] = useState("");
  const paused = usePaused(query);
  const sources = useSources(studio, paused);
  const recent = useStore(recentOf(studio).store, (state) => state.recent);
  const groups = useMemo(() => {
    const all = paletteGroups(query, sources, recent);
    return paused || query !== "" ? all : firstOf(all, FIRST);
  }, [query, sources, recent, paused]);
  return (
    <Palette
      label="Search commands"
      placeholder="A command, a pattern, a rule, a word of the guide…"
      query={query}
      groups={groups}
      onQuery={setQuery}
      onClose={onClose}
      onChoose={(id, other) => {
        const known = sourceOf(sources, id);
        if (!known) return;
        recentOf(studio).used(id);
        // It closes first, as the studio has no keys and opens no dialog under it. At once, so that no key overtakes the choice.
        flushSync(onClose);
        known.source.take(known.own, other);
      }}
    />
  );
}

/**
 * Whether the typing has paused since the palette opened: people who type a command at once wait neither for a list of
 * everything nor for what takes a third of a second to read.
 */
function usePaused(query: string): boolean {
  const [paused, setPaused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew.
  useEffect(() => {
    const pause = setTimeout(() => setPaused(true), PAUSE);
    return () => clearTimeout(pause);
  }, [query]);
  return paused;
}

/** Patterns and the guide come once the typing has paused. */
function useSources(studio: Studio, paused: boolean): readonly PaletteSource[] {
  const [document] = useState(() => studio.tabs.document);
  const state = useCommandState(studio, document);
  const { own } = libraryOf(studio);
  const mine = useStore(own.store, ({ entries }) => entries);
  const kept = useStore(rulesOf(studio).store);
  const files = useCheckedRules();
  const { keymap } = studio.commands;
  const collection = useLoaded<Catalogue>(studio, loadCollection, paused);
  const guide = useLoaded<GuideSearch>(studio, loadGuide, paused);
  const [algorithms, setAlgorithms] = useState<readonly AlgorithmInfo[]>([]);
  useEffect(() => {
    own.load().catch(studio.status.report);
    // A universe that closes meanwhile has none.
    document?.universe.algorithms().then(setAlgorithms, () => {});
  }, [own, document, studio]);
  return useMemo(
    () => [
      commandSource({
        keymap,
        state,
        algorithms,
        onRun: (id) => void studio.commands.run(id),
        onAlgorithm: (id) => void document?.changeAlgorithm(id).catch(studio.status.report),
      }),
      patternSource([...(mine ?? []), ...(collection?.entries ?? [])], (entry, place) =>
        takePattern(studio, entry, own.text(entry.id), collection?.text(entry.id), place),
      ),
      ruleSource(kept, files, (entry, anew) => takeRule(studio, entry, anew)),
      guideSource(
        (words, most) => guide?.find(words, most) ?? [],
        (place) => studio.dialogs.show("guide", { place }),
      ),
    ],
    [studio, state, document, own, mine, kept, files, keymap, collection, guide, algorithms],
  );
}

/** Whatever was under way when the palette opened may end meanwhile: there is something to undo then. The focus counts as on the cells. */
function useCommandState(studio: Studio, document: StudioDocument | null): CommandState {
  const parts = useStore(
    document?.editor.store ?? UNCHANGING,
    useShallow((editor: EditorState | null) => editor && CHANGING.map((part) => editor[part])),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is asked for again when one of these parts changes.
  return useMemo(() => ({ ...studio.commands.state, focus: "canvas" }), [studio, parts]);
}

const loadGuide = async (): Promise<GuideSearch> => (await import("../../guide/book-search.ts")).BOOK_SEARCH;

/** null until it is wanted and loaded. */
function useLoaded<T extends object>(studio: Studio, load: () => Promise<T>, wanted: boolean): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (wanted) load().then((value) => setLoaded(() => value), studio.status.report);
  }, [load, studio, wanted]);
  return loaded;
}

/** Without a universe in front there is no place for it: it opens. */
function takePattern(
  studio: Studio,
  entry: CatalogueEntry,
  mine: string | undefined,
  built: string | undefined,
  place: boolean,
): void {
  const { document } = studio.tabs;
  const text = mine ?? built ?? "";
  if (place && document) placePattern(studio, document, text).catch(studio.status.report);
  else libraryOf(studio).openCard(mine === undefined ? "collection" : "own", entry, text, false);
}

function takeRule(studio: Studio, entry: RuleEntry, anew: boolean): void {
  const { document } = studio.tabs;
  if (document && !anew) applyRule(studio, document, entry);
  else newUniverseWith(studio, entry, startFor(entry), 1).catch(studio.status.report);
}
