/** Opens an address in the user's browser, if there is one, and is silent otherwise. */

import { spawn } from "node:child_process";

interface BrowserCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** null if there is nothing to try: no screen, a CI machine, or BROWSER=none. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  env: Environment,
): BrowserCommand | null {
  if (env.BROWSER === "none" || env.CI) return null;
  switch (platform) {
    case "darwin":
      return { program: "open", arguments: [url] };
    case "win32":
      // `start` takes its first quoted argument as a window's title.
      return { program: "cmd", arguments: ["/c", "start", '""', url] };
    default:
      // Without a display xdg-open would start a text browser in this terminal.
      return hasDisplay(platform, env) ? { program: "xdg-open", arguments: [url] } : null;
  }
}

export function hasDisplay(platform: NodeJS.Platform, env: Environment): boolean {
  return platform === "darwin" || platform === "win32" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export function openBrowser(url: string): void {
  const command = browserCommand(url, process.platform, process.env);
  if (!command) return;
  const child = spawn(command.program, [...command.arguments], {
    detached: true,
    stdio: "ignore",
    windowsVerbatimArguments: true,
  });
  // Not installed: the address is printed anyway.
  child.on("error", () => {});
  child.unref();
}
