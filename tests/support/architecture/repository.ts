// The repository's own files: everything below the root but what is installed, built or generated.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./rules.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const notOurs = new Set([
  ".git",
  "node_modules",
  "out",
  "build",
  "coverage",
  "generated",
  "package-lock.json",
]);

/** All text files. In a worktree `.git` is a file. Folders whose name begins with a dot are left out, but for .ci. */
export function repositoryFiles(): SourceFile[] {
  const files: SourceFile[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const isHiddenFolder = entry.isDirectory() && entry.name.startsWith(".") && entry.name !== ".ci";
      if (notOurs.has(entry.name) || isHiddenFolder) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        walk(path);
      } else if (entry.isFile()) {
        const text = readFileSync(path, "utf8");
        // A NUL character: a picture, an icon, a compressed pattern.
        if (!text.includes("\0")) files.push({ path: relative(root, path).split(sep).join("/"), text });
      }
    }
  };
  walk(root);
  return files;
}
