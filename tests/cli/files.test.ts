// info, convert, export, algorithms.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "../../engine/node/find-program.ts";
import { builtCli, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const GLIDER = "#N Glider\n#O R. K. Guy\n#C flies\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";

beforeAll(async () => {
  await builtCli();
  await scratch.file("glider.rle", GLIDER);
}, 120_000);

const run = (line: string, input?: string | Uint8Array) =>
  tessella(line.split(" "), { cwd: scratch.path(), input });

describe("an archive of several patterns", () => {
  beforeAll(async () => {
    const zipped = zipSync({ "in/glider.rle": strToU8(GLIDER), "in/dot.rle": strToU8("#N Dot\no!\n") });
    await scratch.file("two.zip", zipped);
  });

  it("names them where one has to be chosen, and opens the one that is named", async () => {
    const { code, stderr } = await run("run two.zip -m 4");
    expect(code).toBe(1);
    expect(stderr).toBe(
      'tessella: two.zip: The ZIP archive holds 2 patterns. There are "in/dot.rle", "in/glider.rle". Name one behind the archive: "two.zip/in/dot.rle".\n',
    );
    const chosen = await run("run two.zip/glider.rle -m 4 --json");
    expect(JSON.parse(chosen.stdout)).toMatchObject({ population: 5 });
    expect((await run("run two.zip/gun.rle -m 4")).stderr).toContain('no pattern of the name "gun.rle"');
    expect((await run("run glider.rle/gun.rle -m 4")).stderr).toContain(
      '"glider.rle" is a file, not a folder or an archive',
    );
  });

  it("is all of them to a command that takes several files", async () => {
    const { stdout } = await run("info two.zip --json");
    const told = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(told.map(({ file, name }) => [file, name])).toEqual([
      [join("two.zip", "in", "dot.rle"), "Dot"],
      [join("two.zip", "in", "glider.rle"), "Glider"],
    ]);
    // An archive of one is that pattern.
    const alone = await scratch.file("one.zip", zipSync({ "in/glider.rle": strToU8(GLIDER) }));
    expect(JSON.parse((await inProcess("info", alone, "--json")).stdout)).toMatchObject({
      file: alone,
      name: "Glider",
    });
    expect((await run("convert --to cells two.zip")).code).toBe(0);
    expect(await readFile(scratch.path("dot.cells"), "utf8")).toContain("O");
  });
});

describe("tessella info", () => {
  it("says what a file holds", async () => {
    const { code, stdout, stderr } = await run("info glider.rle");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "file        glider.rle, 71 bytes",
        "format      RLE",
        "name        Glider",
        "author      R. K. Guy",
        "rule        B3/S23 (Life)",
        "topology    unbounded",
        "generation  0",
        "population  5",
        "bounds      3 x 3 at (0, 0), position not given",
        "comments    flies",
        "",
      ].join("\n"),
    );
  });

  it("says it to programs too, from any format", async () => {
    const { stdout } = await run("info - --json", "#Life 1.06\n5 -7\n6 -7\n");
    expect(JSON.parse(stdout)).toMatchObject({
      format: "life-106",
      rule: null,
      population: 2,
      bounds: { x: 5, y: -7, width: 2, height: 1 },
      positioned: true,
    });
  });

  it("passes on what was read leniently", async () => {
    const { code, stderr } = await run("info -", "x = 3, y = 1\n03o!");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^tessella: standard input: Line 2: /);
  });
});

describe("tessella convert", () => {
  it("keeps cells through every format and back", async () => {
    const hash = async (file: string): Promise<string> =>
      JSON.parse((await inProcess("run", scratch.path(file), "-m", "0", "--json")).stdout).hash;
    const original = await hash("glider.rle");
    for (const name of ["a.cells", "a.lif", "a.life", "a.pbm", "a.mc", "a.mc.gz", "a.rle.gz"]) {
      const { code, stdout } = await inProcess("convert", scratch.path("glider.rle"), scratch.path(name));
      expect({ name, code, stdout }).toEqual({ name, code: 0, stdout: "" });
      expect(await hash(name)).toBe(original);
    }
    expect(gunzipSync(await readFile(scratch.path("a.rle.gz"))).toString()).toBe(GLIDER);
    expect((await run("convert glider.rle -")).stdout).toBe(GLIDER);
  });

  it("keeps place, rule and generation through Macrocell", async () => {
    const text = "#CXRLE Pos=1000000000000,-7 Gen=12\n#N odd\nx = 3, y = 3, rule = B36/S23\nbo$2bo$3o!\n";
    expect((await run("convert - far.mc.gz", text)).code).toBe(0);
    expect((await run("convert far.mc.gz -")).stdout).toBe(text);
    const saved = await run("run far.mc.gz -m 16 -o later.mc");
    expect(saved.code).toBe(0);
    expect((await run("convert later.mc -")).stdout).toBe(
      "#CXRLE Pos=1000000000001,-6 Gen=16\n#N odd\nx = 3, y = 3, rule = B36/S23\nbo$2bo$3o!\n",
    );
    // The last node is the whole: two of them, with a glider in each outer corner.
    const huge = `[M2]\n.*$..*$***$\n${Array.from({ length: 96 }, (_, i) => `${i + 4} ${i + 1} 0 0 0\n`).join("")}100 97 97 0 97\n`;
    const info = JSON.parse((await run("info - --json", huge)).stdout);
    expect(info).toMatchObject({ format: "macrocell", population: 15 });
    expect(info.bounds).toMatchObject({ x: -(2 ** 99), width: 2 ** 99 });
    const { code, stderr } = await run("convert - huge.rle", huge);
    expect(code).toBe(1);
    expect(stderr).toMatch(/spans 2\^99 x 2\^99 cells.*hashlife.*Macrocell/);
    expect((await run("convert - huge.mc", huge)).code).toBe(0);
  });

  it("says what a format cannot hold", async () => {
    const { code, stderr } = await run(
      "convert - plain.pbm --p1",
      "#N odd\nx = 2, y = 1, rule = B36/S23\n2o!",
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/PBM picture cannot hold the rule B36\/S23 and the name and comments/);
    expect(await readFile(scratch.path("plain.pbm"), "utf8")).toBe("P1\n2 1\n11\n");
  });

  it("frames a picture by --region", async () => {
    await run("convert glider.rle region.pbm --p1 --region -1,-1,5,4");
    expect(await readFile(scratch.path("region.pbm"), "utf8")).toBe("P1\n5 4\n00000\n00100\n00010\n01110\n");
  });

  it("writes what run -r would have run", async () => {
    await run("convert glider.rle torus.rle -r :T16,16");
    const [converted, direct] = await Promise.all([
      run("run torus.rle -m 30 --json"),
      run("run glider.rle -r :T16,16 -m 30 --json"),
    ]);
    expect(JSON.parse(converted.stdout).hash).toBe(JSON.parse(direct.stdout).hash);
    expect(JSON.parse(converted.stdout).topology).toBe("T16,16");
  });
});

describe("tessella export", () => {
  it("writes every k-th generation of a region", async () => {
    const { code, stdout, stderr } = await run(
      "export glider.rle --from 4 --to 12 --every 4 --region -1,0,6,5 --p1 -o made/here/g-%03d.pbm --json",
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await scratch.names("made/here")).toEqual(["g-000.pbm", "g-001.pbm", "g-002.pbm"]);
    // Four generations move a glider by one cell.
    expect(await readFile(scratch.path("made/here/g-000.pbm"), "utf8")).toBe(
      "P1\n6 5\n000000\n000100\n000010\n001110\n000000\n",
    );
    expect(await readFile(scratch.path("made/here/g-001.pbm"), "utf8")).toBe(
      "P1\n6 5\n000000\n000000\n000010\n000001\n000111\n",
    );
    expect(JSON.parse(stdout)).toMatchObject({
      frames: 3,
      first: "made/here/g-000.pbm",
      last: "made/here/g-002.pbm",
      from: 4,
      to: 12,
      every: 4,
      region: { x: -1, y: 0, width: 6, height: 5 },
      rule: "B3/S23",
      topology: "unbounded",
      algorithm: "bitwise",
    });
  });

  it("shows a bounded grid whole, and writes packed bits unless told otherwise", async () => {
    const { stdout } = await run("export glider.rle -r :T9,5 -o torus.pbm");
    expect(stdout).toContain("region      9 x 5 at (-4, -2)");
    const expected = Buffer.from([
      ...Buffer.from("P4\n9 5\n"),
      0,
      0,
      0b00001000,
      0,
      0b00000100,
      0,
      0b00011100,
      0,
      0,
      0,
    ]);
    expect(Buffer.compare(await readFile(scratch.path("torus.pbm")), expected)).toBe(0);
  });

  it("warns when cells leave the first frame's box, and shows all of them on request", async () => {
    const first = await run("export glider.rle --to 8 --every 8 -o fly/f-%d.pbm --p1");
    expect(first.stderr).toMatch(/^tessella: Live cells left the region of the first frame.*--region all/);
    const all = await run("export glider.rle --to 8 --every 8 -o fly/f-%d.pbm --p1 --region all");
    expect(all.stderr).toBe("");
    expect(await readFile(scratch.path("fly/f-1.pbm"), "utf8")).toBe(
      "P1\n5 5\n00000\n00000\n00010\n00001\n00111\n",
    );
  });

  it("warns of older frames that would end up in the same film", async () => {
    await run("export glider.rle --to 5 -o old/f-%d.pbm --region 0,0,4,4");
    const { stderr } = await run("export glider.rle --to 2 -o old/f-%d.pbm --region 0,0,4,4");
    expect(stderr).toMatch(/Older frames go on after the last one, from old\/f-3\.pbm/);
  });

  it("streams frames to standard output", async () => {
    const { code, stdout } = await run("export glider.rle --to 1 --region 0,0,3,4 --p1 -o -");
    expect(code).toBe(0);
    expect(stdout).toBe("P1\n3 4\n010\n001\n111\n000\nP1\n3 4\n000\n101\n011\n010\n");
  });

  it("keeps finished frames, whole, when Ctrl-C comes", async () => {
    const args = [
      "export",
      "--soup",
      "256x256",
      "-r",
      ":T256,256",
      "--to",
      "1e7",
      "--yes",
      "-o",
      "stop/f-%07d.pbm",
      "-v",
    ];
    const { signal, stderr } = await tessella(args, {
      cwd: scratch.path(),
      interruptWhen: async () => (await scratch.names("stop").catch(() => [])).length > 20,
    });
    expect(signal).toBe("SIGINT");
    const count = Number(/after ([\d,]+) of 10,000,001 frames/.exec(stderr)?.[1].replaceAll(",", ""));
    const names = await scratch.names("stop");
    expect(names).toHaveLength(count);
    expect(names.every((name) => /^f-\d{7}\.pbm$/.test(name))).toBe(true);
    const last = await readFile(scratch.path(`stop/${names.at(-1)}`));
    expect(last.length).toBe("P4\n256 256\n".length + 256 * 32);
  });

  const ffprobe = findProgram("ffprobe");
  it.skipIf(!ffprobe)("makes sequences that ffmpeg reads", async () => {
    await run("export --soup 33x17 -r :T33,17 --to 4 -o ff/f-%06d.pbm");
    const args = [
      "-v",
      "error",
      "-count_frames",
      "-show_entries",
      "stream=width,height,nb_read_frames",
      "-of",
      "csv=p=0",
    ];
    const { stdout } = await promisify(execFile)(ffprobe ?? "", [...args, scratch.path("ff/f-%06d.pbm")]);
    expect(stdout.trim()).toBe("33,17,5");
  });
});

describe("tessella algorithms", () => {
  it("lists them, and says which run a rule", async () => {
    const { stdout } = await run("algorithms");
    for (const id of ["bitwise", "gpu", "gpu-sparse", "block", "reference"])
      expect(stdout).toMatch(new RegExp(`^${id} `, "m"));
    const klein = JSON.parse((await run("algorithms -r B3/S23:K30*,20 --json")).stdout) as {
      id: string;
      auto: boolean;
      refuses: string | null;
    }[];
    expect(klein.find((entry) => entry.auto)?.id).toBe("reference");
    expect(klein.filter((entry) => entry.refuses === null).map((entry) => entry.id)).toEqual(["reference"]);
    expect(existsSync(scratch.path("old"))).toBe(true);
  });
});
