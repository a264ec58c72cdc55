import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { BAD_USAGE, DONE } from "../../engine/cli/app.ts";
import { builtCli, CLI, ROOT, tessella } from "../support/cli.ts";
import { inProcess, onScreen } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
beforeAll(async () => {
  await builtCli();
  await scratch.file("g.rle", "x = 3, y = 3\nbo$2bo$3o!\n");
}, 120_000);

const COMMANDS = [
  "run",
  "info",
  "identify",
  "convert",
  "compare",
  "show",
  "export",
  "anneal",
  "ring",
  "score",
  "evolve",
  "algorithms",
  "bench",
  "model",
];

describe("help", () => {
  it("names every command, with examples and exit codes", async () => {
    const { code, stdout, stderr } = await inProcess("--help");
    expect({ code, stderr }).toEqual({ code: DONE, stderr: "" });
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain("Exit codes: 0 done, 1 failed, 2 bad usage.");
    expect((await inProcess("help", "help")).stdout).toContain("tessella help COMMAND");
    expect((await inProcess("-h")).stdout).toBe(stdout);
    expect((await inProcess("help")).stdout).toBe(stdout);
  });

  it.each([
    ["help", "tessella help COMMAND"],
    ["completions", "tessella completions SHELL"],
    ["man", "tessella man | man -l -"],
  ])("of %s, which has no options", async (command, line) => {
    const { code, stdout, stderr } = await inProcess("help", command);
    expect({ code, stderr }).toEqual({ code: DONE, stderr: "" });
    expect(stdout).toContain(line);
    expect(stdout).not.toContain("--quiet");
    for (const option of ["-h", "--help"]) expect((await inProcess(command, option)).stdout).toBe(stdout);
  });

  it.each(COMMANDS)("of %s fits a terminal and has examples", async (command) => {
    const [long, other] = await Promise.all([inProcess("help", command), inProcess(command, "-h")]);
    expect({ code: long.code, stderr: long.stderr }).toEqual({ code: DONE, stderr: "" });
    expect(other.stdout).toBe(long.stdout);
    expect(long.stdout).toContain(`tessella ${command}`);
    // What an option takes is a word, or words with signs between them.
    expect(long.stdout).not.toMatch(/^ +(?:-\w, )?--[\w-]+ \S*[-:,|](?: |$)/m);
    expect(long.stdout.split("Examples:\n")[1]).toContain("  tessella ");
    const prose = long.stdout.split("Examples:")[0].split("\n");
    expect(prose.filter((line) => line.length > 80 && !line.includes("tessella"))).toEqual([]);
  });
});

describe("a screen", () => {
  const file = scratch.path("g.rle");

  it.each([
    ["export", file, "-o", "-"],
    ["export", file, "-o", "-", "--format", "png"],
    ["export", file, "-o", "-", "--format", "gif", "--to", "9"],
    ["convert", file, "-", "-f", "pbm"],
    ["run", file, "-m", "4", "-o", "-", "-f", "pbm"],
    ["convert", file, "-", "-f", "mc.gz"],
    ["run", file, "-m", "4", "-o", "-", "-f", "rle.gz"],
    ["anneal", "2", "8", "-o", "-"],
  ])("gets no binary data: %s ... %s", async (...words) => {
    const { code, stdout, stderr } = await onScreen(...words);
    expect({ code, stdout }).toEqual({ code: BAD_USAGE, stdout: "" });
    expect(stderr).toMatch(
      /is binary and would only garble this terminal\. Send it on with > FILE or \| PROGRAM/,
    );
  });
});

describe("-f", () => {
  it("says how run saves the result, whatever the name is", async () => {
    const out = scratch.path("saved.txt");
    expect((await inProcess("run", scratch.path("g.rle"), "-m", "4", "-o", out, "-f", "life-106")).code).toBe(
      DONE,
    );
    expect(await readFile(out, "utf8")).toMatch(/^#Life 1\.06\n/);
    await rm(out);
  });

  it("takes an ending, too, as --to does", async () => {
    const out = scratch.path("saved.dat");
    for (const [typed, begins] of [
      ["mc", "[M2]"],
      [".cells", ".O\n"],
      ["RLE.GZ", "\x1f\x8b"],
    ] as const) {
      const { code } = await inProcess("run", scratch.path("g.rle"), "-m", "4", "-o", out, "-f", typed);
      expect(code, typed).toBe(DONE);
      expect((await readFile(out, "latin1")).slice(0, begins.length)).toBe(begins);
    }
    await rm(out);
  });
});

describe("bad usage", () => {
  it.each<[string, RegExp]>([
    ["", /Name a command\. Try: tessella --help/],
    ["rnu g.rle", /"rnu" is not a command\. Did you mean run\?/],
    ["frobnicate", /"frobnicate" is not a command\. Commands: run, info/],
    ["g.rle", /To run a pattern: tessella run \S*g\.rle -m GENERATION/],
    ["--json run", /The command comes first, before --json/],
    ["help rum", /Did you mean run\?/],
    ["help mann", /Did you mean man\?/],
    ["help run info", /"info" is one argument too many for help\. See: tessella help help/],
    ["man run", /"run" is one argument too many for man\. See: tessella help man/],
    ["completions bash zsh", /"zsh" is one argument too many for completions/],
    ["run", /Say at which generation to stop, with -m GENERATION/],
    ["run -m 5", /Name a pattern file, or make a soup/],
    ["run g.rle --soup 5x5 -m 5", /either a pattern file or --soup, not both/],
    ["run g.rle", /-m GENERATION/],
    ["run g.rle more -m 5", /"more" is one argument too many\. Usage: tessella run FILE/],
    ["run g.rle -m", /The option -m needs a value: -m GENERATION/],
    ["run g.rle -o -m 5", /The option -o needs a value: -o OUT/],
    ["run g.rle -m five", /-m wants a generation.*not "five"/],
    ["run g.rle -m -5", /-m wants a generation.*not "-5"/],
    ["run g.rle -m 2.5", /-m wants a generation/],
    ["run g.rle -m 5 -i 0", /-i wants a number of generations from 1 on/],
    ["run g.rle -m 5 -T 0", /-T wants a number of seconds/],
    ["run g.rle -m 5 -f rle", /--format says how -o saves the result\. Name a file with -o OUT/],
    ["run g.rle -m 5 -o x -f rel", /There is no format "rel"\. Did you mean rle\?/],
    ["run g.rle -m 5 -M lots", /-M wants megabytes/],
    ["run g.rle -m 5 --algoritm gpu", /no option --algoritm for "run"\. Did you mean --algorithm\?/],
    ["run g.rle -m 5 -z", /no option -z for "run"\. See: tessella help run/],
    ["run g.rle -m 5 --json=yes", /--json takes no value/],
    ["run g.rle -m 5 -a bitwize", /no algorithm "bitwize"\. Did you mean bitwise\?/],
    ["run g.rle -m 5 -r B9/S", /The rule "B9\/S" counts 9 live neighbours.*\(character 2\)/],
    ["run g.rle -m 5 -r HihgLife", /Did you mean HighLife\?/],
    ["run g.rle -m 5 -r B3/S23:Q5", /The grid ":Q5" cannot be read/],
    ["run g.rle -m 5 -r B3/S23 --rule-table 0", /either -r or --rule-table/],
    ["run g.rle -m 5 --rule-table 001", /A rule table has 14 entries/],
    ["run g.rle -m 5 -o out.xyz", /no ending of a pattern format.*\.rle/],
    ["run g.rle -m 5 -o .", /"\." is a folder\. Name a file in it/],
    ["export g.rle --to 5 -o .", /"\." is a folder\. Name a file in it, for example frame-%06d\.pbm/],
    ["export g.rle --from 0 --to 1e12 -o f-%d.pbm", /that is 1,000,000,000,001 frames\. .*--yes/],
    ["run g.rle -m 5 --json -o -", /both want standard output/],
    ["run --soup 5 -m 5", /--soup wants WIDTHxHEIGHT/],
    ["run --soup 5x5:2 -m 5", /density of a soup is a number from 0 to 1, not "2"/],
    ["run --soup 5x5:0.5:-1 -m 5", /seed of a soup/],
    ["convert g.rle", /needs a file to write as well\. Name it, or say --to FORMAT/],
    ["convert g.rle out.rle --p1", /--p1 is for pictures/],
    ["convert g.rle out --format rel", /no format "rel"\. Did you mean rle\?/],
    ["export g.rle", /Say where the frames go/],
    ["export g.rle --to 5 -o frame.pbm", /All 6 frames would be written to the same file/],
    ["export g.rle --to 5 -o f-%s.pbm", /"%s\.p" where an index like %06d is meant/],
    ["export g.rle --to 5 -o f-%d.xyz", /No exporter writes "f-%d\.xyz"/],
    ["export g.rle --from 5 --to 4 -o f-%d.pbm", /last frame, at generation 4, lies before the first, at 5/],
    ["export g.rle --to 5 --every 0 -o f-%d.pbm", /--every wants/],
    ["export g.rle --region 1,2,3 -o f.pbm", /--region wants X,Y,WIDTH,HEIGHT/],
    ["export g.rle --region 1,2,0,3 -o f.pbm", /holds no cells/],
  ])("tessella %s", async (line, sentence) => {
    const words = line === "" ? [] : line.split(" ");
    const { code, stdout, stderr } = await inProcess(
      ...words.map((word) => (word === "g.rle" ? scratch.path(word) : word)),
    );
    expect({ code, stdout }).toEqual({ code: BAD_USAGE, stdout: "" });
    const said = stderr.startsWith("{") ? `tessella: ${JSON.parse(stderr).error.message}\n` : stderr;
    expect(said).toMatch(/^tessella: [^\n]+\n$/);
    expect(said).toMatch(sentence);
    expect(await scratch.names()).toEqual(["g.rle"]);
  });
});

describe("starting up", () => {
  it("tells its version, quickly", async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      expect((await tessella(["--version"])).stdout).toBe(`${version}\n`);
      times.push(performance.now() - began);
    }
    console.log(`tessella --version: ${Math.min(...times).toFixed(0)} ms`);
  });

  it("loads no engine and no Dawn before it is known what is wanted", async () => {
    const [main] = await chunksNamed("base");
    const loaded = await staticallyLoaded(main, await staticallyLoaded(CLI));
    expect(loaded.size).toBeGreaterThan(3);
    const text = (await Promise.all([...loaded].map((file) => readFile(file, "utf8")))).join("\n");
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/from ?"webgpu"|import\("webgpu"\)|application\/wasm/);
    // And yet they are in the build.
    const chunks = await readdir(join(dirname(CLI), "chunks"));
    const all = await Promise.all(chunks.map((name) => readFile(join(dirname(CLI), "chunks", name), "utf8")));
    expect(all.some((chunk) => chunk.includes('import("webgpu")'))).toBe(true);
    expect(all.some((chunk) => chunk.includes("application/wasm"))).toBe(true);
  });

  it("loads neither unpacking nor any algorithm but bitwise before a run knows that it needs them", async () => {
    const [run] = await chunksNamed("engine");
    const loaded = await staticallyLoaded(run);
    const text = (await Promise.all([...loaded].map((file) => readFile(file, "utf8")))).join("\n");
    expect(text).toMatch(/id: "bitwise"/);
    expect(text).toMatch(/id: "rle"/);
    expect(text).toMatch(/name: "run"/);
    expect(text.match(/application\/wasm;base64/g)).toHaveLength(3);
    expect(text.match(/\w*Universe = class\b/g)).toEqual(["BitwiseUniverse = class"]);
    expect(text).not.toMatch(/fflate|unzipSync/);
    // Each of these takes a millisecond to load.
    expect(text).not.toMatch(
      /require\("node:(fs\/promises|perf_hooks|stream|timers\/promises|tty|util|worker_threads|child_process)"\)/,
    );
  });

  it("loads Dawn for no command but one that asks for the GPU", async () => {
    const chunks = await readdir(join(dirname(CLI), "chunks"));
    const [dawn, ...others] = await chunksNamed("dawn");
    expect(others).toEqual([]);
    for (const name of chunks) {
      const chunk = join(dirname(CLI), "chunks", name);
      expect((await staticallyLoaded(chunk)).has(dawn)).toBe(chunk === dawn);
    }
  });
});

/** The chunks of that name, as paths. */
async function chunksNamed(name: string): Promise<string[]> {
  const folder = join(dirname(CLI), "chunks");
  // Others may begin with the same word: base-kernel is a part of HashLife.
  const own = new RegExp(`^${name}-[\\w-]{8}\\.cjs$`);
  const names = (await readdir(folder)).filter((file) => own.test(file));
  expect(names.length).toBeGreaterThan(0);
  return names.map((file) => join(folder, file));
}

/** The file and everything that it imports at once, its imports' imports included. */
async function staticallyLoaded(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = await readFile(file, "utf8");
  // At the beginning of a line: what is loaded later stands inside a function.
  for (const [, name] of text.matchAll(/^(?:const \w+ = )?require\("(\.[^"]+)"\)/gm)) {
    await staticallyLoaded(join(dirname(file), name), seen);
  }
  return seen;
}
