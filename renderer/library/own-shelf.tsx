/** The person's own patterns, by folders. */

import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import type { ShelfProps } from "./cards.tsx";
import { Cards } from "./cards.tsx";
import type { CatalogueEntry } from "./facts.ts";
import { searchEntries } from "./search.ts";
import { libraryOf } from "./studio-library.ts";
import "../ui/chips.css";

const MENU = [
  [
    { id: "change", title: "Name, folder and tags", key: "F2" },
    { id: "delete", title: "Delete", key: "Delete" },
  ],
];

const ACTIONS = [
  { id: "library.save", label: "Save", tip: "Save to library: what is selected, or the whole universe" },
  { id: "library.import-files", label: "Import", tip: "Import pattern files or ZIP archives of them" },
  { id: "library.export-zip", label: "Export", tip: "Export everything here as a ZIP archive" },
];

export function OwnShelf({ query, wordFor, onClear, onCount }: ShelfProps) {
  const studio = useStudio();
  const { own } = libraryOf(studio);
  const { entries } = useStore(own.store);
  useEffect(() => {
    own.load().catch(studio.status.report);
  }, [studio, own]);
  const found = useMemo(() => searchEntries(entries ?? [], query), [entries, query]);
  const count = entries ? found.length : null;
  useEffect(() => {
    onCount(count);
  }, [onCount, count]);
  if (entries === null) return <p className="empty">Reading your library…</p>;
  if (entries.length === 0) {
    return (
      <div className="empty">
        <p>
          Nothing of your own yet. What is selected, or a whole universe, is kept here with a name, a folder
          and tags.
        </p>
        <div className="buttons">
          <TextButton look="accent" onPress={() => void studio.commands.run("library.save")}>
            Save to library
          </TextButton>
          <TextButton onPress={() => void studio.commands.run("library.import-files")}>
            Import files
          </TextButton>
          <TextButton onPress={() => void studio.commands.run("library.import-folder")}>
            Import a folder
          </TextButton>
        </div>
      </div>
    );
  }
  const textOf = (id: string): string => own.text(id) ?? "";
  const open = (entry: CatalogueEntry, preview: boolean): void =>
    libraryOf(studio).openCard("own", entry, textOf(entry.id), preview);
  const choose = (command: string, entry: CatalogueEntry): void => {
    if (command === "change") libraryOf(studio).offerToChange(entry.id);
    if (command === "delete") libraryOf(studio).offerToDelete(entry.id).catch(studio.status.report);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature. */}
      <div className="chips" role="group" aria-label="Your library">
        {ACTIONS.map(({ id, label, tip }) => (
          <button
            key={id}
            type="button"
            className="chip"
            title={tip}
            onClick={() => void studio.commands.run(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {found.length === 0 ? (
        <div className="empty">
          <p>Nothing of your own is like that. A name, a folder, a tag or a rule finds it.</p>
          <TextButton onPress={onClear}>Show everything</TextButton>
        </div>
      ) : (
        <Cards
          label="Your patterns"
          entries={found}
          textOf={textOf}
          onOpen={open}
          wordFor={wordFor}
          // Search results are in the order of relevance.
          groupOf={query.trim() === "" ? (entry) => entry.folder ?? "" : undefined}
          menu={MENU}
          onChoose={choose}
        />
      )}
    </>
  );
}
