/**
 * What a host does in a browser without file handles, which has inputs and downloads alone: asked of a browser in memory
 * and of a real one.
 */

import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MOST_BYTES } from "../../../renderer/host/browser-copies.ts";
import type { Host, HostFile, HostFolder } from "../../../renderer/host/host.ts";

export interface Download {
  readonly name: string;
  readonly bytes: Promise<Uint8Array>;
}

export interface PlainHostRig {
  readonly host: Host;
  /** In the order in which they were offered. */
  readonly downloads: readonly Download[];
  /** Answers the next file inputs with these; null dismisses them. */
  choose(files: readonly File[] | null): void;
  /** Answers the next folder input with files at these paths, each of which holds its path. */
  chooseFolder(paths: readonly string[]): void;
  /** Elements that the host has left in the page. */
  leftInPage(): number;
  /** A later session in the same browser. */
  later(): Host;
  end(): Promise<void>;
}

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const types = [{ label: "RLE pattern", extensions: [".rle"] }];

export function describePlainHost(name: string, makeRig: () => Promise<PlainHostRig>): void {
  describe(`${name} with nothing but inputs and downloads`, () => {
    let rig: PlainHostRig;
    let host: Host;

    beforeEach(async () => {
      rig = await makeRig();
      host = rig.host;
    });
    afterEach(() => rig.end());

    test("says what it cannot do", () => {
      expect(host.platform.capabilities).toMatchObject({ folderWrites: "zip", recentFiles: false });
    });

    test("opens copies through an input, which then goes, and nothing when dismissed", async () => {
      rig.choose([new File(["o!"], "a.rle"), new File(["bo!"], "b.rle")]);
      const files = await host.files.pickOpen({ types, several: true });
      expect(files.map((file) => [file.name, file.writable])).toEqual([
        ["a.rle", false],
        ["b.rle", false],
      ]);
      expect(textOf(await host.files.read(files[1] as HostFile))).toBe("bo!");
      await host.recent.add(files[0] as HostFile);
      expect(await host.recent.list()).toEqual([]);
      rig.choose(null);
      expect(await host.files.pickOpen({ types })).toEqual([]);
      expect(rig.leftInPage()).toBe(0);
    });

    test("saves by a download, at the commit and not before, and can read it again", async () => {
      const file = (await host.files.pickSave({ types, name: "gun.rle" })) as HostFile;
      await expect(host.files.read(file)).rejects.toMatchObject({ code: "not-found" });
      const writer = await host.files.create(file);
      await writer.write(ascii("....o!"));
      await writer.write(ascii("x =1"), 0);
      expect(rig.downloads).toHaveLength(0);
      await writer.commit();
      expect(rig.downloads.map((download) => download.name)).toEqual(["gun.rle"]);
      expect(textOf(await rig.downloads[0]?.bytes)).toBe("x =1o!");
      expect(rig.leftInPage()).toBe(0);
      const dropped = await host.files.create(file);
      await dropped.write(ascii("x"));
      await dropped.abort();
      expect(rig.downloads).toHaveLength(1);
      expect(textOf(await host.files.read(file))).toBe("x =1o!");
    });

    test("keeps what was opened, dropped or downloaded for later sessions, but for files that are too large", async () => {
      rig.choose([new File(["o!"], "a.rle"), new File([new Uint8Array(MOST_BYTES + 1)], "large.rle")]);
      const opened = await host.files.pickOpen({ types, several: true });
      const saved = (await host.files.pickSave({ types, name: "gun.rle" })) as HostFile;
      await host.files.write(saved, ascii("x =1o!"));
      const items = [{ kind: "file", getAsFile: () => new File(["3o!"], "dropped.rle") }];
      const [dropped] = await host.files.dropped({ items } as unknown as DataTransfer);
      const ids: string[] = [];
      for (const file of [...opened, saved, dropped as HostFile]) {
        await host.recent.add(file);
        ids.push(file.id);
      }
      const later = rig.later();
      const found: unknown[] = [];
      for (const id of ids) {
        const file = await later.files.reopen(id).catch((error: Error) => error);
        if (file instanceof Error) found.push(file.message);
        else
          found.push([
            file.name,
            file.writable,
            textOf(await later.files.read(file)),
            await later.files.asks(file),
          ]);
      }
      expect(found).toEqual([
        ["a.rle", false, "o!", false],
        "large.rle was too large for the browser to keep: open it once more.",
        ["gun.rle", true, "x =1o!", false],
        ["dropped.rle", false, "3o!", false],
      ]);
      expect(await later.recent.list()).toEqual([]);
      await expect(later.files.reopen("unknown")).rejects.toMatchObject({ code: "not-found" });
    });

    test("hands a sequence over as one ZIP file", async () => {
      const folder = (await host.folders.pick("write", "life")) as HostFolder;
      expect(folder.name).toBe("life.zip");
      expect(await host.folders.list(folder, [])).toEqual([]);
      const target = host.folders.target(folder);
      for (const i of [0, 1]) {
        const writer = await target.begin(`life-${i}.pbm`);
        await writer.write(ascii(`P1 ${i} `.repeat(1000)));
        await writer.commit();
      }
      await (await target.begin("life-2.pbm")).abort();
      const again = await target.begin("life-1.pbm");
      await expect(again.commit()).rejects.toMatchObject({
        ...{ code: "bad-argument", message: 'The ZIP file has a "life-1.pbm" already.' },
      });
      await expect(target.begin("../x")).rejects.toMatchObject({ code: "bad-argument" });
      expect(rig.downloads).toHaveLength(0);
      await target.finish();
      expect(rig.downloads.map((download) => download.name)).toEqual(["life.zip"]);
      const packed = (await rig.downloads[0]?.bytes) as Uint8Array;
      const files = unzipSync(packed);
      expect(Object.keys(files)).toEqual(["life-0.pbm", "life-1.pbm"]);
      expect(textOf(files["life-1.pbm"])).toBe("P1 1 ".repeat(1000));
      expect(packed.length).toBeLessThan(1000);
    });

    test("drops a sequence that was stopped, and makes no empty ZIP", async () => {
      const folder = (await host.folders.pick("write", "life")) as HostFolder;
      const target = host.folders.target(folder);
      await (await target.begin("life-0.pbm")).commit();
      await target.abandon();
      await host.folders.target(folder).finish();
      expect(rig.downloads).toHaveLength(0);
    });

    test("reads a folder through an input, in the order of the paths, and writes nothing back", async () => {
      rig.chooseFolder(["guns/z.rle", "guns/more/a.rle", "guns/notes.txt"]);
      const folder = (await host.folders.pick("read", "patterns")) as HostFolder;
      expect(folder.name).toBe("guns");
      const found = await host.folders.list(folder, [".rle"]);
      expect(found.map(({ path, file }) => [...path, file.name].join("/"))).toEqual(["more/a.rle", "z.rle"]);
      expect(textOf(await host.files.read(found[0]?.file as HostFile))).toBe("guns/more/a.rle");
      expect(() => host.folders.target(folder)).toThrow(/only be read/);
    });
  });
}

/** A file as a folder's input gives it, which holds its path. */
export function fileInFolder(path: string): File {
  return Object.defineProperty(new File([path], path.split("/").at(-1) as string), "webkitRelativePath", {
    value: path,
  });
}
