// What a population has at each place of its genomes, as a picture.

import { describe, expect, test } from "vitest";
import { alleleFrequencies } from "../../../../engine/evolve/alleles.ts";
import { THEMES } from "../../../../engine/picture/themes.ts";
import { allelePicture, withColumn } from "../../../../renderer/labs/evolve/allele-picture.ts";

describe("alleles", () => {
  const shape = { cells: 8, boundary: "cyclic", radius: 1, ruleACell: false } as const;

  test("are shares of ones, of long rules in groups", () => {
    expect([...alleleFrequencies(shape, Uint32Array.of(0b11, 0b01, 0b01, 0b00))]).toEqual([
      ...[191, 64, 0, 0, 0, 0, 0, 0],
    ]);
    expect([...alleleFrequencies(shape, Uint32Array.of(0b111, 0b001), 3)]).toEqual([170, 0, 0]);
  });

  test("are a column a moment, from the ground to a cell", () => {
    let columns = withColumn([], { generation: 0, shares: Uint8Array.of(0, 255) });
    columns = withColumn(columns, { generation: 1, shares: Uint8Array.of(255, 0) });
    const { width, height, pixels } = allelePicture(columns, "contrast");
    expect([width, height, [...pixels]]).toEqual([2, 2, [0xff000000, 0xffffffff, 0xffffffff, 0xff000000]]);
    expect(THEMES.get("contrast").cell).toBe(0xffffff);
    for (let generation = 2; generation < 2000; generation++)
      columns = withColumn(columns, { generation, shares: Uint8Array.of(0, 0) });
    expect(columns.length).toBeLessThanOrEqual(512);
    expect([columns[0]?.generation, columns.at(-1)?.generation]).toEqual([0, 1999]);
  });
});
