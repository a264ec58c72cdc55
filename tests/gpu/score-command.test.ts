// `tessella score` and `bench evolve` on a GPU: the CPU's counts, times, and sentences for what cannot be.

import { describe, expect, test } from "vitest";
import { SCORE_METHODS } from "../../engine/evolve/gpu/methods.ts";
import { inProcess } from "../support/in-process.ts";

const GKL = "005f005f005f005f005fff5f005fff5f";
const SMALL = [GKL, "-n", "45", "-s", "50", "--vectors", "300", "--json"];

async function scored(...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await inProcess("score", ...words);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test("a method of the GPU gives the counts of the CPU, and says where", async () => {
  const { seconds, method, ...onCpu } = await scored(...SMALL, "--method", "cpu");
  const { adapter, ...onGpu } = await scored(...SMALL, "--method", "packed");
  expect(method).toBe("cpu");
  expect(onGpu).toEqual({ ...onCpu, method: "packed", seconds: expect.any(Number) });
  expect(await scored(...SMALL, "--adapter", String(adapter))).toMatchObject({ ...onCpu, adapter });
  expect(await scored(...SMALL)).toMatchObject({ ...onCpu, method: "cpu" });
});

describe("what cannot be is said in a sentence", () => {
  test.each([
    [
      ["--method", "fast"],
      '--method knows no "fast". There are: auto, cells, vectors, individuals, combined, packed, mux, sliced, cpu.',
    ],
    [["--method", "cpu", "--adapter", "x"], "--adapter chooses between GPUs, and the method cpu needs none."],
    [["--method", "sliced", "-n", "2000"], "A GPU scores rings of at most 1,024 cells, not 2,000."],
    [
      ["--method", "sliced", "--task", "counter", "-n", "4"],
      "A GPU scores the tasks majority, parity, synchronisation, sorting and random-bits only, not counter.",
    ],
  ])("%j", async (words, sentence) => {
    const { code, stdout, stderr } = await inProcess("score", GKL, ...words);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
  });

  test("a rule a cell is none for packed", async () => {
    const { code, stderr } = await inProcess("score", "--rules", "6,164,102,17", "--method", "packed");
    expect(code).toBe(2);
    expect(stderr).toContain(
      "The method packed takes one rule for all cells; mux and sliced take a rule a cell.",
    );
  });
});

describe("tessella bench evolve", () => {
  test("times one core and every method that takes the rings, beside a thread a vector", async () => {
    const words = ["bench", "evolve", "-n", "5", "--radius", "1", "--repeats", "1"];
    const { code, stdout } = await inProcess(...words, "--json");
    expect(code).toBe(0);
    const { cells, steps, repeats, microseconds } = JSON.parse(stdout) as {
      readonly [name: string]: unknown;
      readonly microseconds: readonly {
        method: string;
        evaluations: number;
        median: number;
        rounds: number[];
      }[];
    };
    expect({ cells, steps, repeats }).toEqual({ cells: 5, steps: 10, repeats: 1 });
    expect(microseconds.map(({ method }) => method)).toEqual([
      "cpu",
      ...SCORE_METHODS.list().map(({ id }) => id),
    ]);
    for (const { evaluations, median, rounds } of microseconds) {
      expect(rounds).toEqual([median]);
      expect(median).toBeGreaterThan(0);
      // 8 rules, as a GPU that is imitated is slow.
      expect(evaluations % 8).toBe(0);
    }
  });
});
