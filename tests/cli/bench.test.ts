import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { HASHLIFE_CASES } from "../../engine/bench/hashlife-cases.ts";
import { parseArguments } from "../../engine/cli/arguments.ts";
import { BENCH } from "../../engine/cli/commands/bench.ts";
import type { BenchTools } from "../../engine/cli/commands/bench-hashlife.ts";
import { benchHashLife } from "../../engine/cli/commands/bench-hashlife.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { UsageError } from "../../engine/cli/usage-error.ts";
import type { ProcessCost } from "../../engine/node/process-cost.ts";
import { measureProcess } from "../../engine/node/process-cost.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();

interface Asked {
  readonly stdout: string;
  readonly stderr: string;
  readonly commands: readonly (readonly string[])[];
  readonly error: unknown;
}

/** Ends with the case's own population, as a right implementation does. */
function rightAnswer(command: readonly string[]): ProcessCost {
  const cpu = command[0] === "golly" ? 2 : 1;
  const generations = command[command.indexOf("-m") + 1];
  const file = command.join(" ");
  const of = HASHLIFE_CASES.find(
    ({ name, source, generations: g }) =>
      `${g}` === generations && file.includes("soup" in source ? name : source.pattern),
  );
  const stdout = command[0] === "golly" ? "" : `{"population":${of?.population}}`;
  return { code: 0, stdout, stderr: "", cpuSeconds: cpu, peakBytes: 2 ** 26 };
}

async function bench(words: string, changes: Partial<BenchTools> = {}): Promise<Asked> {
  const said = { stdout: "", stderr: "" };
  const terminal = new Terminal(
    { write: (text: string) => (said.stdout += text) },
    { write: (text: string) => (said.stderr += text) },
  );
  const commands: (readonly string[])[] = [];
  const { measure = async (command) => rightAnswer(command), ...others } = changes;
  const tools: BenchTools = {
    findGolly: () => "golly",
    findPatterns: () => undefined,
    tessella: ["node", "tessella"],
    ...others,
    measure: (command, signal) => {
      commands.push(command);
      return measure(command, signal);
    },
  };
  let error: unknown = null;
  try {
    const args = parseArguments(BENCH, words.split(" ").filter(Boolean));
    terminal.configure({ quiet: args.has("quiet"), verbose: args.has("verbose") });
    await benchHashLife({ args, terminal, signal: new AbortController().signal }, tools);
  } catch (thrown) {
    error = thrown;
  }
  return { ...said, commands, error };
}

/** A Patterns folder that holds a file for each case. */
function patterns(): string {
  for (const { source } of HASHLIFE_CASES) {
    if (!("pattern" in source)) continue;
    const file = scratch.path(`Patterns/${source.pattern}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  }
  return scratch.path("Patterns");
}

describe("tessella bench hashlife", () => {
  it("runs both ways and Golly, each a process, with the same steps and memory", async () => {
    const { commands, stdout, error } = await bench("hashlife soup512 --repeats 2 -M 256");
    expect(error).toBeNull();
    expect(commands).toHaveLength(6);
    const [stepped, golly, leap] = commands.map((words) => words.join(" "));
    expect(stepped).toMatch(
      /^node tessella run \S*soup512\.rle -a hashlife --threads 1 -qq --json -M 256 -m 10240 -i 16 --keep-steps$/,
    );
    expect(golly).toMatch(/^golly -q -q -h -M 256 -m 10240 -i 16 \S*soup512\.rle$/);
    expect(leap).toMatch(/-M 256 -m 10240$/);
    expect(stdout).toMatch(/\| soup512 \| 10240 +\| 16 +\| 10202 right \| 1\.00 +\| 64 +\|/);
    expect(stdout).toContain("stepped 0.50x (1 case)");
  });

  it("makes the soup in a folder that is gone afterwards", async () => {
    let file = "";
    let head = "";
    await bench("hashlife highlife-soup512 --repeats 1", {
      measure: async (command) => {
        file = command.find((word) => word.endsWith(".rle")) ?? "";
        head = readFileSync(file, "utf8").split("\n", 1)[0] ?? "";
        return rightAnswer(command);
      },
    });
    expect(head).toBe("x = 512, y = 512, rule = B36/S23");
    expect(() => readFileSync(file)).toThrow();
  });

  it("runs all cases from the folder that is named, and writes one JSON object", async () => {
    const { stdout, stderr, error } = await bench(`hashlife --repeats 1 --json --patterns ${patterns()}`);
    expect({ error, stderr }).toEqual({ error: null, stderr: "" });
    const { cases, golly, memoryMegabytes } = JSON.parse(stdout);
    expect(cases.map((each: { name: string }) => each.name)).toEqual(HASHLIFE_CASES.map(({ name }) => name));
    expect(cases.every((each: { right: boolean }) => each.right)).toBe(true);
    expect({ golly, memoryMegabytes }).toEqual({ golly: "golly", memoryMegabytes: 8000 });
  });

  it("leaves out cases without a pattern, and refuses one that was named", async () => {
    const all = await bench("hashlife --repeats 1");
    expect(all.stderr).toMatch(/Left out for want of a pattern: oddity1, .*--patterns FOLDER/);
    const soups = HASHLIFE_CASES.filter(({ source }) => "soup" in source);
    expect(all.commands).toHaveLength(3 * soups.length);
    const named = await bench("hashlife soup512 lidka");
    expect(String(named.error)).toMatch(/no pattern for lidka: Golly's Patterns folder was not found/);
    expect(named.commands).toEqual([]);
  });

  it("says so when nothing can be compared or measured", async () => {
    const { stdout, stderr, commands } = await bench("hashlife soup512 --repeats 1", {
      findGolly: () => undefined,
      measure: async (command) => ({ ...rightAnswer(command), cpuSeconds: null, peakBytes: null }),
    });
    expect(commands).toHaveLength(2);
    expect(stderr).toContain("bgolly is not installed, so nothing is compared with it.");
    expect(stdout).toMatch(/right +\| \? +\| \? +\| \? +\| \? +\|$/m);
  });

  it("fails where a population is wrong or a run fails, after the table", async () => {
    const wrong = await bench("hashlife soup512 --repeats 1", {
      measure: async (command) => ({ ...rightAnswer(command), stdout: '{"population":7}' }),
    });
    expect(wrong.stdout).toContain("WRONG stepped 7, WRONG leap 7");
    expect(String(wrong.error)).toMatch(/soup512, stepped: ended with 7 cells instead of 10202/);
    const failing = await bench("hashlife soup512 --repeats 1", {
      measure: async () => ({
        code: 1,
        stdout: "",
        stderr: "tessella: It needs 300 MB.\n",
        cpuSeconds: 1,
        peakBytes: 1,
      }),
    });
    expect(failing.stdout).toContain("stepped FAILED, leap FAILED");
    expect(String(failing.error)).toContain("soup512, leap: It needs 300 MB.");
  });

  it.each<[string, RegExp]>([
    ["", /"bench" needs more to work on/],
    ["hashlife soup51", /no case "soup51"\. Did you mean soup512\?/],
    ["hashlife nothing-like-it", /There are: oddity1, /],
    ["hashlife --repeats 0", /--repeats wants a number of runs, a whole number from 1 on/],
    ["hashlife --repeats three", /--repeats wants/],
    ["hashlife -M some", /-M wants megabytes/],
    ["hashlife --patterns nowhere-at-all", /--patterns names no folder: "nowhere-at-all"/],
  ])("%s is bad usage", async (words, message) => {
    const { error, commands } = await bench(words);
    expect(error).toBeInstanceOf(UsageError);
    const { message: said, hint } = error as UsageError;
    expect(`${said} ${hint ?? ""}`).toMatch(message);
    expect(commands).toEqual([]);
  });
});

describe("what a process costs", () => {
  const node = (script: string): string[] => [process.execPath, "-e", script];

  it("keeps what it says apart from the figures, and its exit code", async () => {
    const cost = await measureProcess(
      node("console.log('a result'); console.error('1.0 2.0'); process.exitCode = 3"),
    );
    expect(cost).toMatchObject({ code: 3, stdout: "a result\n", stderr: "1.0 2.0\n" });
  });

  it.runIf(process.platform === "linux")("counts its time and the memory at its peak", async () => {
    const [full, seen] = [scratch.path("full"), scratch.path("seen")].map((path) => JSON.stringify(path));
    const script = `const { existsSync, writeFileSync } = require("node:fs");
      const a = Buffer.alloc(150 * 2 ** 20, 1);
      const spent = () => process.cpuUsage().user + process.cpuUsage().system;
      while (spent() < 1e5);
      writeFileSync(${full}, "");
      setInterval(() => existsSync(${seen}) && process.exit(a.length === 0 ? 1 : 0), 5);`;
    const measuring = measureProcess(node(script));
    await expect.poll(() => existsSync(JSON.parse(full))).toBe(true);
    // It is looked at from this event loop: here, too, it turns several times.
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
    await scratch.file("seen", "");
    const cost = await measuring;
    expect(cost.code).toBe(0);
    expect(cost.cpuSeconds).toBeGreaterThanOrEqual(0.1);
    expect(cost.peakBytes).toBeGreaterThan(150 * 2 ** 20);
  });

  it("tells a process to end when it is stopped, also before its number is known", async () => {
    const controller = new AbortController();
    const begun = scratch.path("begun");
    const script = `require("node:fs").writeFileSync(${JSON.stringify(begun)}, ""); setInterval(() => {}, 1000)`;
    const going = measureProcess(node(script), controller.signal);
    // This thread lets nobody hear yet which process it is.
    while (!existsSync(begun)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    controller.abort();
    await expect(going).rejects.toMatchObject({ code: "aborted" });
    await expect(measureProcess(node(""), controller.signal)).rejects.toMatchObject({ code: "aborted" });
  });
});
