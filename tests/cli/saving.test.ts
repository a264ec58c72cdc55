// Saving says how large a file will be, refuses what the disk cannot hold, and hears Stop.

import { readFile, stat } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { checkRoom } from "../../engine/cli/save-warnings.ts";
import type { Terminal } from "../../engine/cli/terminal.ts";
import { RLE } from "../../engine/formats/rle.ts";
import { builtCli, tessella } from "../support/cli.ts";
import { inFolder } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const GUN = "assets/patterns/gosper-glider-gun.rle";

beforeAll(async () => {
  await builtCli();
  await scratch.file("gun.rle", await readFile(GUN));
}, 120_000);

const inScratch = (words: string) => inFolder(scratch.path(), ...words.split(" "));

const UNITS: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

describe("the size of a file", () => {
  it.each([
    "--soup 900x700 -m 0",
    "--soup 900x700 -m 300",
    "--soup 900x700:0.02 -m 0 -a hashlife",
    "gun.rle -m 100000 -a hashlife",
  ])("is said before it is written, and is true within a third: %s", async (words) => {
    const { code, stderr } = await inScratch(`run ${words} -o out.rle -v`);
    expect(code).toBe(0);
    const [, amount, unit] = /The file will take about ([\d.,]+) ([kMGT]B)\./.exec(stderr) ?? [];
    const said = Number(amount) * UNITS[unit];
    const written = (await stat(scratch.path("out.rle"))).size;
    expect(Math.max(said / written, written / said)).toBeLessThan(1.33);
  });

  it("larger than the disk is refused before a byte of it is written, and the result is told", async () => {
    const { code, stdout, stderr } = await inScratch("run gun.rle -m 1e14 -T 20 -o out-of-room.rle");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^generation {2}100,000,000,000,000\n/);
    expect(stderr).toMatch(
      /^tessella: "out-of-room\.rle" was not written: RLE would take about 2\d\d TB, and .* are free in .*\.mc/m,
    );
    expect(await scratch.names()).not.toContain("out-of-room.rle");
  });

  it("is not said to be far smaller as a macrocell where cells never repeat", async () => {
    const soup = {
      bounds: async () => ({ x: 0n, y: 0n, w: 10n ** 9n, h: 10n ** 9n }),
    } as unknown as Universe;
    const said: string[] = [];
    const terminal = { warn: (text: string) => said.push(text), note: () => {} } as unknown as Terminal;
    const saved = { path: scratch.path("soup.rle"), format: RLE, gzip: false };
    const half = 10n ** 18n / 2n;
    await expect(checkRoom(terminal, soup, half, saved)).rejects.toMatchObject({
      message: expect.stringContaining("RLE would take about"),
      hint: `Packed (-o ${saved.path}.gz) it is smaller.`,
    });
    await expect(checkRoom(terminal, soup, half, { ...saved, gzip: true })).rejects.toMatchObject({
      hint: "Write to another disk.",
    });
    await checkRoom(terminal, soup, half, { ...saved, path: "-" });
    expect(said.join()).toMatch(/Ctrl-C stops it\. Packed \(-o NAME\.rle\.gz\) it is smaller\.$/);
  });

  it("that takes long is announced, and Ctrl-C ends it", async () => {
    const { signal, stderr } = await tessella("run gun.rle -m 3e8 -T 20 -o long.rle".split(" "), {
      cwd: scratch.path(),
      interruptWhen: (stderr) => stderr.includes("Ctrl-C stops it."),
    });
    expect(stderr).toMatch(/The file will take about [45]\d\d MB\. Ctrl-C stops it\./);
    expect({ signal, stopped: stderr.includes("Stopped while saving; nothing was saved.") }).toEqual({
      signal: "SIGINT",
      stopped: true,
    });
    expect((await scratch.names()).filter((name) => name.includes("long"))).toEqual([]);
  });
});
