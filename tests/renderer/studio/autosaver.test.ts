import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { Autosaver } from "../../../renderer/studio/autosaver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A studio with a document for each of `takes`, the milliseconds that its copies take. */
function studioOf({ takes = [0], refuses = false } = {}) {
  const puts: { readonly id: string; readonly at: number }[] = [];
  const reports: unknown[] = [];
  const written: unknown[][] = [];
  const documents = takes.map((_, at) => ({
    kind: "document",
    id: `${at}`,
    title: "One",
    editor: {
      state: { dirty: true, revision: 1 },
      toPattern: async ({ asTree = false, packed = false }) => ({
        pattern: { of: at, asTree },
        ...(packed ? { block: `cells of ${at}` } : {}),
      }),
    },
    view: { camera: {} },
    file: null,
  }));
  const open = [...documents];
  const around = {
    shell: { getState: () => ({ tabs: open, preferences: { autosaveSeconds: 5 } }) },
    patternFiles: {
      write: async (pattern: { readonly of: number }, format: string, ...how: unknown[]) => {
        written.push([pattern, format, ...how]);
        await new Promise((resolve) => setTimeout(resolve, takes[pattern.of]));
        if (refuses && format === "rle") throw new TessellaError("too-large", "It has too many runs.");
        return new Uint8Array(3);
      },
    },
    host: {
      autosave: {
        put: async ({ id }: { readonly id: string }) => void puts.push({ id, at: performance.now() }),
        delete: async () => {},
      },
    },
    report: (error: unknown) => reports.push(error),
  };
  const autosaver = new Autosaver(around as unknown as ConstructorParameters<typeof Autosaver>[0]);
  const [{ editor }] = documents as [(typeof documents)[0]];
  return { autosaver, editor, documents, open, puts, written, reports };
}

/** So many seconds, with a change of all documents in each. */
async function work(documents: ReturnType<typeof studioOf>["documents"], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const { editor } of documents) editor.state.revision++;
    await vi.advanceTimersByTimeAsync(1000);
  }
}

describe("copies of unsaved work", () => {
  test("are there within the time that was asked for, and made once for what does not change", async () => {
    const { autosaver, editor, puts } = studioOf({ takes: [20] });
    const began = performance.now();
    autosaver.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(1);
    expect((puts[0]?.at ?? Number.NaN) - began).toBeLessThanOrEqual(5000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(puts).toHaveLength(1);
    editor.state.revision++;
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(2);
    autosaver.stop();
  });

  test("that take long take a fifth of the time at most, and keep no other waiting", async () => {
    const { autosaver, documents, puts } = studioOf({ takes: [30_000, 10] });
    autosaver.start();
    await work(documents, 1800);
    const long = puts.filter(({ id }) => id === "0");
    const short = puts.filter(({ id }) => id === "1");
    expect(long.length).toBeGreaterThan(8);
    expect(long.length * 30_000).toBeLessThanOrEqual((1800 * 1000) / 5 + 30_000);
    const gaps = short.slice(1).map(({ at }, before) => at - (short[before]?.at ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5000);
    autosaver.stop();
  });

  test("hold the cells, packed or not, and are quad-trees where runs do not do", async () => {
    const { autosaver, puts, written } = studioOf({ refuses: true });
    autosaver.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(1);
    expect(written).toEqual([
      [{ of: 0, asTree: false }, "rle", true, { block: "cells of 0", give: true }],
      [{ of: 0, asTree: true }, "macrocell", true, { give: true }],
    ]);
    autosaver.stop();
  });

  test("are not left behind by what was saved or closed while they were made", async () => {
    const { autosaver, documents, open, puts } = studioOf({ takes: [3000, 3000, 3000] });
    autosaver.start();
    await vi.advanceTimersByTimeAsync(6000);
    (documents[0] as (typeof documents)[0]).editor.state.dirty = false;
    open.splice(1, 1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(puts.map(({ id }) => id)).toEqual(["2"]);
    autosaver.stop();
  });

  test("that cannot be made are told of once", async () => {
    const { autosaver, editor, documents, reports } = studioOf();
    editor.toPattern = () => Promise.reject(new Error("no"));
    autosaver.start();
    await work(documents, 20);
    expect(reports).toHaveLength(1);
    autosaver.stop();
  });
});
