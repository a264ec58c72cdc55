import { describe, expect, it } from "vitest";
import type { SoupFigures, SoupJob } from "../../engine/bench/gpu-bench.ts";
import { parseArguments } from "../../engine/cli/arguments.ts";
import { BENCH } from "../../engine/cli/commands/bench.ts";
import type { GpuBenchMachine } from "../../engine/cli/commands/bench-gpu.ts";
import { benchGpus } from "../../engine/cli/commands/bench-gpu.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { UsageError } from "../../engine/cli/usage-error.ts";
import { formatTopology } from "../../engine/core/topology.ts";
import { figuresAt } from "../support/stretches.ts";

interface Asked {
  readonly stdout: string;
  readonly stderr: string;
  readonly jobs: readonly string[];
  readonly opened: readonly (string | undefined)[];
  readonly error: unknown;
}

const never = new AbortController().signal;

async function answer(job: SoupJob): Promise<SoupFigures> {
  const { algorithm, repeats } = job;
  const rates = Array.from({ length: repeats }, () => (algorithm === "bitwise" ? 1e10 : 2e12));
  const adapter = algorithm === "bitwise" ? null : "Card";
  return figuresAt(job, rates, { adapter, generations: 10, hash: 5n });
}

async function bench(words: string, figures = answer, signal = never): Promise<Asked> {
  const said = { stdout: "", stderr: "" };
  const terminal = new Terminal(
    { write: (text: string) => (said.stdout += text) },
    { write: (text: string) => (said.stderr += text) },
  );
  const jobs: string[] = [];
  const opened: (string | undefined)[] = [];
  const machine: GpuBenchMachine = {
    open: async (name) => {
      opened.push(name);
      return {};
    },
    copy: async () => ({ adapter: "Card", software: false, bytes: 2 ** 30, command: 4e12, kernel: 1e12 }),
    figures: (job, { memoryMegabytes }) => {
      const { algorithm, rule, topology, repeats } = job;
      jobs.push(`${algorithm} ${rule.text}${formatTopology(topology)} x${repeats} ${memoryMegabytes} MB`);
      return figures(job);
    },
  };
  let error: unknown = null;
  try {
    const args = parseArguments(BENCH, ["gpu", ...words.split(" ").filter(Boolean)]);
    terminal.configure({ quiet: args.has("quiet"), verbose: args.has("verbose") });
    await benchGpus({ args, terminal, signal }, machine);
  } catch (thrown) {
    error = thrown;
  }
  return { ...said, jobs, opened, error };
}

describe("tessella bench gpu", () => {
  it("prints what was measured when it is stopped", async () => {
    const stop = new AbortController();
    const figures = async (job: SoupJob): Promise<SoupFigures> => {
      if (formatTopology(job.topology) === ":T256,256") stop.abort();
      return answer(job);
    };
    const asked = await bench("--sizes 64,256,1024 --rules B3/S23 --algorithms gpu -q", figures, stop.signal);
    expect(asked.error).toMatchObject({ code: "aborted" });
    expect(asked.stdout).toContain("| B3/S23 | 64 x 64 ");
    expect(asked.stdout).toContain("One generation a pass");
    expect(asked.stdout).not.toContain("1,024 x 1,024");
  });

  it("runs every GPU algorithm that runs a torus, unless some are named", async () => {
    const { jobs } = await bench("--sizes 64 --rules B3/S23");
    const ids = jobs.map((job) => job.split(" ")[0]);
    expect(ids).toEqual(expect.arrayContaining(["bitwise", "gpu", "gpu-naive", "gpu-list"]));
    expect((await bench("--sizes 64 --rules B3/S23")).stdout).not.toContain("gpu-sparse");
    const named = await bench("--sizes 64 --rules B3/S23 --algorithms gpu-sparse");
    expect(named.stdout).toContain("unbounded plane only");
  });

  it("runs what was named, checks it, and prints a table", async () => {
    const { jobs, stdout, error } = await bench(
      "--sizes 64x32 --rules B2/S34H,ANNEAL --algorithms gpu,bitwise --repeats 2 -M 500",
    );
    expect(error).toBeNull();
    expect(jobs).toEqual([
      "bitwise B2/S34H:T64,32 x0 500 MB",
      "bitwise B2/S34H:T64,32 x2 500 MB",
      "gpu B2/S34H:T64,32 x2 500 MB",
      "bitwise B4678/S35678:T64,32 x0 500 MB",
      "bitwise B4678/S35678:T64,32 x2 500 MB",
      "gpu B4678/S35678:T64,32 x2 500 MB",
    ]);
    expect(stdout).toContain("GPU: Card.");
    expect(stdout).toMatch(/\| B2\/S34H +\| 64 x 32 \| gpu +\| 2\.00e12 .*\| 0\.125x +\| 200x +\| right \|/);
  });

  it("without words takes every algorithm that needs a GPU, and bitwise", async () => {
    const { jobs } = await bench("--sizes 64 --rules Life");
    const ids = new Set(jobs.map((job) => job.split(" ")[0]));
    expect(ids).toContain("gpu");
    expect(ids).toContain("bitwise");
    expect([...ids].filter((id) => id !== "bitwise" && !id?.startsWith("gpu"))).toEqual([]);
  });

  it("takes rules with commas in them, and times sums beside those that look far", async () => {
    const bosco = "R5,C0,M1,S34..58,B34..45,NM";
    expect((await bench(`--sizes 64 --rules ${bosco} --repeats 1 -M 500`)).jobs).toEqual([
      `sums ${bosco}:T64,64 x0 500 MB`,
      `sums ${bosco}:T64,64 x1 500 MB`,
      `gpu ${bosco}:T64,64 x1 500 MB`,
    ]);
    const { jobs } = await bench(`--sizes 64 --rules B3/S23;${bosco} --algorithms gpu --repeats 1 -M 500`);
    expect(jobs.filter((job) => job.startsWith("gpu"))).toEqual([
      "gpu B3/S23:T64,64 x1 500 MB",
      `gpu ${bosco}:T64,64 x1 500 MB`,
    ]);
  });

  it("writes one JSON object", async () => {
    const { stdout } = await bench("--sizes 64 --rules Life --algorithms gpu --json");
    expect(JSON.parse(stdout)).toMatchObject({
      copy: { adapter: "Card", bytes: 2 ** 30 },
      oneStepLimit: 16e12,
      repeats: 5,
      rows: [{ rule: "B3/S23", width: 64, height: 64, algorithm: "gpu", ofLimit: 0.125, right: true }],
    });
  });

  it("opens the adapter that was named, and none for the CPU alone", async () => {
    expect((await bench("--sizes 64 --rules Life --adapter card")).opened).toEqual(["card"]);
    expect((await bench("--sizes 64 --rules Life --algorithms bitwise")).opened).toEqual([]);
  });

  it("fails, after the table, where cells are wrong", async () => {
    const { stdout, error } = await bench("--sizes 64 --rules Life", async (job) => ({
      ...(await answer(job)),
      hash: job.algorithm === "bitwise" ? 5n : 6n,
    }));
    expect(stdout).toContain("WRONG");
    expect(String(error)).toContain("gpu: wrong cells of B3/S23, 64 x 64.");
  });

  it.each<[string, RegExp]>([
    ["--sizes 10y10", /--sizes wants sizes such as 1024 or 1000x777, not "10y10"/],
    ["--sizes 0", /--sizes wants sizes/],
    ["--sizes 64,,128", /--sizes wants a list with commas between/],
    ["--rules B3/S9", /./],
    ["--rules Life:T64,64", /rules without a grid.*--sizes/],
    ["--algorithms gpuu", /no algorithm "gpuu".*gpu/],
    ["--repeats 0", /--repeats wants a number of runs/],
    ["--algorithms bitwise --adapter card", /--adapter chooses between GPUs, and none/],
  ])("%s is bad usage", async (words, message) => {
    const { error, jobs } = await bench(words);
    expect(error).toBeInstanceOf(UsageError);
    const { message: said, hint } = error as UsageError;
    expect(`${said} ${hint ?? ""}`).toMatch(message);
    expect(jobs).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ["gpi", /no bench "gpi"\. Did you mean gpu\?/],
    ["xyzzy", /There are: gpu, hashlife, evolve/],
    ["gpu soup512", /"soup512" is one argument too many for bench gpu/],
    ["gpu --patterns there", /--patterns belongs to bench hashlife/],
    ["hashlife --sizes 64", /--sizes belongs to bench gpu/],
    ["evolve -M 5", /--maxmemory belongs to bench gpu, not to bench evolve/],
    ["gpu --radius 2", /--radius belongs to bench evolve/],
    ["evolve --radius 4", /--radius is 1, 2 or 3, not "4"/],
    ["evolve --cells 2", /A ring has from 3 to/],
    ["evolve --repeats 0", /--repeats wants a number of runs, a whole number from 1 on/],
  ])("bench %s is bad usage", async (words, message) => {
    const terminal = new Terminal({ write: () => {} }, { write: () => {} });
    const args = parseArguments(BENCH, words.split(" "));
    let error: unknown;
    try {
      await BENCH.run({ args, terminal, signal: never });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UsageError);
    const { message: said, hint } = error as UsageError;
    expect(`${said} ${hint ?? ""}`).toMatch(message);
  });
});
