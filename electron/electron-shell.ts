/** The parts that need Electron itself, behind the interface of the services. */

import type { BrowserWindow } from "electron";
import { app, ClipboardItem, clipboard, dialog, Menu, powerSaveBlocker, shell } from "electron";
import type { BridgeEvent } from "../renderer/host/bridge.ts";
import type { MenuModel } from "../renderer/host/menu-model.ts";
import { electronDialogs } from "./electron-dialogs.ts";
import { menuTemplate } from "./menu.ts";
import type { ElectronShell } from "./services.ts";

export function electronShell(
  window: () => BrowserWindow,
  send: (event: BridgeEvent) => void,
): ElectronShell {
  const isMac = process.platform === "darwin";
  return {
    platform: process.platform,
    dialogs: electronDialogs(window),
    addSystemRecent: (path) => app.addRecentDocument(path),
    reveal: (path) => shell.showItemInFolder(path),
    clipboard: {
      readText: () => clipboard.readText(),
      writeText: (text) => clipboard.writeText(text),
      writePng: (bytes) =>
        clipboard.write([
          new ClipboardItem({ "image/png": new Blob([Uint8Array.from(bytes)], { type: "image/png" }) }),
        ]),
    },
    window: {
      show: ({ title, unsaved }) => {
        // macOS has its own mark for unsaved documents; elsewhere it stands in the title.
        window().setTitle(unsaved && !isMac ? `• ${title}` : title);
        if (isMac) window().setDocumentEdited(unsaved);
      },
      editText: (action) => window().webContents[action](),
    },
    showMenu: (menu) => showMenu(menu, (id) => send({ type: "menu", id })),
    send,
  };
}

/** An empty menu is still one: Electron's default reloads the page and opens developer tools. */
export function showMenu(menu: MenuModel, choose: (id: string) => void): void {
  const template = menuTemplate(menu, { appName: app.name, platform: process.platform, choose });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** The system's own question when the page does not answer; true closes the window all the same. */
export async function askAboutHang(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: "warning",
    message: "The studio does not answer.",
    detail: "Closing it now loses what has changed since the last autosave.",
    buttons: ["Wait", "Close anyway"],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

/** Keeps the system from sleeping and the window from being throttled, both at once. */
export function stayAwake(setThrottling: (throttled: boolean) => void): (on: boolean) => void {
  let blocker: number | null = null;
  return (on) => {
    setThrottling(!on);
    if (on && blocker === null) blocker = powerSaveBlocker.start("prevent-app-suspension");
    if (!on && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
