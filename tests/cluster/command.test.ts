// The command over ranks that are real threads.

import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
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
  return (JSON.parse(stdout) as { readonly hash: string }).hash;
}

describe("tessella run --ranks", () => {
  beforeAll(builtCli, 60_000);

  it("comes to the cells of one rank, however many there are and however they exchange", async () => {
    const alone = await hashOf();
    expect(await hashOf("--ranks", "1")).toBe(alone);
    expect(await hashOf("--ranks", "2")).toBe(alone);
    expect(await hashOf("--ranks", "3", "--halo", "8")).toBe(alone);
    expect(await hashOf("--ranks", "3", "--halo", "5", "--no-overlap")).toBe(alone);
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
    // A glider that has met the corner is a block there.
    expect(stdout).toContain("2o$2o!");
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
  [["--ranks", "1000"], 2, "--transport threads has room for at most 128 ranks, not 1000."],
  [["--ranks", "2", "--transport", "thread"], 2, 'There is no transport "thread". Did you mean threads?'],
  [["--ranks", "2", "--halo", "0"], 2, "--halo wants a number of rows or auto, a whole number from 1 on"],
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
  const { code, stderr } = await inProcess("run", "--soup", "20x20", "-m", "5", ...grid, ...options);
  expect(stderr).toContain(sentence);
  expect(code).toBe(exit);
});
