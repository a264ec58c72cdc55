import { flushSync } from "react-dom";
import type { Command } from "../../studio/command.ts";
import { duplicate } from "../../studio/duplicate.ts";
import type { StudioServices } from "../../studio/services.ts";

export const FILE_COMMANDS: readonly Command[] = [
  {
    id: "file.new",
    name: "New universe",
    category: "File",
    keywords: "create blank empty soup hexagons torus",
    keys: ["Mod+N"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("new"),
  },
  {
    id: "file.open",
    name: "Open",
    category: "File",
    keywords: "load import file read rle macrocell",
    keys: ["Mod+O"],
    context: "studio",
    run: ({ files }) => files.pickAndOpen(),
  },
  {
    id: "file.save",
    name: "Save",
    category: "File",
    keywords: "write file download rle macrocell",
    group: 1,
    keys: ["Mod+S"],
    run: ({ services, document }) => services.files.save(document),
  },
  {
    id: "file.save-as",
    name: "Save as",
    category: "File",
    keywords: "write file download rle macrocell export",
    group: 1,
    keys: ["Mod+Shift+S"],
    run: ({ services }) => services.dialogs.show("save"),
  },
  {
    id: "file.revert",
    name: "Revert to the file",
    category: "File",
    keywords: "reload restore original",
    group: 1,
    keys: [],
    when: (state) => state.hasFile,
    needs: "a file that it came from",
    holds: true,
    run: ({ services, document }) => services.files.revert(document),
  },
  {
    id: "file.export",
    name: "Export",
    category: "File",
    keywords: "gif video film movie animation mp4 webm png svg frames record render download",
    group: 1,
    keys: ["Mod+E"],
    run: ({ services }) => services.dialogs.show("export"),
  },
  {
    id: "file.info",
    name: "Pattern info",
    category: "File",
    keywords: "rename name title author comment description properties",
    group: 2,
    keys: ["Mod+I"],
    run: ({ services }) => reveal(services, "Pattern", "pattern-name"),
  },
  {
    id: "file.rule",
    name: "Change rule",
    category: "File",
    keywords: "set rulestring birth survival",
    group: 2,
    keys: ["Mod+U"],
    run: ({ services }) => reveal(services, "Rule", "rule-text"),
  },
  {
    id: "file.rules",
    name: "Browse rules",
    category: "File",
    keywords: "browser rulestring named library list automata behaviour",
    group: 2,
    keys: ["Mod+Shift+R"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("rules"),
  },
  {
    id: "file.preferences",
    name: "Preferences",
    category: "File",
    keywords: "settings options configuration theme dark light memory text font size bigger autosave",
    group: 4,
    keys: ["Mod+,"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("preferences"),
  },
  {
    id: "file.rename",
    name: "Rename tab",
    category: "File",
    group: 1,
    keywords: "title label",
    keys: [],
    run: ({ services, document }) => services.tabs.rename(document.id),
  },
  {
    id: "file.duplicate",
    name: "Duplicate tab",
    category: "File",
    group: 1,
    keys: [],
    run: ({ services, document }) => duplicate(services, document),
  },
  {
    id: "file.close-others",
    name: "Close other tabs",
    category: "File",
    group: 5,
    keys: [],
    context: "studio",
    when: (state) => state.tab,
    needs: "an open tab",
    run: ({ tabs }) => tabs.front && tabs.closeOthers(tabs.front.id),
  },
  {
    id: "file.close",
    name: "Close tab",
    category: "File",
    keywords: "quit exit",
    group: 5,
    keys: ["Mod+W"],
    context: "studio",
    when: (state) => state.tab,
    needs: "an open tab",
    run: ({ tabs }) => tabs.front && tabs.close(tabs.front.id),
  },
];

/** Opens the inspector at a field, which has the focus before the next key, and before the preference is stored. */
async function reveal({ settings, shell }: StudioServices, section: string, field: string): Promise<void> {
  if (selectField(field)) return;
  const folded = settings.now.folded.filter((other) => other !== section);
  const opened = flushSync(() => {
    shell.setState({ zen: false });
    return settings.change({ inspector: true, folded });
  });
  if (!selectField(field)) requestAnimationFrame(() => selectField(field));
  await opened;
}

/** Focuses a field and selects its text; false if there is none. */
function selectField(id: string): boolean {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return false;
  input.focus();
  input.select();
  return true;
}
