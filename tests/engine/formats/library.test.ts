import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runsPopulation } from "../../../engine/core/runs.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { runsOf } from "../../support/runs-of.ts";
import { textOf } from "./support.ts";

const FOLDER = join(import.meta.dirname, "../../../assets/patterns");
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".rle"))
  .sort();

/** Those that the readme and other tests name, with their live cells at the start. */
const POPULATIONS: Readonly<Record<string, bigint>> = {
  "acorn.rle": 7n,
  "die658.rle": 115n,
  "glider.rle": 5n,
  "gosper-glider-gun.rle": 36n,
  "hex-single-cell.rle": 1n,
  "r-pentomino.rle": 5n,
};

describe("the patterns that come along", () => {
  it.each(Object.entries(POPULATIONS))("hold %s, of so many cells", (file, population) => {
    const { pattern } = readPattern(readFileSync(join(FOLDER, file)));
    expect(runsPopulation(runsOf(pattern))).toBe(population);
  });

  it.each(files)("%s is read without a warning, says what it is, and is written as it stands", (file) => {
    const bytes = readFileSync(join(FOLDER, file));
    const { pattern, format } = readPattern(bytes);
    expect(format.id).toBe("rle");
    expect(pattern.warnings).toEqual([]);
    expect(pattern.name).toBeTruthy();
    expect(pattern.comments.join("").length).toBeGreaterThan(20);
    expect(pattern.rule).not.toBeNull();
    expect(runsPopulation(runsOf(pattern))).toBeGreaterThan(0n);
    expect(textOf(writePattern(pattern, "rle"))).toBe(textOf(bytes));
  });
});
