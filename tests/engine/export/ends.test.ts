// What a full disk or a stop leaves of an export, in every format: whole files, and no file that was begun.

import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { ExportOptions, ExportReport } from "../../../engine/export/exporter.ts";
import { openFilm } from "../../../engine/export/film.ts";
import { openFrames } from "../../../engine/export/frame-source.ts";
import { openPatterns } from "../../../engine/export/pattern-sequence.ts";
import { EXPORTERS } from "../../../engine/export/registry.ts";
import type { Target, TargetFile } from "../../../engine/export/target.ts";
import { specOf, universeOf, WORLDS } from "../../support/film-worlds.ts";
import { MemoryTarget } from "../../support/memory-target.ts";

const WORLD = WORLDS.sharp;

async function run(id: string, target: Target, options: Partial<ExportOptions> = {}): Promise<ExportReport> {
  const exporter = EXPORTERS.get(id);
  const universe = await universeOf(WORLD, "bitwise");
  const [ending = ""] = exporter.extensions;
  const asked = { name: `${exporter.sequence ? "f-%d" : "f"}${ending}`, ...options };
  const { range } = specOf(WORLD);
  try {
    if (exporter.takes === "patterns")
      return await exporter.run(openPatterns(universe, range), target, asked);
    if (exporter.takes === "pictures")
      return await exporter.run(await openFilm(universe, specOf(WORLD)), target, asked);
    return await exporter.run(await openFrames(universe, range, "first"), target, asked);
  } finally {
    universe.dispose();
  }
}

/** Room for so many bytes; counts the files that are neither whole nor dropped. */
class SmallDisk implements Target {
  readonly whole: string[] = [];
  open = 0;
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  async begin(name: string): Promise<TargetFile> {
    let state: "open" | "ended" = "open";
    this.open++;
    const end = (): void => {
      if (state === "open") this.open--;
      state = "ended";
    };
    return {
      write: async ({ length }) => {
        this.#room -= length;
        if (this.#room < 0) throw new TessellaError("io", "The disk is full.");
      },
      commit: async () => {
        this.whole.push(name);
        end();
      },
      abort: async () => end(),
    };
  }
}

const IDS = EXPORTERS.list().map(({ id }) => id);

describe("on a disk that becomes full", () => {
  it.each(IDS)("%s leaves no file that was begun, and says why", async (id) => {
    const all = new MemoryTarget();
    const { bytes } = await run(id, all);
    const names = [...all.files.keys()];
    const sizes = [...all.files.values()].map(({ length }) => length);
    expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    for (const room of [0, Math.floor(bytes / 3), bytes - 1]) {
      const disk = new SmallDisk(room);
      await expect(run(id, disk), `${room} bytes`).rejects.toMatchObject({ code: "io" });
      expect(disk.open, `${room} bytes`).toBe(0);
      let taken = 0;
      const fitting = sizes.findIndex((size) => (taken += size) > room);
      expect(disk.whole, `${room} bytes`).toEqual(names.slice(0, fitting));
    }
    const disk = new SmallDisk(bytes);
    await run(id, disk);
    expect(disk.whole).toEqual(names);
  });
});

describe("stopped", () => {
  it.each(IDS)("%s leaves the files that were whole", async (id) => {
    const controller = new AbortController();
    const disk = new SmallDisk(Number.POSITIVE_INFINITY);
    const stopped = run(id, disk, {
      signal: controller.signal,
      onProgress: ({ done }) => done >= 3 && controller.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: "aborted" });
    expect(disk.open).toBe(0);
    // The next frame may be under way already.
    const whole = EXPORTERS.get(id).sequence ? [3, 4] : [0];
    expect(whole).toContain(disk.whole.length);
  });
});
