import { Menu, PanelLeft, PanelRight, Plus, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { menuBar } from "../commands/views.ts";
import type { RecentFile } from "../host/host.ts";
import { useLoss, useShell, useStudio, useTitle } from "../studio/hooks.ts";
import type { Tab } from "../studio/tab.ts";
import { IconButton } from "../ui/button.tsx";
import type { Submenu } from "../ui/menu.tsx";
import { ButtonMenu } from "../ui/menu.tsx";
import "./top-bar.css";

const RECENT = "recent:";

export function TopBar() {
  const studio = useStudio();
  const { library, inspector } = useShell((state) => state.preferences);
  const { keymap } = studio.commands;
  return (
    <header className="top">
      <MainMenu />
      <IconButton
        label="Library"
        keys={keymap.shown("view.library")}
        pressed={library}
        side="bottom"
        onPress={() => void studio.commands.run("view.library")}
      >
        <PanelLeft size={17} aria-hidden />
      </IconButton>
      <Tabs />
      <IconButton
        label="New universe"
        keys={keymap.shown("file.new")}
        side="bottom"
        onPress={() => void studio.commands.run("file.new")}
      >
        <Plus size={17} aria-hidden />
      </IconButton>
      <button
        type="button"
        className="search-commands"
        onClick={() => void studio.commands.run("help.palette")}
      >
        <Search size={14} aria-hidden />
        <span>Search commands</span>
        <kbd>{keymap.shown("help.palette")}</kbd>
      </button>
      <IconButton
        label="Inspector"
        keys={keymap.shown("view.inspector")}
        pressed={inspector}
        side="bottom"
        onPress={() => void studio.commands.run("view.inspector")}
      >
        <PanelRight size={17} aria-hidden />
      </IconButton>
    </header>
  );
}

/** Keeps the front tab wholly in view: when it comes to the front, and when the window or the text changes size. */
function Tabs() {
  const open = useShell((state) => state.tabs);
  const active = useShell((state) => state.active);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = tabs.current;
    const front = nav?.querySelector(`[data-tab="${active}"]`);
    if (!nav || !front) return;
    const watch = new ResizeObserver(() => front.scrollIntoView({ block: "nearest", inline: "nearest" }));
    for (const element of [nav, front]) watch.observe(element);
    return () => watch.disconnect();
  }, [active]);
  return (
    <nav ref={tabs} className="tabs" aria-label="Open tabs">
      {open.map((tab) => (
        <TabButton key={tab.id} tab={tab} active={tab.id === active} />
      ))}
    </nav>
  );
}

function TabButton({ tab, active }: { readonly tab: Tab; readonly active: boolean }) {
  const { tabs } = useStudio();
  const title = useTitle(tab);
  const loss = useLoss(tab);
  return (
    <div className={active ? "tab on" : "tab"} data-tab={tab.id}>
      <button
        type="button"
        className="tab-title"
        aria-current={active ? "page" : undefined}
        onClick={() => tabs.activate(tab.id)}
        onAuxClick={({ button }) => (button === 1 ? void tabs.close(tab.id) : undefined)}
      >
        {loss ? <i className="unsaved" aria-hidden /> : null}
        <span>{title}</span>
        {loss ? <span className="visually-hidden">, {loss}</span> : null}
      </button>
      <button
        type="button"
        className="close-tab"
        aria-label={`Close ${title}`}
        onClick={() => void tabs.close(tab.id)}
      >
        <X size={13} aria-hidden />
      </button>
    </div>
  );
}

/** Every command, and the recent files. */
function MainMenu() {
  const studio = useStudio();
  const [menus, setMenus] = useState<readonly Submenu[]>([]);
  const open = (): void => {
    const bar: readonly Submenu[] = menuBar(studio.commands.keymap, studio.commands.state);
    setMenus(bar);
    if (!studio.host.platform.capabilities.recentFiles) return;
    void studio.host.recent.list().then(
      (files) => setMenus(withRecent(bar, files)),
      () => {},
    );
  };
  return (
    <ButtonMenu
      label="Menu"
      menus={menus}
      onOpen={open}
      onChoose={(id) =>
        id.startsWith(RECENT)
          ? void studio.files.openRecent(id.slice(RECENT.length))
          : // After the menu has returned the focus, so that a dialog may take it.
            void setTimeout(() => void studio.commands.run(id))
      }
    >
      <Menu size={17} aria-hidden />
    </ButtonMenu>
  );
}

function withRecent(bar: readonly Submenu[], files: readonly RecentFile[]): readonly Submenu[] {
  if (files.length === 0) return bar;
  const groups = [
    files
      .slice(0, 12)
      .map(({ id, name, place }) => ({ id: RECENT + id, title: place ? `${name} (${place})` : name })),
  ];
  return [...bar.slice(0, 1), { title: "Recent files", groups }, ...bar.slice(1)];
}
