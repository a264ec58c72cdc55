// What people who live in a shell expect: several files a call, comparing, looking, completions, defaults of their own.

import { execFileSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { BAD_USAGE, DONE, FAILED } from "../../engine/cli/app.ts";
import { findProgram } from "../../engine/node/find-program.ts";
import { configPath, userDefaults } from "../../engine/node/user-defaults.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const at = scratch.path;

beforeAll(async () => {
  await scratch.file("g.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  await scratch.file("moved.rle", "#CXRLE Pos=5,-7\nx = 3, y = 3, rule = B36/S23\nbo$2bo$3o!\n");
  await scratch.file("later.rle", "#CXRLE Pos=1,1 Gen=4\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  await scratch.file("block.rle", "x = 2, y = 2, rule = B3/S23\n2o$2o!\n");
  await scratch.file("bad.rle", "x = 3, y = 3, rule = B9/S\n3o!\n");
});

describe("several files", () => {
  it("are told one after the other, and one that fails does not keep back the others", async () => {
    const { code, stdout, stderr } = await inProcess(
      "info",
      at("g.rle"),
      at("bad.rle"),
      at("block.rle"),
      "--json",
    );
    expect(code).toBe(FAILED);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).population),
    ).toEqual([5, 4]);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ kind: "syntax", line: 1, column: 23 });
    expect(error.message).toMatch(/bad\.rle: line 1, column 23: The rule "B9\/S" counts 9 live neighbours/);
    const plain = await inProcess("info", at("bad.rle"), at("block.rle"));
    expect(plain).toMatchObject({ code: FAILED, stderr: `tessella: ${error.message}\n` });
  });

  it("are converted beside themselves", async () => {
    const { code, stderr } = await inProcess(
      "convert",
      "--to",
      "mc.gz",
      at("g.rle"),
      at("bad.rle"),
      at("block.rle"),
    );
    expect(code).toBe(FAILED);
    expect(stderr).toContain("bad.rle: line 1");
    expect((await scratch.names()).filter((name) => name.endsWith(".mc.gz"))).toEqual([
      "block.mc.gz",
      "g.mc.gz",
    ]);
    expect((await inProcess("convert", "--to", "life-106", at("g.mc.gz"))).code).toBe(DONE);
    expect(await readFile(at("g.life"), "utf8")).toMatch(/^#Life 1\.06/);
  });

  it.each<[string[], RegExp]>([
    [["convert", at("g.rle")], /needs a file to write as well\. Name it, or say --to FORMAT/],
    [
      ["convert", at("g.rle"), at("a.rle"), at("b.rle")],
      /one argument too many\. To convert several files, say --to/,
    ],
    [["convert", "--to", "mcc", at("g.rle")], /There is no format "mcc"\. There are: .*macrocell/],
    [["convert", "--to", "mcl", at("g.rle")], /MCell files are only read\. Written are: .*macrocell/],
    [["convert", "--to", "rle", "-"], /standard input has no place/],
  ])("bad usage: %j", async (words, sentence) => {
    const { code, stderr } = await inProcess(...words);
    expect({ code, stderr }).toEqual({ code: BAD_USAGE, stderr: expect.stringMatching(sentence) });
  });

  it("are never written over themselves", async () => {
    const { code, stderr } = await inProcess("convert", "--to", "rle", at("g.rle"));
    expect({ code, stderr }).toEqual({
      code: FAILED,
      stderr: expect.stringContaining("already named as RLE"),
    });
  });
});

describe("compare", () => {
  it.each<[string, string, string[], number, string]>([
    ["g.rle", "g.rle", [], 0, "the same cells"],
    ["g.rle", "moved.rle", [], 1, "the same cells, moved by (5, -7)"],
    ["g.rle", "moved.rle", ["--anywhere"], 0, "the same cells, moved by (5, -7)"],
    ["g.rle", "block.rle", ["--anywhere"], 1, "different cells"],
    ["g.rle", "later.rle", ["-m", "4"], 0, "the same cells"],
    ["g.rle", "later.rle", [], 1, "the same cells, moved by (1, 1)"],
  ])("%s with %s %j", async (a, b, more, code, verdict) => {
    const result = await inProcess("compare", at(a), at(b), ...more);
    expect(result).toMatchObject({ code, stderr: "" });
    expect(result.stdout.split("\n")[0]).toMatch(
      new RegExp(`^verdict +${verdict.replace(/[()]/g, "\\$&")}$`),
    );
  });

  it("tells what differs, for people and for programs", async () => {
    const { stdout } = await inProcess("compare", at("g.rle"), at("block.rle"));
    expect(stdout).toMatch(/^population +5; 4$/m);
    expect(stdout).not.toMatch(/^rule/m);
    const json = JSON.parse((await inProcess("compare", at("g.rle"), at("moved.rle"), "--json")).stdout);
    expect(json).toMatchObject({ same: false, moved: { x: 5, y: -7 } });
    expect(json.patterns.map((each: { rule: string }) => each.rule)).toEqual(["B3/S23", "B36/S23"]);
  });
});

describe("show", () => {
  it("draws two rows of cells a line", async () => {
    expect((await inProcess("show", at("g.rle"))).stdout).toBe(" ▀▄\n▀▀▀\n");
    expect((await inProcess("show", at("g.rle"), "-m", "1")).stdout).toBe("▀▄█\n ▀\n");
    expect((await inProcess("show", at("g.rle"), "--region", "1,0,9,3")).stdout).toBe("▀▄\n▀▀\n");
    expect((await inProcess("show", at("block.rle"), "-r", "B/S")).stdout).toBe("██\n");
    expect((await inProcess("show", at("block.rle"), "-r", "B/S", "-m", "1")).stdout).toBe(
      "No live cells.\n",
    );
  });

  it("draws what is too wide smaller, and says so", async () => {
    const { stdout, stderr } = await inProcess("show", "--soup", "100x40", "-w", "30");
    expect(stderr).toBe("tessella: A pixel is 4 x 4 cells; the whole is 100 x 40.\n");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.every((line) => line.length <= 30)).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(6);
  });

  it("draws in as few columns as it is given, and in one at least", async () => {
    const file = await scratch.file("row.rle", "x = 9, y = 1\n9o!\n");
    for (const [width, line] of [
      ["9", "▀▀▀▀▀▀▀▀▀"],
      ["8", "▀▀▀▀▀"],
      ["3", "▀▀▀"],
      ["2", "▀▀"],
      ["1", "▀"],
    ] as const)
      expect((await inProcess("show", file, "-w", width)).stdout, width).toBe(`${line}\n`);
  });
});

describe("completions and the manual", () => {
  it.each(["bash", "zsh", "fish"])(
    "%s knows every command and option, and reads the script",
    async (shell) => {
      const { code, stdout } = await inProcess("completions", shell);
      expect(code).toBe(DONE);
      for (const word of ["compare", "show", "generation", "maxmemory", "camera"])
        expect(stdout).toContain(word);
      if (findProgram(shell)) execFileSync(shell, ["-n"], { input: stdout });
    },
  );

  it("bash completes commands and options", async () => {
    const { stdout } = await inProcess("completions", "bash");
    const asked = (line: string) => {
      const words = line.split(" ");
      const ask = `COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _tessella; echo "\${COMPREPLY[@]}"`;
      return execFileSync("bash", { input: `${stdout}\n${ask}\n` })
        .toString()
        .trim();
    };
    expect(asked("tessella conv")).toBe("convert");
    expect(asked("tessella run --gen")).toBe("--generation");
    expect(asked("tessella help sh")).toBe("show");
  });

  it("refuses other shells, and writes a manual page", async () => {
    expect(await inProcess("completions", "csh")).toMatchObject({
      code: BAD_USAGE,
      stderr: expect.stringContaining("Completions are there for bash, zsh, fish."),
    });
    const { stdout } = await inProcess("man");
    expect(stdout).toMatch(/^\.TH TESSELLA 1 /);
    expect(stdout).toMatch(/^\.SH COMPARE$/m);
    // A line that begins with a dot is an order to the formatter.
    expect(stdout.split("\n").filter((line) => /^[.'](?!TH|SH|TP|PP|B |br)/.test(line))).toEqual([]);
  });
});

describe("errors with --json", () => {
  it("are one JSON object on standard error", async () => {
    const { code, stdout, stderr } = await inProcess("run", at("bad.rle"), "-m", "1", "--json");
    expect({ code, stdout }).toEqual({ code: FAILED, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        kind: "syntax",
        message: expect.stringContaining("bad.rle: line 1, column 23: "),
        line: 1,
        column: 23,
      },
      exit: FAILED,
    });
    const usage = JSON.parse((await inProcess("run", at("g.rle"), "--json")).stderr);
    expect(usage).toMatchObject({ error: { kind: "usage" }, exit: BAD_USAGE });
  });
});

describe("a person's defaults", () => {
  it("come from a file, and from variables, which win", async () => {
    await mkdir(at("tessella"));
    await scratch.file("tessella/config.json", '{"theme": "light", "memory": 64}');
    const environment = { XDG_CONFIG_HOME: at() };
    expect(Object.fromEntries(userDefaults(environment))).toEqual({ theme: "light", maxmemory: "64" });
    const more = { ...environment, TESSELLA_MEMORY: "128", TESSELLA_ADAPTER: "h200" };
    expect(Object.fromEntries(userDefaults(more))).toEqual({
      theme: "light",
      maxmemory: "128",
      adapter: "h200",
    });
    expect([...userDefaults({ XDG_CONFIG_HOME: at("nowhere") })]).toEqual([]);
  });

  it("are used where a command takes them and none is given", async () => {
    process.env.TESSELLA_MEMORY = "1";
    process.env.TESSELLA_ADAPTER = "of no use on a CPU";
    try {
      const soup = ["run", "--soup", "4096x4096", "-m", "0"];
      expect((await inProcess(...soup)).stderr).toContain("more than the limit of 1 MB");
      expect((await inProcess(...soup, "-M", "512")).code).toBe(DONE);
      expect((await inProcess("info", at("g.rle"))).code).toBe(DONE);
    } finally {
      delete process.env.TESSELLA_MEMORY;
      delete process.env.TESSELLA_ADAPTER;
    }
  });

  it.each([
    ["{", "cannot be used"],
    ["[]", "they are no object"],
    ['{"colour": 1}', '"colour" is none of theme, memory, adapter'],
    ['{"memory": "64"}', "memory is not a whole number of megabytes from 1 on"],
    ['{"memory": 0.5}', "memory is not a whole number of megabytes from 1 on"],
    ['{"__proto__": 1}', '"__proto__" is none of'],
  ])("that cannot be used are refused with their path: %s", async (text, sentence) => {
    await scratch.file("broken.json", text);
    expect(() => userDefaults({}, at("broken.json"))).toThrow(sentence);
    expect(() => userDefaults({}, at("broken.json"))).toThrow(at("broken.json"));
  });

  it("lie where each system keeps such files", () => {
    expect(configPath({}, "linux", "/home/a")).toBe("/home/a/.config/tessella/config.json");
    expect(configPath({}, "darwin", "/Users/a")).toBe(
      "/Users/a/Library/Application Support/tessella/config.json",
    );
    expect(configPath({ APPDATA: "/roaming" }, "win32", "/a")).toBe("/roaming/tessella/config.json");
    expect(configPath({ XDG_CONFIG_HOME: "/x" }, "linux", "/a")).toBe("/x/tessella/config.json");
  });
});
