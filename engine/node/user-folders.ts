/** Where each system keeps what a program writes for one person. */

import { homedir } from "node:os";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The XDG variable that wins everywhere, and the folders of the systems below the home folder. */
const KINDS = {
  cache: {
    xdg: "XDG_CACHE_HOME",
    windows: ["LOCALAPPDATA", "AppData/Local"],
    mac: "Library/Caches",
    other: ".cache",
  },
  config: {
    xdg: "XDG_CONFIG_HOME",
    windows: ["APPDATA", "AppData/Roaming"],
    mac: "Library/Application Support",
    other: ".config",
  },
} as const;

/** The path of one of Tessella's files of that kind. */
export function userFile(
  kind: keyof typeof KINDS,
  name: string,
  environment: Environment = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  const { xdg, windows, mac, other } = KINDS[kind];
  const [variable, below] = windows;
  const folder = { win32: environment[variable] ?? join(home, below), darwin: join(home, mac) }[platform];
  return join(environment[xdg] || folder || join(home, other), "tessella", name);
}
