// Pattern files, one a frame: which there are, and what is in them.

import { expect, test } from "vitest";
import { MACROCELL_SEQUENCE, openPatterns, RLE_SEQUENCE } from "../../../engine/export/pattern-sequence.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { MemoryTarget } from "../../support/memory-target.ts";
import { cellsOf, GLIDER, universeWith } from "../../support/universes.ts";

test.each([
  ["rle", RLE_SEQUENCE],
  ["mc", MACROCELL_SEQUENCE],
])(
  "a sequence of .%s has a file for each frame and no other, each with its generation",
  async (ending, exporter) => {
    const universe = await universeWith(cellsOf(GLIDER, -1n, -1n));
    const target = new MemoryTarget();
    const patterns = openPatterns(universe, { from: 4n, to: 13n, every: 4n });
    const told: string[] = [];
    const report = await exporter.run(patterns, target, {
      name: `g-%02d.${ending}`,
      onProgress: ({ done, frames, generation }) => void told.push(`${done}/${frames} ${generation}`),
    });
    const names = ["00", "01", "02"].map((number) => `g-${number}.${ending}`);
    expect([...target.files.keys()]).toEqual(names);
    expect(report).toMatchObject({ frames: 3, first: names[0], last: names[2] });
    expect(told.filter((line) => !line.startsWith("0/"))).toEqual(
      expect.arrayContaining(["1/3 4", "2/3 8", "3/3 12"]),
    );
    expect(universe.generation).toBe(12n);
    for (const [k, name] of names.entries()) {
      const { pattern } = readPattern(target.files.get(name) as Uint8Array);
      expect(pattern.generation).toBe(BigInt(4 * (k + 1)));
    }
  },
);
