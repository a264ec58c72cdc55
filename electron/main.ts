/** The shell's start: one instance, one window, one gate. All logic that does not need Electron is elsewhere. */

import { join } from "node:path";
import type { BrowserWindow, IpcMainInvokeEvent } from "electron";
import { app, dialog, ipcMain, protocol } from "electron";
import type { BridgeEvent } from "../renderer/host/bridge.ts";
import { APP_SCHEME, APP_URL, insideCheck, serveApp } from "./app-protocol.ts";
import { ADOPT_CHANNEL, CALL_CHANNEL, EVENT_CHANNEL } from "./channels.ts";
import { CloseGuard } from "./close-guard.ts";
import { askAboutHang, electronShell, showMenu, stayAwake } from "./electron-shell.ts";
import { adoptPaths } from "./file-services.ts";
import { graphicsSwitches, LaunchSchema, LaunchStore } from "./graphics.ts";
import type { Sender } from "./ipc-handlers.ts";
import { Gate, senderCheck } from "./ipc-handlers.ts";
import { JsonFile } from "./json-file.ts";
import { filesAmong, OpenQueue } from "./open-requests.ts";
import { PathTable } from "./path-table.ts";
import { PowerHolds } from "./power.ts";
import { createServices } from "./services.ts";
import { isOnlyInstance } from "./single-instance.ts";
import { createStudioWindow, lockNavigation, lockSession } from "./studio-window.ts";
import { WindowStateSchema } from "./window-state.ts";

/** The built application: this file lies in out/main. */
const OUT = join(import.meta.dirname, "..");

/** Two crashes of the page within this time are too many for another automatic reload. */
const CRASH_INTERVAL = 20_000;

function start(): void {
  const files = new PathTable("file");
  const queue = new OpenQueue(files);
  const asked = filesAmong(process.argv, { cwd: process.cwd(), packaged: app.isPackaged });
  if (!isOnlyInstance(app, asked, openLater)) {
    app.quit();
    return;
  }
  queue.push(asked, "start");

  const folder = app.getPath("userData");
  const launch = new LaunchStore(new JsonFile(join(folder, "launch.json"), LaunchSchema));
  for (const { name, value } of graphicsSwitches(launch.current, process.platform, process.env)) {
    app.commandLine.appendSwitch(name, value);
  }
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);

  // The development server counts only where the application runs from its sources.
  const developmentUrl = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null);
  const isInside = insideCheck(developmentUrl);
  const places = new JsonFile(join(folder, "window.json"), WindowStateSchema);
  let window: BrowserWindow | null = null;
  /** From here on requests open windows; before, whether Electron is ready or not, the first window takes those that wait. */
  let opening = false;
  let quitting = false;
  let lastCrash = Number.NEGATIVE_INFINITY;

  const theWindow = (): BrowserWindow => {
    if (window === null) throw new Error("The studio has no window.");
    return window;
  };
  const send = (event: BridgeEvent): void => window?.webContents.send(EVENT_CHANNEL, event);
  const guard = new CloseGuard({
    ask: () => send({ type: "close" }),
    close: () => {
      window?.destroy();
      if (quitting) app.quit();
    },
    stay: () => {
      quitting = false;
    },
    askAboutHang: () => askAboutHang(theWindow()),
  });
  const holds = new PowerHolds(
    stayAwake((throttled) => window?.webContents.setBackgroundThrottling(throttled)),
  );
  const services = createServices(electronShell(theWindow, send), {
    folder,
    files,
    queue,
    guard,
    holds,
  });
  const gate = new Gate({
    trusts: senderCheck(isInside),
    handlers: services.handlers,
    adopt: (paths) => adoptPaths(files, paths),
    report: (problem, cause) => console.error(`shell: ${problem}`, cause ?? ""),
  });
  const senderOf = ({ sender, senderFrame }: IpcMainInvokeEvent): Sender => ({
    url: senderFrame?.url ?? null,
    isTop: senderFrame !== null && senderFrame.parent === null,
    isOurs: window !== null && sender === window.webContents,
  });
  ipcMain.handle(CALL_CHANNEL, (event, name, argument) => gate.call(senderOf(event), name, argument));
  ipcMain.handle(ADOPT_CHANNEL, (event, paths) => gate.adopt(senderOf(event), paths));

  async function openWindow(): Promise<void> {
    const opened = createStudioWindow(join(OUT, "preload", "preload.cjs"), places);
    window = opened;
    lockNavigation(opened, isInside);
    opened.once("ready-to-show", () => {
      opened.show();
      void launch.shown().catch(() => undefined);
    });
    opened.on("close", (event) => {
      if (!guard.request()) event.preventDefault();
    });
    opened.on("closed", () => {
      window = null;
      void services.pageGone();
    });
    // A reload: the new page starts without the old one's state. Not before it has loaded: a refused navigation (a link
    // to the web) has started too, and must not cost a running export its files or unsaved work its question.
    opened.webContents.on("did-navigate", () => void services.pageGone());
    opened.webContents.on("render-process-gone", (_event, { reason }) => {
      if (reason !== "clean-exit") void services.pageGone().then(() => revive(opened));
    });
    // The window shows why by itself; a page that is replaced while it loads ends up here too.
    await opened.loadURL(developmentUrl ?? APP_URL).catch((error: unknown) => console.error("shell:", error));
  }

  /** After a crash the page is reloaded, and offers the autosaved documents. */
  function revive(crashed: BrowserWindow): void {
    if (crashed.isDestroyed()) return;
    const again = Date.now() - lastCrash < CRASH_INTERVAL;
    lastCrash = Date.now();
    if (!again) {
      crashed.webContents.reload();
      return;
    }
    dialog.showErrorBox(
      "The studio's window failed twice in a row.",
      "Start Tessella again; what was autosaved is kept.",
    );
    crashed.destroy();
    app.quit();
  }

  /** A second start, a double click on a file, a file dropped on the dock's icon. */
  function openLater(paths: readonly string[]): void {
    if (!opening) {
      queue.push(paths, "start");
      return;
    }
    queue.push(paths, "later");
    if (!window) {
      void openWindow();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.focus();
  }

  app.on("open-file", (event, path) => {
    event.preventDefault();
    openLater([path]);
  });
  app.on("before-quit", () => {
    quitting = true;
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", () => {
    if (!window && opening) void openWindow();
  });
  let settled = false;
  app.on("will-quit", (event) => {
    if (settled) return;
    event.preventDefault();
    void Promise.all([services.settled(), places.settled()]).finally(() => {
      settled = true;
      app.quit();
    });
  });

  void app.whenReady().then(async () => {
    protocol.handle(APP_SCHEME, (request) => serveApp(request, join(OUT, "renderer")));
    lockSession(isInside);
    showMenu([], () => {});
    await launch.begin().catch(() => undefined);
    opening = true;
    await openWindow();
  });
}

start();
