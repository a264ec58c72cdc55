import type { Command } from "../../studio/command.ts";
import type { StudioServices } from "../../studio/services.ts";

export const FILE_COMMANDS: readonly Command[] = [
  {
    id: "file.new",
    name: "New universe",
    category: "File",
    keys: ["Mod+N"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("new"),
  },
  {
    id: "file.open",
    name: "Open",
    category: "File",
    keys: ["Mod+O"],
    context: "studio",
    run: ({ files }) => files.pickAndOpen(),
  },
  {
    id: "file.save",
    name: "Save",
    category: "File",
    group: 1,
    keys: ["Mod+S"],
    run: ({ services, document }) => services.files.save(document),
  },
  {
    id: "file.save-as",
    name: "Save as",
    category: "File",
    group: 1,
    keys: ["Mod+Shift+S"],
    run: ({ services }) => services.dialogs.show("save"),
  },
  {
    id: "file.revert",
    name: "Revert to the file",
    category: "File",
    group: 1,
    keys: [],
    when: (state) => state.hasFile,
    holds: true,
    run: ({ services, document }) => services.files.revert(document),
  },
  {
    id: "file.export",
    name: "Export",
    category: "File",
    group: 1,
    keys: ["Mod+E"],
    run: ({ services }) => services.dialogs.show("export"),
  },
  {
    id: "file.info",
    name: "Pattern info",
    category: "File",
    group: 2,
    keys: ["Mod+I"],
    run: ({ services }) => reveal(services, "pattern-name"),
  },
  {
    id: "file.rule",
    name: "Change rule",
    category: "File",
    group: 2,
    keys: ["Mod+U"],
    run: ({ services }) => reveal(services, "rule-text"),
  },
  {
    id: "file.rules",
    name: "Browse rules",
    category: "File",
    group: 2,
    keys: ["Mod+Shift+R"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("rules"),
  },
  {
    id: "file.preferences",
    name: "Preferences",
    category: "File",
    group: 4,
    keys: ["Mod+,"],
    context: "studio",
    run: ({ dialogs }) => dialogs.show("preferences"),
  },
  {
    id: "file.close",
    name: "Close tab",
    category: "File",
    group: 5,
    keys: ["Mod+W"],
    context: "studio",
    when: (state) => state.tab,
    run: ({ tabs }) => tabs.front && tabs.close(tabs.front.id),
  },
];

/** Opens the inspector at a field. At once if the field exists: the next keys belong to it. */
async function reveal({ settings }: StudioServices, field: string): Promise<void> {
  if (selectField(field)) return;
  await settings.change({ inspector: true });
  requestAnimationFrame(() => selectField(field));
}

/** Focuses a field and selects its text; false if there is none. */
function selectField(id: string): boolean {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return false;
  input.focus();
  input.select();
  return true;
}
