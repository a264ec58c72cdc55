// Saving in bands gives the very bytes of saving in one piece, whatever the bands are.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternOfUniverse } from "../../../engine/algorithms/patterns.ts";
import { runBands } from "../../../engine/algorithms/run-bands.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { clipRuns, RunsBuilder, runsBounds } from "../../../engine/core/runs.ts";
import { saveUniverse } from "../../../engine/export/save-universe.ts";
import { frameOf } from "../../../engine/formats/frame.ts";
import { GzipStream, gunzipBounded, gzip } from "../../../engine/formats/gzip.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { RleWriter, writeRle } from "../../../engine/formats/rle-write.ts";
import { FORMATS } from "../../../engine/formats/unpacked.ts";
import { equalRuns } from "../../support/runs.ts";
import { runsOf } from "../../support/runs-of.ts";
import { cellsOf, GLIDER, universeWith } from "../../support/universes.ts";
import { runsArbitrary } from "../formats/support.ts";

const join = (pieces: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(pieces));

/** Answers regions of fixed cells; a region of more than `most` runs is too large, as for a universe. */
const reader = (cells: Runs, most = Number.POSITIVE_INFINITY) => ({
  asked: 0,
  async readRuns(region: Parameters<typeof clipRuns>[1] | undefined): Promise<Runs> {
    this.asked++;
    const runs = region ? clipRuns(cells, region) : cells;
    if (runs.spans.length / 2 > most) throw new TessellaError("too-large", "too many runs");
    return runs;
  },
});

async function inBands(cells: Runs, firstCells: bigint, most?: number): Promise<readonly Runs[]> {
  const bands: Runs[] = [];
  const box = runsBounds(cells) ?? rect(0, 0, 0, 0);
  for await (const band of runBands(reader(cells, most), box, firstCells)) bands.push(band);
  return bands;
}

describe("bands of runs", () => {
  it("make the same RLE as the whole pattern", async () => {
    await fc.assert(
      fc.asyncProperty(runsArbitrary(), fc.integer({ min: 1, max: 200 }), async (cells, first) => {
        const pattern = patternOf(cells, { positioned: true, rule: "B3/S23", generation: 5n, name: "n" });
        const writer = new RleWriter(pattern, frameOf(pattern));
        const pieces: Uint8Array[] = [];
        for (const band of await inBands(cells, BigInt(first))) {
          writer.add(band);
          pieces.push(writer.take());
        }
        pieces.push(writer.end());
        expect(join(pieces)).toEqual(Uint8Array.from(writeRle(pattern)));
      }),
    );
  });

  it("are read again in parts when one is too large, and refused when a row is", async () => {
    const out = new RunsBuilder();
    for (let y = 0; y < 64; y++) for (let x = 0; x < 10; x++) out.add(3 * x, y, 1);
    const cells = out.build(0n, 0n);
    const bands = await inBands(cells, 1_000_000n, 25);
    expect(bands.length).toBeGreaterThan(31);
    expect(bands.reduce((sum, band) => sum + band.spans.length / 2, 0)).toBe(640);
    await expect(inBands(cells, 1_000_000n, 9)).rejects.toMatchObject({ code: "too-large" });
  });

  it("grow where there is nothing, so that height costs little", async () => {
    const out = new RunsBuilder();
    out.add(0, 0, 2 ** 30);
    out.add(0, 2 ** 50, 1);
    const source = reader(out.build(0n, 0n));
    let bands = 0;
    for await (const _ of runBands(source, rect(0, 0, 2 ** 30, 2 ** 50 + 1))) bands++;
    expect(bands).toBe(2);
    expect(source.asked).toBeLessThan(60);
  });
});

describe("a saved universe", () => {
  it.each(FORMATS.list().filter((format) => format.write))(
    "as $id is what its pattern is",
    async (format) => {
      const universe = await universeWith(cellsOf(GLIDER));
      const details = { name: "Glider", comments: ["one", "two"] };
      for (const packed of [false, true]) {
        const pieces: Uint8Array[] = [];
        await saveUniverse(
          universe,
          format,
          { gzip: packed, details },
          async (bytes) => void pieces.push(bytes),
        );
        const pattern = await patternOfUniverse(universe, details);
        expect(join(pieces)).toEqual(Uint8Array.from(writePattern(pattern, format.id, { gzip: packed })));
      }
      universe.dispose();
    },
  );

  it("may be empty", async () => {
    const universe = await universeWith(cellsOf([]));
    const pieces: Uint8Array[] = [];
    await saveUniverse(
      universe,
      FORMATS.get("rle"),
      { gzip: false },
      async (bytes) => void pieces.push(bytes),
    );
    expect(runsOf(readPattern(join(pieces)).pattern).rows.length).toBe(0);
    universe.dispose();
  });

  it("tells how far it is, wherever its cells lie", async () => {
    // What is written fills a piece with each band.
    const full = {
      length: 2 ** 22,
      add: () => {},
      take: () => new Uint8Array(1),
      end: () => new Uint8Array(1),
    };
    const format = { ...FORMATS.get("rle"), writer: () => full };
    for (const y of [-100_000, 0, 90_000]) {
      const cells = new RunsBuilder();
      cells.add(0, y, 1);
      cells.add(99_999, y + 199, 1);
      const universe = await universeWith(cells.build(0n, 0n));
      const shares: number[] = [];
      const onProgress = (share: number): void => void shares.push(share);
      await saveUniverse(universe, format, { gzip: false, onProgress }, async () => {});
      expect(shares.length).toBeGreaterThan(1);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect([Math.min(...shares) >= 0, Math.max(...shares) < 1]).toEqual([true, true]);
      universe.dispose();
    }
  });

  it("stops when it is told to", async () => {
    const universe = await universeWith(cellsOf(GLIDER));
    const signal = AbortSignal.abort();
    const saved = saveUniverse(universe, FORMATS.get("rle"), { gzip: false, signal }, async () => {});
    await expect(saved).rejects.toMatchObject({ code: "aborted" });
    universe.dispose();
  });
});

describe("packing in pieces", () => {
  const text = new TextEncoder().encode("24bo$22bobo$12b2o6b2o12b2o$".repeat(9000));
  const packed = (most: number, piece: number): Uint8Array => {
    const stream = new GzipStream(most);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < text.length; at += piece) pieces.push(stream.push(text.slice(at, at + piece)));
    pieces.push(stream.end());
    return join(pieces);
  };

  it("gives the same file as packing at once, while it is small", () => {
    expect(packed(2 ** 26, 5000)).toEqual(Uint8Array.from(gzip(text)));
  });

  it("gives a file that unpacks to the same when it is large", () => {
    expect(gunzipBounded(packed(50_000, 7000), 2 ** 24)).toEqual({ unpacked: text, padding: 0 });
  });
});

it("equal cells come back from a file that was written in bands", async () => {
  const out = new RunsBuilder();
  for (let y = 0; y < 300; y++) for (let x = 0; x < 30; x++) if ((x * y) % 3 !== 1) out.add(2 * x, 5 * y, 1);
  const cells = out.build(-40n, 12n);
  const universe = await universeWith(cells, { algorithm: "bitwise" });
  const pieces: Uint8Array[] = [];
  await saveUniverse(universe, FORMATS.get("rle"), { gzip: true }, async (bytes) => void pieces.push(bytes));
  expect(equalRuns(runsOf(readPattern(join(pieces)).pattern), cells)).toBe(true);
  universe.dispose();
});
