import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { Autosaver } from "../../../renderer/app/autosaver.ts";
import type { Studio } from "../../../renderer/app/studio.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A studio with one document, whose copies take so many milliseconds. */
function studioOf({ takes = 0, refuses = false } = {}) {
  const puts: number[] = [];
  const reports: unknown[] = [];
  const state = { dirty: true, revision: 1 };
  const written: unknown[][] = [];
  const editor = {
    state,
    toPattern: async ({ asTree = false, packed = false }) => ({ pattern: { asTree, packed } }),
  };
  const document = { id: "one", title: "One", editor, view: { camera: {} }, file: null };
  const studio = {
    shell: { getState: () => ({ documents: [document], preferences: { autosaveSeconds: 5 } }) },
    encoder: {
      write: async (...how: unknown[]) => {
        written.push(how);
        await new Promise((resolve) => setTimeout(resolve, takes));
        if (refuses && how[1] === "rle") throw new TessellaError("too-large", "It has too many runs.");
        return new Uint8Array(3);
      },
    },
    host: {
      autosave: { put: async () => void puts.push(performance.now()), delete: async () => {} },
    },
    report: (error: unknown) => reports.push(error),
  };
  const autosaver = new Autosaver(studio as unknown as Studio);
  return { autosaver, editor, document, puts, written, reports };
}

describe("copies of unsaved work", () => {
  test("are there within the time that was asked for, and made once for what does not change", async () => {
    const { autosaver, editor, puts } = studioOf({ takes: 20 });
    const began = performance.now();
    autosaver.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(1);
    expect((puts[0] as number) - began).toBeLessThanOrEqual(5000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(puts).toHaveLength(1);
    editor.state.revision++;
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(2);
    autosaver.stop();
  });

  test("that take long take a fifth of the time at most", async () => {
    const { autosaver, editor, puts } = studioOf({ takes: 30_000 });
    autosaver.start();
    for (let second = 0; second < 1800; second++) {
      editor.state.revision++;
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(puts.length).toBeGreaterThan(8);
    expect(puts.length * 30_000).toBeLessThanOrEqual((1800 * 1000) / 5 + 30_000);
    autosaver.stop();
  });

  test("are quad-trees where runs do not do, and a failure is told once", async () => {
    const { autosaver, editor, puts, written, reports } = studioOf({ refuses: true });
    autosaver.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(puts).toHaveLength(1);
    expect(written.map(([pattern, format]) => [pattern, format])).toEqual([
      [{ asTree: false, packed: true }, "rle"],
      [{ asTree: true, packed: false }, "macrocell"],
    ]);
    editor.toPattern = () => Promise.reject(new Error("no"));
    for (let round = 0; round < 3; round++) {
      editor.state.revision++;
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(reports).toHaveLength(1);
    autosaver.stop();
  });
});
