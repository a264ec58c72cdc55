import { useEffect, useMemo, useState } from "react";
import { useStudio, useThemeName } from "../app/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import type { CatalogueEntry } from "./catalogue.ts";
import { Catalogue, countCategories } from "./catalogue.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** What a dragged entry carries; the stage takes it as a floating paste. */
export const PATTERN_TYPE = "application/x-tessella-pattern";

/** Shelves that are offered at once; the rest a press away. */
const FEW = 3;

export function LibraryDrawer() {
  const studio = useStudio();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [query, setQuery] = useState("");
  const [category, setCategory] = useState<string | null>(null);
  const theme = useThemeName();
  const [all, setAll] = useState(false);
  useEffect(() => {
    // Loaded when the drawer is first open: the studio starts without it.
    import("./built-in.ts").then(
      ({ BUILT_IN_SOURCES }) => setCatalogue(new Catalogue(BUILT_IN_SOURCES)),
      studio.report,
    );
  }, [studio]);
  const found = useMemo(() => catalogue?.search(query) ?? [], [catalogue, query]);
  const categories = countCategories(found);
  const chosen = categories.some((count) => count.category.id === category) ? category : null;
  const shelves = all
    ? categories
    : categories.filter(({ category: { id } }, at) => at < FEW || id === chosen);
  const shown = chosen ? found.filter((entry) => entry.category === chosen) : found;
  const open = (entry: CatalogueEntry): void => {
    const text = catalogue?.text(entry.id);
    if (text) studio.files.openText(text, entry.name).catch(studio.report);
  };
  return (
    <aside className="drawer" aria-label="Library">
      <h2>
        Library <span className="number">{catalogue ? shown.length : ""}</span>
      </h2>
      <input
        type="search"
        className="search"
        aria-label="Search the library"
        placeholder="Name, rule, period…"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {categories.length > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
        <div className="chips" role="group" aria-label="Categories">
          {shelves.map(({ category: { id, name, summary }, count }) => (
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
      {catalogue === null ? <p className="empty">Reading the library…</p> : null}
      {catalogue && shown.length === 0 ? (
        <div className="empty">
          <p>
            Nothing in the library is like that. A name, a rule (B36/S23), a period or a speed (c/4) finds it.
          </p>
          <TextButton onPress={() => setQuery("")}>Show everything</TextButton>
        </div>
      ) : null}
      <ul className="cards" key={theme}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="card"
              draggable
              title={entry.note || undefined}
              onClick={() => open(entry)}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData(PATTERN_TYPE, catalogue?.text(entry.id) ?? "");
                dataTransfer.effectAllowed = "copy";
              }}
            >
              <Thumbnail text={catalogue?.text(entry.id) ?? ""} hex={entry.neighbourhood === "hex"} />
              <span>
                <b>{entry.name}</b>
                <small>{factsLine(entry)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** "period 30, Bill Gosper 1970"; the rule only where it is not Life's. */
function factsLine({ period, speed, lifespan, author, rule, ruleName }: CatalogueEntry): string {
  const parts = [
    speed ?? (period === undefined || period === 1 ? null : `period ${period}`),
    lifespan === undefined ? null : `lasts ${lifespan}`,
    rule.startsWith("B3/S23") && !rule.includes("H") ? null : (ruleName ?? rule),
    author,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
