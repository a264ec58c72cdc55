// The small parts that hosts are made of.

import fc from "fast-check";
import { object, string } from "valibot";
import { describe, expect, test, vi } from "vitest";
import { describeProblem } from "../../../engine/core/errors.ts";
import { handleWriter } from "../../../renderer/host/browser-files.ts";
import { fileFailure } from "../../../renderer/host/file-system-access.ts";
import { GrowingFile } from "../../../renderer/host/growing-file.ts";
import { Listeners, PatientListeners } from "../../../renderer/host/listeners.ts";
import { checkFileName, hasExtension } from "../../../renderer/host/names.ts";
import type { PreferenceKind } from "../../../renderer/host/preferences.ts";
import { preferencesIn } from "../../../renderer/host/preferences.ts";
import { evenly } from "../../support/evenly.ts";

describe("growing file", () => {
  test("is what the same writes make of one array", () => {
    const write = fc.record({
      place: evenly(0, 0.999999),
      bytes: fc.uint8Array(),
    });
    fc.assert(
      fc.property(fc.array(write), (writes) => {
        const file = new GrowingFile();
        let expected: number[] = [];
        for (const { place, bytes } of writes) {
          const at = Math.floor(place * (expected.length + 1));
          file.write(bytes, at);
          expected = [...expected.slice(0, at), ...bytes, ...expected.slice(at + bytes.length)];
        }
        expect([...file.bytes()]).toEqual(expected);
        expect(file.size).toBe(expected.length);
        expect(file.pieces().flatMap((piece) => [...piece])).toEqual(expected);
      }),
    );
  });

  test("keeps a copy and refuses a gap", () => {
    const file = new GrowingFile();
    const bytes = Uint8Array.of(1, 2);
    file.write(bytes);
    bytes.fill(9);
    expect([...file.bytes()]).toEqual([1, 2]);
    expect(() => file.write(bytes, 3)).toThrow(/byte 3/);
    expect(() => file.write(bytes, -1)).toThrow(/byte -1/);
  });
});

describe("listeners", () => {
  test("one that fails does not silence the others", () => {
    const listeners = new Listeners<number>();
    const report = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {});
    const heard = vi.fn();
    listeners.add(() => {
      throw new Error("mine");
    });
    const remove = listeners.add(heard);
    listeners.emit(1);
    remove();
    remove();
    listeners.emit(2);
    expect(heard.mock.calls).toEqual([[1]]);
    expect(report).toHaveBeenCalledTimes(2);
    report.mockRestore();
  });

  test("patient ones miss nothing, and repeat nothing", () => {
    const listeners = new PatientListeners<number>();
    listeners.emit(1);
    listeners.emit(2);
    const first = vi.fn();
    const second = vi.fn();
    const remove = listeners.add(first);
    listeners.add(second);
    listeners.emit(3);
    expect(first.mock.calls.flat()).toEqual([1, 2, 3]);
    expect(second.mock.calls.flat()).toEqual([3]);
    remove();
  });
});

describe("names", () => {
  test.each(["life-000001.pbm", "Gosper glider gun.rle", "ünïcode ☃.rle", ".hidden", "console.rle"])(
    "%j is fine",
    (name) => expect(checkFileName(name)).toBe(name),
  );

  test.each(["con", "COM1.txt", "a|b", "tab\there", "x".repeat(201), "é".repeat(101), "trailing "])(
    "%j is refused",
    (name) => expect(() => checkFileName(name)).toThrow(/cannot be a file's name/),
  );

  test("endings are compared in any case, and an ending alone is no name", () => {
    expect(hasExtension("A.RLE.GZ", [".rle.gz"])).toBe(true);
    expect(hasExtension("a.mc", [".rle"])).toBe(false);
    expect(hasExtension(".rle", [".rle"])).toBe(false);
    expect(hasExtension("anything", [])).toBe(true);
  });
});

describe("preferences", () => {
  const kind: PreferenceKind<{ readonly name: string }> = {
    key: "kind",
    version: 3,
    schema: object({ name: string() }),
    fallback: { name: "fallback" },
  };
  const holding = (text: string | null) => preferencesIn({ get: async () => text, set: async () => {} });

  test.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["another thing", "7"],
    ["no version", '{"value":{"name":"x"}}'],
    ["a version that is none", '{"version":"3","value":{"name":"x"}}'],
    ["an older version without a migration", '{"version":2,"value":{"name":"x"}}'],
    ["a wrong value", '{"version":3,"value":{"name":1}}'],
    ["a missing value", '{"version":3}'],
  ])("%s gives the fallback", async (_, text) => {
    expect(await holding(text).load(kind)).toEqual(kind.fallback);
  });

  test("a newer version is tried, and unknown fields are dropped", async () => {
    const text = '{"version":4,"value":{"name":"x","more":1}}';
    expect(await holding(text).load(kind)).toEqual({ name: "x" });
  });

  test("a migration that fails gives the fallback", async () => {
    const migrate = (): never => {
      throw new Error("unexpected");
    };
    const text = '{"version":1,"value":null}';
    expect(await holding(text).load({ ...kind, migrate })).toEqual(kind.fallback);
  });

  test("a store that fails on reading gives the fallback", async () => {
    const broken = preferencesIn({ get: () => Promise.reject(new Error("disk")), set: async () => {} });
    expect(await broken.load(kind)).toEqual(kind.fallback);
  });
});

describe("a file of a browser that is given up", () => {
  const refusal = (name: string): DOMException => new DOMException("Not now.", name);
  const handleOf = (size: number, remove: () => Promise<void>): FileSystemFileHandle =>
    ({
      name: "film.gif",
      getFile: async () => ({ size }),
      createWritable: async () => ({ write: async () => {}, close: async () => {}, abort: async () => {} }),
      remove,
    }) as unknown as FileSystemFileHandle;

  test("is taken away where the dialog made it, also when the stream lets go of it late", async () => {
    const remove = vi.fn(async () => {});
    remove.mockRejectedValueOnce(refusal("NoModificationAllowedError"));
    remove.mockRejectedValueOnce(refusal("NoModificationAllowedError"));
    await (await handleWriter(handleOf(0, remove))).abort();
    expect(remove).toHaveBeenCalledTimes(3);
    await expect(remove.mock.results[2]?.value).resolves.toBeUndefined();
  });

  test("is let be where it cannot be taken away, or held something before", async () => {
    const gone = vi.fn(() => Promise.reject(refusal("NotFoundError")));
    await (await handleWriter(handleOf(0, gone))).abort();
    expect(gone).toHaveBeenCalledTimes(1);
    const busy = vi.fn(() => Promise.reject(refusal("NoModificationAllowedError")));
    await (await handleWriter(handleOf(0, busy))).abort();
    const full = vi.fn(async () => {});
    await (await handleWriter(handleOf(7, full))).abort();
    expect(full).not.toHaveBeenCalled();
  });
});

test.each([
  ["NotFoundError", 'There is no file "gun.rle" any more. It may have been moved or renamed.'],
  [
    "NotAllowedError",
    '"gun.rle" was not read: the browser did not allow it. Allow it when the browser asks, or open the file again.',
  ],
  [
    "SecurityError",
    '"gun.rle" was not read: the browser did not allow it. Allow it when the browser asks, or open the file again.',
  ],
  [
    "QuotaExceededError",
    '"gun.rle" was not read: there is no room left. Free some disk space, or save elsewhere.',
  ],
  ["NoModificationAllowedError", '"gun.rle" was not read: another program or tab is using it.'],
  ["NotReadableError", '"gun.rle" was not read: it changed meanwhile, or may not be read. Open it again.'],
  ["DataError", '"gun.rle" was not read (Not now.).'],
])("a browser's %s is told in a sentence that names the file", (name, sentence) => {
  expect(describeProblem(fileFailure("gun.rle", "read", new DOMException("Not now.", name)))).toBe(sentence);
});
