// `tessella evolve` over ranks that are threads and processes: the record of one core.

import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, CLI, ROOT, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { scratchFolder } from "../support/scratch.ts";

const mpirun = toolOrSkip("mpirun");
const scratch = scratchFolder();
beforeAll(builtCli, 120_000);

/** Few fresh starts: 100,000, as usual, would take longer than the search. */
const CHECK = ["--check", "200"];
/** Generations that are worth sharing: of some million steps of cells. */
const MAJORITY = ["evolve", "majority", "--cells", "64", "--population", "30", "--vectors", "401", "-g", "4"];
const MAP = ["evolve", "map-149", "--cells", "63", "--population", "64", "--vectors", "40", "-g", "2"];

async function evolved(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await tessella([...words, "--json"], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function recordOf(name: string, ...words: readonly string[]): Promise<string> {
  const file = scratch.path(name);
  await evolved([...words, ...CHECK, "-o", file]);
  return readFile(file, "utf8");
}

/** A search whose ranks are killed in the middle, undisturbed. */
const LONG = [...MAJORITY.slice(0, -1), "24"];
let undisturbed: Promise<string> | undefined;
const whole = (): Promise<string> => (undisturbed ??= recordOf("undisturbed.json", ...LONG));

// One start is shared out by either; a task's own part in that is how it is scored, which each does in threads and processes.
describe.each([
  ["majority", MAJORITY, [1, 3], [4]],
  ["map-149", MAP, [2], [2]],
] as const)("the record of %s", { timeout: 90_000 }, (_, words, threads, processes) => {
  it("is the same over threads and over processes, however many", async () => {
    const alone = await recordOf("alone.json", ...words);
    for (const count of threads)
      expect(await recordOf("shared.json", ...words, "--ranks", `${count}`)).toBe(alone);
    for (const count of mpirun ? processes : [])
      expect(await recordOf("shared.json", ...words, "--ranks", `${count}`, "--transport", "mpi")).toBe(
        alone,
      );
  });
});

describe.skipIf(!mpirun)("over processes", { timeout: 90_000 }, () => {
  const MPI = ["--ranks", "2", "--transport", "mpi"];

  it("a record goes on, is computed again, and its best are told apart by fresh starts", async () => {
    const [alone, shared] = [scratch.path("whole.json"), scratch.path("parts.json")];
    const check = ["--check", "3000"];
    const { best } = await evolved([...MAJORITY, ...check, "-o", alone]);
    await evolved([...MAJORITY, ...CHECK, ...MPI, "--max-time", "0.000001", "-o", shared]);
    expect(JSON.parse(await readFile(shared, "utf8")).generations.length).toBeLessThan(4);
    expect((await evolved(["evolve", shared, "--resume", ...check, ...MPI])).best).toEqual(best);
    expect(await readFile(shared, "utf8")).toBe(await readFile(alone, "utf8"));
    expect(await evolved(["evolve", shared, "--replay", ...MPI])).toMatchObject({ same: true });
    await writeFile(shared, (await readFile(alone, "utf8")).replace(/"hash":"../, '"hash":"00'));
    const { code, stdout } = await tessella(["evolve", shared, "--replay", ...MPI]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("Generation 0 differs")]);
  });

  it("whoever starts the ranks, they share, and say with -v where they are", async () => {
    const alone = await evolved(["evolve", "counter", "--until", "7", "--runs", "9"]);
    const runs = ["evolve", "counter", "--until", "7", "--runs", "9", "--json"];
    const anywhere = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", "3"];
    const theirs = spawnSync(mpirun as string, [...anywhere, process.execPath, CLI, ...runs, "-v"], {
      encoding: "utf8",
    });
    expect(JSON.parse(theirs.stdout)).toEqual({ ...alone, ranks: 3, seconds: expect.any(Number) });
    expect(theirs.stderr.match(/Rank [012] of 3 is process \d+ on \S+; it scores by cpu on /g)).toHaveLength(
      3,
    );
  });

  it("a rank that is killed ends all, and the record goes on", async () => {
    const [saved, ids] = [scratch.path("killed.json"), scratch.path("ids")];
    // It sends its counts, of many generations.
    const moment = { rank: 1, act: "call", name: "MPI_Isend", nth: 21, ids };
    const env = {
      MORTAL_RANK: JSON.stringify(moment),
      NODE_OPTIONS: `--require ${ROOT}/tests/support/mortal-rank.cjs`,
    };
    const { code, stderr } = await tessella([...LONG, ...MPI, "-o", saved], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^tessella: Rank 1 on \S+ was ended by signal 9 \(Killed\)\. Stopped after \d+ generations\. /,
    );
    expect(stderr).toContain(`tessella evolve ${saved} --resume --ranks 2 --transport mpi goes on.`);
    await evolved(["evolve", saved, "--resume", ...CHECK, ...MPI]);
    expect(await readFile(saved, "utf8")).toBe(await whole());
  });
});

it("a thread that is killed ends all, and the record goes on", { timeout: 90_000 }, async () => {
  const saved = scratch.path("thread.json");
  const env = {
    MORTAL_RANK: JSON.stringify({ rank: 1, act: "bell", name: "", nth: 40 }),
    NODE_OPTIONS: `--require ${ROOT}/tests/support/mortal-rank.cjs`,
  };
  const { code, stderr } = await tessella([...LONG, "--ranks", "2", "-o", saved], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^tessella: Rank 1 has ended\. That was after \d+ generations\. \S+ holds the run; tessella evolve \S+ --resume --ranks 2 goes on\.\n$/,
  );
  await evolved(["evolve", saved, "--resume", ...CHECK]);
  expect(await readFile(saved, "utf8")).toBe(await whole());
});

it.each([
  [["majority", "--ranks", "0"], 2, "--ranks wants a number of ranks, a whole number from 1 on"],
  [["majority", "--vectors", "5", "--ranks", "6"], 2, "5 starts are shared by at most 5 ranks, not by 6."],
  [["counter", "--ranks", "33"], 2, "32 individuals are shared by at most 32 ranks, not by 33."],
  [["counter", "--runs", "3", "--ranks", "4"], 2, "3 runs are shared by at most 3 ranks, not by 4."],
  [["counter", "--runs", "900", "--ranks", "400"], 2, "--transport threads has room for at most 128 ranks"],
  [["majority", "--transport", "mpi"], 2, "--transport is about ranks: say how many, with --ranks N."],
  [
    ["majority", "--ranks", "2", "--gpus", "each"],
    2,
    "--gpus is for ranks that are processes: --transport mpi.",
  ],
  [["majority", "--ranks", "2", "--transport", "mpi", "--hosts", "/none"], 1, 'There is no file "/none".'],
  [["majority", "--ranks", "2", "--threads", "0"], 2, "--threads wants a number of threads"],
  [["-", "--resume", "--ranks", "2", "--transport", "pvm"], 2, 'There is no transport "pvm".'],
] as const)("refuses %j before anything starts", async (words, exit, sentence) => {
  const saved = scratch.path("refused.json");
  if (words[0] === "-") await recordOf("refused.json", "evolve", "counter", "-g", "5");
  const { code, stderr } = await inProcess("evolve", ...words.map((word) => (word === "-" ? saved : word)));
  expect(stderr).toContain(sentence);
  expect(code).toBe(exit);
});
