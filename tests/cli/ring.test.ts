// `tessella ring`: states as JSON, diagrams in files, and sentences for what cannot be.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { inProcess } from "../support/in-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-ring-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const json = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await inProcess("ring", ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe("the state after some steps", () => {
  test("of one rule, from one cell", async () => {
    expect(await json("W30", "--cells", "149", "--steps", "298")).toMatchObject({
      ...{ radius: 1, rule: "W30", table: "78", cells: 149, boundary: "cyclic", steps: 298 },
      state: "025addd1a31b1e740407d00f6a064b41eddfa4",
    });
  });

  test("of a rule a cell: the counter that is best from 5", async () => {
    const reached: unknown[] = [];
    for (const steps of ["0", "1", "2"])
      reached.push(
        (await json(...["--rules", "6,164,102,17", "-b", "fixed00", "--start", "xa", "-s", steps])).state,
      );
    // Cell 0 is the lowest bit and weighs 8 in the counter: 5, 14, 7.
    expect(reached).toEqual(["a", "7", "e"]);
  });
});

test("diagrams are files with a row a step, and open again", async () => {
  const open = async (name: string) => {
    const { code, stderr } = await inProcess("ring", "W90", "-n", "33", "-s", "15", "-o", join(folder, name));
    expect([code, stderr]).toEqual([0, ""]);
    return readFile(join(folder, name));
  };
  const rle = readPattern(await open("sierpinski.rle")).pattern;
  expect([rle.rule, rle.box?.w, rle.box?.h]).toEqual(["B/S012345678", 33n, 16n]);
  expect(rle.comments.join()).toContain("W90");
  const pbm = await open("sierpinski.pbm");
  expect(pbm.subarray(0, 9).toString()).toBe("P4\n33 16\n");
  expect(readPattern(pbm).pattern.cells).toEqual({ ...rle.cells });
  const png = await open("sierpinski.png");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([33, 16]);
});

describe("what cannot be is said in a sentence", () => {
  test.each([
    [["W300"], '"W300" is no elementary rule: those are W0 to W255.'],
    [["x7g"], 'Column 3: "g" is no hexadecimal digit.'],
    [["x123"], "The table has 3 digits; radius 1 takes 2, radius 2 takes 8 and radius 3 takes 32."],
    [["--rules", "6,700"], 'Rule 2 of --rules: "700" is no elementary rule: those are W0 to W255.'],
    [["30", "-n", "2"], "A ring has from 3 to 1,048,576 cells, not 2."],
    [
      ["30", "-b", "open"],
      '--boundary knows no "open". There are: cyclic, replicate, fixed00, fixed01, fixed10, fixed11.',
    ],
    [["30", "-n", "4", "--start", "xff"], "--start: The state needs 8 cells, and the ring has 4."],
    [["30", "--start", "x0g"], '--start: Column 3: "g" is no hexadecimal digit.'],
    [
      ["30", "--start", "vector:1:x"],
      '--start: "x" in "vector:1:x" is no whole number from 0 to 4,294,967,295.',
    ],
    [["30", "--start", "dots"], '--start: "dots" is no start of a ring.'],
    [["30", "-n", "40000", "-o", "wide.png"], "Pictures of 40,000 x 149 pixels cannot be made."],
    [[], "Name a rule."],
  ])("%j", async (words, sentence) => {
    const { code, stdout, stderr } = await inProcess("ring", ...words);
    expect([stdout, stderr.includes(sentence), code === 0]).toEqual(["", true, false]);
  });

  test("are told of where such a rule is given to a universe", async () => {
    const { code, stderr } = await inProcess("run", "--soup", "8x8", "-r", "W110", "-m", "1");
    expect(code).toBe(0);
    expect(stderr).toContain("A ring of one dimension: tessella ring W110.");
  });
});

describe("scores", () => {
  test("of a counter tell its sequence", async () => {
    const words = ["score", "--task", "counter", "--rules", "6,164,102,17", "--start", "5", "--json"];
    expect(JSON.parse((await inProcess(...words)).stdout)).toMatchObject({
      ...{ task: "counter", cells: 4, boundary: "fixed00", steps: 15, start: 5, fitness: 10 },
      sequence: [5, 14, 7, 8, 9, 10, 15, 4, 13, 2, 3, 0, 1, 2, 3, 0],
    });
  });

  test("take all states of small rings", async () => {
    const { stdout } = await inProcess("score", "W232", "-n", "9", "--density", "all", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ vectors: 512, ties: 0, majority1: 256, density: "all" });
  });

  const gkl = "005f005f005f005f005fff5f005fff5f";

  test("are exact counts with a standard error", async () => {
    const { code, stdout } = await inProcess("score", gkl, "--vectors", "1000", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ task: "majority", table: gkl, radius: 3, cells: 149, boundary: "cyclic", seed: 1, steps: 298 },
      ...{ vectors: 1000, correct: 804, ties: 0, unsettled: 0, correct1: 362, majority1: 451 },
      ...{
        tieRule: "redraw",
        rate: 0.804,
        standardError: expect.closeTo(Math.sqrt((0.804 * 0.196) / 1000), 12),
      },
    });
    const words = ["score", gkl, "-n", "64", "--vectors", "1000", "--ties", "fail"];
    expect((await inProcess(...words)).stdout).toMatch(/ties +92: 40 end as 0, 48 as 1[\s\S]*0\.8020/);
  });

  test.each([
    [["W110", "--ties", "some"], '--ties knows no "some". There are: redraw, fail, zero.'],
    [["W110", "--vectors", "0"], "--vectors wants a number of random starts"],
    [["W110", "--task", "majorty"], 'There is no task "majorty". Did you mean majority?'],
    [["W110", "--density", "2"], '--density is fair, flat, all or a number from 0 to below 1, not "2".'],
    [
      ["W110", "--density", "all", "-n", "21"],
      "All states of a ring can be taken up to 20 cells, and this one has 21.",
    ],
    [["--task", "counter", "--rules", "6,164,102,17", "--start", "16"], "The start 16 does not fit 4 cells"],
  ])("are refused with a sentence: %j", async (words, sentence) => {
    const { code, stderr } = await inProcess("score", ...words);
    expect([code, stderr.includes(sentence)]).toEqual([2, true]);
  });
});

describe("particles", () => {
  const GKL = "005f005f005f005f005fff5f005fff5f";

  test("as JSON and for people", async () => {
    const found = await json(GKL, "--particles");
    expect(found).toMatchObject({ rule: `x${GKL}`, domains: expect.arrayContaining(["0", "1", "01"]) });
    expect(found.particles).toContainEqual(
      expect.objectContaining({
        left: "0",
        right: "01",
        period: 1,
        shift: 3,
        cells: ["0000", "", expect.any(String)],
      }),
    );
    const { stdout } = await inProcess("ring", GKL, "--particles");
    expect(stdout).toMatch(/^01\* 0\* +velocity 1, \d\.\d\d in 1,000 cells: /m);
  });

  test.each([
    [[GKL, "--particles", "--cells", "99"], "is about a rule and not about a ring: leave --cells out."],
    [["--rules", "30,90,30", "--particles"], "takes one rule for all cells"],
  ])("%j is refused", async (words, sentence) => {
    const { code, stderr } = await inProcess("ring", ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
