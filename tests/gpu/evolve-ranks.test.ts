// `tessella evolve` over ranks that score on a GPU: the records of one core.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
beforeAll(builtCli, 120_000);

const SMALL = ["majority", "--radius", "2", "-n", "33", "--population", "20", "--vectors", "300", "-g", "4"];
const TASKS: readonly (readonly [string, readonly string[]])[] = [
  ["majority", SMALL],
  ["annealed-149", ["annealed-149", "-n", "33", "--population", "8", "--vectors", "400", "-g", "4"]],
];
/** Each rank has some million steps of cells to make, and some a few more than others; each process opens the GPU for half a second. */
const WAYS = [
  ["--ranks", "3"],
  ["--ranks", "2", "--transport", "mpi", "--gpus", "shared"],
].filter((words) => !words.includes("mpi") || toolOrSkip("mpirun"));

async function evolved(...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await tessella(["evolve", ...words, "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe.each(WAYS.map((words) => [words.join(" "), words] as const))(
  "over %s",
  { timeout: 120_000 },
  (_, ranks) => {
    // What carries the scores between ranks knows nothing of tasks: each is tried over threads.
    it.each(ranks.includes("mpi") ? TASKS.slice(0, 1) : TASKS)(
      "the record of %s is that of one core",
      async (_, words) => {
        const [cpu, gpu] = [scratch.path("cpu.json"), scratch.path("gpu.json")];
        const check = ["--check", "0"];
        expect((await inProcess("evolve", ...words, ...check, "--method", "cpu", "-o", cpu)).code).toBe(0);
        const { adapter, method } = await evolved(...words, ...check, "--method", "mux", ...ranks, "-o", gpu);
        expect([method, typeof adapter]).toEqual(["mux", "string"]);
        expect(await readFile(gpu, "utf8")).toBe(await readFile(cpu, "utf8"));
      },
    );

    it("runs take the generations that they take on one core", async () => {
      const words = ["counter", "--until", "7", "--runs", "7"];
      const { stdout } = await inProcess("evolve", ...words, "--method", "cpu", "--json");
      const adapters = (await inProcess("algorithms", "--json")).stdout;
      const [adapter] = /"adapters":\s*\["([^"]+)"/.exec(adapters)?.slice(1) ?? [];
      const { generations } = JSON.parse(stdout);
      expect(await evolved(...words, "--adapter", adapter, ...ranks)).toMatchObject({
        ...{ generations, method: "runs", adapter },
      });
    });

    it.each([
      [["counter", "--method", "packed"], 2, "A GPU scores the tasks"],
      [
        ["counter", "--until", "7", "--runs", "7", "--method", "mux"],
        1,
        "The method mux is none for many runs.",
      ],
    ])("a GPU that cannot do it is refused in a sentence: %j", async (words, exit, sentence) => {
      const { code, stderr } = await tessella(["evolve", ...words, ...ranks]);
      expect([code, stderr]).toEqual([exit, expect.stringMatching(`^tessella: ${sentence}[^\n]*\n$`)]);
    });
  },
);
