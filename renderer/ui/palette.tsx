/** A field and a list that it narrows down; Enter takes the marked entry. The caller decides the order. */

import { Command } from "cmdk";
import { Dialog } from "radix-ui";
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
}

export function Palette({
  label,
  query,
  entries,
  onQuery,
  onChoose,
  onClose,
}: {
  readonly label: string;
  readonly query: string;
  readonly entries: readonly PaletteEntry[];
  readonly onQuery: (query: string) => void;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}) {
  const giveBack = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil clear" />
        <Dialog.Content className="palette" onCloseAutoFocus={giveBack} aria-describedby={undefined}>
          <OpenSurface />
          <Dialog.Title className="visually-hidden">{label}</Dialog.Title>
          <p className="visually-hidden" role="status">
            {query === "" ? "" : `${entries.length} ${entries.length === 1 ? "command" : "commands"}`}
          </p>
          <Command label={label} shouldFilter={false} loop>
            <Command.Input value={query} onValueChange={onQuery} placeholder={`${label}…`} />
            <Command.List>
              {entries.length === 0 ? (
                // An option and not bare text: a list box may hold nothing but options.
                <Command.Item value="nothing" disabled>
                  No command is called that.
                </Command.Item>
              ) : null}
              {entries.map(({ id, title, aside, key, enabled }) => (
                <Command.Item key={id} value={id} disabled={!enabled} onSelect={() => onChoose(id)}>
                  <span>{title}</span>
                  <small>{aside}</small>
                  {key ? (
                    <kbd>
                      <WithArrows text={key} />
                    </kbd>
                  ) : null}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
