// As much of the `electron` module as the shell uses: what happens from outside is a method, what it does is recorded.

import { EventEmitter } from "node:events";
import { vi } from "vitest";

export class FakeWebContents extends EventEmitter {
  readonly sent: unknown[][] = [];
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: "allow" });
  readonly setBackgroundThrottling = vi.fn();
  readonly reload = vi.fn();
  readonly copy = vi.fn();
  readonly send = (...message: unknown[]): void => void this.sent.push(message);
  setWindowOpenHandler(handler: FakeWebContents["openHandler"]): void {
    this.openHandler = handler;
  }
}

export class FakeWindow extends EventEmitter {
  static readonly all: FakeWindow[] = [];
  readonly webContents = new FakeWebContents();
  readonly options: Record<string, unknown>;
  readonly loaded: string[] = [];
  readonly setTitle = vi.fn();
  readonly setDocumentEdited = vi.fn();
  readonly show = vi.fn();
  readonly focus = vi.fn();
  readonly restore = vi.fn();
  readonly maximize = vi.fn();
  destroyed = false;
  minimized = false;
  bounds = { x: 10, y: 40, width: 900, height: 700 };

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    FakeWindow.all.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
    this.webContents.emit("did-navigate", {}, url);
    this.emit("ready-to-show");
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isMaximized(): boolean {
    return false;
  }

  getNormalBounds(): FakeWindow["bounds"] {
    return this.bounds;
  }

  /** As the system does it: it may be prevented. */
  close(): void {
    const event = fakeEvent();
    this.emit("close", event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("closed");
    if (FakeWindow.all.every((window) => window.destroyed)) app.emit("window-all-closed");
  }
}

export function fakeEvent<T extends object>(
  more: T = {} as T,
): T & { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

class FakeApp extends EventEmitter {
  name = "Tessella";
  isPackaged = false;
  userData = "";
  hasLock = true;
  lockData: unknown = null;
  ready = false;
  readonly quit = vi.fn();
  readonly addRecentDocument = vi.fn();
  readonly clearRecentDocuments = vi.fn();
  readonly commandLine = { appendSwitch: vi.fn() };
  #becomeReady: () => void = () => {};
  readonly #whenReady = new Promise<void>((resolve) => {
    this.#becomeReady = resolve;
  });

  requestSingleInstanceLock(data: unknown): boolean {
    this.lockData = data;
    return this.hasLock;
  }

  getPath(): string {
    return this.userData;
  }

  isReady(): boolean {
    return this.ready;
  }

  whenReady(): Promise<void> {
    return this.#whenReady;
  }

  becomeReady(): void {
    this.ready = true;
    this.#becomeReady();
  }
}

export const app = new FakeApp();
export const BrowserWindow = FakeWindow;

type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>;
export const handlers = new Map<string, Handler>();
export const ipcMain = { handle: (channel: string, handler: Handler) => void handlers.set(channel, handler) };

export const schemes: { scheme: string; privileges: Record<string, boolean> }[] = [];
export const served = new Map<string, (request: Request) => Promise<Response>>();
export const protocol = {
  registerSchemesAsPrivileged: (list: typeof schemes) => void schemes.push(...list),
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
    void served.set(scheme, handler),
};

export const dialog = {
  showOpenDialog: vi.fn(async () => ({ canceled: true, filePaths: [] as string[] })),
  showSaveDialog: vi.fn(async () => ({ canceled: true, filePath: "" })),
  showMessageBox: vi.fn(async () => ({ response: 0 })),
  showErrorBox: vi.fn(),
};
export const menus: unknown[] = [];
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown) => void menus.push(menu),
};
export const clipboard = { readText: vi.fn(async () => "text"), writeText: vi.fn(), write: vi.fn() };
export class ClipboardItem {
  readonly items: Record<string, unknown>;
  constructor(items: Record<string, unknown>) {
    this.items = items;
  }
}
export const shell = { openExternal: vi.fn(async (_url: string) => {}), showItemInFolder: vi.fn() };
export const powerSaveBlocker = { start: vi.fn(() => 7), stop: vi.fn() };
export const nativeTheme = { shouldUseDarkColors: true };
const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };

export const permissions = {
  request: null as
    | null
    | ((contents: unknown, name: string, answer: (ok: boolean) => void, details: object) => void),
  check: null as null | ((contents: unknown, name: string, origin: string, details: object) => boolean),
};
class FakeSession extends EventEmitter {
  readonly setDevicePermissionHandler = vi.fn();
  setPermissionRequestHandler(handler: NonNullable<typeof permissions.request>): void {
    permissions.request = handler;
  }
  setPermissionCheckHandler(handler: NonNullable<typeof permissions.check>): void {
    permissions.check = handler;
  }
}
export const session = { defaultSession: new FakeSession() };

export const bridges = new Map<string, unknown>();
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => void bridges.set(name, value),
};
class FakeIpcRenderer extends EventEmitter {
  readonly invoke = vi.fn(async (..._args: unknown[]): Promise<unknown> => null);
}
export const ipcRenderer = new FakeIpcRenderer();
export const webUtils = {
  getPathForFile: vi.fn((file: File) => (file.name === "memory" ? "" : `/drop/${file.name}`)),
};
