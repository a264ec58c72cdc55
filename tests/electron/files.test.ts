// Atomic writes, small remembered files, reading in pieces, listing, autosave: all on real files.

import files, {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { number, object } from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AtomicFile, writeWhole } from "../../electron/atomic-file.ts";
import { AutosaveStore } from "../../electron/autosave-files.ts";
import { readFailure, systemCode, writeFailure } from "../../electron/failure.ts";
import { listFiles, MAX_READ_BYTES, READ_PIECE, readPiece } from "../../electron/file-reading.ts";
import { JsonFile } from "../../electron/json-file.ts";
import { PathTable, shown } from "../../electron/path-table.ts";
import { TextFiles } from "../../electron/text-files.ts";
import { Writers } from "../../electron/writers.ts";
import { put, watchFlushes } from "./shell-rig.ts";

/** Renames find the file in use so often before they succeed. */
function inUse(times: number): void {
  const { rename } = files;
  vi.spyOn(files, "rename").mockImplementation(async (from, to) => {
    if (times-- > 0) throw Object.assign(new Error("in use"), { code: "EBUSY" });
    return rename(from, to);
  });
  syncBuiltinESMExports();
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const durable = { durable: true };
const isRoot = process.getuid?.() === 0;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-files-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(folder, { recursive: true, force: true });
});

const text = (name: string): Promise<string> => readFile(join(folder, name), "utf8");

describe("an atomic file", () => {
  test("appears under its name only when it is committed", async () => {
    const path = join(folder, "a.rle");
    const file = await AtomicFile.begin(path, durable);
    await file.write(ascii("o!"));
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await file.commit();
    expect(await text("a.rle")).toBe("o!");
    expect(await readdir(folder)).toEqual(["a.rle"]);
    await file.abort();
    expect(await text("a.rle")).toBe("o!");
  });

  test("leaves what was there when it is given up or never finished", async () => {
    await put(folder, { "a.rle": "before" });
    const file = await AtomicFile.begin(join(folder, "a.rle"), durable);
    await file.write(ascii("aft"));
    expect(await text("a.rle")).toBe("before");
    await file.abort();
    expect(await text("a.rle")).toBe("before");
    expect(await readdir(folder)).toEqual(["a.rle"]);
    await expect(file.write(ascii("x"))).rejects.toThrow(/already finished/);
  });

  test.each([
    ["win32", "after"],
    ["linux", "before"],
  ])(
    "waits for a scanner that holds the former file for a moment, on Windows only: %s",
    async (platform, is) => {
      await put(folder, { "a.rle": "before" });
      vi.spyOn(process, "platform", "get").mockReturnValue(platform as NodeJS.Platform);
      inUse(2);
      const written = writeWhole(join(folder, "a.rle"), ascii("after"), durable);
      if (is === "after") await written;
      else await expect(written).rejects.toThrow(/a\.rle/);
      expect(await text("a.rle")).toBe(is);
      expect(await readdir(folder)).toEqual(["a.rle"]);
    },
  );

  test("is on the disk before it takes its name, so that a power cut leaves one or the other", async () => {
    await put(folder, { "a.rle": "before" });
    const flushed = await watchFlushes(() => text("a.rle"));
    await writeWhole(join(folder, "a.rle"), ascii("after"), durable);
    expect(await Promise.all(flushed)).toEqual(["before"]);
    // Thousands of frames would wait for the disk, each of them.
    await writeWhole(join(folder, "frame-1.pbm"), ascii("P4"), { durable: false });
    expect(flushed).toHaveLength(1);
  });

  test("keeps permissions and replaces what a link points to", async () => {
    await put(folder, { "real.rle": "before" });
    await chmod(join(folder, "real.rle"), 0o640);
    await symlink(join(folder, "real.rle"), join(folder, "link.rle"));
    await writeWhole(join(folder, "link.rle"), ascii("after"), durable);
    expect((await lstat(join(folder, "link.rle"))).isSymbolicLink()).toBe(true);
    expect(await text("real.rle")).toBe("after");
    if (process.platform !== "win32") {
      expect((await stat(join(folder, "real.rle"))).mode & 0o777).toBe(0o640);
    }
  });

  test("overwrites inside and refuses a gap", async () => {
    const file = await AtomicFile.begin(join(folder, "a"), { durable: false });
    await file.write(ascii("0123456789"));
    await file.write(ascii("AB"), 2);
    await file.write(ascii("xyz"), 9);
    await expect(file.write(ascii("x"), 13)).rejects.toMatchObject({ code: "bad-argument" });
    await file.commit();
    expect(await text("a")).toBe("01AB45678xyz");
  });

  test("says why it cannot be", async () => {
    await mkdir(join(folder, "taken"));
    await expect(writeWhole(join(folder, "taken"), ascii(""), durable)).rejects.toThrow(
      /folder of that name/,
    );
    const lost = join(folder, "none", "a.rle");
    await expect(writeWhole(lost, ascii(""), durable)).rejects.toThrow(
      '"a.rle" was not written: its folder is not there any more.',
    );
    const long = join(folder, `${"x".repeat(300)}.rle`);
    await expect(writeWhole(long, ascii(""), durable)).rejects.toThrow(/name is too long/);
    expect(await readdir(folder)).toEqual(["taken"]);
  });

  test("takes names as long as the system takes", async () => {
    const name = `${"n".repeat(250)}.rle`;
    await writeWhole(join(folder, name), ascii("o!"), durable);
    expect(await readdir(folder)).toEqual([name]);
  });

  test.skipIf(isRoot || process.platform === "win32")("a read-only file stays", async () => {
    await put(folder, { "a.rle": "before" });
    await chmod(join(folder, "a.rle"), 0o444);
    await expect(writeWhole(join(folder, "a.rle"), ascii("x"), durable)).rejects.toThrow(/may not write/);
    expect(await text("a.rle")).toBe("before");
  });

  test("every refusal of the system is one sentence with the name", () => {
    const codes = ["ENOSPC", "EDQUOT", "EFBIG", "EACCES", "EROFS", "ENOENT", "EISDIR", "EBUSY", "EIO"];
    for (const code of codes) {
      const cause = Object.assign(new Error("system"), { code });
      for (const failure of [readFailure, writeFailure]) {
        const { message } = failure("/home/me/gun.rle", cause);
        expect(message).toContain('"gun.rle"');
        expect(message).not.toContain("/home");
        expect(message.endsWith(".")).toBe(true);
      }
    }
    expect(systemCode("no error")).toBe("");
  });
});

describe("files being written", () => {
  test("are dropped together when their page goes", async () => {
    const writers = new Writers();
    const a = await writers.open(join(folder, "a"), false);
    await writers.open(join(folder, "b"), false);
    await writers.write(a, ascii("x"), null);
    await writers.abortAll();
    expect(await readdir(folder)).toEqual([]);
    await expect(writers.commit(a)).rejects.toThrow(/not being written/);
    await writers.abort(a);
  });

  test("are not without number", async () => {
    const writers = new Writers();
    for (let i = 0; i < 64; i++) await writers.open(join(folder, `f${i}`), false);
    await expect(writers.open(join(folder, "more"), false)).rejects.toThrow(/Too many/);
    await writers.abortAll();
  });
});

describe("reading", () => {
  test("goes piece by piece", async () => {
    const whole = new Uint8Array(READ_PIECE + 5).map((_, i) => i % 251);
    await put(folder, { big: whole });
    const first = await readPiece(join(folder, "big"), 0, null);
    expect(first).toMatchObject({ size: whole.length });
    expect(first.bytes).toHaveLength(READ_PIECE);
    const second = await readPiece(join(folder, "big"), READ_PIECE, first.stamp);
    expect([...second.bytes]).toEqual([...whole.subarray(READ_PIECE)]);
    expect((await readPiece(join(folder, "big"), whole.length + 9, first.stamp)).bytes).toHaveLength(0);
  });

  test("refuses a file that has become another one", async () => {
    await put(folder, { a: "one" });
    const { stamp } = await readPiece(join(folder, "a"), 0, null);
    await put(folder, { a: "three" });
    await expect(readPiece(join(folder, "a"), 1, stamp)).rejects.toThrow(/changed while/);
  });

  test("refuses what is no file, and what is far too large, at once", async () => {
    await expect(readPiece(folder, 0, null)).rejects.toThrow(/is a folder/);
    await expect(readPiece(join(folder, "none"), 0, null)).rejects.toMatchObject({ code: "not-found" });
    if (process.platform === "linux") {
      await expect(readPiece("/dev/zero", 0, null)).rejects.toThrow(/no ordinary file/);
    }
    await writeFile(join(folder, "sparse"), "");
    const { truncate } = await import("node:fs/promises");
    await truncate(join(folder, "sparse"), MAX_READ_BYTES + 1);
    await expect(readPiece(join(folder, "sparse"), 0, null)).rejects.toMatchObject({ code: "too-large" });
  });

  test("lists a folder that contains itself", async () => {
    await put(folder, { "a.rle": "", "sub/b.rle": "", ".hidden/c.rle": "" });
    await symlink(folder, join(folder, "sub", "loop"));
    await symlink(join(folder, "a.rle"), join(folder, "sub", "link.rle"));
    const found = await listFiles(folder, [".RLE"]);
    expect(found.map(({ path }) => path.slice(folder.length + 1))).toEqual([
      "a.rle",
      "sub/b.rle",
      "sub/link.rle",
    ]);
    await expect(listFiles(join(folder, "none"), [])).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("what the shell remembers", () => {
  const schema = object({ n: number() });

  test("a small file comes back, and a damaged one counts as none", async () => {
    const path = join(folder, "deep", "state.json");
    const file = new JsonFile(path, schema);
    expect(file.read()).toBeNull();
    await Promise.all([file.write({ n: 1 }), file.write({ n: 2 }), file.write({ n: 3 })]);
    expect(new JsonFile(path, schema).read()).toEqual({ n: 3 });
    for (const damage of ["", "{", "null", '{"n":"3"}']) {
      await writeFile(path, damage);
      expect(file.read()).toBeNull();
    }
  });

  test("a full disk is no reason never to write again, and the end waits for the last writing", async () => {
    const path = join(folder, "deep", "state.json");
    const file = new JsonFile(path, schema);
    await put(folder, { deep: "a file where the folder should be" });
    await expect(file.write({ n: 1 })).rejects.toThrow();
    await file.settled();
    await rm(join(folder, "deep"));
    void file.write({ n: 2 });
    await file.settled();
    expect(file.read()).toEqual({ n: 2 });
    expect(await readdir(join(folder, "deep"))).toEqual(["state.json"]);
  });

  test("texts are written in order, and a folder that cannot be made is said", async () => {
    const texts = new TextFiles(join(folder, "preferences"));
    expect(await texts.get("theme")).toBeNull();
    void texts.set("theme", "dark");
    await texts.set("theme", "light");
    expect(await texts.get("theme")).toBe("light");
    await put(folder, { file: "" });
    await expect(new TextFiles(join(folder, "file", "x")).set("k", "v")).rejects.toMatchObject({
      code: "io",
    });
  });

  test("snapshots survive strangers in their folder", async () => {
    const store = new AutosaveStore(folder);
    const snapshot = {
      id: "a",
      session: "1",
      title: "T",
      note: { long: "n".repeat(9000) },
      bytes: ascii("cells"),
      pieces: [{ name: "cells-1", bytes: ascii("more") }],
    };
    await store.put(snapshot);
    await put(folder, {
      "notes.txt": "hello",
      "b.snapshot": "no head",
      "c.snapshot": '{"tessella":2}\n',
      "d.snapshot": '{"tessella":1,"session":"1","title":"","saved":1}\nx',
    });
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    const found = await store.recoverable("2");
    expect(found).toMatchObject([{ id: "a", title: "T", size: 9, note: snapshot.note }]);
    expect(await store.recoverable("1")).toEqual([]);
    // A copy of an older version has no pieces.
    await put(folder, { "e.snapshot": '{"tessella":1,"session":"1","title":"","note":null,"saved":1}\nx' });
    expect(await store.read("e")).toEqual({ bytes: ascii("x"), pieces: [] });
    await expect(store.read("b")).rejects.toThrow(/damaged/);
    complain.mockRestore();
  });

  test("a folder that is not there has nothing to recover, and one that cannot be made is said", async () => {
    expect(await new AutosaveStore(join(folder, "none")).recoverable("1")).toEqual([]);
    await put(folder, { file: "" });
    const store = new AutosaveStore(join(folder, "file"));
    const put1 = store.put({
      id: "a",
      session: "1",
      title: "gun.rle",
      note: null,
      bytes: ascii(""),
      pieces: [],
    });
    await expect(put1).rejects.toThrow('"gun.rle" could not be autosaved.');
  });
});

describe("handles", () => {
  test("one path has one id, however it is spelled", () => {
    const table = new PathTable("file");
    const id = table.add("/home/me/a.rle");
    expect(table.add("/home/me/../me/./a.rle")).toBe(id);
    expect(table.add("/home/me/b.rle")).not.toBe(id);
    expect(table.pathOf(id)).toMatch(/a\.rle$/);
    expect(() => table.pathOf("/home/me/a.rle")).toThrow(/not known/);
  });

  test.skipIf(process.platform === "win32")("people read a short place", () => {
    expect(shown("/home/me/patterns/a.rle", "/home/me")).toEqual({ name: "a.rle", place: "~/patterns" });
    expect(shown("/home/me/a.rle", "/home/me").place).toBe("~");
    expect(shown("/home/melanie/a.rle", "/home/me").place).toBe("/home/melanie");
  });
});
