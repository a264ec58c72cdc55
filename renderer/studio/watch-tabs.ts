import type { StudioDocument } from "../document/document.ts";
import type { Shell } from "./shell.ts";
import type { Tab } from "./tab.ts";

/** Calls `enter` for each open tab and each that opens, and the function that it returns once the tab is closed. */
export function watchTabs(shell: Shell, enter: (tab: Tab) => () => void): void {
  const known = new Map<Tab, () => void>();
  const look = (): void => {
    const { tabs } = shell.getState();
    for (const [tab, leave] of [...known]) {
      if (tabs.includes(tab)) continue;
      known.delete(tab);
      leave();
    }
    for (const tab of tabs) if (!known.has(tab)) known.set(tab, enter(tab));
  };
  shell.subscribe((now, before) => {
    if (now.tabs !== before.tabs) look();
  });
  look();
}

/** The same for universes alone. */
export function watchDocuments(shell: Shell, enter: (document: StudioDocument) => () => void): void {
  watchTabs(shell, (tab) => (tab.kind === "document" ? enter(tab) : () => {}));
}
