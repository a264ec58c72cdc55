import { Menu, PanelLeft, PanelRight, Plus, Search } from "lucide-react";
import { useState } from "react";
import { menuBar } from "../commands/views.ts";
import type { RecentFile } from "../host/host.ts";
import { useShell, useStudio } from "../studio/hooks.ts";
import { IconButton } from "../ui/button.tsx";
import type { Submenu } from "../ui/menu.tsx";
import { ButtonMenu } from "../ui/menu.tsx";
import { TabStrip } from "./tabs/tab-strip.tsx";
import { UndoButtons } from "./undo-buttons.tsx";
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
      <TabStrip />
      <IconButton
        label="New universe"
        keys={keymap.shown("file.new")}
        side="bottom"
        onPress={() => void studio.commands.run("file.new")}
      >
        <Plus size={17} aria-hidden />
      </IconButton>
      <UndoButtons />
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
          : void studio.commands.run(id)
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
