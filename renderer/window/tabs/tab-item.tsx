import { X } from "lucide-react";
import type { MouseEvent, PointerEvent } from "react";
import { useState } from "react";
import type { StudioDocument } from "../../document/document.ts";
import { duplicate } from "../../studio/duplicate.ts";
import { useLoss, useShell, useStudio, useTitle } from "../../studio/hooks.ts";
import type { Studio } from "../../studio/studio.ts";
import type { Tab } from "../../studio/tab.ts";
import type { MenuGroups } from "../../ui/menu.tsx";
import { RightClickMenu } from "../../ui/menu.tsx";
import { NameField } from "./name-field.tsx";
import { dragTab } from "./tab-drag.ts";

/** A tab: its name, a mark for what would be lost, and ways to close, rename and move it. */
export function TabItem({
  tab,
  active,
  twin,
}: {
  readonly tab: Tab;
  readonly active: boolean;
  /** Whether another tab bears the same title, so that their files have to tell them apart. */
  readonly twin: boolean;
}) {
  const studio = useStudio();
  const { tabs, panes } = studio;
  const title = useTitle(tab);
  const loss = useLoss(tab);
  const preview = useShell((state) => state.preview === tab.id);
  const renaming = useShell((state) => state.renaming === tab.id);
  const [groups, setGroups] = useState<MenuGroups>([]);
  const file = tab.kind === "document" ? tab.file : null;
  const press = (event: PointerEvent<HTMLElement>): void => {
    const onTitle = event.target instanceof Element && event.target.closest(".tab-title");
    // A finger scrolls the row.
    if (event.button !== 0 || event.pointerType === "touch" || !onTitle) return;
    dragTab({
      tab: event.currentTarget,
      from: event.clientX,
      onMove: (place) => tabs.move(tab.id, place),
      ...(tab.kind === "document" && { onPane: (place) => panes.showIn(place, tab.id) }),
    });
  };
  const closeByMiddle = (event: MouseEvent): void => {
    if (event.button !== 1) return;
    event.preventDefault();
    void tabs.close(tab.id);
  };
  return (
    <RightClickMenu
      groups={groups}
      onOpen={() => setGroups(menuOf(studio, tab))}
      onChoose={(id) => void ACTIONS[id]?.(studio, tab)}
      onClosed={() => {}}
    >
      <div
        className={`tab${active ? " on" : ""}${preview ? " preview" : ""}`}
        data-tab={tab.id}
        onPointerDown={press}
        onAuxClick={closeByMiddle}
      >
        {renaming && tab.kind === "document" ? (
          <NameField document={tab} />
        ) : (
          <button
            type="button"
            className="tab-title"
            aria-current={active ? "page" : undefined}
            title={tipOf(file, title)}
            onClick={() => tabs.activate(tab.id)}
            onDoubleClick={() => (preview ? tabs.keep(tab.id) : tabs.rename(tab.id))}
            onKeyDown={(event) => {
              if (event.key !== "F2") return;
              event.preventDefault();
              tabs.rename(tab.id);
            }}
          >
            {loss ? <i className="unsaved" aria-hidden /> : null}
            <span>{title}</span>
            {file && file.name !== title ? (
              <span className={twin ? "tab-file" : "visually-hidden"}> {file.name}</span>
            ) : null}
            {preview ? <span className="visually-hidden">, preview</span> : null}
            {loss ? <span className="visually-hidden">, {loss}</span> : null}
          </button>
        )}
        <button
          type="button"
          className="close-tab"
          aria-label={`Close ${title}`}
          onClick={() => void tabs.close(tab.id)}
        >
          <X size={13} aria-hidden />
        </button>
      </div>
    </RightClickMenu>
  );
}

/** The file where it says more than the title; undefined for none. */
function tipOf(file: StudioDocument["file"], title: string): string | undefined {
  if (!file) return undefined;
  const path = file.place ? `${file.name} (${file.place})` : file.name;
  return path === title ? undefined : path;
}

const ACTIONS: Readonly<Record<string, (studio: Studio, tab: Tab) => unknown>> = {
  keep: ({ tabs }, { id }) => tabs.keep(id),
  rename: ({ tabs }, { id }) => tabs.rename(id),
  duplicate: (studio, tab) =>
    tab.kind === "document" ? duplicate(studio, tab).catch(studio.status.report) : null,
  beside: ({ panes }, { id }) => panes.showBeside(id),
  reveal: ({ host, status }, tab) =>
    tab.kind === "document" && tab.file ? host.files.reveal(tab.file).catch(status.report) : null,
  close: ({ tabs }, { id }) => tabs.close(id),
  "close-others": ({ tabs }, { id }) => tabs.closeOthers(id),
};

function menuOf({ host, tabs, shell, commands: { keymap } }: Studio, tab: Tab): MenuGroups {
  const close = [
    { id: "close", title: "Close", key: keymap.shown("file.close") },
    { id: "close-others", title: "Close others", enabled: tabs.list.length > 1 },
  ];
  if (tab.kind === "lab") return [close];
  const preview = shell.getState().preview === tab.id;
  return [
    [
      { id: "rename", title: "Rename", key: "F2" },
      { id: "duplicate", title: "Duplicate" },
      { id: "beside", title: "Show beside", enabled: tabs.document !== null },
      ...(preview ? [{ id: "keep", title: "Keep open" }] : []),
    ],
    ...(host.platform.capabilities.revealFiles
      ? [[{ id: "reveal", title: "Reveal file", enabled: tab.file !== null }]]
      : []),
    close,
  ];
}
