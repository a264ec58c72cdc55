/** The studio's window: its creation, its restricted navigation, and its remembered place. */

import { BrowserWindow, nativeTheme, screen, session, shell } from "electron";
import type { JsonFile } from "./json-file.ts";
import { destinationOf, isGranted } from "./permissions.ts";
import type { WindowState } from "./window-state.ts";
import { MIN_HEIGHT, MIN_WIDTH, restoredState } from "./window-state.ts";

/** The theme's ground, so that the first moment is not a white flash. */
const GROUND = { dark: "#0c0f14", light: "#faf7ef" };
const SAVE_DELAY = 400;

export function createStudioWindow(preload: string, places: JsonFile<WindowState>): BrowserWindow {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
  const state = restoredState(
    places.read(),
    [primary, ...others].map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: "Tessella",
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // It would fetch dictionaries from the web, and a pattern has no spelling.
      spellcheck: false,
    },
  });
  if (state.maximized) window.maximize();
  // The title comes from the renderer by a call of its own, with what is unsaved.
  window.on("page-title-updated", (event) => event.preventDefault());
  rememberPlace(window, places);
  return window;
}

function rememberPlace(window: BrowserWindow, places: JsonFile<WindowState>): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const save = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (window.isDestroyed() || window.isMinimized()) return;
    // A full disk is no reason to bother a person about a window's place.
    places
      .write({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
      .catch(() => undefined);
  };
  const later = (): void => {
    timer ??= setTimeout(save, SAVE_DELAY);
  };
  window.on("resize", later);
  window.on("move", later);
  window.on("maximize", later);
  window.on("unmaximize", later);
  window.on("close", save);
  window.on("closed", () => {
    if (timer !== null) clearTimeout(timer);
  });
}

/** No page but ours in this window, no second window, no web view; links to the web go to the user's browser. */
export function lockNavigation(window: BrowserWindow, isInside: (url: string) => boolean): void {
  const { webContents } = window;
  const guard = (event: { preventDefault(): void; readonly url: string }): void => {
    const destination = destinationOf(event.url, isInside);
    if (destination === "inside") return;
    event.preventDefault();
    if (destination === "browser") void shell.openExternal(event.url);
  };
  webContents.on("will-navigate", guard);
  webContents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame && !isInside(event.url)) event.preventDefault();
  });
  webContents.on("will-redirect", guard);
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    if (destinationOf(url, isInside) === "browser") void shell.openExternal(url);
    return { action: "deny" };
  });
}

/** For the whole session, before the first page: permissions of pages, and no silent downloads. */
export function lockSession(isInside: (url: string) => boolean): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isGranted(permission, details.requestingUrl, isInside)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isGranted(permission, details.requestingUrl ?? `${origin}/`, isInside),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on("will-download", (event) => event.preventDefault());
}
