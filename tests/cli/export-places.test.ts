// Where an export goes and what it may be called: names, folders, archives, limits; and what is refused before the work begins.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { inFolder } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const ffmpeg = toolOrSkip("ffmpeg");
const ffprobe = toolOrSkip("ffprobe");

beforeAll(async () => {
  await builtCli();
  await writeFile(scratch.path("file"), "");
}, 120_000);

/** A shell has limits of its own, so there the command is a process. */
const run = (line: string, shell?: string) => {
  const words = `export --soup 16x16 -r :T16,16 ${line}`.split(" ");
  return shell ? tessella(words, { cwd: scratch.path(), shell }) : inFolder(scratch.path(), ...words);
};

async function facts(line: string): Promise<{ bytes: number; frames: number }> {
  const { code, stdout, stderr } = await run(`${line} --json`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** What is refused, and how: one line and nothing on standard output. */
async function refusal(line: string, shell?: string): Promise<{ code: number | null; stderr: string }> {
  const { code, stdout, stderr } = await run(line, shell);
  expect({ line, stdout }).toEqual({ line, stdout: "" });
  expect(stderr).toMatch(/^tessella: [^\n]+\n$/);
  return { code, stderr };
}

describe("names", () => {
  it.skipIf(!ffmpeg || !ffprobe)("a video may have a colon in its name", async () => {
    await facts("--to 9 --scale 4 -o at-12:30.mp4");
    const args = ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"];
    const { stdout } = await promisify(execFile)(ffprobe ?? "", [
      ...args,
      `file:${scratch.path("at-12:30.mp4")}`,
    ]);
    expect(stdout.trim()).toBe("10");
  });

  it.each([
    ["--to 3 -o 100%.gif", /has "%\.gi" where an index like %06d is meant/],
    ["--to 3 --region 0,0,4,4 -o f-%d.rle", /--region is for pictures and PBM; RLE sequence holds the whole/],
    ["--to 3 --format png -o f-%d.pbm", /--format is for standard output/],
    ["--to 3 --format bmp -o -", /"bmp" cannot be written to standard output\. There are: pbm, png, /],
    ["--to 3 --format mp4 -o -", /"mp4" cannot be written to standard output/],
  ])("%s is bad usage", async (line, sentence) => {
    const { code, stderr } = await refusal(line);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  });

  it("an ending that nobody writes is answered with those that there are, each once", async () => {
    const { stderr } = await refusal("-o x.bmp");
    const endings = stderr.match(/ \.[a-z0-9.]*[a-z0-9]/g) ?? [];
    expect(endings.length).toBeGreaterThan(10);
    expect(new Set(endings).size).toBe(endings.length);
  });
});

describe("archives", () => {
  it("replace one of the same name, as frames replace frames", async () => {
    await facts("--to 9 -o again.zip/f-%d.pbm");
    await facts("--to 4 -o again.zip/f-%d.pbm");
    const files = unzipSync(await readFile(scratch.path("again.zip")));
    expect(Object.keys(files)).toEqual([0, 1, 2, 3, 4].map((n) => `f-${n}.pbm`));
  });

  it("are estimated as large as they will be, packed", async () => {
    const line = "--to 99 --region -200,-200,400,400 -o packed.zip/f-%d.pbm";
    const guess = await facts(`${line} --dry-run`);
    const truth = await facts(line);
    expect(Math.max(guess.bytes / truth.bytes, truth.bytes / guess.bytes)).toBeLessThan(1.5);
  });

  it("that would hold too many files are refused, not begun", async () => {
    const { code, stderr } = await refusal("--to 70000 -o many.zip/f-%d.pbm");
    expect(code).toBe(1);
    expect(stderr).toMatch(/at most 65,534 files, and these are 70,001\. Export to a folder/);
  });
});

describe("before hours of work", () => {
  // Generations that nobody computes in the time of a test.
  const FAR = "-r B3/S23 -a bitwise --from 2^50";

  it.each([
    [`${FAR} -o file/x.gif`, /"file\/x\.gif" was not written: a part of that path is a file, not a folder/],
    [`${FAR} -o file/below/f.pbm`, /"file\/below" was not written: a part of that path is a file/],
    [`${FAR} -o file/x.zip/f.pbm`, /"file\/x\.zip" was not written: a part of that path is a file/],
    ["-o /proc/none/x.gif", /"\/proc\/none" was not written: no files can be made there/],
    [
      `${FAR} --to 1125899906842700 --hold 700 -o x.gif`,
      /cannot hold a picture for more than 655 seconds\. Hold the last frame for less/,
    ],
    [`${FAR} --to 1125899906912624 -o many.zip/f-%d.pbm`, /at most 65,534 files, and these are 70,001/],
    [`${FAR} --region 0,0,1,99999999999999999999 -o x.png`, /cannot show more than 2\^51 cells across/],
  ])("%s is refused", async (line, sentence) => {
    const { code, stderr } = await refusal(line);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
  });

  it("a missing ffmpeg is noticed", async () => {
    const words = `export --soup 16x16 -r :T16,16 ${FAR} -o x.mp4`.split(" ");
    const { code, stderr } = await tessella(words, { cwd: scratch.path(), env: { PATH: "/nowhere" } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/there is no ffmpeg on PATH/),
    });
  });

  it("so is a folder that anneal cannot make", async () => {
    const words = "anneal 999999999 8 8 -o file/below".split(" ");
    const { code, stderr } = await inFolder(scratch.path(), ...words);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/"file\/below" was not written/),
    });
  });
});

describe("what fails", () => {
  it("names the first file that could not be written, not one behind it", async () => {
    const line = "--to 99 --region 0,0,400,400 -o limited/f-%d.pbm";
    const { code, stderr } = await refusal(line, 'ulimit -f 16; "$@"');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^tessella: "f-0\.pbm" was not|limited\/f-0\.pbm" was not/),
    });
  });

  it.skipIf(!ffmpeg)("says what ffmpeg found wrong first, not what came of it", async () => {
    const { code, stderr } = await refusal("--to 5 --size 20000x100 -o wide.avi");
    expect(code).toBe(1);
    expect(stderr).toMatch(/ffmpeg could not write "wide\.avi": dimensions too large for MPEG-4\. /i);
    expect(await scratch.names()).not.toContain("wide.avi");
  });

  it.skipIf(!ffmpeg)("small pictures are packed as AV1 by an encoder that takes them", async () => {
    expect(await facts("--to 5 --size 20x10 --codec av1 -o small.mp4")).toMatchObject({
      width: 20,
      height: 10,
    });
  });
});
