/** A list of patterns as cards: open them, drag them onto the cells, watch them run. */

import type { CSSProperties, MouseEvent } from "react";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStudio, useThemeName } from "../studio/hooks.ts";
import type { Studio } from "../studio/studio.ts";
import type { MenuGroups } from "../ui/menu.tsx";
import { RightClickMenu } from "../ui/menu.tsx";
import { cardDragOf } from "./card-drag.ts";
import { onListKey } from "./card-keys.ts";
import type { Row } from "./card-rows.ts";
import { rowsOf, shownRows } from "./card-rows.ts";
import type { CatalogueEntry } from "./facts.ts";
import { factsLine } from "./facts.ts";
import { placePattern } from "./place.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { useScrolled } from "./use-scrolled.ts";
import "./cards.css";

export type WordFor = (entry: CatalogueEntry) => Promise<string | null>;

export interface CardsProps {
  readonly label: string;
  readonly entries: readonly CatalogueEntry[];
  readonly textOf: (id: string) => string;
  /** `preview`: the next preview may take its place. */
  readonly onOpen: (entry: CatalogueEntry, preview: boolean) => void;
  /** A heading before the first entry of each group; absent for a list without. */
  readonly groupOf?: (entry: CatalogueEntry) => string;
  /** The lexicon's entry about a pattern; null for none. */
  readonly wordFor: WordFor;
  /** Further actions on an entry: by right click, F2 and Delete. */
  readonly menu?: MenuGroups;
  readonly onChoose?: (command: string, entry: CatalogueEntry) => void;
}

export function Cards(props: CardsProps) {
  const { label, entries, groupOf, wordFor } = props;
  const studio = useStudio();
  const [current, setCurrent] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScrolled(scroller);
  const { rows, height } = useMemo(() => rowsOf(entries, groupOf), [entries, groupOf]);
  const reached = entries.some(({ id }) => id === current) ? current : (entries[0]?.id ?? null);
  const ask = (event: MouseEvent<HTMLElement>): void => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-card]") : null;
    const entry = entries.find(({ id }) => id === card?.dataset.card);
    if (!entry) {
      event.preventDefault();
      return;
    }
    setAsked({ entry, word: null });
    wordFor(entry).then(
      (word) => setAsked((now) => (now?.entry === entry ? { entry, word } : now)),
      studio.status.report,
    );
  };
  const focusCard = (id: string): void => {
    // A card far off is on the page only once it is the one reached.
    flushSync(() => setCurrent(id));
    cardElement(scroller.current, id)?.focus();
  };
  return (
    <RightClickMenu
      groups={[
        [
          { id: "open", title: "Open" },
          { id: "place", title: "Place here", enabled: studio.tabs.document !== null },
        ],
        [
          { id: "copy", title: "Copy RLE" },
          { id: "lexicon", title: "In the lexicon", enabled: Boolean(asked?.word) },
        ],
        ...(props.menu ?? []),
      ]}
      onOpen={() => {}}
      onChoose={(command) => asked && choose(studio, props, asked, command)}
      onClosed={() => cardElement(scroller.current, asked?.entry.id ?? "")?.focus()}
    >
      <div className="cards" ref={scroller}>
        <ul
          aria-label={label}
          style={{ height: `${height}rem` }}
          onKeyDown={(event) =>
            onListKey(
              event,
              entries.map(({ id }) => id),
              focusCard,
            )
          }
          onContextMenu={ask}
        >
          {shownRows(rows, view, reached).map((row) => {
            const { entry, key, at } = row;
            return (
              <li
                key={key}
                className={entry ? undefined : "shelf-heading"}
                style={placeOf(row)}
                // Only some of the list are on the page.
                aria-setsize={rows.length}
                aria-posinset={at + 1}
                title={row.entry ? undefined : row.heading}
              >
                {entry ? (
                  <Card
                    {...props}
                    entry={entry}
                    reached={entry.id === reached}
                    onReach={() => setCurrent(entry.id)}
                  />
                ) : (
                  row.heading
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </RightClickMenu>
  );
}

const placeOf = ({ top, height }: Row): CSSProperties => ({ top: `${top}rem`, height: `${height}rem` });

function cardElement(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;
}

/** The card that the menu is about, and its word in the lexicon. */
interface Asked {
  readonly entry: CatalogueEntry;
  readonly word: string | null;
}

/** What the menu of a card does. */
function choose(
  studio: Studio,
  { onOpen, textOf, onChoose }: CardsProps,
  { entry, word }: Asked,
  command: string,
): void {
  const { status, clipboard, dialogs } = studio;
  const text = textOf(entry.id);
  const front = studio.tabs.document;
  if (command === "open") onOpen(entry, false);
  else if (command === "place") {
    if (front) placePattern(studio, front, text).catch(status.report);
  } else if (command === "copy") {
    clipboard.writeText(text).then(() => status.hint(`Copied ${entry.name}.`), status.report);
  } else if (command === "lexicon") {
    if (word !== null) dialogs.show("guide", { place: `lexicon/${word}` });
  } else onChoose?.(command, entry);
}

function Card({
  entry,
  reached,
  onReach,
  textOf,
  onOpen,
  onChoose,
}: CardsProps & {
  readonly entry: CatalogueEntry;
  /** Whether this card is the tab stop. */
  readonly reached: boolean;
  readonly onReach: () => void;
}) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const studio = useStudio();
  const theme = useThemeName();
  const text = textOf(entry.id);
  return (
    <button
      type="button"
      className="card"
      data-card={entry.id}
      draggable
      tabIndex={reached ? 0 : -1}
      // The card may cut its text off.
      title={[entry.name, factsLine(entry), entry.note].filter(Boolean).join("\n")}
      onClick={() => onOpen(entry, true)}
      onDoubleClick={() => onOpen(entry, false)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => {
        setFocused(true);
        onReach();
      }}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        const command = { F2: "change", Delete: "delete" }[event.key];
        if (!command || !onChoose) return;
        event.preventDefault();
        onChoose(command, entry);
      }}
      onDragStart={(event) => cardDragOf(studio).beginCard(event, text)}
    >
      {/* Another for another theme: a canvas does not change its colours by itself. */}
      <Thumbnail key={theme} text={text} facts={entry} active={pointed || focused} />
      <span>
        <b>{entry.name}</b>
        <small>{factsLine(entry)}</small>
      </span>
    </button>
  );
}

export interface ShelfProps {
  readonly wordFor: WordFor;
  readonly query: string;
  /** Clears the query. */
  readonly onClear: () => void;
  /** Number of cards shown; null while it is unknown. */
  readonly onCount: (count: number | null) => void;
}
