// What goes wrong on people's machines: one clear sentence, the right exit code, nothing half written.

import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { mayHaveGpu } from "../../engine/node/vulkan-drivers.ts";
import type { CliOptions } from "../support/cli.ts";
import { builtCli, tessella } from "../support/cli.ts";
import { inFolder } from "../support/in-process.ts";
import { skipOrFail } from "../support/require-tool.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";

beforeAll(async () => {
  await builtCli();
  await mkdir(scratch.path("folder"));
  await scratch.file("glider.rle", GLIDER);
  await scratch.file("truncated.rle", "x = 3, y = 3\nbo$2bo$3");
  await scratch.file("b9.rle", "#C hello\nx = 3, y = 3, rule = B9/S\nbo$2bo$3o!\n");
  await scratch.file("wire.rle", "x = 3, y = 1, rule = CrittersMargolus_emulated\n3o!\n");
  await scratch.file("broken.rle.gz", gzipSync(GLIDER.repeat(20)).subarray(0, 40));
  await scratch.file("noise.rle", randomBytes(10_000_000));
  await scratch.file("noise.txt", `${"bo$2bo$3o\n".repeat(1_000_000)}7`);
  await scratch.file("empty.rle", "");
  await scratch.file("long.rle", "x = 999999999, y = 1\n999999999o!");
}, 120_000);

/**
 * Runs it in the scratch folder, as a process where that needs something of its own. The answer is one line on stderr and
 * nothing on stdout.
 */
async function failure(
  args: readonly string[],
  options?: CliOptions,
): Promise<{ code: number | null; line: string }> {
  const { code, stdout, stderr } = options
    ? await tessella(args, { cwd: scratch.path(), ...options })
    : await inFolder(scratch.path(), ...args);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^tessella: [^\n]+\n$/);
  expect(stderr).not.toMatch(/internal error| {4}at /i);
  return { code, line: stderr };
}

describe("a file that cannot be used", () => {
  it.each<[string, RegExp]>([
    ["missing.rle", /There is no file "missing\.rle"/],
    ["folder", /"folder" is a folder, not a file/],
    ["glider.rle/x", /There is no file .* not a folder/],
    ["truncated.rle", /truncated\.rle: line 2, column 9: .*ends without/],
    ["b9.rle", /b9\.rle: line 2, column 23: The rule "B9\/S" counts 9 live neighbours/],
    ["wire.rle", /wire\.rle: line 1, column 22: .*is none that is known here/],
    ["broken.rle.gz", /broken\.rle\.gz: The gzip data are damaged or cut off/],
    ["noise.rle", /noise\.rle: /],
    ["noise.txt", /noise\.txt: line \d+, column \d+: .*ends without/],
    ["empty.rle", /empty\.rle: The file is empty/],
    ["long.rle", /needs [\d,]+ MB, more than the limit/],
  ])("%s: one sentence, exit code 1", async (file, sentence) => {
    const { code, line } = await failure(["run", file, "-m", "1", "-o", "out.rle"]);
    expect(line).toMatch(sentence);
    expect(code).toBe(1);
    expect((await scratch.names()).filter((name) => name.includes("out.rle"))).toEqual([]);
  });

  it("answers noise on standard input in the same way", async () => {
    const { code, line } = await failure(["info", "-"], { input: randomBytes(1_000_000) });
    expect({ code, line }).toEqual({ code: 1, line: expect.stringMatching(/^tessella: standard input: /) });
  });
});

describe("a machine without a GPU", () => {
  const env = {
    ...Object.fromEntries(
      ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"].map((name) => [name, ""]),
    ),
    ...Object.fromEntries(
      ["CONFIG_HOME", "CONFIG_DIRS", "DATA_HOME", "DATA_DIRS"].map((name) => [
        `XDG_${name}`,
        scratch.path("none"),
      ]),
    ),
  };

  it("is told in one sentence, without Dawn's log", async (context) => {
    // A driver under /etc and its GPU are what the test cannot hide.
    if (mayHaveGpu({ ...process.env, ...env })) context.skip();
    const { code, line } = await failure(["run", "glider.rle", "-m", "1", "-a", "gpu", "-r", ":T64,64"], {
      env,
    });
    expect({ code, line }).toEqual({ code: 1, line: expect.stringMatching(/^tessella: No GPU was found\./) });
    const list = await tessella(["algorithms"], { cwd: scratch.path(), env });
    expect(list).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("No GPU was found.") });
  });

  it("is told so, too, where the system has drivers for GPUs that are not there", async (context) => {
    const named = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("VK_")));
    if (mayHaveGpu({ ...process.env, ...named })) context.skip();
    const { code, stderr } = await tessella(["algorithms"], { cwd: scratch.path(), env: named });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("a place that cannot be written to", () => {
  it.each<[string, RegExp]>([
    ["nowhere/out.rle", /there is no folder "nowhere"\. Create it first: mkdir -p "nowhere"/],
    ["glider.rle/out.rle", /a part of that path is a file/],
    ["/proc/out.rle", /"\/proc\/out\.rle" was not written: no files can be made there/],
  ])("%s: one sentence, exit code 1", async (path, sentence) => {
    const { code, line } = await failure(["convert", "glider.rle", path]);
    expect(line).toMatch(sentence);
    expect(code).toBe(1);
  });

  it("is found before the work and not after it", async () => {
    const { line } = await failure(["run", "missing.rle", "-m", "1e9", "-o", "nowhere/out.rle"]);
    expect(line).toMatch(/no folder "nowhere"/);
  });

  it.skipIf(process.platform !== "linux")("is a full device", async () => {
    const { code, line } = await failure(["convert", "glider.rle", "/dev/full", "--format", "rle"]);
    expect(line).toMatch(/"\/dev\/full" was not written: the disk is full/);
    expect(code).toBe(1);
    const piped = await tessella(["convert", "glider.rle", "-"], {
      cwd: scratch.path(),
      shell: '"$@" > /dev/full',
    });
    expect(piped.code).toBe(1);
    expect(piped.stderr).toMatch(/^tessella: [^\n]*the disk is full[^\n]*\n$/);
    const told = await tessella(["info", "glider.rle"], { cwd: scratch.path(), shell: '"$@" > /dev/full' });
    expect(told.code).toBe(1);
    expect(told.stderr).toMatch(/^tessella: "standard output" was not written: the disk is full[^\n]*\n$/);
    // Not as if the cells differed.
    const compared = await tessella(["compare", "glider.rle", "glider.rle"], {
      cwd: scratch.path(),
      shell: '"$@" > /dev/full',
    });
    expect(compared.code).toBe(2);
  });

  it
    .skipIf(process.platform === "win32")
    .each([
      [["info", "glider.rle"]],
      [["run", "glider.rle", "-m", "3"]],
      [["run", "glider.rle", "-m", "3", "-o", "-"]],
      [["convert", "glider.rle", "-"]],
      [["export", "glider.rle", "-o", "-"]],
      [["--version"]],
    ])("is a closed standard output: %j", async (words) => {
    // As people start it: by its name, with a shell at its head, which alone knows.
    const command = `shift; "$@" >&-`;
    const { code, stderr } = await tessella(words, { cwd: scratch.path(), shell: command });
    expect(stderr).toMatch(/^tessella: Standard output is closed\. [^\n]*\n$/);
    expect(code).toBe(1);
    const nowhere = await tessella(words, { cwd: scratch.path(), shell: 'shift; "$@" > /dev/null' });
    expect(nowhere).toMatchObject({ code: 0, stderr: "" });
    // Programs that want no output hand this over (Python's DEVNULL, Node's "ignore").
    const ignored = await tessella(words, { cwd: scratch.path(), shell: 'shift; "$@" 1<>/dev/null' });
    expect(ignored).toMatchObject({ code: 0, stderr: "" });
  });

  it.skipIf(process.platform === "win32")(
    "is no certificate that cannot be read: none is asked for",
    async () => {
      const shell = 'shift; NODE_EXTRA_CA_CERTS=nowhere.pem "$@"';
      const { code, stderr } = await tessella(["--version"], { cwd: scratch.path(), shell });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    },
  );

  it.skipIf(process.platform === "win32")(
    "passes its words on as they are, from any folder and through a link",
    async () => {
      await mkdir(scratch.path("two words"));
      await scratch.file("two words/$x `y`.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
      const shell = 'ln -s "$2" "two words/tessella"; cd "two words"; shift 2; PATH=.:$PATH tessella "$@"';
      const { code, stdout } = await tessella(["info", "$x `y`.rle", "--json"], {
        cwd: scratch.path(),
        shell,
      });
      expect({ code, population: JSON.parse(stdout).population }).toEqual({ code: 0, population: 5 });
    },
  );

  it.skipIf(process.platform === "win32")("holds what a killed run left, until the next run", async () => {
    await mkdir(scratch.path("left"));
    const machine = hostname()
      .replace(/[^\w-]/g, "")
      .slice(0, 20);
    // No process has a number this high; this one is alive; another machine's numbers say nothing here.
    const [dead, alive, elsewhere] = [
      `.a.rle.999999999-3@${machine}.tmp`,
      `.b.mp4.${process.pid}-1@${machine}.tmp.mp4`,
      ".c.rle.999999999-1@another.tmp",
    ];
    for (const name of [dead, alive, elsewhere, ".mine.tmp"]) await scratch.file(`left/${name}`, "");
    expect((await tessella(["convert", "glider.rle", "left/out.rle"], { cwd: scratch.path() })).code).toBe(0);
    expect(await scratch.names("left")).toEqual([alive, elsewhere, ".mine.tmp", "out.rle"].sort());
  });

  it("has a limit on the size of files, and what was there before stays", async () => {
    await scratch.file("small.rle", "what was there\n");
    const soup = ["run", "--soup", "400x400", "-m", "0", "-o", "small.rle", "-q"];
    const { code, stdout, stderr } = await tessella(soup, {
      cwd: scratch.path(),
      shell: 'ulimit -f 16; "$@"',
    });
    expect(stderr).toMatch(
      /^tessella: "small\.rle" was not written: it would be larger than files may be here\. [^\n]*\n$/,
    );
    expect(code).toBe(1);
    // The result is not lost with the file.
    expect(stdout).toMatch(/^generation {2}0\npopulation/);
    expect(await readFile(scratch.path("small.rle"), "utf8")).toBe("what was there\n");
    expect((await scratch.names()).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("is full after some frames, which stay whole", async () => {
    await mkdir(scratch.path("frames"));
    // 8 KiB a file is room for a picture of 200 x 200 and not for a P1 of it.
    const frames = ["export", "--soup", "200x200", "-r", ":T200,200", "--to", "3", "-o", "frames/%d.pbm"];
    const { code, line } = await failure([...frames, "--p1"], { shell: 'ulimit -f 8; "$@"' });
    expect({ code, line }).toEqual({
      code: 1,
      line: expect.stringMatching(/"frames\/0\.pbm" was not written/),
    });
    expect(await scratch.names("frames")).toEqual([]);
    expect((await tessella(frames, { cwd: scratch.path(), shell: 'ulimit -f 8; "$@"' })).code).toBe(0);
    expect(await scratch.names("frames")).toEqual(["0.pbm", "1.pbm", "2.pbm", "3.pbm"]);
  });

  it("is a full file system, or one that is read-only", async (context) => {
    const disk = (mount: string) =>
      `unshare -m bash -c 'mount -t tmpfs -o size=64k tmpfs disk && ${mount} "$@"' bash "$@"`;
    await mkdir(scratch.path("disk"));
    const probe = await tessella(["--version"], { cwd: scratch.path(), shell: disk("") });
    if (probe.code !== 0) {
      skipOrFail(`a small file system cannot be mounted here (${probe.stderr.trim()})`);
      context.skip();
    }
    const frames = ["export", "--soup", "400x400", "-r", ":T400,400", "--to", "9", "-o", "disk/%d.pbm"];
    const full = await tessella(frames, {
      cwd: scratch.path(),
      shell: `${disk("ls -A disk > /dev/null;")}; true`,
    });
    expect(full.stderr).toContain('"disk/3.pbm" was not written: the disk is full.');
    expect(full.stderr).toContain(`Make room in ${scratch.path("disk")}, or`);
    expect(full.stderr).toMatch(/after 3 of 10 frames\. The finished frames are in disk\./);
    const readOnly = await failure(["convert", "glider.rle", "disk/x.rle"], {
      shell: disk("mount -o remount,ro disk &&"),
    });
    expect(readOnly).toEqual({ code: 1, line: expect.stringMatching(/that file system is read-only/) });
  });
});
