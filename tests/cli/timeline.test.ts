/** `tessella run -t`: a file with a frame a step, and what is said of command lines that cannot give one. */

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../support/in-process.ts";
import { cellsFromMacrocell, framesOf } from "../support/macrocell-text.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const RPENTOMINO = "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!\n";

let input = "";
beforeAll(async () => {
  input = await scratch.file("r.rle", RPENTOMINO);
});

describe("tessella run -t", () => {
  it.each(["auto", "hashlife"])("saves a frame a step (%s)", async (algorithm) => {
    const output = scratch.path(`r-${algorithm}.mc.gz`);
    const flags = ["-t", "-m", "896", "-i", "2^7", "-qq", "-a", algorithm, "-o", output];
    const { code, stderr } = await inProcess("run", input, ...flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const text = gunzipSync(await readFile(output)).toString();
    expect(text).toMatch(/^#G 896\n#FRAMES 8 0 2\^7$/m);
    const sizes = framesOf(text).map((frame) => cellsFromMacrocell(frame).cells.length);
    const wanted = await Promise.all(
      sizes.map(async (_, i) => {
        const { stdout } = await inProcess("run", input, "-m", `${128 * i}`, "--json");
        return Number(JSON.parse(stdout).population);
      }),
    );
    expect(sizes.length).toBe(8);
    expect(sizes).toEqual(wanted);
  });

  it.each([
    ["without a macrocell file", ["-m", "16", "-i", "8", "-o", "x.rle"], /only a macrocell file holds/],
    ["without a file", ["-m", "16", "-i", "8"], /Add -o NAME\.mc/],
    ["without a step", ["-m", "16", "-o", "x.mc"], /power of two apart/],
    ["by steps that grow", ["-m", "16", "-2", "-o", "x.mc"], /power of two apart/],
    ["by steps of 10", ["-m", "20", "-i", "10", "-o", "x.mc"], /power of two apart/],
    ["to where no frame is", ["-m", "20", "-i", "8", "-o", "x.mc"], /Take -m 16, or -m 24/],
    ["with too many frames", ["-m", "1e6", "-i", "1", "-o", "x.mc"], /1,000,001 frames/],
  ])("is refused %s", async (_, flags, said) => {
    const args = flags.map((flag) => (flag.startsWith("x.") ? scratch.path(flag) : flag));
    const { code, stderr } = await inProcess("run", input, "-t", ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });

  it("says what HashLife cannot use of -M", async () => {
    const run = (megabytes: string) => inProcess("run", input, "-m", "8", "-a", "hashlife", "-M", megabytes);
    const { code, stderr } = await run("9000");
    expect(code).toBe(0);
    expect(stderr).toMatch(/HashLife can use 4,096 MB at most, of the 9,000 MB of -M\./);
    expect((await run("4096")).stderr).toBe("");
  });
});
