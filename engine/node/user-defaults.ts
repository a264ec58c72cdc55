/**
 * Defaults that a person sets once: `config.json` in the platform's folder for such files, and variables, which win.
 *
 *   { "theme": "light", "memory": 4096, "adapter": "NVIDIA", "rules": "/usr/share/golly/Rules" }
 *
 * or TESSELLA_THEME, TESSELLA_MEMORY, TESSELLA_ADAPTER, TESSELLA_RULES
 */

import { readFileSync } from "node:fs";
import { TessellaError } from "../core/errors.ts";
import type { Environment } from "./user-folders.ts";
import { userFile } from "./user-folders.ts";

/** Setting to the option that it is the default of. */
const SETTINGS: Readonly<Record<string, string>> = {
  theme: "theme",
  memory: "maxmemory",
  adapter: "adapter",
  rules: "rules",
};

/** `$XDG_CONFIG_HOME/tessella/config.json`, or where each system keeps such files. */
export function configPath(environment?: Environment, platform?: string, home?: string): string {
  return userFile("config", "config.json", environment, platform, home);
}

/** The values by option name. Errors: `syntax` for a file or a variable that cannot be used, with its path or name. */
export function userDefaults(
  environment: Environment = process.env,
  path: string = configPath(environment),
): ReadonlyMap<string, string> {
  const values = new Map(Object.entries(fileSettings(path)));
  for (const name of Object.keys(SETTINGS)) {
    const value = environment[`TESSELLA_${name.toUpperCase()}`];
    if (!value) continue;
    if (name === "memory" && !isAmount(value)) {
      throw new TessellaError(
        "syntax",
        `TESSELLA_MEMORY wants megabytes, a whole number from 1 on, not "${value}".`,
      );
    }
    values.set(name, value);
  }
  return new Map([...values].map(([name, value]) => [SETTINGS[name], value]));
}

/** What -M takes; said here with the place that a person has to change. */
function isAmount(text: string): boolean {
  return /^0*[1-9]\d{0,8}$/.test(text);
}

function fileSettings(path: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    // Most people have none.
    return {};
  }
  const bad = (why: string): TessellaError =>
    new TessellaError("syntax", `The settings in "${path}" cannot be used: ${why}.`, {
      hint: `They look like {"theme": "light", "memory": 4096, "adapter": "NVIDIA"}.`,
    });
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : "they are no JSON");
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) throw bad("they are no object");
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(found)) {
    if (!Object.hasOwn(SETTINGS, name)) {
      throw bad(`"${name}" is none of ${Object.keys(SETTINGS).join(", ")}`);
    }
    if (name === "memory" ? typeof value !== "number" || !isAmount(`${value}`) : typeof value !== "string") {
      throw bad(`${name} is not a ${name === "memory" ? "whole number of megabytes from 1 on" : "text"}`);
    }
    settings[name] = `${value}`;
  }
  return settings;
}
