// The command with a GPU algorithm: Dawn is found, named, agrees with the CPU, and lets the process end. What a process of its own
// adds is asked once.

import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { parseArguments } from "../../engine/cli/arguments.ts";
import { BENCH } from "../../engine/cli/commands/bench.ts";
import type { GpuBenchMachine } from "../../engine/cli/commands/bench-gpu.ts";
import { benchGpus, REAL_GPU_TOOLS } from "../../engine/cli/commands/bench-gpu.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { builtCli, tessella } from "../support/cli.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { inFolder, inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();

beforeAll(builtCli, 120_000);

it("runs on the GPU, names its adapter, and ends by itself", async () => {
  const args = ["run", "--soup", "100x70", "-r", "B36/S23:T100,70", "-m", "300", "--json"];
  const [gpu, cpu] = await Promise.all([tessella([...args, "-a", "gpu"]), tessella(args)]);
  expect(gpu.code).toBe(0);
  const result = JSON.parse(gpu.stdout);
  expect(result.adapter).toMatch(/\w/);
  expect(result).toEqual({
    ...JSON.parse(cpu.stdout),
    algorithm: "gpu",
    adapter: result.adapter,
    seconds: expect.any(Number),
  });
});

it("anneals on the GPU: the frames and figures are those of the CPU, bit for bit", async () => {
  const folder = scratch.path();
  const dumped = async (name: string, ...more: readonly string[]) => {
    const words = ["anneal", "20", "75", "41", "--seed", "9", "--dump", "--json", "-o", name, ...more];
    const { code, stdout, stderr } = await inFolder(folder, ...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { seconds: _, first: __, last: ___, ...facts } = JSON.parse(stdout);
    const files = await scratch.names(name);
    return {
      facts,
      files,
      bytes: await Promise.all(files.map((file) => readFile(scratch.path(`${name}/${file}`)))),
    };
  };
  const onCpu = await dumped("cpu");
  expect(onCpu.files).toHaveLength(21);
  expect(onCpu.facts.algorithm).toBe("bitwise");
  const onGpu = await dumped("gpu", "-a", "gpu");
  expect(onGpu).toEqual({
    ...onCpu,
    facts: { ...onCpu.facts, algorithm: "gpu", adapter: onGpu.facts.adapter },
  });
  expect(onGpu.facts.adapter).toMatch(/\w/);
  // The exercise's own kernel, on the GPU of that name.
  const tiles = await dumped("tile", "-a", "tile-16", "--adapter", onGpu.facts.adapter.slice(0, 5));
  expect(tiles.facts).toEqual({ ...onGpu.facts, algorithm: "gpu-tile" });
  expect(tiles.bytes).toEqual(onCpu.bytes);
});

it("says what is missing when there is no driver", async () => {
  const nowhere = { VK_DRIVER_FILES: "/nowhere.json", VK_ICD_FILENAMES: "/nowhere.json" };
  const { code, stdout, stderr } = await tessella(
    ["run", "--soup", "64x64", "-r", ":T64,64", "-m", "1", "-a", "gpu"],
    { env: nowhere },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^tessella: No GPU was found\. .*driver/m);
});

it("lists the GPUs, and takes one by part of its name", async () => {
  const list = await inProcess("algorithms", "--json");
  const gpu = (JSON.parse(list.stdout) as { id: string; adapters?: string[] }[]).find(
    ({ id }) => id === "gpu",
  );
  const [adapter] = gpu?.adapters ?? [];
  expect(adapter).toMatch(/\w/);
  const told = (await inProcess("algorithms")).stdout.replace(/^GPU +/m, "GPU ");
  expect(told).toContain(`\nGPU ${adapter}\n`);
  const part = adapter?.slice(0, 5).toUpperCase() ?? "";
  const run = ["run", "--soup", "64x64", "-r", ":T64,64", "-m", "1", "--json"];
  const named = await inProcess(...run, "-a", "gpu", "--adapter", part);
  expect(JSON.parse(named.stdout)).toMatchObject({ algorithm: "gpu", adapter });
  const unknown = await inProcess(...run, "-a", "gpu", "--adapter", "no such card");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(unknown.stderr).error.message).toContain(
    `No adapter is called "no such card". There is: ${adapter}`,
  );
  const onCpu = await inProcess(...run, "--adapter", part);
  expect(onCpu.code).toBe(2);
  expect(onCpu.stderr).toContain("--adapter chooses between GPUs, and bitwise runs on the CPU.");
});

it("benches the GPU beside its memory and the CPU, and finds the cells right", async () => {
  const words = "gpu --sizes 100x70 --rules Life --algorithms bitwise,gpu --repeats 1 --json".split(" ");
  const said = { stdout: "", stderr: "" };
  const terminal = new Terminal(
    { write: (text: string) => (said.stdout += text) },
    { write: (text: string) => (said.stderr += text) },
  );
  // On the device that other tests have compiled for, and in stretches of 20 ms.
  const machine: GpuBenchMachine = {
    ...REAL_GPU_TOOLS,
    open: () => holdGpu(openDawn),
    figures: (job, ...rest) => REAL_GPU_TOOLS.figures({ ...job, milliseconds: 20 }, ...rest),
  };
  const { signal } = new AbortController();
  await benchGpus({ args: parseArguments(BENCH, words), terminal, signal }, machine);
  const { copy, oneStepLimit, rows } = JSON.parse(said.stdout);
  expect(Math.min(copy.command, copy.kernel)).toBeGreaterThan(1e6);
  expect(oneStepLimit).toBeCloseTo(Math.max(copy.command, copy.kernel) / 0.25);
  expect(rows).toMatchObject([
    { algorithm: "bitwise", adapter: null, right: null, problem: null },
    { algorithm: "gpu", adapter: copy.adapter, right: true, problem: null },
  ]);
  expect(rows[1].ofLimit).toBeCloseTo(rows[1].median / oneStepLimit);
});
