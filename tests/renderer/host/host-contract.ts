// What every host promises, as one suite: run over memory and Electron's host in Node, over the browser's in Chromium.

import { maxLength, number, object, pipe, string } from "valibot";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Host, HostFile } from "../../../renderer/host/host.ts";
import type { PreferenceKind } from "../../../renderer/host/preferences.ts";

/** A host, and a hand on the platform under it. */
export interface HostRig {
  readonly host: Host;
  /** What the next open dialog answers: files that then exist with these bytes. */
  answerOpen(files: Readonly<Record<string, Uint8Array>>): Promise<void>;
  answerSave(name: string): Promise<void>;
  /** What the next folder dialog answers: a folder that then holds these files (paths with "/"). */
  answerFolder(files: Readonly<Record<string, Uint8Array>>): Promise<void>;
  /** What lies under a name where save dialogs and folders point; null where nothing does. */
  bytesAt(name: string): Promise<Uint8Array | null>;
  /** Names of everything beside those files: what an unfinished write may have left. */
  leftovers(): Promise<readonly string[]>;
  /** The next start of the studio; this one is over. */
  restart(): Promise<Host>;
  end(): Promise<void>;
}

const types = [{ label: "RLE pattern", extensions: [".rle", ".rle.gz"] }];
const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const plain = (bytes: Uint8Array | null): number[] | null => bytes && [...bytes];

interface Theme {
  readonly theme: string;
  readonly scale: number;
}

const theme: PreferenceKind<Theme> = {
  key: "theme",
  version: 2,
  schema: object({ theme: pipe(string(), maxLength(10)), scale: number() }),
  fallback: { theme: "dark", scale: 1 },
  migrate: (value, from) => (from === 1 ? { theme: value, scale: 1 } : null),
};

export function describeHost(name: string, makeRig: () => Promise<HostRig>): void {
  const start = async (): Promise<HostRig> => {
    const rig = await makeRig();
    onTestFinished(() => rig.end());
    return rig;
  };
  const openOne = async (rig: HostRig, file: string, bytes: Uint8Array): Promise<HostFile> => {
    await rig.answerOpen({ [file]: bytes });
    const [opened] = await rig.host.files.pickOpen({ types });
    return opened as HostFile;
  };
  const saveAs = async (rig: HostRig, file: string): Promise<HostFile> => {
    await rig.answerSave(file);
    return (await rig.host.files.pickSave({ types, name: file })) as HostFile;
  };

  describe(`${name}: files`, () => {
    test("opens what the dialog answers and reads its bytes", async () => {
      const rig = await start();
      const file = await openOne(rig, "glider.rle", ascii("bob$2bo$3o!"));
      expect(file.name).toBe("glider.rle");
      const seen: number[] = [];
      const bytes = await rig.host.files.read(file, { onProgress: (done) => seen.push(done) });
      expect(plain(bytes)).toEqual(plain(ascii("bob$2bo$3o!")));
      expect(seen.at(-1)).toBe(11);
    });

    test("opens several, and nothing when dismissed", async () => {
      const rig = await start();
      await rig.answerOpen({ "a.rle": ascii("o!"), "b.rle": ascii("bo!") });
      const files = await rig.host.files.pickOpen({ types, several: true });
      expect(files.map((file) => file.name).sort()).toEqual(["a.rle", "b.rle"]);
      expect(await rig.host.files.pickOpen({ types })).toEqual([]);
      expect(await rig.host.files.pickSave({ types, name: "x.rle" })).toBeNull();
      expect(await rig.host.folders.pick("write", "frames")).toBeNull();
    });

    test("reads an empty file", async () => {
      const rig = await start();
      expect(await rig.host.files.read(await openOne(rig, "empty.rle", ascii("")))).toHaveLength(0);
    });

    test("reads what comes after some bytes", async () => {
      const rig = await start();
      const file = await openOne(rig, "tail.rle", ascii("bob$2bo$3o!"));
      expect(plain(await rig.host.files.read(file, { from: 8 }))).toEqual(plain(ascii("3o!")));
      expect(await rig.host.files.read(file, { from: 11 })).toHaveLength(0);
      await expect(rig.host.files.read(file, { from: 12 })).rejects.toMatchObject({ code: "bad-argument" });
    });

    test("gives one file one id", async () => {
      const rig = await start();
      const first = await openOne(rig, "same.rle", ascii("o!"));
      const second = await openOne(rig, "same.rle", ascii("o!"));
      expect(second.id).toBe(first.id);
    });

    test("keeps nothing of its path in a handle", async () => {
      const rig = await start();
      const file = await openOne(rig, "deep.rle", ascii("o!"));
      expect(Object.keys(file).sort()).toEqual(["id", "name", "place", "writable"]);
      expect(file.id).not.toContain("/");
    });

    test("stops reading when it is told to", async () => {
      const rig = await start();
      const file = await openOne(rig, "long.rle", ascii("o!"));
      const signal = AbortSignal.abort();
      await expect(rig.host.files.read(file, { signal })).rejects.toMatchObject({ code: "aborted" });
    });

    test("refuses a handle that it never gave out", async () => {
      const rig = await start();
      const forged = { id: "/etc/passwd", name: "passwd", place: "/etc", writable: true };
      await expect(rig.host.files.read(forged)).rejects.toMatchObject({ code: "not-found" });
      await expect(rig.host.files.write(forged, ascii("x"))).rejects.toMatchObject({ code: "not-found" });
      await expect(rig.host.files.reopen("nobody")).rejects.toMatchObject({ code: "not-found" });
    });

    test("saves, and saves again over it", async () => {
      const rig = await start();
      const file = await saveAs(rig, "out.rle");
      await rig.host.files.write(file, ascii("x = 3, y = 1\n3o!\n"));
      expect(plain(await rig.bytesAt("out.rle"))).toEqual(plain(ascii("x = 3, y = 1\n3o!\n")));
      await rig.host.files.write(file, ascii("o!"));
      expect(plain(await rig.bytesAt("out.rle"))).toEqual(plain(ascii("o!")));
      expect(plain(await rig.host.files.read(file))).toEqual(plain(ascii("o!")));
      expect(await rig.leftovers()).toEqual([]);
    });

    test("stamps a file, and what changes it changes the stamp", async () => {
      const rig = await start();
      const file = await saveAs(rig, "stamped.rle");
      await rig.host.files.write(file, ascii("3o!"));
      const first = await rig.host.files.stamp(file);
      expect(await rig.host.files.stamp(file)).toBe(first);
      await rig.host.files.write(file, ascii("3o$3o!"));
      expect(await rig.host.files.stamp(file)).not.toBe(first);
      const forged = { id: "/etc/passwd", name: "passwd", place: "/etc", writable: true };
      await expect(rig.host.files.stamp(forged)).rejects.toMatchObject({ code: "not-found" });
    });

    test("writes in pieces and goes back to the header", async () => {
      const rig = await start();
      const writer = await rig.host.files.create(await saveAs(rig, "film.webm"));
      await writer.write(ascii("????"));
      await writer.write(ascii("body"));
      await writer.write(ascii("HEAD"), 0);
      await writer.write(ascii("dyEND"), 6);
      await expect(writer.write(ascii("x"), 99)).rejects.toMatchObject({ code: "bad-argument" });
      await writer.commit();
      expect(plain(await rig.bytesAt("film.webm"))).toEqual(plain(ascii("HEADbodyEND")));
    });

    test("writes more than one message carries", async () => {
      const rig = await start();
      const big = new Uint8Array(9_500_000);
      for (let i = 0; i < big.length; i++) big[i] = (i * 7 + (i >> 13)) & 255;
      const writer = await rig.host.files.create(await saveAs(rig, "big.mc"));
      await writer.write(big.subarray(0, 100));
      await writer.write(big.subarray(100));
      await writer.write(Uint8Array.of(9, 9, 9), 4_194_303);
      await writer.commit();
      big.set([9, 9, 9], 4_194_303);
      const file = await openAgain(rig, "big.mc");
      const read = await rig.host.files.read(file);
      expect(read.length).toBe(big.length);
      expect(firstDifference(read, big)).toBe(-1);
    });

    test("leaves what was there when a write is given up", async () => {
      const rig = await start();
      const file = await saveAs(rig, "kept.rle");
      await rig.host.files.write(file, ascii("before"));
      const writer = await rig.host.files.create(file);
      await writer.write(ascii("after"));
      await writer.abort();
      await writer.abort();
      expect(plain(await rig.bytesAt("kept.rle"))).toEqual(plain(ascii("before")));
      expect(await rig.leftovers()).toEqual([]);
    });

    async function openAgain(rig: HostRig, file: string): Promise<HostFile> {
      const bytes = await rig.bytesAt(file);
      return openOne(rig, file, bytes as Uint8Array);
    }
  });

  describe(`${name}: folders`, () => {
    test("takes a sequence of files", async () => {
      const rig = await start();
      await rig.answerFolder({});
      const folder = await rig.host.folders.pick("write", "frames");
      const target = rig.host.folders.target(folder!);
      for (const i of [0, 1, 2]) {
        const writer = await target.begin(`life-${i}.pbm`);
        await writer.write(ascii(`P1 ${i}`));
        await writer.commit();
      }
      const dropped = await target.begin("life-3.pbm");
      await dropped.write(ascii("P1"));
      await dropped.abort();
      await target.finish();
      const listed = await rig.host.folders.list(folder!, [".pbm"]);
      expect(listed.map(({ file }) => file.name)).toEqual(["life-0.pbm", "life-1.pbm", "life-2.pbm"]);
      expect(plain(await rig.host.files.read(listed[1]!.file))).toEqual(plain(ascii("P1 1")));
      expect(await rig.leftovers()).toEqual([]);
    });

    test("replaces a file of the same name", async () => {
      const rig = await start();
      await rig.answerFolder({ "life.pbm": ascii("old and longer") });
      const folder = await rig.host.folders.pick("write", "frames");
      const writer = await rig.host.folders.target(folder!).begin("life.pbm");
      await writer.write(ascii("new"));
      await writer.commit();
      const [entry] = await rig.host.folders.list(folder!, []);
      expect(plain(await rig.host.files.read(entry!.file))).toEqual(plain(ascii("new")));
    });

    test.each(["", ".", "..", "../up.pbm", "a/b.pbm", "a\\b.pbm", "a:b", "nul.pbm", "x\0y", "dot.", "?"])(
      "refuses the name %j",
      async (bad) => {
        const rig = await start();
        await rig.answerFolder({});
        const folder = await rig.host.folders.pick("write", "frames");
        await expect(rig.host.folders.target(folder!).begin(bad)).rejects.toMatchObject({
          code: "bad-argument",
        });
      },
    );

    test("lists what is below it, by ending, in order", async () => {
      const rig = await start();
      await rig.answerFolder({
        "z.rle": ascii("z"),
        "guns/gosper.RLE": ascii("g"),
        "guns/notes.txt": ascii("n"),
        "oscillators/p3/pulsar.cells": ascii("p"),
        ".rle": ascii("an ending is no name"),
      });
      const folder = await rig.host.folders.pick("read", "patterns");
      const found = await rig.host.folders.list(folder!, [".rle", ".cells"]);
      expect(found.map(({ path, file }) => [...path, file.name].join("/"))).toEqual([
        "guns/gosper.RLE",
        "oscillators/p3/pulsar.cells",
        "z.rle",
      ]);
      expect(plain(await rig.host.files.read(found[0]!.file))).toEqual(plain(ascii("g")));
    });
  });

  describe(`${name}: memory between sessions`, () => {
    test("a folder that is remembered can be looked through again, until it is forgotten", async () => {
      const rig = await start();
      expect(await rig.host.folders.remembered()).toBeNull();
      await rig.answerFolder({ "other.rle": ascii("x") });
      await rig.host.folders.remember(await rig.host.folders.pick("read", "patterns"));
      await rig.answerFolder({ "guns/gosper.rle": ascii("g") });
      const picked = await rig.host.folders.pick("read", "patterns");
      await rig.host.folders.remember(picked);
      const host = await rig.restart();
      const kept = await host.folders.remembered();
      expect(kept).toMatchObject({ folder: { name: picked!.name, place: picked!.place }, asks: false });
      const [found] = await host.folders.list(kept!.folder, [".rle"]);
      expect(found).toMatchObject({ path: ["guns"], file: { name: "gosper.rle" } });
      expect(plain(await host.files.read(found!.file))).toEqual(plain(ascii("g")));
      await host.folders.remember(null);
      expect(await host.folders.remembered()).toBeNull();
      expect(await (await rig.restart()).folders.remembered()).toBeNull();
    });

    test("recent files come back with their ids, the latest first", async () => {
      const rig = await start();
      const a = await openOne(rig, "a.rle", ascii("a!"));
      await rig.host.recent.add(a);
      const b = await openOne(rig, "b.rle", ascii("b!"));
      await rig.host.recent.add(b);
      await rig.host.recent.add(a);
      const next = await rig.restart();
      const recent = await next.recent.list();
      expect(recent.map((entry) => entry.name)).toEqual(["a.rle", "b.rle"]);
      const again = await next.files.reopen(b.id);
      expect(again.name).toBe("b.rle");
      expect(plain(await next.files.read(again))).toEqual(plain(ascii("b!")));
      await expect(next.files.reopen("nobody")).rejects.toMatchObject({ code: "not-found" });
    });

    test("preferences come back; what nobody understands is replaced", async () => {
      const rig = await start();
      expect(await rig.host.preferences.load(theme)).toEqual({ theme: "dark", scale: 1 });
      await rig.host.preferences.update(theme, () => ({ theme: "light", scale: 1.25 }));
      const next = await rig.restart();
      expect(await next.preferences.load(theme)).toEqual({ theme: "light", scale: 1.25 });
      const stricter = { ...theme, schema: object({ theme: string(), scale: string() as never }) };
      expect(await next.preferences.load(stricter)).toEqual(theme.fallback);
    });

    test("preferences of an older version are migrated", async () => {
      const rig = await start();
      const old: PreferenceKind<string> = { key: "theme", version: 1, schema: string(), fallback: "dark" };
      await rig.host.preferences.update(old, () => "light");
      expect(await rig.host.preferences.load(theme)).toEqual({ theme: "light", scale: 1 });
    });

    test("refuses a preference that breaks its own schema", async () => {
      const rig = await start();
      const long = { theme: "much too long a name", scale: 1 };
      await expect(rig.host.preferences.update(theme, () => long)).rejects.toMatchObject({
        code: "bad-argument",
      });
      await expect(rig.host.preferences.load({ ...theme, key: "../theme" })).rejects.toMatchObject({
        code: "bad-argument",
      });
    });

    test("what was autosaved is found by the next session and only by it", async () => {
      const rig = await start();
      const { autosave } = rig.host;
      const note = { file: "abc", camera: [1, 2.5, null], title: "☃" };
      const copy = { id: "doc-1", title: "gosper.rle", note };
      const pieces = [
        { name: "cells-1", bytes: ascii("cells") },
        { name: "gone", bytes: ascii("no longer") },
      ];
      await autosave.put({ ...copy, bytes: ascii("first"), pieces });
      const later = [
        { name: "cells-1", bytes: null },
        { name: "cells-2", bytes: ascii("more") },
      ];
      await autosave.put({ ...copy, bytes: ascii("second\nline"), pieces: later });
      await autosave.put({ id: "doc-2", title: "saved meanwhile", note: null, bytes: ascii("x"), pieces });
      await autosave.delete("doc-2");
      expect(await autosave.recoverable()).toEqual([]);
      const next = await rig.restart();
      const [found, ...more] = await next.autosave.recoverable();
      expect(more).toEqual([]);
      expect(found).toMatchObject({ id: "doc-1", title: "gosper.rle", note, size: 11 + 5 + 4 });
      const read = await next.autosave.read("doc-1");
      expect(plain(read.bytes)).toEqual(plain(ascii("second\nline")));
      expect(read.pieces.map((piece) => [piece.name, plain(piece.bytes as Uint8Array)])).toEqual([
        ["cells-1", plain(ascii("cells"))],
        ["cells-2", plain(ascii("more"))],
      ]);
      await next.autosave.delete("doc-1");
      await next.autosave.delete("doc-1");
      expect(await next.autosave.recoverable()).toEqual([]);
      await expect(next.autosave.read("doc-1")).rejects.toMatchObject({ code: "not-found" });
    });

    test("the own library and rules come back, item by item and apart", async () => {
      const rig = await start();
      for (const kept of [rig.host.library, rig.host.rules]) {
        expect(await kept.list()).toEqual([]);
        await kept.put({ id: "b", text: "#N Über\no!" });
        await kept.put({ id: "a", text: "o!" });
        await kept.put({ id: "a", text: "2o!" });
        await kept.put({ id: "c", text: "" });
        await kept.delete("c");
        await kept.delete("c");
      }
      const next = await rig.restart();
      for (const kept of [next.library, next.rules]) {
        expect(await kept.list()).toEqual([
          { id: "a", text: "2o!" },
          { id: "b", text: "#N Über\no!" },
        ]);
        await expect(kept.put({ id: "../x", text: "" })).rejects.toMatchObject({ code: "bad-argument" });
      }
    });

    test("refuses an id that could be a path", async () => {
      const rig = await start();
      const snapshot = { id: "../../x", title: "", note: null, bytes: ascii(""), pieces: [] };
      await expect(rig.host.autosave.put(snapshot)).rejects.toMatchObject({ code: "bad-argument" });
      const piece = { ...snapshot, id: "x", pieces: [{ name: "../x", bytes: ascii("") }] };
      await expect(rig.host.autosave.put(piece)).rejects.toMatchObject({ code: "bad-argument" });
    });
  });

  describe(`${name}: the rest`, () => {
    test("copies and pastes text", async () => {
      const rig = await start();
      await rig.host.clipboard.writeText("x = 1, y = 1\no!");
      expect(await rig.host.clipboard.readText()).toBe("x = 1, y = 1\no!");
    });

    test("holds can be let go twice", async () => {
      const rig = await start();
      const release = rig.host.power.hold("run");
      rig.host.power.hold("export")();
      release();
      release();
    });

    test("says what it is", async () => {
      const rig = await start();
      const { platform } = rig.host;
      expect(["mac", "windows", "linux", "other"]).toContain(platform.os);
      expect(platform.version).not.toBe("");
    });
  });
}

/** Of long arrays; -1 for none. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return i;
  return -1;
}
