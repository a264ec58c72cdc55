/** Names: valid file names in a folder, the extension of a name, valid ids of snapshots. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { KeptText } from "./host.ts";
import { MAX_KEPT_TEXT } from "./host.ts";

/** Windows reserves these for devices, with any extension. */
const DEVICE_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Errors: `bad-argument` for a name that some system would take as a path, refuse or change. A sequence exported on one
 * machine should unpack on another, so the rules of all systems apply together.
 */
export function checkFileName(name: string): string {
  const wrong = whatIsWrong(name);
  if (wrong === null) return name;
  throw new TessellaError("bad-argument", `"${name.slice(0, 60)}" cannot be a file's name: ${wrong}.`, {
    hint: "Choose another name.",
  });
}

function whatIsWrong(name: string): string | null {
  if (name === "") return "it is empty";
  if (name === "." || name === "..") return "it means a folder";
  if (new TextEncoder().encode(name).length > 200) return "it is too long";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const character = /[\u0000-\u001f\u007f/\\:*?"<>|]/.exec(name);
  if (character) return `${JSON.stringify(character[0])} is not allowed`;
  if (/[. ]$/.test(name)) return "it ends in a dot or a blank";
  if (DEVICE_NAMES.test(name)) return "Windows keeps it for a device";
  return null;
}

/** Characters of a name that is made safe. */
const MOST = 100;

/** A name that a file can bear everywhere, as near to this one as may be. */
export function safeFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  const cleaned = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "-").slice(0, MOST);
  const bare = cleaned.replace(/^[. ]+|[. ]+$/g, "");
  try {
    return checkFileName(bare);
  } catch {
    return `pattern ${bare}`.trim();
  }
}

/** Whether a name ends in one of the extensions (with their dots), in any case. Without extensions every name does. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return (
    extensions.length === 0 ||
    extensions.some((extension) => lower.length > extension.length && lower.endsWith(extension.toLowerCase()))
  );
}

/** Errors: `bad-argument` for an invalid id, `too-large`. */
export function checkKeptText({ id, text }: KeptText): void {
  checkSnapshotId(id);
  if (text.length <= MAX_KEPT_TEXT) return;
  throw new TessellaError("too-large", "That is too large to be kept here.", {
    hint: "Save it as a file.",
  });
}

/** Errors: `bad-argument`. The rule is the same on every host, as an id may become a file's name. */
export function checkSnapshotId(id: string): void {
  if (/^[\w-]{1,64}$/.test(id)) return;
  throw new TessellaError("bad-argument", "That is no id for what is to be kept.");
}
