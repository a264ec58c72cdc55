// A folder of patterns as a tree whose folders open and close, and the search in it.

import { describe, expect, test } from "vitest";
import type { FolderEntry } from "../../../renderer/host/host.ts";
import type { TreeRow } from "../../../renderer/library/folder-tree.ts";
import { findFiles, treeRows } from "../../../renderer/library/folder-tree.ts";

const entry = (place: string): FolderEntry => {
  const path = place.split("/");
  const name = path.pop() as string;
  return { file: { id: place, name, place: "", writable: false }, path };
};

const FILES = [
  "zoo.rle",
  "life/guns/gun 10.rle",
  "life/guns/Gun 9.rle",
  "hex/bee.rle",
  "life/glider.rle",
  "life/guns/old/gun.rle",
  "Acorn.cells",
].map(entry);

/** A row in words: how deep, and what. */
const shown = (rows: readonly TreeRow[]): string[] =>
  rows.map(
    (row) =>
      `${"  ".repeat(row.depth)}${row.kind === "folder" ? `${row.name}/ ${row.count}` : row.entry.file.name}`,
  );

describe("a folder", () => {
  test("shows its own folders and then its files, each in order, while none is open", () => {
    expect(shown(treeRows(FILES, new Set()))).toEqual(["hex/ 1", "life/ 4", "Acorn.cells", "zoo.rle"]);
  });

  test("shows what is in the folders that are open, and in no others", () => {
    expect(shown(treeRows(FILES, new Set(["life"])))).toEqual([
      ...["hex/ 1", "life/ 4", "  guns/ 3", "  glider.rle"],
      ...["Acorn.cells", "zoo.rle"],
    ]);
    expect(shown(treeRows(FILES, new Set(["life", "life/guns", "old"])))).toEqual([
      ...["hex/ 1", "life/ 4", "  guns/ 3", "    old/ 1", "    Gun 9.rle", "    gun 10.rle", "  glider.rle"],
      ...["Acorn.cells", "zoo.rle"],
    ]);
    // Of a closed folder nothing is shown, though a folder in it is open.
    expect(shown(treeRows(FILES, new Set(["life/guns"])))).toHaveLength(4);
  });

  test("gives each row a path of its own, by which folders open", () => {
    const open = new Set(["hex", "life", "life/guns", "life/guns/old"]);
    const paths = treeRows(FILES, open).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(["life/guns/old", "life/guns/old/gun.rle", "zoo.rle"]));
  });
});

describe("the search in a folder", () => {
  const found = (query: string): string[] => findFiles(FILES, query).map(({ path }) => path);

  test("finds files by all words, in their names or their folders", () => {
    expect(found("gun 9")).toEqual(["life/guns/Gun 9.rle"]);
    expect(found("  LIFE   glid ")).toEqual(["life/glider.rle"]);
    expect(found("guns")).toEqual(["life/guns/gun 10.rle", "life/guns/Gun 9.rle", "life/guns/old/gun.rle"]);
    expect(found("gun bee")).toEqual([]);
    expect(found("")).toHaveLength(FILES.length);
  });

  test("passes over accents, and lists what it finds side by side", () => {
    const files = [entry("Müllers/Größe.rle"), entry("b.rle")];
    const [one, ...others] = findFiles(files, "muller große");
    expect(others).toEqual([]);
    expect(one).toMatchObject({ path: "Müllers/Größe.rle", depth: 0, entry: files[0] });
  });
});
