/**
 * A field and a list in groups that it narrows down; Enter takes the marked entry, Shift+Enter its other use. The caller decides
 * the order.
 */

import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import type { KeyboardEvent } from "react";
import { useRef, useState } from "react";
import { WithArrows } from "./arrows.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { OpenSurface } from "./surfaces.ts";
import "./dialog.css";
import "./palette.css";
import "./menu.css";

export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly aside: string;
  readonly key?: string | null;
  readonly enabled: boolean;
  /** What Enter and Shift+Enter do, where that does not go without saying. */
  readonly hint?: string;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** The list marks its first entry by itself; only what a person aims at counts. */
const MOVES: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "Home", "End"]);

export function Palette({
  label,
  placeholder,
  query,
  groups,
  onQuery,
  onChoose,
  onClose,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly groups: readonly PaletteGroup[];
  readonly onQuery: (query: string) => void;
  /** `other`: with Shift. */
  readonly onChoose: (id: string, other: boolean) => void;
  readonly onClose: () => void;
}) {
  const giveBack = useReturnFocus();
  const [aimed, setAimed] = useState<string | null>(null);
  const aiming = useRef(false);
  const entries = groups.flatMap((group) => group.entries);
  // The best one, however late it comes. If it cannot be done, Enter does nothing else instead.
  const best = entries[0]?.enabled ? entries[0].id : "";
  const marked = entries.some(({ id }) => id === aimed) ? (aimed as string) : best;
  const hint = entries.find(({ id }) => id === marked)?.hint;
  const onKeyDown = (event: KeyboardEvent): void => {
    aiming.current = MOVES.has(event.key) || event.ctrlKey;
    if (event.key !== "Enter" || !event.shiftKey) return;
    // The list would take the entry as without Shift.
    event.preventDefault();
    if (entries.some(({ id, enabled }) => id === marked && enabled)) onChoose(marked, true);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil clear" />
        <Dialog.Content className="palette" onCloseAutoFocus={giveBack} aria-describedby={undefined}>
          <OpenSurface />
          <Dialog.Title className="visually-hidden">{label}</Dialog.Title>
          <p className="visually-hidden" role="status">
            {query === "" ? "" : `${entries.length} found`}
          </p>
          <Command
            label={label}
            shouldFilter={false}
            loop
            value={marked}
            onValueChange={(id) => (aiming.current ? setAimed(id) : undefined)}
            onKeyDown={onKeyDown}
            onPointerMove={() => {
              aiming.current = true;
            }}
          >
            <Command.Input
              value={query}
              onValueChange={(text) => {
                aiming.current = false;
                setAimed(null);
                onQuery(text);
              }}
              placeholder={placeholder}
            />
            <Command.List>
              {entries.length === 0 ? (
                // An option and not bare text: a list box may hold nothing but options.
                <Command.Item value="nothing" disabled>
                  Nothing is called that.
                </Command.Item>
              ) : null}
              {groups.map(({ title, entries: listed }) => (
                <Command.Group key={title} heading={title}>
                  {listed.map((entry) => (
                    <Entry key={entry.id} entry={entry} onChoose={() => onChoose(entry.id, false)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            {hint ? <p className="palette-hint">{hint}</p> : null}
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Entry({
  entry: { id, title, aside, key, enabled },
  onChoose,
}: {
  readonly entry: PaletteEntry;
  readonly onChoose: () => void;
}) {
  return (
    <Command.Item value={id} disabled={!enabled} onSelect={onChoose}>
      <span className="palette-title">{title}</span>
      <small>{aside}</small>
      {key ? (
        <kbd>
          <WithArrows text={key} />
        </kbd>
      ) : null}
    </Command.Item>
  );
}
