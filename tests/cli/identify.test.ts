import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";

let glider = "";
beforeAll(async () => {
  await builtCli();
  glider = await scratch.file("glider.rle", GLIDER);
}, 120_000);

describe("tessella identify", () => {
  it("says in words what a pattern is", async () => {
    const { code, stdout, stderr } = await inProcess("identify", glider);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "Spaceship of period 4, c/4 diagonal.",
      "kind          Spaceship",
      "period        4",
      "mod           2, turned or mirrored",
      "displacement  1, 1",
      "speed         c/4 diagonal",
      "symmetry      C1",
      "population    5",
      "box           3 × 3",
      "heat          4",
      "code          xq4_153",
      "",
    ]);
  });

  it("answers one JSON object, with every cell's period counted", async () => {
    const { code, stdout, stderr } = await tessella(["identify", "-", "--json"], {
      input: "4bo4bo$2b2ob4ob2o$4bo4bo!",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "oscillator",
      period: 15,
      speed: null,
      displacement: { x: 0, y: 0 },
      symmetry: "D4_+2",
      population: { least: 12, most: 40 },
      volatility: { rotor: 80, stator: 0, full: 80 },
      cellPeriods: { 15: 80 },
      code: "xp15_4r4z4r4",
      rule: "B3/S23",
      topology: "unbounded",
      algorithm: "bitwise",
    });
  });

  it("runs a soup, another rule and another algorithm", async () => {
    const { stdout } = await inProcess(
      ..."identify --soup 16x16:0.5:3 -r B3/S23:T16,16 -a block --json".split(" "),
    );
    expect(JSON.parse(stdout)).toMatchObject({ algorithm: "block", topology: "T16,16" });
    const { code, stdout: seeds } = await inProcess("identify", glider, "-r", "B1357/S1357");
    expect(code).toBe(0);
    expect(seeds.split("\n")[0]).toBe("No period up to generation 383, when it had too many cells to go on.");
  });

  it("is honest about what it does not find", async () => {
    const { code, stdout } = await tessella(["identify", "-", "-l", "1e2"], { input: "b2o$2o$bo!" });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^No period up to generation 100\.\nkind +No period found\n/);
  });

  it.each([
    ["0", /--limit is from 1 to 2,000,000 generations/],
    ["3e6", /--limit is from 1 to 2,000,000 generations/],
    ["far", /--limit wants a generation/],
  ])("refuses the limit %s", async (limit, sentence) => {
    const { code, stderr } = await inProcess("identify", glider, "--limit", limit);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });
});
