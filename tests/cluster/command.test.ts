// The command over ranks that are real threads.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { Arguments } from "../../engine/cli/command.ts";
import { algorithmOf } from "../../engine/cli/source.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { measuredSeconds, readClusterRecord } from "../../engine/cluster/record.ts";
import { builtCli, CLI, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";

const RUN = [
  "run",
  "--soup",
  "300x200:0.4:5",
  "-r",
  "B3/S23:T300+17,200",
  "-m",
  "150",
  "-a",
  "bitwise",
  "--json",
];

async function hashOf(...more: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await tessella([...RUN, ...more]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return hashIn(stdout);
}

function hashIn(stdout: string): string {
  return (JSON.parse(stdout) as { readonly hash: string }).hash;
}

/** A device on which no byte finds room. */
const FULL = "/dev/full";

/** A microsecond a cell. */
const MODEL = {
  format: "tessella-model",
  version: 1,
  machine: "a slide rule",
  kernels: [{ kernel: "bitwise", launchSeconds: 0, secondsACell: 1e-6, points: [] }],
  transfer: { latencySeconds: 0, bytesASecond: null },
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-ranks-"));
  await writeFile(join(folder, "MODEL"), JSON.stringify(MODEL));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("tessella run --ranks", () => {
  beforeAll(builtCli, 60_000);

  it("gives each rank one thread, or as many as are asked for", async () => {
    const helpersWith = async (...given: readonly (readonly [string, string])[]) => {
      const args = new Arguments([], given);
      const terminal = new Terminal({ write: () => {} }, { write: () => {} });
      const { environmentOf } = algorithmOf({ args, terminal, signal: new AbortController().signal });
      return (await environmentOf(BITWISE)).helpers;
    };
    expect(await helpersWith(["ranks", "2"])).toBeUndefined();
    expect(await helpersWith(["ranks", "2"], ["threads", "2"])).toBeDefined();
    expect(await hashOf("--ranks", "2", "--threads", "2")).toBe(await hashOf());
  });

  it("comes to the cells of one rank, however many there are and however they exchange", async () => {
    const alone = await hashOf();
    expect(await hashOf("--ranks", "1")).toBe(alone);
    expect(await hashOf("--ranks", "2")).toBe(alone);
    expect(await hashOf("--ranks", "3", "--halo", "8")).toBe(alone);
    expect(await hashOf("--ranks", "3", "--halo", "5", "--no-overlap")).toBe(alone);
    const { stdout, stderr } = await tessella([
      ...RUN,
      ...["--ranks", "3", "--halo", "5", "--ahead", "2", "-v"],
    ]);
    expect(hashIn(stdout)).toBe(alone);
    expect(stderr).toContain(
      "exchange halos of 5 rows, once in 5 generations, while the last 2 of them are stepped.",
    );
  });

  it("says with -v how the ranks exchange their rows, and saves what they hold", async () => {
    const line = [
      "run",
      "-",
      "-r",
      "B3/S23:P40,40",
      "-m",
      "100",
      "--ranks",
      "4",
      "--halo",
      "6",
      "-v",
      "-o",
      "-",
    ];
    const { code, stdout, stderr } = await tessella(line, { input: "x = 3, y = 3\nbo$2bo$3o!" });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "4 ranks in threads exchange halos of 6 rows, once in 6 generations, while slabs are stepped.",
    );
    expect(stderr).toMatch(/Rank 3 of 4 is a thread on \S+; it computes 10 rows on \S/);
    // A glider that has met the corner is a block there.
    expect(stdout).toContain("2o$2o!");
  });

  it("writes down what each rank did, and tells the time beside the predicted one", async () => {
    const [record, model] = ["run.jsonl", "model.json"].map((name) => join(folder, name));
    await writeFile(model, JSON.stringify(MODEL));
    const options = ["--ranks", "2", "--halo", "5", "--record", record, "--model", model];
    const { code, stdout, stderr } = await tessella([...RUN, ...options]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { head, tracks, end } = readClusterRecord(await readFile(record, "utf8"));
    expect(head).toMatchObject({ transport: "threads", halo: 5, topology: "T300+17,200" });
    expect(head.ranks.map(({ rows }) => rows)).toEqual([100, 100]);
    // 110 rows of 300 cells, and no time for an exchange.
    expect(head.prediction).toMatchObject({ by: "the model of a slide rule", exchange: 0 });
    expect(head.prediction?.computing).toBeGreaterThanOrEqual(1e-6 * 300 * 110);
    expect(tracks.map(({ allGenerations }) => allGenerations)).toEqual([150, 150]);
    expect(end).toEqual({ generation: 150n, failure: null });
    const told = JSON.parse(stdout) as Record<string, number>;
    expect(told.predictedSecondsAGeneration).toBe(head.prediction?.secondsAGeneration);
    expect(told.secondsAGeneration).toBeCloseTo(measuredSeconds(tracks) as number, 5);
  });

  it("goes on from a checkpoint to the generation that was asked for, on any ranks and none", async () => {
    const saved = join(folder, "saved");
    const [at150, at170] = [[], ["-m", "170"]].map(async (more) =>
      hashIn((await inProcess(...RUN, ...more)).stdout),
    );
    expect(await hashOf("--ranks", "2", "--halo", "4", "--checkpoint", "0.001", saved)).toBe(await at150);
    const goOn = ["run", saved, "--json"];
    expect(JSON.parse((await inProcess(...goOn)).stdout)).toMatchObject({
      hash: await at150,
      generation: 150,
    });
    const further = [...goOn, "-m", "170"];
    expect(hashIn((await tessella([...further, "--ranks", "3"])).stdout)).toBe(await at170);
    const alone = await inProcess(...further, "-a", "reference", "--ranks", "1");
    expect(hashIn(alone.stdout)).toBe(await at170);
    const other = await inProcess(...RUN, "--ranks", "2", "--checkpoint", "9", saved);
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("holds a checkpoint of another run."),
    });
    const ruled = await inProcess("run", saved, "-r", "B36/S23");
    expect(ruled.stderr).toContain("A checkpoint has its rule and its grid");
    await writeFile(join(saved, "checkpoint.json"), "{}");
    const spoilt = await inProcess("run", saved);
    expect(spoilt).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("saved: line 1, column 1: This is no manifest"),
    });
    expect((await inProcess("run", folder)).stderr).toContain("is a folder, not a file.");
  });

  it.skipIf(!existsSync(FULL))("ends where one rank's disk is full, and says how to go on", async () => {
    const saved = join(folder, "full");
    await mkdir(saved);
    // The first checkpoint finds room, and the second one does not.
    await symlink(FULL, join(saved, "slab-b-1.pbm"));
    const endless = ["run", "--soup", "64x64", "-r", ":T64,64", "-a", "bitwise", "-m", "2^60"];
    const { code, stderr } = await tessella([...endless, "--ranks", "2", "--checkpoint", "0.001", saved]);
    expect(code).toBe(1);
    const said =
      /^tessella: Rank 1 could not save generation [\d,]+: ".*slab-b-1\.pbm" was not written: the disk is full\. .* Go on from generation ([\d,]+): tessella run \S+ --ranks 2\n$/;
    expect(stderr).toMatch(said);
    const generation = Number(said.exec(stderr)?.[1].replaceAll(",", ""));
    const to = `${generation + 20}`;
    const again = await tessella(["run", saved, "-m", to, "--ranks", "3", "--json"]);
    const alone = await inProcess(...endless.slice(0, -1), to, "--json");
    expect(hashIn(again.stdout)).toBe(hashIn(alone.stdout));
  });

  it("says at Ctrl-C how to go on", async () => {
    const endless = ["run", "--soup", "64x64", "-r", ":T64,64", "-a", "bitwise", "-m", "2^60", "-i", "2"];
    const options = ["--ranks", "2", "--checkpoint", "0.001", join(folder, "stopped")];
    const child = spawn(process.execPath, [CLI, ...endless, ...options]);
    let stderr = "";
    child.stderr.on("data", (piece) => {
      stderr += piece;
    });
    // It reports its steps, each of which is saved before.
    child.stdout.once("data", () => child.stdout.once("data", () => child.kill("SIGINT")));
    const signal = await new Promise((resolve) => child.on("close", (_, name) => resolve(name)));
    expect(stderr).toMatch(
      /Stopped at generation [\d,]+ of [\d,]+\. Go on from generation [\d,]+: tessella run \S+ --ranks 2/,
    );
    expect(signal).toBe("SIGINT");
  });

  it("ends, with what to try, where a rank has no room", async () => {
    const line = [
      "run",
      "--soup",
      "3000x3000",
      "-r",
      ":T3000,3000",
      "-m",
      "9",
      "-a",
      "reference",
      "--ranks",
      "2",
      "-M",
      "8",
    ];
    const { code, stderr } = await tessella(line);
    expect(code).toBe(1);
    expect(stderr).toMatch(/needs \d+ MB, more than the limit of 8 MB\. Raise the memory limit/);
  });
});

it.each([
  [["--ranks", "0"], 2, "--ranks wants a number of ranks, a whole number from 1 on"],
  [["--ranks", "1000"], 2, "--transport threads has room for at most 128 ranks, not 1,000."],
  [["--ranks", "2", "--transport", "thread"], 2, 'There is no transport "thread". Did you mean threads?'],
  [["--ranks", "2", "--halo", "0"], 2, "--halo wants a number of rows or auto, a whole number from 1 on"],
  [["--ranks", "2", "--ahead", "4"], 2, "--ahead L goes with --halo K: with auto the ranks find both."],
  [
    ["--ranks", "2", "--halo", "4", "--ahead", "5"],
    2,
    "--ahead 5 is more than the 4 generations between two exchanges (--halo).",
  ],
  [["--ranks", "2", "--halo", "4", "--ahead", "0"], 2, "--ahead wants a number of generations"],
  [
    ["--ranks", "2", "--halo", "4", "--ahead", "2", "--no-overlap"],
    2,
    "and --no-overlap does not: take one of them.",
  ],
  [["--record", "R"], 2, "--record is about ranks: say how many, with --ranks N."],
  [["--ranks", "2", "--model", "M"], 2, "--model predicts for a record: add --record FILE."],
  [["--ranks", "2", "--record", "R", "--model", "NONE"], 1, "There is no file"],
  [
    ["--ranks", "2", "--record", "R", "--model", "MODEL", "-a", "reference"],
    1,
    'MODEL" is no model of reference, but of bitwise.',
  ],
  [["--ranks", "2", "--record", "MODEL/R"], 1, "MODEL/R"],
  [["--checkpoint", "9", "C"], 2, "--checkpoint is about ranks: say how many, with --ranks N."],
  [["--ranks", "2", "--checkpoint", "9"], 2, "--checkpoint needs 2 values: --checkpoint SECONDS FOLDER."],
  [["--ranks", "2", "--checkpoint", "often", "C"], 2, "--checkpoint wants a number of seconds above 0"],
  [["--ranks", "2", "--checkpoint", "9", "MODEL/C"], 1, "MODEL/C"],
  [["--halo", "4"], 2, "--halo is about ranks: say how many, with --ranks N."],
  [["--ranks", "31"], 1, "30 rows make slabs of at least a row for at most 30 ranks, not for 31."],
  [
    ["--ranks", "4", "--halo", "10"],
    1,
    "30 rows make slabs of at least the halo's 10 rows for at most 3 ranks, not for 4.",
  ],
  [
    ["--ranks", "2", "-r", ":K30*,30"],
    1,
    "Ranks do not share a twisted grid (the grid :K30*,30): take a torus (T)",
  ],
  // Not what the algorithm says, which would send people to one that ranks refuse as well.
  [["--ranks", "2", "-r", ":C30,30", "-a", "bitwise"], 1, "Ranks do not share a twisted grid"],
  [["--ranks", "2", "-r", ":F30,30", "-a", "bitwise"], 1, "bitwise does not run the grid :F30,30."],
  [["--ranks", "2", "-r", ":T30,30+5"], 1, "shift the top and bottom, as in :T30+5,20"],
  [
    ["--ranks", "2", "-r", "B3/S23:T0,30"],
    1,
    "with an end on every side, which the grid :T0,30 is not: take a torus",
  ],
  [
    ["--ranks", "2", "-r", ":T32,32", "-a", "hashlife"],
    1,
    "hashlife keeps one quad-tree, which ranks do not share: use `bitwise`",
  ],
] as const)("refuses %j before anything starts", async (options, exit, sentence) => {
  const grid = options.includes("-r" as never) ? [] : ["-r", ":T30,30"];
  const words = options.map((word) => (/^[A-Z/]+$/.test(word) ? join(folder, word) : word));
  const { code, stderr } = await inProcess("run", "--soup", "20x20", "-m", "5", ...grid, ...words);
  expect(stderr).toContain(sentence);
  expect(code).toBe(exit);
});
