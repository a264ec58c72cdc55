// Edits of millions of cells: nothing that follows them takes long on the window's thread.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rig } from "./studio.ts";
import { createUniverse, focusCells, inOwnStudio, startRig, stateHash } from "./studio.ts";

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

declare global {
  interface Window {
    /** Bytes that the window's own thread has packed. */
    packedHere: number;
  }
}

function countPacked(): void {
  window.packedHere = 0;
  const Platforms = CompressionStream;
  window.CompressionStream = class {
    readonly readable: ReadableStream;
    readonly writable: WritableStream;
    constructor(format: CompressionFormat) {
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (bytes, out) => {
          window.packedHere += bytes.length;
          out.enqueue(bytes);
        },
      });
      this.writable = counted.writable;
      this.readable = counted.readable.pipeThrough(new Platforms(format));
    }
  };
}

test("autosave packs a large soup elsewhere, and undo of its turn follows at once", () =>
  inOwnStudio(
    rig,
    async ({ page }) => {
      await createUniverse(page, "Square", async (dialog) => {
        await dialog.getByLabel("Fill with random cells").check();
        for (const side of ["Soup width", "Soup height"]) await dialog.getByLabel(side).fill("2000");
      });
      const before = await stateHash(page);
      await focusCells(page);
      await page.keyboard.press("Control+a");
      await page.keyboard.press(">");
      await expect.poll(() => stateHash(page)).not.toBe(before);
      const stored = (): Promise<number> =>
        page.evaluate(async () => {
          const answer = <T>(request: IDBRequest<T>) =>
            new Promise<T>((resolve) => {
              request.onsuccess = () => resolve(request.result);
            });
          const database = await answer(indexedDB.open("tessella"));
          const heads = database.transaction("snapshotHeads").objectStore("snapshotHeads");
          const sizes = ((await answer(heads.getAll())) as { readonly size: number }[]).map(
            ({ size }) => size,
          );
          database.close();
          return Math.max(0, ...sizes);
        });
      // A bit a cell.
      await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(450_000);
      expect(await page.evaluate(() => window.packedHere)).toBeLessThan(100_000);
      await page.keyboard.press("Control+z");
      await expect.poll(() => stateHash(page)).toBe(before);
    },
    { beforeLoad: countPacked },
  ));
