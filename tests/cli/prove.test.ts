// `tessella prove`: results as JSON and for people, certificates that stop and go on, and sentences for what cannot be.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Terminal } from "../../engine/cli/terminal.ts";
import known from "../fixtures/proofs.json" with { type: "json" };
import { builtCli, tessella } from "../support/cli.ts";
import { inProcess, interrupted } from "../support/in-process.ts";

let folder: string;
beforeAll(builtCli, 60_000);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-prove-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const json = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await inProcess("prove", ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

test("counters as JSON", async () => {
  const row = known.counters[2];
  const { candidates, best, optimal } = row;
  expect(await json("counter", "-n", "3")).toMatchObject({
    ...{ task: "counter", cells: 3, boundary: "static", starts: [0, 1, 2, 3, 4, 5, 6, 7] },
    ...{ candidates, best, optimal },
  });
  expect(await json("counter", "--start", "5")).toMatchObject({
    ...{ starts: [5], best: [10], optimal: [1], optimalRules: [[[6, 164, 102, 17]]] },
    mapsByFitness: [known.counters[0].mapsByFitness?.[5]],
    optimalSequences: [["5-14-7-8-9-10-15-4-13-2-3-0-1-2-3-0"]],
  });
});

test("counters for people tell what the printed sequence needs", async () => {
  const { stdout } = await inProcess("prove", "counter", "--start", "5");
  expect(stdout).toContain("all 16,777,216 maps");
  expect(stdout).toContain("10 of 16, 1 map: 6,164,102,17 runs 5-14-7-8");
  expect(stdout).toMatch(/5-2-7-4-9-14-\.\.\., counts right 11 times\. It needs a ring whose ends meet/);
});

test("the majority", async () => {
  const [row] = known.majority;
  expect(await json("majority", "-n", "5")).toMatchObject({ task: "majority", radius: 1, ...row });
  const { stdout } = await inProcess("prove", "majority", "-n", "6");
  expect(stdout).toContain("The best are right for 38: W7, W21, W31, W87.");
});

test("tables of radius 2: the whole proof, and its certificate checked in part", async () => {
  const path = join(folder, "tables.json");
  const asked = ["majority", "--radius", "2", "-n", "3", "--method", "cpu"];
  const found = await json(...asked, "-o", path);
  expect(found).toMatchObject({
    radius: 2,
    cells: 3,
    least: 8,
    configurations: 8,
    best: 8,
    optimal: 2 ** 27,
  });
  expect(found.rules).toContain("x80402000");
  const { code, stdout } = await inProcess("prove", path, "--check", "--pieces", "1-40", "--method", "cpu");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^40 pieces .* they agree\.\n$/)]);
  const resumed = await inProcess("prove", path, "--resume", "--method", "cpu");
  expect(resumed.stdout).toContain("3 cells: all 4,294,967,296 tables of radius 2 on all 8 configurations");
  expect(resumed.stdout).toMatch(/The best are right for 8: 134,217,728 tables, x80402000, .* and others\./);
});

test("threads count the same pieces", async () => {
  const path = join(folder, "cyclic.json");
  const words = ["prove", "counter", "-b", "cyclic", "--start", "1"];
  const two = await tessella([...words, "--threads", "2", "--json", "-o", path]);
  expect([two.code, two.stderr]).toEqual([0, ""]);
  const row = known.counters[1];
  expect(JSON.parse(two.stdout)).toMatchObject({ best: [row.best[1]], optimal: [row.optimal[1]] });
  const { pieces } = JSON.parse(await readFile(path, "utf8")) as { pieces: { first: number }[] };
  expect(pieces.map(({ first }) => first)).toEqual(Array.from({ length: 16 }, (_, first) => first));
});

test("a certificate is checked, goes on, and tells what is wrong", async () => {
  const path = join(folder, "three.json");
  const asked = ["counter", "-n", "3", "--start", "2"];
  const { best, optimal } = await json(...asked, "-o", path);
  const whole = await readFile(path, "utf8");
  const checked = await inProcess("prove", path, "--check");
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/^8 pieces .* they agree\.\n$/)]);

  // Two counts changed so that their sum is still right.
  const bent = whole.replace(/"counts":\[0,(\d+),(\d+)/, (_, a: string, b: string) => {
    return `"counts":[0,${Number(a) + 1},${Number(b) - 1}`;
  });
  await writeFile(path, bent);
  const wrong = await inProcess("prove", path, "--check");
  expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining("Wrong: start 2, first 0.\n")]);
  expect((await inProcess("prove", path, "--check", "--pieces", "2-8")).code).toBe(0);
  for (const range of ["0-3", "3-2", "2-9", "2"]) {
    const { code, stderr } = await inProcess("prove", path, "--check", "--pieces", range);
    expect([code, stderr]).toEqual([2, expect.stringContaining("wants a range such as 1-8")]);
  }

  await writeFile(path, whole.replace(/^\{"start":2,"first":3.*\n/m, ""));
  const lacking = await inProcess("prove", path, "--check");
  expect([lacking.code, lacking.stdout]).toEqual([
    1,
    expect.stringContaining("1 have not been counted yet."),
  ]);
  expect(await json(path, "--resume")).toMatchObject({ best, optimal });
  expect(await readFile(path, "utf8")).toBe(whole);
});

test("what is stopped keeps its certificate", async () => {
  const path = join(folder, "stopped.json");
  const stop = new AbortController();
  // Each piece is told of once it has been counted.
  const told = vi.spyOn(Terminal.prototype, "progress").mockImplementation(() => stop.abort());
  onTestFinished(() => told.mockRestore());
  const { code } = await interrupted(stop.signal, "prove", "counter", "-b", "cyclic", "-o", path);
  expect(code).toBe(1);
  const { pieces } = JSON.parse(await readFile(path, "utf8")) as { pieces: unknown[] };
  expect(pieces.length).toBeGreaterThan(0);
  expect(pieces.length).toBeLessThan(128);
});

test.each([
  [["count"], 'There is no task "count" that is proved.'],
  [["counter", "-n", "5"], "Counters are proved for 3 or 4 cells, not for 5."],
  [["counter", "--start", "16"], "4 cells count from 0 to 15; they cannot start at 16."],
  [["counter", "--start", "-1"], '--start wants a value or all, not "-1".'],
  [["counter", "-b", "open"], '"open"'],
  [["counter", "--radius", "1"], "prove counter has no --radius."],
  [["counter", "--check"], "--check wants a certificate, not the name of a task."],
  [["counter", "--pieces", "1-2"], "--pieces goes with --check."],
  [["majority", "--radius", "3"], '--radius knows no "3"'],
  [["majority", "--radius", "2", "-n", "18"], "The majority is proved for 3 to 17 cells, not for 18."],
  [
    ["majority", "--radius", "2", "-n", "5", "--least", "33"],
    "from 1 to 32 right configurations on, not from 33",
  ],
  [["majority", "--least", "3"], "--least goes with --radius 2."],
  [["majority", "--method", "gpu"], "Only tables of radius 2 are counted on GPUs"],
  [["majority", "--radius", "2", "--method", "slow"], '--method knows no "slow"'],
  [["majority", "--radius", "2", "--method", "cpu", "--adapter", "x"], "the method cpu needs none"],
  [["majority", "-n", "25"], "The majority is proved for 3 to 24 cells, not for 25."],
  [["majority", "--start", "1"], "prove majority has no --start."],
  [["x.json", "--check", "--resume"], "--resume and --check exclude each other."],
  [["x.json", "--check", "-n", "3"], "The certificate itself says what is proved; leave --cells out."],
])("%j is refused", async (words, sentence) => {
  const { code, stdout, stderr } = await inProcess("prove", ...words);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});
