/** A folder of files as a tree, and a search in it. Pure: the files themselves stay unread. */

import type { FolderEntry } from "../host/host.ts";

export interface TreeFolder {
  readonly kind: "folder";
  /** Names with slashes between. */
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** Files in it and below. */
  readonly count: number;
}

export interface TreeFile {
  readonly kind: "file";
  readonly path: string;
  readonly entry: FolderEntry;
  readonly depth: number;
}

export type TreeRow = TreeFolder | TreeFile;

/** All rows are drawn at once; a longer search result needs a narrower query. */
export const MOST_FOUND = 400;

/** The visible rows with these folders open: folders first, then files, each in order. */
export function treeRows(files: readonly FolderEntry[], open: ReadonlySet<string>): readonly TreeRow[] {
  return rowsIn(files, "", 0, open);
}

function rowsIn(
  files: readonly FolderEntry[],
  folder: string,
  depth: number,
  open: ReadonlySet<string>,
): TreeRow[] {
  const inside = new Map<string, FolderEntry[]>();
  const here: FolderEntry[] = [];
  for (const entry of files) {
    const name = entry.path[depth];
    if (name === undefined) here.push(entry);
    else if (inside.has(name)) inside.get(name)?.push(entry);
    else inside.set(name, [entry]);
  }
  const rows: TreeRow[] = [];
  for (const [name, below] of [...inside].sort(([a], [b]) => COLLATOR.compare(a, b))) {
    const path = folder === "" ? name : `${folder}/${name}`;
    rows.push({ kind: "folder", path, name, depth, count: below.length });
    if (open.has(path)) rows.push(...rowsIn(below, path, depth + 1, open));
  }
  return [
    ...rows,
    ...here.sort((a, b) => COLLATOR.compare(a.file.name, b.file.name)).map((e) => fileRow(e, depth)),
  ];
}

function fileRow(entry: FolderEntry, depth: number): TreeFile {
  return { kind: "file", path: [...entry.path, entry.file.name].join("/"), entry, depth };
}

/** Files whose name or folders contain each of the words, in their order. */
export function findFiles(files: readonly FolderEntry[], query: string): readonly TreeFile[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return files
    .filter(({ file, path }) => {
      const text = plain([...path, file.name].join("/"));
      return words.every((word) => text.includes(word));
    })
    .map((entry) => fileRow(entry, 0));
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
