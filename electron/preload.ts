/**
 * Runs in the page's process before the page, sandboxed, in a world of its own, and leaves the bridge there. Built as one
 * CommonJS file: a sandboxed preload can be nothing else.
 */

import { contextBridge, ipcRenderer, webUtils } from "electron";
import type { Bridge, BridgeEvent } from "../renderer/host/bridge.ts";
import type { OperatingSystem } from "../renderer/host/host.ts";
import { ADOPT_CHANNEL, CALL_CHANNEL, EVENT_CHANNEL } from "./channels.ts";

const SYSTEMS: Readonly<Record<string, OperatingSystem>> = {
  darwin: "mac",
  win32: "windows",
  linux: "linux",
};

const bridge: Bridge = {
  os: SYSTEMS[process.platform] ?? "other",
  version: `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}`,
  call: (name, argument) => ipcRenderer.invoke(CALL_CHANNEL, name, argument),
  // A page cannot learn or make up a path: the file objects come from the system's drop.
  dropped: (files) =>
    ipcRenderer.invoke(
      ADOPT_CHANNEL,
      files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== ""),
    ),
  subscribe: (listener) => {
    // The first argument is Electron's own and would hand the page a way to send.
    const relay = (_: unknown, event: BridgeEvent): void => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, relay);
    return () => void ipcRenderer.removeListener(EVENT_CHANNEL, relay);
  },
};

contextBridge.exposeInMainWorld("tessella", bridge);
