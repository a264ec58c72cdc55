import type { Bridge } from "./bridge.ts";
import { BRIDGE_NAME } from "./bridge.ts";
import type { BrowserWindow } from "./browser-host.ts";
import type { Host } from "./host.ts";

/** The host of this page: Electron's if its preload script has left the bridge, else the browser's. */
export async function chooseHost(window: BrowserWindow): Promise<Host> {
  const bridge = (window as { readonly [BRIDGE_NAME]?: Bridge })[BRIDGE_NAME];
  // Each loads only its own code.
  if (bridge) return (await import("./electron-host.ts")).electronHost(bridge);
  return (await import("./browser-host.ts")).browserHost(window);
}
