/** The host over Electron's bridge. It takes no decisions: calls go through, answers and events come back. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Bridge, BridgeEvent, CallShell, Reply } from "./bridge.ts";
import { bridgeFiles, bridgeFolders } from "./electron-files.ts";
import type { Host, HostWindow, KeptTexts, OpenRequest, Power } from "./host.ts";
import { Listeners, PatientListeners } from "./listeners.ts";
import { checkKeptText } from "./names.ts";
import { preferencesIn } from "./preferences.ts";

export function electronHost(bridge: Bridge): Host {
  const call: CallShell = async (name, argument) => unwrap(await bridge.call(name, argument));
  const events = new Listeners<BridgeEvent>();
  bridge.subscribe((event) => events.emit(event));
  const menuChoices = new Listeners<string>();
  events.add((event) => {
    if (event.type === "menu") menuChoices.emit(event.id);
  });
  const session = crypto.randomUUID();
  return {
    platform: {
      version: bridge.version,
      os: bridge.os,
      capabilities: {
        folderWrites: "folder",
        recentFiles: true,
        revealFiles: true,
        nativeMenu: true,
      },
    },
    files: bridgeFiles(call, async (files) => unwrap(await bridge.dropped(files))),
    folders: bridgeFolders(call),
    recent: {
      list: () => call("recent.list", null),
      add: async (file) => void (await call("recent.add", { id: file.id })),
    },
    preferences: preferencesIn({
      get: (key) => call("preferences.get", { key }),
      set: async (key, text) => void (await call("preferences.set", { key, text })),
    }),
    clipboard: {
      readText: () => call("clipboard.readText", null),
      writeText: async (text) => void (await call("clipboard.writeText", { text })),
      writePng: async (bytes) => void (await call("clipboard.writePng", { bytes })),
    },
    // The shell runs once on a folder of preferences, with one window.
    sessions: { id: session, living: async () => new Set([session]) },
    autosave: {
      put: async (copy) => void (await call("autosave.put", { ...copy, session })),
      delete: async (id) => void (await call("autosave.delete", { id })),
      recoverable: () => call("autosave.recoverable", { session }),
      // No other session runs beside it.
      claim: async () => true,
      onClaim: () => () => {},
      read: async (id) => {
        const { bytes, pieces } = await call("autosave.read", { id });
        const own = pieces.map((piece) => ({ ...piece, bytes: piece.bytes && owned(piece.bytes) }));
        return { bytes: owned(bytes), pieces: own };
      },
    },
    library: keptTexts(call, "library"),
    rules: keptTexts(call, "rules"),
    openRequests: openRequests(call, events),
    window: windowOver(call, events),
    menu: {
      show: (menu) => tell(call("menu.show", { menu })),
      subscribe: (listener) => menuChoices.add(listener),
    },
    power: powerOver(call),
  };
}

function keptTexts(call: CallShell, folder: "library" | "rules"): KeptTexts {
  return {
    list: () => call(`${folder}.list`, null),
    put: async (item) => {
      checkKeptText(item);
      await call(`${folder}.put`, item);
    },
    delete: async (id) => void (await call(`${folder}.delete`, { id })),
  };
}

/** Unwraps an answer: its value, or its failure thrown as the original error. */
export function unwrap<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  const { code, message, hint } = reply.error;
  throw new TessellaError(code, message, hint === undefined ? {} : { hint });
}

/** The bridge transfers a copy, so the buffer is never shared. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}

/** For calls without an answer: a failure is still reported. */
function tell(answer: Promise<unknown>): void {
  answer.catch((error: unknown) => console.error("The shell refused:", error));
}

function openRequests(call: CallShell, events: Listeners<BridgeEvent>): Host["openRequests"] {
  const requests = new PatientListeners<OpenRequest>();
  events.add((event) => {
    if (event.type === "open") requests.emit(event.request);
  });
  let started = false;
  return {
    subscribe: (listener) => {
      const remove = requests.add(listener);
      if (!started) {
        started = true;
        tell(
          call("openRequests.start", null).then((waiting) => {
            for (const request of waiting) requests.emit(request);
          }),
        );
      }
      return remove;
    },
  };
}

function windowOver(call: CallShell, events: Listeners<BridgeEvent>): HostWindow {
  let guard: (() => Promise<boolean>) | null = null;
  const answer = async (): Promise<void> => {
    if (!guard) {
      await call("window.answerClose", { answer: "close" });
      return;
    }
    await call("window.answerClose", { answer: "heard" });
    // A guard that throws must not lock the user in, nor lose work: the window stays and shows the error.
    const close = await guard().catch((error: unknown) => {
      console.error("The close guard failed:", error);
      return false;
    });
    await call("window.answerClose", { answer: close ? "close" : "stay" });
  };
  events.add((event) => {
    if (event.type === "close") tell(answer());
  });
  return {
    show: (state) => tell(call("window.show", state)),
    guardClose: (next) => {
      if (!guard) tell(call("window.guard", { on: true }));
      guard = next;
      return () => {
        if (guard !== next) return;
        guard = null;
        tell(call("window.guard", { on: false }));
      };
    },
    editText: (action) => tell(call("window.editText", { action })),
  };
}

function powerOver(call: CallShell): Power {
  return {
    hold: (reason) => {
      let held = true;
      tell(call("power.hold", { reason }));
      return () => {
        if (!held) return;
        held = false;
        tell(call("power.release", { reason }));
      };
    },
  };
}
