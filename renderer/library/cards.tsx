/** A list of patterns as cards: open them, drag them onto the cells, watch them run. */

import { Fragment, useState } from "react";
import { useThemeName } from "../studio/hooks.ts";
import type { MenuGroups } from "../ui/menu.tsx";
import { RightClickMenu } from "../ui/menu.tsx";
import { onListKey } from "./card-keys.ts";
import type { CatalogueEntry } from "./facts.ts";
import { Thumbnail } from "./thumbnail.tsx";
import "./cards.css";

/** What a dragged entry carries; the stage takes it as a floating paste. */
export const PATTERN_TYPE = "application/x-tessella-pattern";

export interface CardsProps {
  readonly label: string;
  readonly entries: readonly CatalogueEntry[];
  readonly textOf: (id: string) => string;
  readonly onOpen: (entry: CatalogueEntry) => void;
  /** A heading before the first entry of each group; absent for a list without. */
  readonly groupOf?: (entry: CatalogueEntry) => string;
  /** Further actions on an entry: by right click, F2 and Delete. */
  readonly menu?: MenuGroups;
  readonly onChoose?: (command: string, entry: CatalogueEntry) => void;
}

export function Cards(props: CardsProps) {
  const { label, entries, groupOf } = props;
  const theme = useThemeName();
  const [current, setCurrent] = useState<string | null>(null);
  const reached = entries.some(({ id }) => id === current) ? current : (entries[0]?.id ?? null);
  let group: string | null = null;
  return (
    // Redrawn for another theme: a canvas does not change its colours by itself.
    <ul className="cards" key={theme} aria-label={label} onKeyDown={onListKey}>
      {entries.map((entry) => {
        const heading = groupOf?.(entry) ?? null;
        const isNew = heading !== null && heading !== group;
        group = heading;
        return (
          <Fragment key={entry.id}>
            {isNew ? <li className="shelf-heading">{heading === "" ? "No folder" : heading}</li> : null}
            <Card
              {...props}
              entry={entry}
              reached={entry.id === reached}
              onReach={() => setCurrent(entry.id)}
            />
          </Fragment>
        );
      })}
    </ul>
  );
}

function Card({
  entry,
  reached,
  onReach,
  textOf,
  onOpen,
  menu,
  onChoose,
}: CardsProps & {
  readonly entry: CatalogueEntry;
  /** Whether this card is the tab stop. */
  readonly reached: boolean;
  readonly onReach: () => void;
}) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const text = textOf(entry.id);
  const card = (
    <button
      type="button"
      className="card"
      data-card
      draggable
      tabIndex={reached ? 0 : -1}
      title={entry.note || undefined}
      onClick={() => onOpen(entry)}
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
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(PATTERN_TYPE, text);
        dataTransfer.effectAllowed = "copy";
      }}
    >
      <Thumbnail text={text} facts={entry} active={pointed || focused} />
      <span>
        <b>{entry.name}</b>
        <small>{factsLine(entry)}</small>
      </span>
    </button>
  );
  if (!menu || !onChoose) return <li>{card}</li>;
  return (
    <li>
      <RightClickMenu
        groups={menu}
        onOpen={() => {}}
        onChoose={(command) => onChoose(command, entry)}
        onClosed={() => {}}
      >
        {card}
      </RightClickMenu>
    </li>
  );
}

/** "period 30, Bill Gosper 1970"; the rule only if it is not Life. */
function factsLine({
  period,
  speed,
  lifespan,
  author,
  rule,
  ruleName,
  tags,
  folder,
}: CatalogueEntry): string {
  const parts = [
    speed ?? (period === undefined || period === 1 ? null : `period ${period}`),
    lifespan === undefined ? null : `lasts ${lifespan}`,
    rule.startsWith("B3/S23") && !rule.includes("H") ? null : (ruleName ?? rule),
    author,
    // The person's own patterns are found by the names that they gave them.
    folder === undefined && author !== null ? null : tags.join(", ") || null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
export interface ShelfProps {
  readonly query: string;
  /** Clears the query. */
  readonly onClear: () => void;
  /** Number of cards shown; null while it is unknown. */
  readonly onCount: (count: number | null) => void;
}
