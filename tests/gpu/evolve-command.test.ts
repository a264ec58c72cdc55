// `tessella evolve` on a GPU: the records of the CPU.

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();

async function evolved(...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await inProcess("evolve", ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const SMALL = [
  "majority",
  "--radius",
  "2",
  "--cells",
  "15",
  "--population",
  "20",
  "--vectors",
  "50",
  "-g",
  "12",
];

describe("a search that is bred on the GPU", () => {
  it("has the CPU's record, and goes on with it there and back", async () => {
    const [cpu, gpu] = [scratch.path("cpu.json"), scratch.path("gpu.json")];
    await evolved(...SMALL, "-o", cpu, "--method", "cpu");
    const { adapter, method } = await evolved(...SMALL, "-o", gpu, "--method", "mux");
    expect([method, typeof adapter]).toEqual(["mux", "string"]);
    expect(await readFile(gpu, "utf8")).toBe(await readFile(cpu, "utf8"));
    const longer = ["--resume", "--generations", "20"];
    await evolved(gpu, ...longer, "--method", "cpu");
    await evolved(cpu, ...longer, "--adapter", String(adapter));
    expect(await readFile(gpu, "utf8")).toBe(await readFile(cpu, "utf8"));
    expect(await evolved(cpu, "--replay", "--method", "sliced")).toMatchObject({ same: true });
  });
});

describe("many runs", () => {
  it("take the generations that they take on the CPU", async () => {
    const words = ["counter", "--until", "7", "--runs", "5"];
    const { generations } = await evolved(...words, "--method", "cpu");
    const { stdout } = await inProcess("algorithms", "--json");
    const [adapter] = /"adapters":\s*\["([^"]+)"/.exec(stdout)?.slice(1) ?? [];
    expect(await evolved(...words, "--adapter", adapter)).toMatchObject({
      ...{ generations, method: "runs", adapter },
    });
  });

  it.each([
    [["counter", "--runs", "3", "--method", "mux"], "The method mux is none for many runs."],
    [["counter-320", "--until", "9", "--runs", "3", "--method", "mux"], "of small counters only"],
  ])("are refused in a sentence where no GPU does them: %j", async (words, sentence) => {
    const { code, stderr } = await inProcess("evolve", ...words);
    expect([code, stderr.includes(sentence)]).toEqual([2, true]);
  });
});
