// `tessella evolve`: searches from presets and records, on any number of cores, stopped in any way.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, CLI, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
beforeAll(builtCli, 120_000);

const SMALL = ["majority", "--radius", "2", "--cells", "15", "--population", "20", "--vectors", "50"];
const json = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await inProcess("evolve", ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe("a search", () => {
  it("ends at its goal, with a rule that does what it says", async () => {
    const found = await json("counter", "--until", "7", "--seed", "3");
    expect(found).toMatchObject({ preset: "counter", ending: "goal", solved: true, goal: 7 });
    const { fitness, tables } = found.best as { fitness: number; tables: readonly string[] };
    const rules = tables.map((table) => `x${table}`).join();
    const words = ["score", "--task", "counter", "--rules", rules, "--start", "5", "--json"];
    expect(JSON.parse((await inProcess(...words)).stdout)).toMatchObject({ fitness });
  });

  it("is stopped by time, and goes on with its record to the same end", async () => {
    const [whole, parts] = [scratch.path("whole.json"), scratch.path("parts.json")];
    await json(...SMALL, "-g", "30", "-o", whole);
    await json(...SMALL, "-g", "30", "-o", parts, "--max-time", "0.000001");
    expect(JSON.parse(await readFile(parts, "utf8")).generations.length).toBeLessThan(30);
    await json(parts, "--resume");
    expect(await readFile(parts, "utf8")).toBe(await readFile(whole, "utf8"));
    const longer = await json(parts, "--resume", "--generations", "40");
    // Of 20 rules on 50 starts each.
    expect(longer).toMatchObject({ generations: 40, ending: "generations", evaluations: 40 * 20 * 50 });
    const { sum, best, worst, hash } = JSON.parse(await readFile(parts, "utf8")).generations.at(-1);
    expect(longer.last).toEqual({ best, mean: sum / 20, worst, hash });
    expect(await json(parts, "--replay")).toMatchObject({ generations: 40, same: true });
  });

  it("is told apart from a record that was altered, by the first generation that differs", async () => {
    const file = scratch.path("altered.json");
    await json(...SMALL, "-g", "9", "-o", file);
    const text = await readFile(file, "utf8");
    await writeFile(
      file,
      text.replace(/("generation":5,.*"hash":")../, (_, before: string) => `${before}00`),
    );
    const { code, stdout } = await inProcess("evolve", file, "--replay");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Generation 5 differs: the record has hash 00/);
  });

  it("chooses between its best by fresh starts", async () => {
    // Rings of 16 cells are tied now and then.
    const found = await json(...SMALL, "-n", "16", "-g", "12", "--check", "2000");
    const { table, fresh } = found.best as { table: string; fresh: Record<string, number> };
    const words = [
      "score",
      `x${table}`,
      "-n",
      "16",
      "--vectors",
      "2000",
      "--vector-seed",
      String(fresh.seed),
      "--json",
    ];
    const scored = JSON.parse((await inProcess(...words)).stdout);
    expect(fresh).toMatchObject({ vectors: 2000, fitness: scored.correct, rate: scored.rate });
    expect(scored.rate).toBeGreaterThan(scored.correct / 2000);
  });

  it("cannot be ended before where it is", async () => {
    const file = scratch.path("ended.json");
    await json("counter", "-g", "20", "-o", file);
    for (const [option, sentence] of [
      ["-g", "The record has 20 generations already, more than 3."],
      ["--until", "reached 3 already."],
    ]) {
      const { code, stderr } = await inProcess("evolve", file, "--resume", option, "3");
      expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    }
  });

  it("of cells with rules of their own tells them all", async () => {
    const found = await json("cellular-149", "-n", "9", "--vectors", "20", "-g", "3");
    expect((found.best as { tables: readonly string[] }).tables.length).toBe(9);
  });

  it("counts generations over many runs, each of which can be had alone", async () => {
    const { generations, ...many } = await json(
      "counter",
      "--until",
      "7",
      "--runs",
      "5",
      "--seed",
      "4294967294",
    );
    expect(many).toMatchObject({ runs: 5, solved: 5, goal: 7 });
    const alone = await json("counter", "--until", "7", "--seed", "1");
    const list = generations as number[];
    expect(list[3]).toBe((alone.best as { generation: number }).generation);
    const mean = list.reduce((sum, one) => sum + one) / 5;
    const squares = list.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    expect(many.meanGenerations).toBeCloseTo(mean, 9);
    expect(many.standardError).toBeCloseTo(Math.sqrt(squares / 4 / 5), 9);
  });
});

it("all cores compute what one computes", async () => {
  const run = async (threads: string, name: string) => {
    const words = [...SMALL, "--cells", "64", "--vectors", "400", "-g", "2", "--threads", threads];
    const { code, stderr } = await tessella(["evolve", ...words, "-o", scratch.path(name)]);
    expect([code, stderr]).toEqual([0, ""]);
    return readFile(scratch.path(name), "utf8");
  };
  // Eleven: from there on Node warns of listeners, unless it is told that they are wanted.
  expect(await run("11", "eleven.json")).toBe(await run("1", "one.json"));
  const runs = async (threads: string) => {
    const words = ["counter", "--until", "7", "--runs", "6", "--threads", threads, "--json"];
    return JSON.parse((await tessella(["evolve", ...words])).stdout).generations;
  };
  expect(await runs("2")).toEqual(await runs("1"));
}, 60_000);

describe("whatever ends the process", () => {
  // A search that takes minutes.
  const LONG = ["counter-ring", "--until", "16", "-q"];

  it("an interrupt keeps the record and says how to go on", async () => {
    const file = scratch.path("interrupted.json");
    const child = spawn(process.execPath, [CLI, "evolve", ...LONG, "-o", file]);
    let stderr = "";
    child.stderr.on("data", (piece) => (stderr += piece));
    const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
    await expect.poll(() => existsSync(file)).toBe(true);
    child.kill("SIGINT");
    expect(await ended).toBe("SIGINT");
    expect(stderr).toMatch(/Stopped after [\d,]+ generations\. .*interrupted\.json holds the run/);
    expect(await json(file, "--replay")).toMatchObject({ same: true });
  }, 60_000);

  it("a kill leaves a record that goes on", async () => {
    const file = scratch.path("killed.json");
    const child = spawn(process.execPath, [CLI, "evolve", ...LONG, "-o", file]);
    const ended = new Promise((resolve) => child.on("close", resolve));
    await expect.poll(() => existsSync(file)).toBe(true);
    await sleep(20);
    child.kill("SIGKILL");
    await ended;
    const done = JSON.parse(await readFile(file, "utf8")).generations.length as number;
    const more = await json(file, "--resume", "--generations", String(done + 5));
    expect(more).toMatchObject({ generations: done + 5 });
    expect(await json(file, "--replay")).toMatchObject({ same: true, generations: done + 5 });
  }, 60_000);
});

describe("what cannot be is said in a sentence", () => {
  it.each<[readonly string[], string]>([
    [[], "Name a preset."],
    [["conter"], 'There is no preset "conter". Did you mean counter?'],
    [["counter", "--task", "majorty"], 'There is no task "majorty". Did you mean majority?'],
    [["majority", "--radius", "4"], '--radius is 1, 2 or 3, not "4".'],
    [["majority", "--cells", "2"], "A ring has from 3 to"],
    [["majority", "--cells", "2000"], "A ring that rules are bred for has at most 1,024 cells, not 2,000."],
    [
      ["majority", "--vectors", "0"],
      '--vectors wants a number of random starts, a whole number from 1 on, not "0".',
    ],
    [["majority", "--population", "1"], "A population has from 2 to 1,048,576 individuals, not 1."],
    [["majority", "--elites", "100"], "100 elites leave no room for children among 100 individuals."],
    [["counter", "--start", "16"], "The start 16 does not fit 4 cells, which hold 0 to 15."],
    [["counter", "--until", "17"], "--until 17 cannot be reached: the highest fitness is 16."],
    [["counter", "--mutation", "18%"], '--mutation is a number from 0 to 1, not "18%".'],
    [["counter", "--tournament", "17"], "A tournament has from 1 to 16 contestants, not 17."],
    [["majority", "--runs", "3"], "--runs counts generations up to a goal, and there is none."],
    [["majority", "--search", "anealing"], 'There is no search "anealing". Did you mean annealing?'],
    [
      ["annealed-149", "--temperature", "1"],
      '--temperature wants HOT:COLD, two shares such as 0.006:0.0006, not "1".',
    ],
    [["none.json", "--resume"], "none.json"],
    [["none.json"], "Say what to do with none.json."],
    [
      ["none.json", "--resume", "--seed", "2"],
      "A run record says what is searched: --seed cannot be given with it.",
    ],
    [["--resume"], "Name a run record."],
  ])("%j", async (words, sentence) => {
    const { code, stdout, stderr } = await inProcess("evolve", ...words);
    expect([stdout, stderr.includes(sentence) || stderr, code === 0]).toEqual(["", true, false]);
  });

  it("that annealing cannot be made longer on the way", async () => {
    const file = scratch.path("annealed.json");
    const plan = ["majority", "-n", "9", "--search", "annealing", "--population", "3", "--vectors", "64"];
    await json(...plan, "-o", file, "-g", "4");
    const { code, stderr } = await inProcess("evolve", file, "--resume", "-g", "5");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("Annealing is planned for all of its generations"),
    ]);
    expect(await json(file, "--replay")).toMatchObject({ same: true });
  });

  it("a record's place among it", async () => {
    const file = scratch.path("broken.json");
    await json("counter", "-g", "4", "-o", file);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.slice(0, text.length / 2));
    const { code, stderr } = await inProcess("evolve", file, "--resume");
    expect(code).toBe(1);
    expect(stderr.startsWith(`tessella: ${file}: line `)).toBe(true);
    expect(stderr).toMatch(/ line \d+, column \d+: The run record is no JSON/);
  });
});
