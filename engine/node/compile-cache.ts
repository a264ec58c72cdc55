import { mkdirSync } from "node:fs";
import nodeModule from "node:module";
import { dirname } from "node:path";
import { userFile } from "./user-folders.ts";

/**
 * From Node 22 on, keeps the compiled form of what is imported after this call in the person's cache folder. Where that folder
 * cannot be made, nothing is kept and nothing is said.
 */
export function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  if (!enableCompileCache) return;
  const folder = userFile("cache", "code");
  try {
    // One by one: where folders cannot be made, as in /proc, Node's own way to make all of them may never end.
    for (const each of [dirname(dirname(folder)), dirname(folder), folder]) makeFolder(each);
    enableCompileCache(folder);
  } catch {
    // The command only starts a little later.
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
