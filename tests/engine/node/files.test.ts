import { constants, createReadStream } from "node:fs";
import { access, chmod, mkdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { folderTarget } from "../../../engine/node/file-target.ts";
import { readInput, readStream } from "../../../engine/node/input.ts";
import { checkOutput, createOutput, createOutputPath, writeOutput } from "../../../engine/node/output.ts";
import { scratchFolder } from "../../support/scratch.ts";

const scratch = scratchFolder();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("reading a file", () => {
  it("gives its bytes", async () => {
    const path = await scratch.file("in", "abc");
    expect(await readInput(path)).toEqual(bytes("abc"));
  });

  it("says in a sentence what is wrong", async () => {
    const file = await scratch.file("plain", "x");
    await mkdir(scratch.path("folder"), { recursive: true });
    await expect(readInput(scratch.path("no"))).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("no"),
    });
    await expect(readInput(`${file}/below`)).rejects.toMatchObject({ code: "not-found" });
    await expect(readInput(scratch.path("folder"))).rejects.toThrow(/is a folder, not a file/);
    await expect(readInput(scratch.path("x".repeat(300)))).rejects.toThrow(/name is too long/);
    await symlink("circle", scratch.path("circle"));
    await expect(readInput(scratch.path("circle"))).rejects.toThrow(/circle/);
  });

  it.skipIf(process.getuid?.() === 0)("says that permission is missing", async () => {
    const path = await scratch.file("secret", "x");
    await chmod(path, 0);
    await expect(readInput(path)).rejects.toThrow(/may not be read/);
  });

  it("refuses what is too large, also where no size is known beforehand", async () => {
    const path = await scratch.file("large", "x".repeat(2000));
    await expect(readInput(path, 1000)).rejects.toMatchObject({ code: "too-large" });
    await expect(readStream(createReadStream(path), "a pipe", 1000)).rejects.toMatchObject({
      code: "too-large",
    });
    expect((await readStream(createReadStream(path), "a pipe", 2000)).length).toBe(2000);
  });

  it.skipIf(process.platform === "win32")("does not read a device for ever", async () => {
    await expect(readInput("/dev/zero", 2 ** 20)).rejects.toMatchObject({ code: "too-large" });
    expect((await readInput("/dev/null")).length).toBe(0);
  });
});

describe("writing a file", () => {
  it("shows nothing under the name until it is whole", async () => {
    const path = scratch.path("whole");
    const file = createOutput(path);
    await file.write(bytes("first "));
    await expect(access(path, constants.F_OK)).rejects.toThrow();
    await file.write(bytes("second"));
    await file.commit();
    await file.abort();
    expect(await readFile(path, "utf8")).toBe("first second");
  });

  it("leaves nothing when it is dropped, and what was there before", async () => {
    await mkdir(scratch.path("drop"));
    const path = await scratch.file("drop/kept", "old");
    const file = createOutput(path);
    await file.write(bytes("new"));
    await file.abort();
    await file.abort();
    expect(await readFile(path, "utf8")).toBe("old");
    expect(await scratch.names("drop")).toEqual(["kept"]);
  });

  it("is another program's, and leaves nothing where its place has been taken meanwhile", async () => {
    await mkdir(scratch.path("taken"));
    const { path, commit, abort } = createOutputPath(scratch.path("taken/film.mp4"));
    expect(path).toMatch(/\.mp4$/);
    await writeFile(path, "film");
    await mkdir(scratch.path("taken/film.mp4"));
    await expect(commit()).rejects.toMatchObject({ code: "io" });
    expect(await scratch.names("taken")).toEqual(["film.mp4"]);
    await abort();
  });

  it("keeps permissions, and a link a link", async () => {
    const path = await scratch.file("moded", "old");
    await chmod(path, 0o640);
    await symlink("moded", scratch.path("link"));
    await writeOutput(scratch.path("link"), bytes("new"));
    expect(await readFile(path, "utf8")).toBe("new");
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await readlink(scratch.path("link"))).toBe("moded");
  });

  it("writes pieces that are larger than one write", async () => {
    const large = new Uint8Array(2 ** 23 * 2 + 5).map((_, i) => i * 31);
    await writeOutput(scratch.path("pieces"), large);
    expect(Buffer.compare(await readFile(scratch.path("pieces")), large)).toBe(0);
  });

  it("says in a sentence what is wrong, before and while writing", async () => {
    const file = await scratch.file("a-file", "x");
    await mkdir(scratch.path("a-folder"), { recursive: true });
    const cases: readonly (readonly [string, RegExp])[] = [
      [scratch.path("none/x.rle"), /there is no folder .*none/],
      [`${file}/x.rle`, /a file, not a folder/],
      [scratch.path("a-folder"), /it is a folder/],
    ];
    for (const [path, sentence] of cases) {
      expect(() => checkOutput(path)).toThrow(sentence);
      await expect(writeOutput(path, bytes("x"))).rejects.toThrow(sentence);
      await expect(writeOutput(path, bytes("x"))).rejects.toMatchObject({
        code: "io",
        hint: expect.any(String),
      });
    }
    expect(() => checkOutput(scratch.path("fine.rle"))).not.toThrow();
    await expect(writeOutput(scratch.path(`${"x".repeat(300)}.rle`), bytes("x"))).rejects.toThrow(/too long/);
    await writeOutput(scratch.path(`${"y".repeat(250)}.rle`), bytes("x"));
  });

  it.skipIf(process.platform !== "linux")(
    "says that a disk is full, and writes a device directly",
    async () => {
      await expect(writeOutput("/dev/full", bytes("x"))).rejects.toThrow(/the disk is full/);
      await writeOutput("/dev/null", bytes("x"));
      expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
      expect((await stat("/dev/full")).isCharacterDevice()).toBe(true);
      await expect(writeOutput("/proc/x.rle", bytes("x"))).rejects.toThrow(/no files can be made there/);
    },
  );
});

describe("a folder of frames", () => {
  it("is made when the first frame begins", async () => {
    const target = folderTarget(scratch.path("deep/down"));
    const file = await target.begin("a.pbm");
    await file.write(bytes("x"));
    await file.commit();
    expect(await scratch.names("deep/down")).toEqual(["a.pbm"]);
  });

  it("cannot stand where a file is", async () => {
    const path = await scratch.file("not-a-folder", "x");
    await expect(folderTarget(path).begin("a.pbm")).rejects.toThrow(/a file, not a folder/);
    await expect(folderTarget(`${path}/below`).begin("a.pbm")).rejects.toThrow(/a file, not a folder/);
    await writeFile(path, "y");
  });
});
