/** File names of patterns: without characters that some system refuses, and all different. */

import { checkFileName } from "../host/names.ts";

export interface Named {
  readonly name: string;
  /** Names with slashes between; "" for the top. */
  readonly folder: string;
}

const MOST = 100;

/** Paths without extension, in the order given. */
export function fileNames(items: readonly Named[]): readonly string[] {
  const taken = new Set<string>();
  return items.map(({ name, folder }) => {
    const path = [...folder.split("/").filter(Boolean), name].map(safeName).join("/");
    let free = path;
    // Some systems ignore case.
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${path} ${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  const cleaned = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "-").slice(0, MOST);
  const bare = cleaned.replace(/^[. ]+|[. ]+$/g, "");
  try {
    return checkFileName(bare);
  } catch {
    return `pattern ${bare}`.trim();
  }
}
