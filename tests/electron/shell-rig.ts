// The shell without Electron: real files in a temporary folder, the real gate and services, and a hand on what Electron
// would do. `connect` makes the bridge that the preload would leave in the page.

import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { insideCheck } from "../../electron/app-protocol.ts";
import { CloseGuard } from "../../electron/close-guard.ts";
import type { Dialogs } from "../../electron/dialogs.ts";
import { adoptPaths } from "../../electron/file-services.ts";
import type { Sender } from "../../electron/ipc-handlers.ts";
import { Gate, senderCheck } from "../../electron/ipc-handlers.ts";
import { OpenQueue } from "../../electron/open-requests.ts";
import { PathTable } from "../../electron/path-table.ts";
import { PowerHolds } from "../../electron/power.ts";
import type { ElectronShell, Services } from "../../electron/services.ts";
import { createServices } from "../../electron/services.ts";
import type { Bridge, BridgeEvent, Reply } from "../../renderer/host/bridge.ts";

export const OURS: Sender = { url: "tessella://studio/index.html", isTop: true, isOurs: true };

export interface ShellRig {
  /** The user's files. */
  readonly home: string;
  /** What the shell remembers. */
  readonly userData: string;
  readonly opens: string[][];
  readonly saves: string[];
  readonly folderPicks: string[];
  readonly replaceAnswers: boolean[];
  readonly gate: Gate;
  readonly queue: OpenQueue;
  readonly guard: CloseGuard;
  readonly services: Services;
  readonly shell: ElectronShell;
  readonly reports: string[];
  readonly awake: boolean[];
  readonly guardCalls: { readonly close: ReturnType<typeof vi.fn>; readonly stay: ReturnType<typeof vi.fn> };
  /** An event as the shell sends it. */
  emit(event: BridgeEvent): void;
  connect(): Bridge;
  /** The next start, on the same folders. */
  restart(): ShellRig;
  end(): Promise<void>;
}

export async function makeFolders(): Promise<{ readonly home: string; readonly userData: string }> {
  const top = await mkdtemp(join(tmpdir(), "tessella-shell-"));
  const home = join(top, "home");
  await mkdir(home);
  return { home, userData: join(top, "userData") };
}

export function startShell({
  home,
  userData,
}: {
  readonly home: string;
  readonly userData: string;
}): ShellRig {
  const opens: string[][] = [];
  const saves: string[] = [];
  const folderPicks: string[] = [];
  const replaceAnswers: boolean[] = [];
  const reports: string[] = [];
  const awake: boolean[] = [];
  const listeners = new Set<(event: BridgeEvent) => void>();
  const emit = (event: BridgeEvent): void => {
    for (const listener of listeners) listener(structuredClone(event));
  };
  const dialogs: Dialogs = {
    open: async () => opens.shift() ?? [],
    save: async () => saves.shift() ?? null,
    folder: async () => folderPicks.shift() ?? null,
    confirmReplace: async () => replaceAnswers.shift() ?? false,
  };
  let clipboardText = "";
  const shell: ElectronShell = {
    platform: "linux",
    dialogs,
    addSystemRecent: vi.fn(),
    reveal: vi.fn(),
    clipboard: {
      readText: async () => clipboardText,
      writeText: async (text) => {
        clipboardText = text;
      },
      writePng: vi.fn(async () => {}),
    },
    window: { show: vi.fn(), editText: vi.fn() },
    showMenu: vi.fn(),
    send: emit,
  };
  const files = new PathTable("file");
  const queue = new OpenQueue(files);
  const guardCalls = { close: vi.fn(), stay: vi.fn() };
  const guard = new CloseGuard({
    ask: () => emit({ type: "close" }),
    ...guardCalls,
    askAboutHang: async () => false,
  });
  const holds = new PowerHolds((on) => awake.push(on));
  const services = createServices(shell, { folder: userData, files, queue, guard, holds });
  const gate = new Gate({
    trusts: senderCheck(insideCheck(null)),
    handlers: services.handlers,
    adopt: (paths) => adoptPaths(files, paths),
    report: (problem) => reports.push(problem),
  });
  return {
    home,
    userData,
    opens,
    saves,
    folderPicks,
    replaceAnswers,
    gate,
    queue,
    guard,
    services,
    shell,
    reports,
    awake,
    guardCalls,
    emit,
    connect: () => ({
      os: "linux",
      version: "Electron 0, Chromium 0",
      // Messages are copies, as between processes.
      call: async (name, argument) =>
        structuredClone(await gate.call(OURS, name, structuredClone(argument))) as Reply<never>,
      dropped: async (dropped) =>
        structuredClone(
          await gate.adopt(
            OURS,
            dropped.map((file) => join(home, file.name)),
          ),
        ) as Reply<never>,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    }),
    restart: () => startShell({ home, userData }),
    end: async () => {
      await services.settled();
      await rm(dirname(home), { recursive: true, force: true });
    },
  };
}

export async function put(
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}

export async function bytesAt(path: string): Promise<Uint8Array | null> {
  return readFile(path).catch(() => null);
}

/** Names below a folder that look like unfinished writes. */
export async function temporaryFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".tmp"));
}

/** What `look` finds whenever a file is flushed to the disk, until mocks are restored. */
export async function watchFlushes<T>(look: () => T): Promise<readonly T[]> {
  const handle = await open(import.meta.filename);
  const kind = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const found: T[] = [];
  const { sync } = kind;
  vi.spyOn(kind, "sync").mockImplementation(function (this: typeof handle) {
    found.push(look());
    return sync.call(this);
  });
  return found;
}
