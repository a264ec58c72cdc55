// Where files of one person lie, what stays in the cache folder, and where programs are looked for.

import { chmod, mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { hashOf, readIfThere, readyFolder, writeWhole } from "../../../engine/node/cache-files.ts";
import {
  isCheckpoint,
  partsOfFolder,
  prepareFolder,
  saveFile,
} from "../../../engine/node/checkpoint-folder.ts";
import { findGollyPatterns, findProgram } from "../../../engine/node/find-program.ts";
import { userDefaults } from "../../../engine/node/user-defaults.ts";
import { userFile } from "../../../engine/node/user-folders.ts";
import { scratchFolder } from "../../support/scratch.ts";

const scratch = scratchFolder();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ["cache", {}, "linux", ".cache"],
  ["config", {}, "linux", ".config"],
  ["cache", {}, "darwin", "Library/Caches"],
  ["config", {}, "darwin", "Library/Application Support"],
  ["cache", {}, "win32", "AppData/Local"],
  ["config", {}, "win32", "AppData/Roaming"],
] as const)("a person's file of the %s, given %j, on %s", (kind, environment, platform, folder) => {
  expect(userFile(kind, "x", environment, platform, "/home/p")).toBe(
    join("/home/p", folder, "tessella", "x"),
  );
});

test("variables say where a person's files are", () => {
  const windows = { LOCALAPPDATA: "/local", APPDATA: "/roaming" };
  const at = (kind: "cache" | "config", more: object, platform: string): string =>
    userFile(kind, "x", { ...windows, ...more }, platform, "/home/p");
  expect(at("cache", {}, "win32")).toBe(join("/local", "tessella", "x"));
  expect(at("config", {}, "win32")).toBe(join("/roaming", "tessella", "x"));
  expect(at("config", {}, "linux")).toBe(join("/home/p", ".config", "tessella", "x"));
  const xdg = { XDG_CACHE_HOME: "/c", XDG_CONFIG_HOME: "/f" };
  for (const platform of ["linux", "darwin", "win32"]) {
    expect(at("cache", xdg, platform)).toBe(join("/c", "tessella", "x"));
    expect(at("config", xdg, platform)).toBe(join("/f", "tessella", "x"));
  }
  // An empty one counts as none.
  expect(at("cache", { XDG_CACHE_HOME: "" }, "linux")).toBe(join("/home/p", ".cache", "tessella", "x"));
});

describe("settings of a person", () => {
  it("are options' defaults, and variables win", async () => {
    const all = { theme: "light", memory: 512, adapter: "A", rules: "/r" };
    const path = await scratch.file("config.json", JSON.stringify(all));
    expect(Object.fromEntries(userDefaults({}, path))).toEqual({
      ...{ theme: "light", maxmemory: "512", adapter: "A", rules: "/r" },
    });
    const variables = { TESSELLA_THEME: "dark", TESSELLA_MEMORY: "9", TESSELLA_ADAPTER: "", HOME: "/h" };
    expect(Object.fromEntries(userDefaults(variables, path))).toEqual({
      ...{ theme: "dark", maxmemory: "9", adapter: "A", rules: "/r" },
    });
    expect(userDefaults({}, scratch.path("none.json")).size).toBe(0);
  });

  it.each(["abc", "0", "0.5", "-4", "1e999"])("are refused by the variable's name: %s megabytes", (text) => {
    expect(() => userDefaults({ TESSELLA_MEMORY: text }, scratch.path("none.json"))).toThrow(
      `TESSELLA_MEMORY wants megabytes, a whole number from 1 on, not "${text}".`,
    );
  });

  it.each([
    ["[]", "they are no object"],
    ["null", "they are no object"],
    ["3", "they are no object"],
    ['{"thema": "light"}', '"thema" is none of theme, memory, adapter, rules'],
    ['{"toString": "light"}', '"toString" is none of theme, memory, adapter, rules'],
    ['{"memory": "4096"}', "memory is not a whole number of megabytes from 1 on"],
    ['{"theme": 1}', "theme is not a text"],
  ])("are refused: %s", async (text, why) => {
    const path = await scratch.file("bad.json", text);
    expect(() => userDefaults({}, path)).toThrow(`The settings in "${path}" cannot be used: ${why}.`);
  });
});

describe("a cache folder", () => {
  it("is made, and keeps what is neither old nor beyond its size", async () => {
    const folder = join(scratch.path(), "a", "b");
    const day = 24 * 3600;
    const now = Date.now() / 1000;
    readyFolder(folder);
    for (const [name, age] of [
      ["new", 1],
      ["older", 29],
      ["old", 31],
    ] as const) {
      await writeFile(join(folder, name), "0123456789");
      await utimes(join(folder, name), now - age * day, now - age * day);
    }
    readyFolder(folder);
    expect((await readdir(folder)).sort()).toEqual(["new", "older"]);
    readyFolder(folder, 20);
    expect((await readdir(folder)).sort()).toEqual(["new", "older"]);
    readyFolder(folder, 19);
    expect(await readdir(folder)).toEqual(["new"]);
  });

  it("cannot be made where a file is", async () => {
    const file = await scratch.file("plain", "x");
    expect(() => readyFolder(join(file, "x"))).toThrow();
  });

  it("has whole files, and none of those that could not be written", async () => {
    const path = scratch.path("whole");
    expect(readIfThere(path)).toBeUndefined();
    writeWhole(path, bytes("one"));
    writeWhole(path, bytes("two"));
    expect(readIfThere(path)?.toString()).toBe("two");
    await mkdir(join(scratch.path(), "taken", "in"), { recursive: true });
    expect(() => writeWhole(scratch.path("taken"), bytes("x"))).toThrow();
    expect((await readdir(scratch.path())).filter((name) => /^(whole|taken)/.test(name)).sort()).toEqual([
      "taken",
      "whole",
    ]);
  });

  it("names files by the hash of a text, or of every so many of its characters", () => {
    // FNV-1a's published values.
    expect([hashOf(""), hashOf("a"), hashOf("foobar")]).toEqual(["811c9dc5", "e40c292c", "bf9cf968"]);
    expect(hashOf("abcdef", 2)).toBe(hashOf("ace"));
  });
});

describe("a checkpoint's folder", () => {
  async function* pieces() {
    yield bytes("0123");
    yield bytes("456789");
  }

  it("is made within one that is there, and its files are read in parts", async () => {
    const folder = scratch.path("checkpoint");
    expect(isCheckpoint(folder)).toBe(false);
    prepareFolder(folder);
    prepareFolder(folder);
    expect(isCheckpoint(folder)).toBe(false);
    await saveFile(join(folder, "part"), pieces());
    const read = partsOfFolder(folder);
    const text = async (at: number, length: number) =>
      new TextDecoder().decode(await read("part", at, length));
    expect([await text(0, 10), await text(3, 4), await text(8, 5), await text(20, 5)]).toEqual([
      ...["0123456789", "3456", "89", ""],
    ]);
    await expect(async () => read("none", 0, 1)).rejects.toThrow(
      `There is no file "${join(folder, "none")}".`,
    );
    expect(() => prepareFolder(join(scratch.path(), "no", "folder"))).toThrow("there is no folder");
  });

  it("has no file of which a piece could not be made", async () => {
    async function* failing() {
      yield* pieces();
      throw new Error("no more");
    }
    await expect(saveFile(scratch.path("failed"), failing())).rejects.toThrow("no more");
    await expect(stat(scratch.path("failed"))).rejects.toThrow();
    expect((await readdir(scratch.path())).filter((name) => name.includes("failed"))).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("a program", () => {
  it("is the first of that name on the path that may be run", async () => {
    for (const [folder, mode] of [
      ["first", 0o644],
      ["second", 0o755],
      ["third", 0o755],
    ] as const) {
      await mkdir(scratch.path(folder), { recursive: true });
      await writeFile(join(scratch.path(), folder, "prog-x"), "");
      await chmod(join(scratch.path(), folder, "prog-x"), mode);
    }
    const path = (...folders: string[]): string =>
      folders.map((name) => name && scratch.path(name)).join(delimiter);
    expect(findProgram("prog-x", { PATH: path("", "first", "second", "third") })).toBe(
      join(scratch.path(), "second", "prog-x"),
    );
    expect(findProgram("prog-x", { PATH: path("third", "second") })).toBe(
      join(scratch.path(), "third", "prog-x"),
    );
    expect(findProgram("prog-x", { PATH: path("first") })).toBeUndefined();
    expect(findProgram("prog-x", {})).toBeUndefined();
  });

  it("has Golly's patterns beside it, unless a package has put them elsewhere", async () => {
    await mkdir(join(scratch.path(), "golly", "Patterns"), { recursive: true });
    const found = findGollyPatterns(join(scratch.path(), "golly", "bgolly"));
    expect(found).toBe(findGollyPatterns() ?? join(scratch.path(), "golly", "Patterns"));
  });
});
