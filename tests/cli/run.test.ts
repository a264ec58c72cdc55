import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const R_PENTOMINO =
  "#N R-pentomino\n#O John Conway\n#C a methuselah\nx = 3, y = 3, rule = B3/S23\nb2o$2o$bo!\n";

let pentomino = "";
beforeAll(async () => {
  await builtCli();
  pentomino = await scratch.file("r.rle", R_PENTOMINO);
}, 120_000);

/** One JSON object and nothing else on stdout. What comes on standard input is for the built command. */
async function json(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
  const words = [...args, "--json"];
  const { code, stdout, stderr } =
    input === undefined ? await inProcess(...words) : await tessella(words, { input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

describe("tessella run", () => {
  it("answers one JSON object", async () => {
    const result = await json(["run", pentomino, "-m", "1103"]);
    expect(result).toEqual({
      generation: 1103,
      population: 116,
      bounds: { x: -240, y: -258, width: 501, height: 525 },
      rule: "B3/S23",
      topology: "unbounded",
      algorithm: "bitwise",
      seconds: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect((await json(["run", pentomino, "-m", "1103", "-a", "reference"])).hash).toBe(result.hash);
  });

  it("runs a file under -r even when nobody can read the file's own rule", async () => {
    const unknown = "x = 3, y = 3, rule = Nobodys-Rule\nbo$2bo$3o!";
    const refused = await tessella(["run", "-", "-m", "4"], { input: unknown });
    expect(refused.code).not.toBe(0);
    const { code, stdout, stderr } = await tessella(["run", "-", "-m", "4", "-r", "B3/S23"], {
      input: unknown,
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^tessella: standard input: Line 1: .*the rule and its grid were passed over\.\n/);
    expect(stdout).toContain("bounds      3 x 3 at (1, 1)");
    const old = "#Life 1.05\n#R 1/2/3/4\n#P 0 0\n***\n";
    expect((await tessella(["run", "-", "-m", "1", "-r", "B3/S23"], { input: old })).code).toBe(0);
    // A grid alone keeps the file's rule, so that one must be readable.
    expect((await tessella(["run", "-", "-m", "4", "-r", ":T9,9"], { input: unknown })).code).not.toBe(0);
  });

  it("runs Generations, and keeps states in both kinds of files", async () => {
    // Brian's Brain: two cells and the two that die behind them move on as they are.
    const file = await scratch.file("brain.rle", "x = 2, y = 2, rule = /2/3\nAB$AB!");
    const result = await json(["run", file, "-m", "10"]);
    expect(result).toMatchObject({ rule: "/2/3", algorithm: "bitwise", population: 4 });
    expect(result.bounds).toMatchObject({ x: -10, width: 2 });
    for (const name of ["out.rle", "out.mc"]) {
      const out = scratch.path(name);
      expect((await inProcess("run", file, "-m", "10", "-q", "-o", out)).code).toBe(0);
      expect((await json(["run", out, "-m", "10"])).hash).toBe(result.hash);
    }
    expect(await readFile(scratch.path("out.rle"), "utf8")).toBe(
      "#CXRLE Pos=-10,0 Gen=10\nx = 2, y = 2, rule = /2/3\nAB$AB!\n",
    );
    // A file without a rule, and the rule named here.
    const bare = await scratch.file("bare.rle", "x = 2, y = 2\nAB$AB!");
    expect((await inProcess("run", bare, "-r", "/2/3", "-m", "10", "--json")).stdout).toContain(
      String(result.hash),
    );
    const { code, stderr } = await inProcess("run", file, "-m", "1", "-a", "block");
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining("/2/3 has 3 states")]);
  });

  it("names megabytes when -M is too little", async () => {
    const { code, stdout, stderr } = await inProcess(
      ..."run --soup 3000x3000 -r :T3000,3000 -m 5 -M 1".split(" "),
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/needs [\d,]+ MB, more than the limit of 1 MB\..*-M,/);
  });

  it("has no bounds where nothing lives", async () => {
    const result = await json(["run", "-", "-m", "1"], "x = 1, y = 1\no!");
    expect(result).toMatchObject({ population: 0, bounds: null, hash: "0000000000000000" });
  });

  it("talks to people in aligned lines with grouped numbers", async () => {
    const { code, stdout, stderr } = await tessella(["run", pentomino, "-m", "1_103"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("generation  1,103\npopulation  116\nbounds      501 x 525 at (-240, -258)\n");
    expect(stdout).toContain("rule        B3/S23 (Life)\n");
  });

  it("stops at exactly -m, whatever -i is", async () => {
    const { stdout } = await inProcess("run", pentomino, "-m", "10", "-i", "4");
    const report = stdout
      .split("\n")
      .slice(1, 5)
      .map((line) => line.trim().split(/\s+/).map(Number));
    expect(report).toEqual([
      [0, 5],
      [4, 8],
      [8, 18],
      [10, 11],
    ]);
    expect(stdout).toContain("generation  10\n");
    const quiet = await inProcess("run", pentomino, "-m", "10", "-i", "4", "--json");
    expect(JSON.parse(quiet.stdout).generation).toBe(10);
    expect(quiet.stderr.trim().split("\n")).toHaveLength(5);
  });

  it("leaves out populations with -q and all reports with -qq", async () => {
    const quiet = await inProcess("run", pentomino, "-m", "10", "-i", "4", "-q");
    expect(quiet.stdout.split("\n").slice(0, 6)).toEqual([
      "generation",
      "         0",
      "         4",
      "         8",
      "        10",
      "generation  10",
    ]);
    for (const flags of [["-qq"], ["-q", "-q"], ["--quiet", "--quiet"]]) {
      const { stdout, stderr } = await inProcess("run", pentomino, "-m", "10", "-i", "4", ...flags);
      expect(stderr).toBe("");
      expect(stdout.split("\n", 2)).toEqual(["generation  10", "population  11"]);
    }
  });

  it("makes unreported steps longer while they are quick, unless they are to stay", async () => {
    const far = [
      "run",
      "assets/patterns/gosper-glider-gun.rle",
      "-m",
      "2^60",
      "-i",
      "1",
      "-qq",
      "-a",
      "hashlife",
    ];
    const { stdout } = await inProcess(...far);
    expect(stdout.split("\n", 1)).toEqual(["generation  1,152,921,504,606,846,976"]);
    const kept = await inProcess(...far, "--keep-steps", "-T", "0.05");
    expect(kept.stdout.split("\n", 1)).not.toEqual(stdout.split("\n", 1));
    for (const flags of [["-qq"], ["-i", "4", "-q"], ["-i", "4", "-qq", "-2"]])
      expect((await inProcess("run", pentomino, "-m", "10", "--keep-steps", ...flags)).stderr).toContain(
        "--keep-steps is about the steps of -i that -qq does not report.",
      );
  });

  it("doubles its steps with -2", async () => {
    const generations = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await inProcess("run", pentomino, "-q", "-a", "hashlife", ...args);
      return stdout
        .split("\n")
        .filter((line) => /^ *[\d,]+$/.test(line))
        .map((line) => line.trim());
    };
    expect(await generations("-2", "-m", "20")).toEqual(["0", "1", "3", "7", "15", "20"]);
    expect(await generations("--exponential", "-i", "100", "-m", "700")).toEqual(["0", "100", "300", "700"]);
    expect((await generations("-2", "-m", "2^100")).length).toBe(102);
  });

  it("takes -m as a generation, not as a number of steps", async () => {
    const saved = scratch.path("at-100.rle");
    expect((await inProcess("run", pentomino, "-m", "100", "-o", saved)).code).toBe(0);
    expect((await json(["run", saved, "-m", "1103"])).hash).toBe(
      (await json(["run", pentomino, "-m", "1103"])).hash,
    );
    const past = await inProcess("run", saved, "-m", "50");
    expect(past.code).toBe(2);
    expect(past.stderr).toMatch(/at generation 100 already, past -m 50\. .*-m 150 runs 50 steps/);
  });

  it("saves position, generation, rule and what the input said", async () => {
    const saved = scratch.path("saved.rle");
    const { stdout, code } = await inProcess("run", pentomino, "-m", "4", "-o", saved);
    expect(code).toBe(0);
    expect(stdout).toContain(`saved       ${saved}`);
    expect(await readFile(saved, "utf8")).toBe(
      "#CXRLE Pos=-1,-1 Gen=4\n#N R-pentomino\n#O John Conway\n#C a methuselah\nx = 4, y = 4, rule = B3/S23\nbobo$o2bo$o2bo$b2o!\n",
    );
    const packed = scratch.path("saved.rle.gz");
    await inProcess("run", pentomino, "-m", "4", "-o", packed);
    expect(gunzipSync(await readFile(packed)).toString()).toBe(await readFile(saved, "utf8"));
    const piped = await tessella(["run", pentomino, "-m", "4", "-o", "-"]);
    expect(piped.stdout).toBe(await readFile(saved, "utf8"));
  });

  it("runs soups that depend on their seed only, on the grid of -r", async () => {
    const args = ["run", "--soup", "64x48:0.4:7", "-r", "HighLife:T64,48", "-m", "50"];
    const [bitwise, block] = [await json(args), await json([...args, "-a", "block"])];
    expect(bitwise).toMatchObject({ rule: "B36/S23", topology: "T64,48", algorithm: "bitwise" });
    expect(block).toEqual({ ...bitwise, algorithm: "block", seconds: expect.any(Number) });
    const other = await json(["run", "--soup", "64x48:0.4:8", "-r", "HighLife:T64,48", "-m", "50"]);
    expect(other.hash).not.toBe(bitwise.hash);
    expect(await json(["run", "--soup", "10x10", "-m", "0"])).toMatchObject({
      rule: "B3/S23",
      topology: "unbounded",
    });
  });

  it("changes rule and grid with -r, and keeps what is not named", async () => {
    const hex = await scratch.file("hex.rle", "x = 1, y = 1, rule = B1/S012345H:T40,40\no!");
    const rules = async (...args: string[]) => {
      const { rule, topology } = await json(["run", hex, "-m", "1", ...args]);
      return `${rule} ${topology}`;
    };
    expect(await rules()).toBe("B1/S012345H T40,40");
    expect(await rules("-r", "34/2")).toBe("B2/S34H T40,40");
    expect(await rules("-r", ":P9,9")).toBe("B1/S012345H P9,9");
    expect(await rules("-r", "Life:T8,8")).toBe("B3/S23 T8,8");
    expect(await rules("--rule-table", "00100000001100")).toBe("B2/S34H T40,40");
    expect(await rules("--rule-table", "00100000001100:T6,6")).toBe("B2/S34H T6,6");
  });

  it("grows one hexagonal cell as the field knows it", async () => {
    const hex = await scratch.file("one.rle", "x = 1, y = 1, rule = B1/S012345H\no!");
    expect(await json(["run", hex, "-m", "256"])).toMatchObject({ population: 125124 });
  });

  it("reads standard input, gzip and all", async () => {
    const { stdout } = await tessella(["run", "-", "-m", "0", "--json"], { input: gzipSync(R_PENTOMINO) });
    expect(JSON.parse(stdout).population).toBe(5);
  });

  it("warns of cells off the grid", async () => {
    const { code, stderr } = await inProcess("run", pentomino, "-m", "0", "-r", ":P2,2");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^tessella: 2 live cells lie outside the grid :P2,2 and were cut away\.\n$/);
    expect((await inProcess("run", pentomino, "-m", "0", "-r", ":P2,2", "-q")).stderr).toBe("");
    const one = await inProcess("run", pentomino, "-m", "0", "-r", ":P2,3");
    expect(one.stderr).toBe("tessella: One live cell lies outside the grid :P2,3 and was cut away.\n");
    expect((await inProcess("run", pentomino, "-m", "0", "-r", ":P3,3")).stderr).toBe("");
  });

  it("stops after a time and keeps the result", async () => {
    const saved = scratch.path("timed.rle");
    const args = [
      "run",
      "--soup",
      "512x512",
      "-r",
      ":T512,512",
      "-a",
      "reference",
      "-m",
      "1e6",
      "-T",
      "0.3",
      "-o",
      saved,
    ];
    const { code, stdout, stderr } = await inProcess(...args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/time of -T was up at generation \d+, before 1,000,000/);
    const generation = /generation {2}([\d,]+)/.exec(stdout)?.[1];
    expect(await readFile(saved, "utf8")).toContain(`Gen=${generation}`);
  });

  it("stops on Ctrl-C, says where, and saves nothing", async () => {
    const args = [
      "run",
      "--soup",
      "512x512",
      "-r",
      ":T512,512",
      "-a",
      "reference",
      "-m",
      "1e6",
      "-o",
      scratch.path("never.rle"),
      "-v",
    ];
    const { signal, stdout, stderr } = await tessella(args, { interruptWhen: (stderr) => stderr !== "" });
    expect({ signal, stdout }).toEqual({ signal: "SIGINT", stdout: "" });
    expect(stderr).toMatch(/^tessella: Stopped at generation [\d,]+ of 1,000,000; nothing was saved\. .*-T/m);
    expect((await scratch.names()).filter((name) => name.includes("never"))).toEqual([]);
  });

  it("goes on with HashLife where a run would take for ever, and says so when asked", async () => {
    const gun = "assets/patterns/gosper-glider-gun.rle";
    const { code, stdout, stderr } = await inProcess("run", gun, "-m", "1e15", "--json", "-v");
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.algorithm).toBe("hashlife");
    expect(result.generation).toBe(1e15);
    // A glider of five cells every thirty generations, and the gun.
    expect(BigInt(result.population) / 10n ** 12n).toBe(166n);
    expect(stderr).toMatch(/HashLife gets on .*faster/);
  });

  it("computes on as many threads as it is told, and the same", async () => {
    const args = ["run", "--soup", "100x100", "-m", "64", "-a", "hashlife"];
    const seen = async (...more: readonly string[]) => ({ ...(await json([...args, ...more])), seconds: 0 });
    expect(await seen("--threads", "3")).toEqual(await seen());
    const { stderr } = await inProcess(...args, "--threads", "3", "-v");
    expect(stderr).toContain("HashLife computes on up to 3 threads");
    const stated = await inProcess(...args, "-r", "WireWorld", "--threads", "3", "-v");
    expect(stated.stderr).toContain("HashLife computes on up to 3 threads");
    const sums = [...args.slice(0, -1), "sums", "--threads", "3", "-v"];
    const sliced = await inProcess(...sums, "-r", "R5,C0,M1,S34..58,B34..45,NM");
    expect(sliced.stderr).toContain("Running sums computes on up to 3 threads");
    const running = await inProcess(...sums, "-r", "R2,C2,S4,6,B6,NW2020200000200020000020202");
    expect(running.stderr).toContain("Running sums");
    expect(running.stderr).not.toContain("threads");
    const { code, stderr: refusal } = await inProcess(...args, "--threads", "17");
    expect(code).toBe(2);
    expect(refusal).toMatch(/--threads 17: a universe is computed on 16 threads at most/);
  });

  it("says why an algorithm was chosen when asked", async () => {
    const { stderr } = await inProcess("run", pentomino, "-m", "1", "-v");
    expect(stderr).toMatch(/^tessella: .*fastest CPU algorithm/m);
  });
});
