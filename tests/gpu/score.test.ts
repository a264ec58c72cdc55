// Scores on the GPU: every method gives the counts of the CPU, on rings that end in the middle of everything.

import { beforeAll, describe, expect, test, vi } from "vitest";
import { scoreOnCpu } from "../../engine/evolve/cpu-scorer.ts";
import type { RingShape } from "../../engine/evolve/genome.ts";
import { genomeWords } from "../../engine/evolve/genome.ts";
import { bandOf, batchOf } from "../../engine/evolve/gpu/batches.ts";
import { fastestMethod } from "../../engine/evolve/gpu/fastest.ts";
import { GpuScorer } from "../../engine/evolve/gpu/gpu-scorer.ts";
import { refusal, SCORE_METHODS } from "../../engine/evolve/gpu/methods.ts";
import type { GpuScorerOptions } from "../../engine/evolve/gpu/paced-passes.ts";
import { PacedPasses } from "../../engine/evolve/gpu/paced-passes.ts";
import type { ScoringJob } from "../../engine/evolve/scorer.ts";
import type { TrainingSet } from "../../engine/evolve/vectors.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { pcg } from "../../engine/rings/random-state.ts";
import { holdGpu } from "../support/held-gpu.ts";

let dawn: GPU;
let gpu: GpuDevice;
beforeAll(async () => {
  ({ gpu: dawn, device: gpu } = await holdGpu(openDawn));
});
const shape = (
  cells: number,
  radius: RingShape["radius"],
  boundary: RingShape["boundary"] = "cyclic",
  ruleACell = false,
): RingShape => ({ cells, radius, boundary, ruleACell });

/** Tables by chance, of which some settle and some never do. */
function jobOf(ring: RingShape, steps = 21, set: Partial<TrainingSet> = {}): ScoringJob {
  const genomes = Uint32Array.from({ length: 3 * genomeWords(ring) }, (_, k) => {
    const mixed = pcg(7 * k + ring.cells);
    return (
      (k % 3 === 0 ? mixed & pcg(k) : mixed) & (ring.radius === 1 && !ring.ruleACell ? 0xff : 0xffffffff)
    );
  });
  return {
    setting: { shape: ring, task: "majority", steps, ties: "redraw", start: 0 },
    genomes,
    set: { size: 40, seed: 3, first: 5, density: "fair", ...set },
  };
}

async function onGpu(id: string, job: ScoringJob, options?: GpuScorerOptions): Promise<Uint32Array> {
  const scorer = await GpuScorer.create(await acquireDevice(dawn), SCORE_METHODS.get(id), options);
  try {
    return await scorer.score(job);
  } finally {
    scorer.dispose();
  }
}

const PAPERS = [shape(64, 3), shape(31, 1, "fixed01"), shape(33, 2, "replicate", true)];
const CASES: readonly (readonly [string, readonly RingShape[]])[] = [
  ["cells", [...PAPERS, shape(300, 1)]],
  ["combined", PAPERS],
  ["vectors", PAPERS],
  ["individuals", PAPERS],
  [
    "packed",
    [
      shape(3, 3),
      shape(64, 3),
      shape(31, 1, "fixed01"),
      shape(65, 2, "replicate"),
      shape(129, 3),
      shape(34, 3, "fixed10"),
    ],
  ],
  [
    "mux",
    [
      shape(31, 1, "fixed01"),
      shape(65, 2),
      shape(32, 1, "replicate", true),
      shape(3, 3),
      shape(97, 1, "cyclic", true),
    ],
  ],
  [
    "sliced",
    [
      shape(31, 1, "fixed01"),
      shape(65, 2, "replicate"),
      shape(33, 2, "cyclic", true),
      shape(35, 3, "cyclic", true),
      shape(3, 3),
    ],
  ],
];

describe.each(CASES)("%s", (id, shapes) => {
  test.each(shapes)("$cells cells, radius $radius, $boundary, a rule a cell: $ruleACell", async (ring) => {
    const job = jobOf(ring);
    expect(await onGpu(id, job)).toEqual(await scoreOnCpu(job));
  });
});

/**
 * Minority, which makes all 1 of all 0 and back; what is 1 unless all three are, which does so where the ends meet; chance; and traffic,
 * which keeps its ones.
 */
const FLIPPING = [0x17, 0x7f, 0x96, 0xb8];

/** The first genome is to add to this count; a minority of three flips, so the blocks of its bits are 0101. */
const TASK_COUNTS = [
  ["parity", 0],
  ["synchronisation", 0],
  ["sorting", 0],
  ["random-bits", 0b0101],
] as const;

describe.each(TASK_COUNTS.map((row, at) => [...row, at] as const))("the task %s", (task, some, at) => {
  const all = { density: "all", first: 0, size: 64 } as const;
  const taskJob = (ring: RingShape, set: Partial<TrainingSet>, genomes?: Uint32Array): ScoringJob => {
    const job = jobOf(ring, 13, set);
    return { ...job, setting: { ...job.setting, task }, genomes: genomes ?? job.genomes };
  };

  // Each method and each task sees both boundaries, whose cells are read the same way whatever the task.
  const ways = SCORE_METHODS.list().map(({ id }, k) => [id, (at + k) % 2 ? "cyclic" : "fixed00"] as const);
  test.each(ways)("by %s on a %s ring", async (id, boundary) => {
    const job = taskJob(shape(6, 1, boundary), all, Uint32Array.from(FLIPPING));
    const counts = await scoreOnCpu(job);
    expect(counts[some]).toBeGreaterThan(0);
    expect(await onGpu(id, job)).toEqual(counts);
  });

  test("with a rule a cell", async () => {
    const rules = shape(6, 1, "replicate", true);
    const same = Uint32Array.from([0x17171717, 0x1717, 0x17171717, 0x1697]);
    const job = taskJob(rules, all, same);
    expect(await onGpu("sliced", job)).toEqual(await scoreOnCpu(job));
    const other = taskJob(shape(33, 2, "replicate", true), {});
    expect(await onGpu("mux", other)).toEqual(await scoreOnCpu(other));
  });

  test.each([["packed"], ["sliced"], ["cells"]])(
    "on a ring that ends in the middle of a word, by %s",
    async (id) => {
      const job = taskJob(shape(37, 1), { density: "flat" }, Uint32Array.from(FLIPPING));
      expect(await onGpu(id, job)).toEqual(await scoreOnCpu(job));
    },
  );
});

test("there is a case for every method", () => {
  expect(CASES.map(([id]) => id).sort()).toEqual(
    SCORE_METHODS.list()
      .map(({ id }) => id)
      .sort(),
  );
});

describe("vectors", () => {
  test.each([["flat"], [37]] as const)("of the density %s", async (density) => {
    const job = jobOf(shape(31, 1), 9, { density });
    expect(await onGpu("mux", job)).toEqual(await scoreOnCpu(job));
  });

  test("that are all states of a few cells", async () => {
    const job = jobOf(shape(5, 1), 9, { density: "all", first: 0, size: 32 });
    expect(await onGpu("sliced", job)).toEqual(await scoreOnCpu(job));
  });
});

test.each(["mux", "sliced"])("%s takes every step where runs are not ended early", async (id) => {
  // After 3 steps, no run has come to its eighth; after 16 and 19, many have repeated themselves.
  for (const steps of [0, 3, 16, 19]) {
    const job = jobOf(shape(31, 1, "fixed01"), steps);
    const expected = await scoreOnCpu(job);
    expect(await onGpu(id, job, { earlyStop: false })).toEqual(expected);
    expect(await onGpu(id, job)).toEqual(expected);
  }
});

test("a job is cut into batches as short as one is asked for, and the next one does not see it", async () => {
  const scorer = await GpuScorer.create(await acquireDevice(dawn), SCORE_METHODS.get("mux"), {
    milliseconds: 0,
  });
  try {
    const heard: number[] = [];
    const job = jobOf(shape(31, 1, "fixed01"));
    const control = { onProgress: (runs: number) => heard.push(runs) };
    for (let k = 0; k < 2; k++) expect(await scorer.score(job, control)).toEqual(await scoreOnCpu(job));
    // Three individuals, one after the other, with as many vectors as a workgroup has threads.
    expect(heard.slice(0, heard.length / 2)).toEqual([16, 32, 40, 56, 72, 80, 96, 112, 120]);
  } finally {
    scorer.dispose();
  }
});

test("what runs take stays known from job to job, as long as they are alike", async () => {
  const passes = await PacedPasses.create(await acquireDevice(dawn), {});
  passes.expect(31, 21);
  const guess = passes.room;
  passes.submit("nothing", guess, () => {});
  await passes.drained(undefined);
  const known = passes.room;
  expect(known).not.toBe(guess);
  passes.expect(31, 21);
  expect(passes.room).toBe(known);
  passes.expect(21, 31);
  expect(passes.room).toBe(guess);
  passes.dispose();
});

test("a job can be stopped", async () => {
  const scorer = await GpuScorer.create(await acquireDevice(dawn), SCORE_METHODS.get("mux"), {
    milliseconds: 1,
  });
  const stop = new AbortController();
  const job = jobOf(shape(31, 1, "fixed01"), 21, { size: 4e9 });
  const scoring = scorer.score(job, { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(scoring).rejects.toMatchObject({ code: "aborted" });
  scorer.dispose();
});

describe("what a method does not take is refused in a sentence", () => {
  const limits = { maxComputeWorkgroupStorageSize: 16384 } as GPUSupportedLimits;
  const card = { adapter: "A card", software: false, limits };
  test.each([
    [
      "packed",
      shape(64, 2, "cyclic", true),
      "The method packed takes one rule for all cells; mux and sliced take a rule a cell.",
    ],
    [
      "packed",
      shape(64, 3),
      "The method packed needs 16,980 bytes of workgroup memory for that ring, and A card has 16,384.",
    ],
    ["sliced", shape(1025, 3), "A GPU scores rings of at most 1,024 cells, not 1,025."],
    ["sliced", shape(1024, 3, "cyclic", true), undefined],
  ] as const)("%s, %j", (id, ring, sentence) => {
    expect(refusal(SCORE_METHODS.get(id), ring, card)).toBe(sentence);
  });

  test("before anything is made", async () => {
    await expect(onGpu("packed", jobOf(shape(64, 2, "cyclic", true)))).rejects.toMatchObject({
      code: "unsupported-operation",
    });
    const counter = { ...jobOf(shape(4, 1)), setting: { ...jobOf(shape(4, 1)).setting, task: "counter" } };
    await expect(onGpu("mux", counter)).rejects.toThrow(
      "A GPU scores the tasks majority, parity, synchronisation, sorting and random-bits only, not counter.",
    );
    await expect(onGpu("mux", jobOf(shape(4, 1), 1, { size: 2 ** 32 }))).rejects.toMatchObject({
      code: "bad-argument",
    });
  });
});

describe("the fastest method", () => {
  const job = jobOf(shape(31, 1, "fixed01"));

  test("is reckoned where trying takes longer than the job", async () => {
    const memory = new Map<string, string>();
    expect((await fastestMethod(gpu, job, 1, undefined, memory)).id).toBe("mux");
    const wide = jobOf(shape(64, 3));
    expect((await fastestMethod(gpu, wide, 1, undefined, memory)).id).toBe("packed");
    expect(memory.size).toBe(0);
  });

  test("is found by trying where it pays, and remembered for all jobs of that kind", async () => {
    const memory = new Map<string, string>();
    const { id } = await fastestMethod(gpu, job, 1e9, undefined, memory);
    expect([...memory.values()]).toEqual([id]);
    const [kind] = memory.keys();
    const other = id === "sliced" ? "mux" : "sliced";
    memory.set(kind, other);
    const alike = { ...job, set: { ...job.set, seed: 9 } };
    expect((await fastestMethod(gpu, alike, 1e9, undefined, memory)).id).toBe(other);
  });

  test("is found by trying some of many individuals", async () => {
    const score = vi.spyOn(GpuScorer.prototype, "score");
    const few = jobOf(shape(31, 1, "fixed01"), 2, { size: 1 });
    const { genomes } = few;
    const many = Uint32Array.from({ length: 3000 }, (_, k) => genomes[k % genomes.length]);
    await fastestMethod(gpu, { ...few, genomes: many }, 1e9, undefined, new Map());
    // A trial that is over too soon is followed by one of more of them, and how long one takes is the machine's affair.
    const tried = score.mock.calls.map(([part]) => part.genomes.length);
    score.mockRestore();
    expect(tried[0]).toBe(1024);
  });
});

describe("batches", () => {
  const grouping = { constants: {}, individuals: 1, vectors: 128, takes: "some" } as const;

  test("give everybody the same vectors, in whole workgroups, and spread them", () => {
    const band = bandOf(grouping, false, { first: 0, end: 100 }, 24_000, 1e6);
    expect(band).toEqual({ first: 0, end: 100 });
    const batch = batchOf(grouping, false, band, { first: 1000, end: 25_000 }, 1e6);
    expect(batch.vectors).toEqual({ first: 1000, end: 1000 + 78 * 128 });
    expect([batch.share, batch.groups]).toEqual([256, [39, 100]]);
  });

  test("never have more workgroups than a dispatch holds", () => {
    const band = bandOf(grouping, false, { first: 0, end: 1e6 }, 1e6, 1e12);
    expect(band.end).toBe(65535);
    const once = { ...grouping, vectors: 1, takes: "once" } as const;
    const one = bandOf(once, false, { first: 0, end: 1 }, 1e6, 1e12);
    expect(batchOf(once, false, one, { first: 0, end: 1e6 }, 1e12)).toMatchObject({
      vectors: { first: 0, end: 65535 },
      groups: [65535, 1],
    });
  });

  test("give each thread an individual where a workgroup holds several", () => {
    const many = { ...grouping, individuals: 64, vectors: 1, takes: "all" } as const;
    const band = bandOf(many, false, { first: 0, end: 100 }, 240, 1e6);
    expect(batchOf(many, false, band, { first: 0, end: 240 }, 1e6)).toEqual({
      ...{ vectors: { first: 0, end: 240 }, individuals: { first: 0, end: 100 }, share: 240, groups: [1, 2] },
    });
  });

  const all = { first: 0, end: 8192 };

  test("have as many individuals as time is for, also where few vectors leave their workgroups half empty", () => {
    // Each of 40 vectors where a workgroup has room for 128.
    expect(bandOf(grouping, false, all, 40, 4000)).toEqual({ first: 0, end: 100 });
    expect(bandOf(grouping, true, all, 40, 4000)).toEqual({ first: 0, end: 100 });
  });

  test("fill a GPU with what runs side by side, as one run alone would take as long", () => {
    expect(bandOf(grouping, false, all, 40, 1)).toEqual({ first: 0, end: 32 });
    expect(bandOf(grouping, true, all, 40, 1)).toEqual({ first: 0, end: 1 });
  });
});
