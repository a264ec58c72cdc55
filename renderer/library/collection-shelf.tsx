/** The collection that comes with the studio, by categories. */

import { useEffect, useMemo, useState } from "react";
import { useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import type { ShelfProps } from "./cards.tsx";
import { Cards } from "./cards.tsx";
import type { Catalogue } from "./catalogue.ts";
import { loadCollection } from "./collection.ts";
import { famousFirst, headingOf, isOn, shelvesAmong } from "./famous.ts";
import { libraryOf } from "./studio-library.ts";
import "../ui/chips.css";

/** Categories shown at once; a button shows the rest. */
const FEW = 3;

export function CollectionShelf({ query, wordFor, onClear, onCount }: ShelfProps) {
  const studio = useStudio();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [category, setCategory] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    loadCollection().then(setCatalogue, studio.status.report);
  }, [studio]);
  const found = useMemo(() => {
    const entries = catalogue?.search(query) ?? [];
    // Search results are in the order of relevance.
    return query.trim() === "" ? famousFirst(entries) : entries;
  }, [catalogue, query]);
  const categories = shelvesAmong(found);
  const chosen = categories.some((count) => count.category.id === category) ? category : null;
  const offered = all
    ? categories
    : categories.filter(({ category: { id } }, at) => at < FEW || id === chosen);
  const shown = chosen ? found.filter((entry) => isOn(entry, chosen)) : found;
  const count = catalogue ? shown.length : null;
  useEffect(() => {
    onCount(count);
  }, [onCount, count]);
  if (catalogue === null) return <p className="empty">Reading the library…</p>;
  const textOf = (id: string): string => catalogue.text(id) ?? "";
  return (
    <>
      {categories.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
        <div className="chips" role="group" aria-label="Categories">
          {offered.map(({ category: { id, name, summary }, count }) => (
            <button
              key={id}
              type="button"
              className="chip"
              title={summary}
              aria-pressed={chosen === id}
              onClick={() => setCategory(chosen === id ? null : id)}
            >
              {name} <small className="number">{count}</small>
            </button>
          ))}
          {categories.length > FEW + 1 ? (
            <button type="button" className="chip more" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Fewer" : "More"}
            </button>
          ) : null}
        </div>
      ) : null}
      {shown.length === 0 ? (
        <div className="empty">
          <p>
            Nothing in the library is like that. A name, a rule (B36/S23), a period or a speed (c/4) finds it.
          </p>
          <TextButton onPress={onClear}>Show everything</TextButton>
        </div>
      ) : (
        <Cards
          label="Patterns"
          entries={shown}
          textOf={textOf}
          wordFor={wordFor}
          groupOf={chosen === null && query.trim() === "" ? headingOf : undefined}
          onOpen={(entry, preview) =>
            libraryOf(studio).openCard("collection", entry, textOf(entry.id), preview)
          }
        />
      )}
    </>
  );
}
