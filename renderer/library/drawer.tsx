/** The library: the collection, the person's own patterns, and an open folder. */

import { useCallback, useState } from "react";
import { useStore } from "zustand";
import { useStudio } from "../studio/hooks.ts";
import { Segmented } from "../ui/fields.tsx";
import { onSearchKey, SEARCH_FIELD } from "./card-keys.ts";
import type { WordFor } from "./cards.tsx";
import { CollectionShelf } from "./collection-shelf.tsx";
import { FolderShelf } from "./folder-shelf.tsx";
import { OwnShelf } from "./own-shelf.tsx";
import type { Shelf } from "./studio-library.ts";
import { libraryOf } from "./studio-library.ts";
import "./library.css";

const SHELF_NAMES = [
  { id: "collection", label: "Collection" },
  { id: "own", label: "Yours" },
  { id: "folder", label: "Folder" },
];

const SHELF_PARTS = { collection: CollectionShelf, own: OwnShelf, folder: FolderShelf };

const PLACEHOLDERS: Readonly<Record<Shelf, string>> = {
  collection: "Name, rule, period…",
  own: "Name, folder, tag…",
  folder: "File or folder…",
};

/** `wordFor` finds the lexicon's entry about a pattern. */
export function LibraryDrawer({ wordFor }: { readonly wordFor: WordFor }) {
  const library = libraryOf(useStudio());
  const shelf = useStore(library.store, (state) => state.shelf);
  const [query, setQuery] = useState("");
  const [count, setCount] = useState<number | null>(null);
  const clear = useCallback(() => setQuery(""), []);
  const Part = SHELF_PARTS[shelf];
  return (
    <aside className="drawer" aria-label="Library">
      <h2>
        Library <span className="number">{count ?? ""}</span>
      </h2>
      <div className="shelves">
        <Segmented
          label="Which patterns"
          options={SHELF_NAMES}
          value={shelf}
          onChange={(id) => library.choose(id as Shelf)}
        />
      </div>
      <input
        type="search"
        id={SEARCH_FIELD}
        className="search"
        aria-label="Search the library"
        placeholder={PLACEHOLDERS[shelf]}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onSearchKey}
      />
      <Part query={query} wordFor={wordFor} onClear={clear} onCount={setCount} />
    </aside>
  );
}
