/** File names of patterns: without characters that some system refuses, and all different. */

import { freeName } from "../editor/labels.ts";
import { safeFileName } from "../host/names.ts";

export interface Named {
  readonly name: string;
  /** Names with slashes between; "" for the top. */
  readonly folder: string;
}

/** Paths without extension, in the order given. */
export function fileNames(items: readonly Named[]): readonly string[] {
  const taken = new Set<string>();
  return items.map(({ name, folder }) => {
    const path = [...folder.split("/").filter(Boolean), name].map(safeFileName).join("/");
    // Some systems ignore case.
    const free = freeName(path, (one) => taken.has(one.toLowerCase()));
    taken.add(free.toLowerCase());
    return free;
  });
}
