import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { blockToRuns } from "../../../engine/core/runs.ts";
import { plane, torus } from "../../../engine/core/topology.ts";
import { openFilm } from "../../../engine/export/film.ts";
import type {
  ExportProgress,
  Frame,
  FrameSource,
  RegionChoice,
} from "../../../engine/export/frame-source.ts";
import { countFrames, openFrames } from "../../../engine/export/frame-source.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { cellsOf, drawn, GLIDER, R_PENTOMINO, universeWith } from "../../support/universes.ts";
import { until } from "../../support/until.ts";

async function all(source: FrameSource): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of source.read()) frames.push(kept(frame));
  return frames;
}

/** A frame that stays when the next one is read. */
const kept = (frame: Frame): Frame => ({
  ...frame,
  block: { ...frame.block, words: frame.block.words.slice() },
});

const range = (from: number, to: number, every: number) => ({
  from: BigInt(from),
  to: BigInt(to),
  every: BigInt(every),
});

describe("frame count", () => {
  it("takes the last generation in only when a frame falls on it", () => {
    expect(countFrames(range(0, 10, 5))).toBe(3);
    expect(countFrames(range(0, 9, 5))).toBe(2);
    expect(countFrames(range(7, 7, 100))).toBe(1);
    expect(countFrames({ from: 0n, to: 2n ** 80n, every: 2n ** 79n })).toBe(3);
  });

  it.each([range(0, 10, 0), range(5, 4, 1), range(-1, 4, 1)])("refuses %o", (bad) => {
    expect(() => countFrames(bad)).toThrow(expect.objectContaining({ code: "bad-argument" }));
  });

  it("refuses more frames than can be counted", () => {
    expect(() => countFrames({ from: 0n, to: 2n ** 60n, every: 1n })).toThrow(
      expect.objectContaining({ code: "too-large" }),
    );
  });
});

describe("frames of a universe", () => {
  it("are the cells of the region at every k-th generation", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (from, every, length) => {
          const universe = await universeWith(cellsOf(R_PENTOMINO));
          const region = rect(-7, -6, 15, 13);
          const source = await openFrames(universe, range(from, from + length, every), region);
          const frames = await all(source);
          expect(frames.map((f) => f.index)).toEqual(frames.map((_, i) => i));
          expect(frames).toHaveLength(Math.floor(length / every) + 1);
          const check = await universeWith(cellsOf(R_PENTOMINO));
          for (const frame of frames) {
            await check.step(frame.generation);
            expect(frame.block).toEqual(await check.readBlock(region));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("show a finite grid whole, whatever lives on it", async () => {
    const universe = await universeWith(cellsOf(GLIDER), { topology: torus(11, 7) });
    const source = await openFrames(universe, range(0, 3, 1), "first");
    expect(source.region).toEqual(rect(-5, -3, 11, 7));
    await all(source);
    expect(source.cellsLeft).toBe(false);
  });

  it("show an infinite plane where the first frame's cells are, and notice cells that leave", async () => {
    const universe = await universeWith(cellsOf(GLIDER, 100n, -50n));
    const source = await openFrames(universe, range(4, 20, 4), "first");
    expect(source.region).toEqual(rect(101, -49, 3, 3));
    const frames = await all(source);
    expect(drawn(blockToRuns(frames[0].block), 101, -49, 3, 3)).toEqual(GLIDER);
    expect(source.cellsLeft).toBe(true);
  });

  it("notice cells that leave only in the last frame, as films do", async () => {
    // Blocks in three corners of 21 x 21, and a glider on its way out by the fourth: it is there at generation 36.
    const start = cellsOf(
      Array.from({ length: 21 }, (_, y) => {
        const block = y < 2 ? "OO".padEnd(19, ".").concat("OO") : y > 18 ? "OO" : "";
        return y >= 10 && y < 13 ? ".".repeat(10).concat(GLIDER[y - 10] as string) : block;
      }),
    );
    const left = async (to: number): Promise<boolean[]> => {
      const source = await openFrames(await universeWith(start), range(0, to, 12), "first");
      expect(source.region).toEqual(rect(0, 0, 21, 21));
      await all(source);
      const film = await openFilm(await universeWith(start), {
        range: range(0, to, 12),
        framing: { kind: "region", region: "first", scale: { pixels: 1, cells: 1 } },
        look: PLAIN_LOOK,
        fps: 10,
        hold: 0,
        loop: false,
      });
      for await (const frame of film.read()) expect(frame.pixels).toHaveLength(21 * 21);
      return [source.cellsLeft, film.cellsLeft];
    };
    expect(await left(24)).toEqual([false, false]);
    expect(await left(36)).toEqual([true, true]);
  });

  it("do not call a region too small that nobody leaves", async () => {
    const universe = await universeWith(cellsOf(["OO", "OO"]));
    const source = await openFrames(universe, range(0, 9, 1), "first");
    await all(source);
    expect(source.cellsLeft).toBe(false);
  });

  it("say nothing of cells outside a region that was chosen", async () => {
    const source = await openFrames(await universeWith(cellsOf(GLIDER)), range(0, 40, 8), rect(0, 0, 3, 3));
    await all(source);
    expect(source.cellsLeft).toBe(false);
  });

  it("can show every cell of every frame", async () => {
    const universe = await universeWith(cellsOf(R_PENTOMINO));
    const source = await openFrames(universe, range(0, 30, 3), "all");
    const populations: bigint[] = [];
    for await (const frame of source.read()) {
      const cells = blockToRuns(frame.block);
      populations.push(BigInt(drawn(cells, -40, -40, 80, 80).join("").replaceAll(".", "").length));
      expect(populations.at(-1)).toBe(await universe.population());
    }
    expect(populations).toHaveLength(11);
    expect(universe.generation).toBe(30n);
    expect(universe.memory()).toBeGreaterThan(0);
  });

  it("show the whole finite side of a strip", async () => {
    const universe = await universeWith(cellsOf(GLIDER), { topology: plane(20, 0) });
    expect((await openFrames(universe, range(0, 0, 1), "first")).region).toEqual(rect(-10, 0, 20, 3));
  });

  it.each<[string, RegionChoice, string]>([
    ["no live cells and no region", "first", "bad-argument"],
    ["an empty region", rect(0, 0, 0, 5), "bad-argument"],
    ["a region that no memory holds", rect(0, 0, 2n ** 40n, 2n ** 40n), "too-large"],
  ])("refuse %s", async (_, region, code) => {
    await expect(openFrames(await universeWith(undefined), range(0, 0, 1), region)).rejects.toMatchObject({
      code,
    });
  });

  it("refuse to go back in time", async () => {
    const universe = await universeWith(cellsOf(GLIDER), { generation: 10n });
    await expect(openFrames(universe, range(5, 20, 1), "first")).rejects.toThrow(/begins at 10/);
  });

  it("stop between frames when told to, and say how far they are", async () => {
    const controller = new AbortController();
    const universe = await universeWith(cellsOf(R_PENTOMINO));
    const source = await openFrames(universe, range(0, 100, 1), rect(0, 0, 8, 8));
    const seen: ExportProgress[] = [];
    const read = async (): Promise<void> => {
      for await (const frame of source.read({ signal: controller.signal, onProgress: (p) => seen.push(p) })) {
        if (frame.index === 4) controller.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ code: "aborted" });
    expect(seen.at(-1)).toEqual({ done: 5, frames: 101, generation: 4n });
  });

  it("hear a stop while one frame is still far away", async () => {
    const controller = new AbortController();
    const universe = await universeWith(undefined, {
      topology: torus(256, 256),
      soup: { seed: 1, density: 0.5, width: 256, height: 256 },
    });
    void until(() => universe.generation > 0n).then(() => controller.abort());
    const opening = openFrames(universe, range(1_000_000, 1_000_000, 1), "first", {
      signal: controller.signal,
    });
    await expect(opening).rejects.toMatchObject({ code: "aborted" });
    expect(universe.generation).toBeGreaterThan(0n);
  });

  it("hear a stop although every step is quick and nobody else pauses", async () => {
    const controller = new AbortController();
    const source = await openFrames(
      await universeWith(cellsOf(["OO", "OO"])),
      range(0, 100_000_000, 1),
      rect(0, 0, 4, 4),
    );
    setTimeout(() => controller.abort(), 30);
    await expect(
      (async () => {
        for await (const _ of source.read({ signal: controller.signal }));
      })(),
    ).rejects.toMatchObject({ code: "aborted" });
  });
});
