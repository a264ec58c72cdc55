// Patterns and soups in more than two states.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { parseSoup } from "../../engine/cli/numbers.ts";
import { UsageError } from "../../engine/cli/usage-error.ts";
import { inFolder } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const SHIP = "x = 3, y = 2, rule = 345/2/4\nABC$ABC!\n";

beforeAll(async () => {
  await scratch.file("ship.rle", SHIP);
  await scratch.file("ship.mcl", "#MCell 4.0\n#GAME Generations\n#RULE 345/2/4\n#BOARD 9x9\n#L ABC$ABC\n");
});

const tessella = (...words: readonly string[]) => inFolder(scratch.path(), ...words);
const json = async (...words: readonly string[]) => JSON.parse((await tessella(...words, "--json")).stdout);

describe("--soup with states", () => {
  it("takes all states, one, and stretches", () => {
    expect(parseSoup("4x4").states).toBeUndefined();
    expect(parseSoup("4x4:0.5:1:ALL").states).toBe("all");
    expect(parseSoup("4x4:0.5:1:2").states).toEqual([2]);
    expect(parseSoup("4x4:0.5:1:1,3-5").states).toEqual([1, 3, 4, 5]);
    for (const states of ["", "0", "3-2", "256", "1,", "1-", "a", "1:2"])
      expect(() => parseSoup(`4x4:0.5:1:${states}`), states).toThrow(UsageError);
  });

  it("is in state 1 alone under Generations, unless told otherwise, and lives in the same places", async () => {
    const populations = async (soup: string): Promise<readonly number[]> => {
      await tessella("run", "--soup", soup, "-r", "345/2/4", "-m", "0", "-o", "soup.rle");
      return (await json("info", "soup.rle")).populations;
    };
    const [ones, twos, threes] = await populations("40x40:0.5:3");
    expect([ones, twos, threes]).toEqual([ones, 0, 0]);
    const all = await populations("40x40:0.5:3:all");
    expect(Math.min(...all)).toBeGreaterThan(200);
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(ones);
    expect(await populations("40x40:0.5:3:2-2")).toEqual([0, ones, 0]);
  });

  it("refuses a state that the rule lacks, before it runs", async () => {
    const { code, stderr } = await tessella("run", "--soup", "9x9:0.5:1:1-4", "-r", "345/2/4", "-m", "1");
    expect(code).toBe(2);
    expect(stderr).toContain("The rule 345/2/4 has the states 0 to 3; live cells of a soup cannot be in 4.");
    const two = await tessella("run", "--soup", "9x9:0.5:1:2", "-m", "1");
    expect(two.stderr).toContain(
      "The rule B3/S23 has the states 0 to 1; live cells of a soup cannot be in 2.",
    );
  });
});

describe("a pattern in four states", () => {
  it("is told with how many cells are in each", async () => {
    const { stdout } = await tessella("info", "ship.rle");
    expect(stdout).toMatch(/^states {6}0 to 3; cells: 2 in 1, 2 in 2, 2 in 3$/m);
    await scratch.file("pair.rle", "x = 2, y = 1, rule = 345/2/4\nAC!\n");
    const pair = await tessella("info", "pair.rle");
    expect(pair.stdout).toMatch(/^states {6}0 to 3; cells: 1 in 1, 1 in 3$/m);
    expect(await json("info", "ship.rle")).toMatchObject({
      states: 4,
      populations: [2, 2, 2],
      population: 6,
    });
    await scratch.file("two.rle", "x = 3, y = 1\n3o!\n");
    expect(await json("info", "two.rle")).toMatchObject({ states: 2, populations: [3] });
    expect((await tessella("info", "two.rle")).stdout).not.toContain("states");
  });

  it("is drawn in letters", async () => {
    expect((await tessella("show", "ship.rle")).stdout).toBe("ABC\nABC\n");
    expect((await tessella("show", "ship.rle", "-m", "3", "--region", "-4,0,7,3")).stdout).toBe(
      " ABC\n ABC\n\n",
    );
    // Of each square of 2 x 2 the lowest state.
    expect((await tessella("show", "ship.rle", "-w", "2")).stdout).toMatch(/^AC\n/);
  });

  it("is compared by its states", async () => {
    expect((await tessella("compare", "ship.rle", "ship.mcl", "--anywhere")).code).toBe(0);
    await scratch.file("turned.rle", SHIP.replaceAll("ABC", "CBA"));
    expect((await tessella("compare", "ship.rle", "turned.rle", "--anywhere")).code).toBe(1);
    // One generation on it has moved by one cell.
    expect((await tessella("compare", "ship.rle", "ship.rle", "-m", "1")).code).toBe(0);
  });

  it.each([
    ["flat.cells", "OOO\nOOO\n", /Plaintext cannot hold .*states above 1 \(what is not 0 is live in it\)/],
    ["flat.life", "#Life 1.06\n0 0\n1 0\n2 0\n0 1\n1 1\n2 1\n", /Life 1\.06 cannot hold .*states above 1/],
    ["flat.pbm", "P4\n3 2\n\xe0\xe0", /PBM picture cannot hold .*states above 1/],
  ])("is written to %s as what is not 0, with a warning", async (name, text, warning) => {
    for (const words of [
      ["convert", "ship.rle", name],
      ["run", "ship.rle", "-m", "0", "-o", name],
    ]) {
      const { code, stderr } = await tessella(...words);
      expect(code).toBe(0);
      expect(stderr).toMatch(warning);
      const written = await readFile(scratch.path(name), "latin1");
      expect(written.replace(/^!.*\n/gm, ""), words.join(" ")).toBe(text);
    }
  });

  it.each(["ship.mc", "ship.rle.gz", "ship.mc.gz"])("is kept by %s", async (name) => {
    expect((await tessella("convert", "ship.rle", name)).stderr).toBe("");
    expect((await tessella("compare", "ship.rle", name)).code).toBe(0);
    expect((await tessella("run", "ship.rle", "-m", "5", "-o", name)).stderr).toBe("");
    expect((await tessella("compare", "ship.rle", name, "--anywhere")).code).toBe(0);
  });
});
