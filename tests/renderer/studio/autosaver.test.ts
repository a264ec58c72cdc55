import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BackupParts } from "../../../renderer/document/backup.ts";
import type { AutosaveCopy, AutosavePiece } from "../../../renderer/host/host.ts";
import { Autosaver } from "../../../renderer/studio/autosaver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A studio with a document for each of `takes`, the milliseconds that copying its cells takes. */
function studioOf({ takes = [0], lost = false } = {}) {
  const puts: { readonly id: string; readonly at: number; readonly pieces: readonly AutosavePiece[] }[] = [];
  const deleted: string[] = [];
  const reports: unknown[] = [];
  const copies: { readonly at: number; readonly of: number }[] = [];
  const documents = takes.map((take, of) => {
    let count = 0;
    const backup = {
      copy: async () => {
        copies.push({ of, at: performance.now() });
        await new Promise((resolve) => setTimeout(resolve, take));
        count++;
      },
      store: async (put: (parts: BackupParts) => Promise<void>) => {
        if (count === 0 || (lost && count === 1)) return false;
        await put({ bytes: new Uint8Array(3), pieces: [{ name: `cells-${count}`, bytes: null }] });
        return true;
      },
    };
    return {
      kind: "document",
      id: `${of}`,
      title: "One",
      editor: { state: { dirty: true, revision: 1 } },
      universe: { present: { generation: 0n } },
      view: { camera: {} },
      file: null,
      newBackup: () => backup,
    };
  });
  const open = [...documents];
  /** Copies that another window has claimed. */
  const taken = new Set<string>();
  const put = vi.fn(
    async ({ id, pieces }: AutosaveCopy): Promise<void> =>
      void puts.push({ id, pieces, at: performance.now() }),
  );
  const openPattern = vi.fn(async () => documents[0]);
  const around = {
    shell: { getState: () => ({ tabs: open, preferences: { autosaveSeconds: 5 } }) },
    host: {
      autosave: {
        put,
        delete: async (id: string) => void deleted.push(id),
        claim: async (id: string) => !taken.has(id),
        read: async () => ({ bytes: new Uint8Array(1), pieces: [] }),
      },
      files: { reopen: async () => null },
    },
    patternFiles: { read: async () => ({ pattern: {} }) },
    files: { openPattern },
    report: (error: unknown) => reports.push(error),
  };
  const autosaver = new Autosaver(around as unknown as ConstructorParameters<typeof Autosaver>[0]);
  const [document] = documents as [(typeof documents)[0]];
  return { autosaver, document, documents, open, openPattern, put, puts, deleted, copies, reports, taken };
}

test("a copy that another window has taken is neither opened nor deleted", async () => {
  const { autosaver, deleted, reports, taken } = studioOf();
  const copy = { id: "theirs", title: "Gun", note: null, size: 1, saved: 0 };
  taken.add("theirs");
  await autosaver.recover([copy]);
  expect(reports.map(String)).toEqual([
    expect.stringContaining("Another window has recovered or discarded Gun."),
  ]);
  await autosaver.discard([copy, { ...copy, id: "free" }]);
  expect(deleted).toEqual(["free"]);
});

/** So many seconds, with a change of all documents in each. */
async function work(documents: ReturnType<typeof studioOf>["documents"], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const { editor } of documents) editor.state.revision++;
    await vi.advanceTimersByTimeAsync(1000);
  }
}

describe("backups of unsaved work", () => {
  test("are there within the time that was asked for, and made once for what does not change", async () => {
    const { autosaver, document, puts } = studioOf({ takes: [20] });
    const began = performance.now();
    autosaver.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(1);
    expect((puts[0]?.at ?? Number.NaN) - began).toBeLessThanOrEqual(5000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(puts).toHaveLength(1);
    document.editor.state.revision++;
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(2);
    // A run is no edit, and yet it has come further.
    document.universe.present.generation++;
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(3);
    autosaver.stop();
  });

  test("copy the cells of a large universe a fifth of the time at most, and lose five seconds all the same", async () => {
    const { autosaver, documents, puts, copies } = studioOf({ takes: [30_000, 10] });
    autosaver.start();
    await work(documents, 1800);
    const long = copies.filter(({ of }) => of === 0);
    expect(long.length).toBeGreaterThan(8);
    expect(long.length * 30_000).toBeLessThanOrEqual((1800 * 1000) / 5 + 30_000);
    for (const document of ["0", "1"]) {
      const stored = puts.filter(({ id }) => id === document);
      const gaps = stored.slice(1).map(({ at }, before) => at - (stored[before]?.at ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(5000);
    }
    autosaver.stop();
  });

  test("copy the cells at once where the copy that is stored leads here no more", async () => {
    const { autosaver, documents, copies, puts } = studioOf({ takes: [4000], lost: true });
    autosaver.start();
    await work(documents, 20);
    // Else it would rest for sixteen seconds.
    expect((copies[1]?.at ?? Number.NaN) - (copies[0]?.at ?? 0)).toBeLessThanOrEqual(10_000);
    expect(puts.length).toBeGreaterThan(0);
    autosaver.stop();
  });

  test("are not left behind by what was saved or closed while they were made", async () => {
    const { autosaver, documents, open, puts, deleted } = studioOf({ takes: [3000, 3000, 3000] });
    autosaver.start();
    await vi.advanceTimersByTimeAsync(6000);
    (documents[0] as (typeof documents)[0]).editor.state.dirty = false;
    open.splice(1, 1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(puts.map(({ id }) => id)).toEqual(["2"]);
    (documents[2] as (typeof documents)[0]).editor.state.dirty = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(deleted).toEqual(["2"]);
    autosaver.stop();
  });

  test("are not left behind by what was closed while they were written", async () => {
    const { autosaver, document, open, put, deleted } = studioOf();
    let written = (): void => {};
    put.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          written = resolve;
        }),
    );
    autosaver.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(put).toHaveBeenCalledTimes(1);
    // As a tab that is closed does.
    open.splice(0);
    await autosaver.forget(document.id);
    expect(deleted).toEqual([]);
    written();
    await vi.advanceTimersByTimeAsync(0);
    expect(deleted).toEqual([document.id]);
    autosaver.stop();
  });

  test("begin anew after one that was undone to what is saved before it was written", async () => {
    const { autosaver, document, puts } = studioOf();
    const backup = document.newBackup();
    const made = vi.spyOn(document, "newBackup");
    const { store } = backup;
    vi.spyOn(backup, "store").mockImplementationOnce((put) =>
      store(async (parts) => {
        document.editor.state.dirty = false;
        await put(parts);
        document.editor.state.dirty = true;
      }),
    );
    autosaver.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made.mock.calls.length).toBe(2);
    expect(puts).toHaveLength(1);
    autosaver.stop();
  });

  test("that cannot be made are told of once", async () => {
    const { autosaver, document, documents, reports } = studioOf();
    document.newBackup().copy = () => Promise.reject(new Error("no"));
    autosaver.start();
    await work(documents, 20);
    expect(reports).toHaveLength(1);
    autosaver.stop();
  });
});

describe("the copy that a document was recovered from", () => {
  const found = { id: "found", title: "Gun", note: null, size: 1, saved: 0 };

  test("goes once the document has one of its own", async () => {
    const { autosaver, puts, deleted } = studioOf({ takes: [3000] });
    const recovered = autosaver.recover([found]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([puts.length, deleted]).toEqual([0, []]);
    await vi.advanceTimersByTimeAsync(1000);
    await recovered;
    expect([puts.length, deleted]).toEqual([1, ["found"]]);
  });

  test("stays for as long as the document can have none", async () => {
    const { autosaver, document, documents, puts, deleted } = studioOf();
    vi.spyOn(document.newBackup(), "copy").mockRejectedValueOnce(new Error("no"));
    await autosaver.recover([found]);
    expect([puts.length, deleted]).toEqual([0, []]);
    autosaver.start();
    await work(documents, 6);
    expect([puts.length, deleted]).toEqual([1, ["found"]]);
    autosaver.stop();
  });

  /** The first backup is made while the document is still on its way to what was lost, and the last change then. */
  async function earlyBackup({ changes }: { readonly changes: boolean }) {
    const rig = studioOf();
    const { autosaver, document, openPattern, put, puts } = rig;
    let written = (): void => {};
    put.mockImplementationOnce(({ id, pieces }) => {
      puts.push({ id, pieces, at: performance.now() });
      return new Promise((resolve) => {
        written = resolve;
      });
    });
    openPattern.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 6000));
      if (changes) document.editor.state.revision++;
      return document;
    });
    autosaver.start();
    const recovered = autosaver.recover([found]);
    await vi.advanceTimersByTimeAsync(5500);
    expect(put).toHaveBeenCalledTimes(1);
    return { ...rig, recovered, written: () => written() };
  }

  test("goes where a backup of all of it was made before that", async () => {
    const { autosaver, recovered, written, puts, deleted } = await earlyBackup({ changes: false });
    written();
    await vi.advanceTimersByTimeAsync(1000);
    await recovered;
    expect([puts.length, deleted]).toEqual([1, ["found"]]);
    autosaver.stop();
  });

  test("stays where a backup of a part of it is made before that, until there is one of all of it", async () => {
    const { autosaver, recovered, written, puts, deleted } = await earlyBackup({ changes: true });
    await vi.advanceTimersByTimeAsync(1000);
    await recovered;
    written();
    await vi.advanceTimersByTimeAsync(0);
    expect([puts.length, deleted]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([puts.length, deleted]).toEqual([2, ["found"]]);
    autosaver.stop();
  });

  test.each(["saved", "closed"])("goes with a document that is %s before that", async (how) => {
    const { autosaver, document, open, puts, deleted } = studioOf({ takes: [3000] });
    const recovered = autosaver.recover([found]);
    await vi.advanceTimersByTimeAsync(1000);
    if (how === "saved") document.editor.state.dirty = false;
    else open.splice(0);
    await autosaver.forget(document.id);
    expect(deleted).toEqual(["found"]);
    await vi.advanceTimersByTimeAsync(5000);
    await recovered;
    expect([puts.length, deleted]).toEqual([0, ["found"]]);
  });

  test.each(["saved", "closed"])("goes with a document that was %s while it was recovered", async (how) => {
    const { autosaver, document, open, puts, deleted } = studioOf();
    if (how === "saved") document.editor.state.dirty = false;
    else open.splice(0);
    await autosaver.recover([found]);
    expect([puts.length, deleted]).toEqual([0, ["found"]]);
  });
});

test("a copy of an older version, which is a pattern file, still opens", async () => {
  const opened: unknown[][] = [];
  const text = new TextEncoder().encode("x = 1, y = 1\no!");
  const around = {
    host: {
      autosave: {
        claim: async () => true,
        read: async () => ({ bytes: text, pieces: [] }),
        delete: async () => {},
      },
      files: { reopen: async (id: string) => ({ id, name: "mine.rle" }) },
    },
    patternFiles: { read: async (bytes: Uint8Array) => ({ pattern: new TextDecoder().decode(bytes) }) },
    files: {
      openPattern: async (...args: unknown[]) => {
        opened.push(args);
        return { editor: { state: { dirty: false } } };
      },
    },
    report: (error: unknown) => {
      throw error;
    },
  };
  const autosaver = new Autosaver(around as unknown as ConstructorParameters<typeof Autosaver>[0]);
  const note = { camera: { x: "5", y: "-6", dx: 0, dy: 0, zoom: 1 }, file: "f" };
  await autosaver.recover([{ id: "a", title: "mine", note, size: text.length, saved: 1 }]);
  const camera = { x: 5n, y: -6n, dx: 0, dy: 0, zoom: 1 };
  const file = { id: "f", name: "mine.rle" };
  expect(opened).toEqual([["x = 1, y = 1\no!", "mine", { unsaved: true, camera, file }]]);
});

test("of several copies the latest is in front, whatever opened after it", async () => {
  const shown: string[] = [];
  const around = {
    host: {
      autosave: {
        claim: async (id: string) => id !== "theirs",
        read: async (id: string) => ({ bytes: new TextEncoder().encode(id), pieces: [] }),
        delete: async () => {},
      },
      files: { reopen: async () => null },
    },
    patternFiles: { read: async () => ({ pattern: {} }) },
    files: {
      openPattern: async (_pattern: unknown, title: string) => {
        shown.push(title);
        return { id: title, editor: { state: { dirty: false } } };
      },
    },
    activate: (id: string) => shown.push(id),
    report: () => {},
  };
  const autosaver = new Autosaver(around as unknown as ConstructorParameters<typeof Autosaver>[0]);
  const copy = (title: string, saved: number, id = title) => ({ id, title, note: null, size: 1, saved });
  await autosaver.recover([copy("theirs", 9), copy("early", 1), copy("latest", 3), copy("between", 2)]);
  expect(shown).toEqual(["early", "latest", "between", "latest"]);
});
