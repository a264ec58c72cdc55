/**
 * Menus of commands, with plain data in and an id out: on a right click, and from a button.
 *
 * What was chosen is done once the menu is gone and has given the focus back, so that a field or a dialog may take it.
 *
 * They are not modal in the sense of the component library, which would hide everything else from screen readers,
 * landmarks and heading too, and leave the focused element hidden. They open inside their own landmark, over an
 * invisible veil, so that the click that closes a menu does nothing else.
 */

import { Check, ChevronRight } from "lucide-react";
import { ContextMenu, DropdownMenu } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { useRef } from "react";
import { WithArrows } from "./arrows.tsx";
import { OpenSurface } from "./surfaces.ts";
import "./menu.css";

export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly key?: string | null;
  readonly enabled?: boolean;
  readonly checked?: boolean | null;
}

export type MenuGroups = readonly (readonly MenuEntry[])[];

type Parts = typeof ContextMenu | typeof DropdownMenu;

function Entries({
  parts,
  groups,
  onChoose,
}: {
  readonly parts: Parts;
  readonly groups: MenuGroups;
  /** The menu still has the focus. */
  readonly onChoose: (id: string) => void;
}) {
  return groups.map((group, at) => (
    <parts.Group key={group[0]?.id ?? at}>
      {at > 0 ? <parts.Separator className="menu-line" /> : null}
      {group.map(({ id, title, key, enabled = true, checked = null }) => (
        <parts.Item key={id} className="menu-item" disabled={!enabled} onSelect={() => onChoose(id)}>
          <span className="menu-check" aria-hidden>
            {checked ? <Check size={13} /> : null}
          </span>
          <span>{title}</span>
          {checked ? <span className="visually-hidden">, on</span> : null}
          {key ? (
            <kbd>
              <WithArrows text={key} />
            </kbd>
          ) : null}
        </parts.Item>
      ))}
    </parts.Group>
  ));
}

/** Takes the click that closes a menu. */
export function MenuVeil() {
  return <div className="menu-veil" aria-hidden onContextMenu={(event) => event.preventDefault()} />;
}

/** The open menu of either kind, over its veil, in a landmark of the page. `onClosed`: instead of giving the focus back. */
function OpenMenu({
  parts,
  landmark,
  place,
  onClosed,
  onChoose,
  children,
}: {
  readonly parts: Parts;
  readonly landmark: "main" | "header";
  /** Where it lies beside its button; a menu of a right click opens at the pointer. */
  readonly place?: Pick<ComponentProps<typeof DropdownMenu.Content>, "side" | "align" | "sideOffset">;
  readonly onClosed?: (() => void) | undefined;
  readonly onChoose: (id: string) => void;
  readonly children: (choose: (id: string) => void) => ReactNode;
}) {
  const container = document.querySelector<HTMLElement>(landmark);
  const chosen = useRef<string | null>(null);
  const choose = (id: string): void => {
    chosen.current = id;
  };
  const act = (): void => {
    const id = chosen.current;
    chosen.current = null;
    if (id !== null) onChoose(id);
  };
  return (
    <>
      <parts.Portal container={container}>
        <MenuVeil />
      </parts.Portal>
      <parts.Portal container={container}>
        <parts.Content
          className="menu"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // Behind all that hear of the event: one of them gives the focus back.
            queueMicrotask(act);
            if (!onClosed) return;
            event.preventDefault();
            onClosed();
          }}
          {...place}
        >
          <OpenSurface />
          {children(choose)}
        </parts.Content>
      </parts.Portal>
    </>
  );
}

export function RightClickMenu({
  groups,
  onOpen,
  onChoose,
  onClosed,
  children,
}: {
  readonly groups: MenuGroups;
  readonly onOpen: () => void;
  readonly onChoose: (id: string) => void;
  readonly onClosed: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ContextMenu.Root modal={false} onOpenChange={(open) => (open ? onOpen() : undefined)}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <OpenMenu parts={ContextMenu} landmark="main" onClosed={onClosed} onChoose={onChoose}>
        {(choose) => <Entries parts={ContextMenu} groups={groups} onChoose={choose} />}
      </OpenMenu>
    </ContextMenu.Root>
  );
}

export interface Submenu {
  readonly title: string;
  readonly groups: MenuGroups;
}

/** A button that opens a menu of menus. */
export function ButtonMenu({
  label,
  menus,
  onOpen,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly menus: readonly Submenu[];
  readonly onOpen: () => void;
  readonly onChoose: (id: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => (open ? onOpen() : undefined)}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="icon-button quiet" aria-label={label}>
          {children}
        </button>
      </DropdownMenu.Trigger>
      <OpenMenu
        parts={DropdownMenu}
        landmark="header"
        place={{ align: "start", sideOffset: 6 }}
        onChoose={onChoose}
      >
        {(choose) =>
          menus.map(({ title, groups }) => (
            <DropdownMenu.Sub key={title}>
              <DropdownMenu.SubTrigger className="menu-item">
                <span className="menu-check" aria-hidden />
                <span>{title}</span>
                <ChevronRight className="menu-more" size={14} aria-hidden />
              </DropdownMenu.SubTrigger>
              <DropdownMenu.Portal container={document.querySelector<HTMLElement>("header")}>
                <DropdownMenu.SubContent className="menu" sideOffset={4} collisionPadding={8}>
                  <Entries parts={DropdownMenu} groups={groups} onChoose={choose} />
                </DropdownMenu.SubContent>
              </DropdownMenu.Portal>
            </DropdownMenu.Sub>
          ))
        }
      </OpenMenu>
    </DropdownMenu.Root>
  );
}

/** A button that shows the present choice and opens a menu of others, above it. */
export function ChoiceMenu({
  className,
  label,
  tip,
  groups,
  onChoose,
  onClosed,
  children,
}: {
  readonly className: string;
  readonly label: string;
  readonly tip: string;
  readonly groups: MenuGroups;
  readonly onChoose: (id: string) => void;
  /** Instead of giving the focus back to the button. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className={className} aria-label={label} title={tip}>
          {children}
        </button>
      </DropdownMenu.Trigger>
      <OpenMenu
        parts={DropdownMenu}
        landmark="main"
        place={{ side: "top", sideOffset: 6 }}
        onClosed={onClosed}
        onChoose={onChoose}
      >
        {(choose) => <Entries parts={DropdownMenu} groups={groups} onChoose={choose} />}
      </OpenMenu>
    </DropdownMenu.Root>
  );
}
