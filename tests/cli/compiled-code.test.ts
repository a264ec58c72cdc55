// What V8 made of the command's scripts is kept from one run to the next, and never stands in the way of a run.

import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const words = (): string[] => ["run", scratch.path("g.rle"), "-m", "4", "--json"];
const codeIn = (cache: string): string => join(scratch.path(cache), "tessella", "code");

async function population(cache: string): Promise<unknown> {
  const { code, stdout, stderr } = await tessella(words(), { env: { XDG_CACHE_HOME: scratch.path(cache) } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout).population;
}

/** Each file of the cache with the moment at which it was written. */
async function written(cache: string): Promise<Map<string, number>> {
  const folder = codeIn(cache);
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs] as const)),
  );
}

beforeAll(async () => {
  await builtCli();
  await scratch.file("g.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
}, 60_000);

describe("compiled code", () => {
  it("is written by the first run, and the next one only reads it", async () => {
    expect(await population("kept")).toBe(5);
    const first = await written("kept");
    expect([...first.keys()].map((name) => name.split("-")[1])).toEqual(
      expect.arrayContaining(["base", "engine"]),
    );
    expect(await population("kept")).toBe(5);
    expect(await written("kept")).toEqual(first);
    // Another command compiles other functions, and takes none of these away.
    await tessella(["info", scratch.path("g.rle")], { env: { XDG_CACHE_HOME: scratch.path("kept") } });
    const both = await written("kept");
    expect([...both.keys()].filter((name) => name.split("-")[1] === "engine")).toHaveLength(2);
    expect(new Map([...both].filter(([name]) => first.has(name)))).toEqual(first);
  });

  it("is made again where it is cut off or of another version, and what is older than a month goes, or of a former build", async () => {
    expect(await population("odd")).toBe(5);
    const names = [...(await written("odd")).keys()];
    const [engine, base] = ["engine", "base"].map((chunk) => {
      const found = names.find((name) => name.split("-")[1] === chunk);
      return join(codeIn("odd"), found ?? chunk);
    });
    const whole = (await stat(engine)).size;
    await truncate(engine, 1000);
    const bytes = await readFile(base);
    bytes[4] ^= 0xff;
    await writeFile(base, bytes);
    const old = join(codeIn("odd"), "engine-of-long-ago");
    await writeFile(old, "");
    await utimes(old, 0, 0);
    // A former build of this command, and the present one of another.
    const [mine] = (names[0] as string).split("-");
    await writeFile(join(codeIn("odd"), `${mine}-engine-Bx12-100-200-run-${process.version}-x64`), "");
    const other = "0-engine-Bx12-100-200-run-v20.20.2-x64";
    await writeFile(join(codeIn("odd"), other), "");
    expect(await population("odd")).toBe(5);
    expect((await stat(engine)).size).toBeGreaterThan(whole / 2);
    expect((await readFile(base))[4]).toBe(bytes[4] ^ 0xff);
    expect([...(await written("odd")).keys()]).toEqual([other, ...names].sort());
  });

  it("does not keep a script from importing Dawn's package", async () => {
    const args = ["run", scratch.path("g.rle"), "-r", ":T64,64", "-a", "gpu", "-m", "1", "-v"];
    for (let run = 0; run < 2; run++) {
      const { stderr } = await tessella(args, { env: { XDG_CACHE_HOME: scratch.path("dawn") } });
      // There may be no GPU here, but the package is there, and nothing warns of its loading.
      expect(stderr).not.toMatch(/is missing or has no binary|ExperimentalWarning/);
    }
  });

  it("is not missed where its folder cannot be made", async () => {
    await mkdir(scratch.path("blocked"));
    await scratch.file("blocked/tessella", "a file in its place");
    expect(await population("blocked")).toBe(5);
    expect(await scratch.names("blocked")).toEqual(["tessella"]);
  });
});

describe("the start of a command", () => {
  it.each([
    [["--version"]],
    [["info", "g.rle"]],
    [["run", "g.rle", "-m", "100"]],
    [["run", "g.rle", "-m", "100", "-a", "hashlife"]],
  ])("loads none of Node's modules that take longer than a small pattern: %j", async (command) => {
    await scratch.file(
      "loaded.cjs",
      "process.on('exit', () => process._rawDebug(process.moduleLoadList.join()));",
    );
    const { code, stderr } = await tessella(command, {
      cwd: scratch.path(),
      env: { NODE_OPTIONS: `--require=${scratch.path("loaded.cjs")}` },
    });
    expect(code).toBe(0);
    const loaded = stderr.trim().split(",");
    expect(loaded).toContain("NativeModule fs");
    for (const name of ["stream", "v8", "perf_hooks", "worker_threads", "child_process", "crypto", "zlib"])
      expect(loaded).not.toContain(`NativeModule ${name}`);
  });
});
