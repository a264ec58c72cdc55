/** The command with HashLife: generations and cells beyond counting, leaps that are stopped, files that hold the result. */

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, ROOT, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const GUN = `${ROOT}/assets/patterns/gosper-glider-gun.rle`;
/** Five cells every thirty generations, and the gun itself. */
const AFTER_2_60 = "192153584101141204";
/** A soup that never settles, so that HashLife is busy for minutes and more. */
const LONG_LEAP = "run --soup 1000x1000:0.4 -r B2/S -a hashlife -m 1e5 -M 3000".split(" ");

beforeAll(builtCli, 120_000);

describe("tessella with HashLife", () => {
  it("lists it, with what it is for", async () => {
    const { stdout } = await tessella(["algorithms"]);
    expect(stdout).toMatch(/^hashlife +A quad-tree .*/m);
    expect((await inProcess("help", "run")).stdout).toMatch(/HashLife \(-a hashlife\)/);
  });

  it.each([
    ["in one leap", []],
    ["in steps past the end", ["-i", "2^70"]],
    ["in doubled steps", ["-2", "-qq"]],
  ])("goes 2^60 generations %s", async (_, flags) => {
    const args = ["run", GUN, "-a", "hashlife", "-m", "1152921504606846976", "--json", ...flags];
    const { code, stdout } = await inProcess(...args);
    expect(code).toBe(0);
    // Every digit is there, though a double has fewer.
    expect(stdout).toContain(`{"generation":1152921504606846976,"population":${AFTER_2_60},"bounds":{"x":`);
  });

  it("saves as a macrocell what no other file holds", async () => {
    const saved = scratch.path("far.mc.gz");
    const { code, stderr } = await inProcess("run", GUN, "-a", "hashlife", "-m", "2^60", "-o", saved);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect((await readFile(saved)).length).toBeLessThan(100_000);
    const again = await inProcess("run", saved, "-a", "hashlife", "-m", "2^60", "--json");
    expect(again.stdout).toContain(`"population":${AFTER_2_60},`);
  });

  it("says before the run that RLE may not hold the end, and at the end what does", async () => {
    const saved = scratch.path("far.rle");
    const args = ["run", GUN, "-a", "hashlife", "-m", "2^60", "-o", saved];
    const { code, stdout, stderr } = await inProcess(...args);
    expect(code).toBe(1);
    const [before, after] = stderr.split("\n");
    expect(before).toMatch(/may lie too far apart for RLE.*macrocell file \(-o NAME\.mc/);
    expect(after).toMatch(
      /span 288,230,376,151,711,762 x 288,230,376,151,711,749, too far apart for RLE\..*\.mc/,
    );
    // What was found out is not lost with the file.
    expect(stdout).toContain("population  192,153,584,101,141,204\n");
    expect(await scratch.names()).not.toContain("far.rle");
  });

  it("keeps the last complete generation when the time is up in a leap", async () => {
    const { code, stdout, stderr } = await tessella([...LONG_LEAP, "-T", "0.2", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).generation).toBe(0);
    expect(stderr).toMatch(/-T was up at generation 0, before 100,000\. .*shorter steps \(-i\)/);
  });

  it("stops in the middle of a leap", async () => {
    const { signal, stdout, stderr } = await tessella([...LONG_LEAP, "-v"], {
      // The last thing that it says before it begins.
      interruptWhen: (stderr) => /It holds \d+ MB\./.test(stderr),
    });
    expect({ signal, stdout }).toEqual({ signal: "SIGINT", stdout: "" });
    expect(stderr).toMatch(/^tessella: Stopped at generation 0 of 100,000; nothing was saved\. .*-T/m);
  });
});
