// Searches: a plan decides all numbers, whatever computes them and however often that is interrupted.

import { describe, expect, test, vi } from "vitest";
import { CPU_SCORER, scoreOnCpu } from "../../../engine/evolve/cpu-scorer.ts";
import { genomeWords } from "../../../engine/evolve/genome.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { checkPopulation, formatRecord, parseRecord } from "../../../engine/evolve/record.ts";
import type { RunRecord } from "../../../engine/evolve/run.ts";
import { branchOf, newRecord, replay, SearchRun } from "../../../engine/evolve/run.ts";
import type { Scorer } from "../../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { generationsToGoal, reportOf, SEARCHES, searchEngine } from "../../../engine/evolve/searches.ts";
import { TASKS } from "../../../engine/evolve/tasks/registry.ts";

const ENGINE = searchEngine(CPU_SCORER);
const MAJORITY: SearchPlan = {
  ...PRESETS.get("majority").plan,
  setting: {
    ...PRESETS.get("majority").plan.setting,
    shape: { cells: 9, boundary: "cyclic", radius: 2, ruleACell: false },
    steps: 18,
  },
  population: 12,
  vectors: 20,
  generations: 12,
};
const COUNTER: SearchPlan = { ...PRESETS.get("counter").plan, generations: 60 };

const VARIED: SearchPlan = {
  ...MAJORITY,
  breeding: { ...MAJORITY.breeding, selection: "truncation", keep: 4, crossing: "uniform", immigrants: 2 },
};
const ANNEALED: SearchPlan = {
  ...MAJORITY,
  ...{ search: "annealing", population: 5, vectors: 320 },
  annealing: { hot: 0.05, cold: 0.005, flips: 3, renewal: 5 },
};
const CELLULAR: SearchPlan = { ...MAJORITY, search: "cellular", population: 9 };

async function ran(plan: SearchPlan, engine = ENGINE): Promise<RunRecord> {
  const run = new SearchRun(newRecord(plan), engine);
  await run.evolve();
  return run.record;
}

/** Scores each genome by itself, and each half of the vectors. */
const PIECEMEAL: Scorer = {
  score: async ({ setting, genomes, set }) => {
    const words = genomeWords(setting.shape);
    const fields = TASKS.get(setting.task).counts.length;
    const counts = new Uint32Array((genomes.length / words) * fields);
    for (let i = 0; i * words < genomes.length; i++)
      for (const [first, size] of [
        [0, 7],
        [7, set.size - 7],
      ]) {
        const genome = genomes.subarray(i * words, (i + 1) * words);
        const part = await scoreOnCpu({ setting, genomes: genome, set: { ...set, first, size } });
        part.forEach((count, k) => {
          counts[i * fields + k] += count;
        });
      }
    return counts;
  },
  dispose: () => {},
};

describe("one plan gives one record", () => {
  test.each([
    ["fresh vectors", MAJORITY],
    ["fixed vectors, flat density", { ...MAJORITY, fresh: false, density: "flat" } as const],
    ["a counter", COUNTER],
    ["truncation, uniform crossover, immigrants", VARIED],
    ["annealing", ANNEALED],
    ["coevolution", { ...MAJORITY, search: "coevolution", densities: 5 }],
    ["cellular programming", CELLULAR],
    ["MAP-Elites", { ...MAJORITY, search: "map-elites", population: 25, tables: "flat" } as const],
  ])("in one go, in pieces and resumed: %s", async (_, plan) => {
    const whole = formatRecord(await ran(plan));
    let record = newRecord(plan);
    // Stopped at every batch, saved, read and gone on with.
    while (record.figures.length < plan.generations) {
      const run = new SearchRun(parseRecord(formatRecord(record)), ENGINE);
      expect(await run.evolve({ deadline: 0 })).toBe(
        run.record.figures.length < plan.generations ? "time" : "generations",
      );
      record = run.record;
      checkPopulation(record);
    }
    expect(formatRecord(record)).toBe(whole);
  });

  test("whatever the pieces that are scored at a time", async () => {
    expect(formatRecord(await ran(MAJORITY, searchEngine(PIECEMEAL)))).toBe(
      formatRecord(await ran(MAJORITY)),
    );
  });

  test("and another seed gives another", async () => {
    const [a, b] = [await ran(MAJORITY), await ran({ ...MAJORITY, seed: 2 })];
    expect(a.figures.map(({ hash }) => hash)).not.toEqual(b.figures.map(({ hash }) => hash));
  });

  test("whose hashes are frozen", async () => {
    const { figures } = await ran({ ...COUNTER, generations: 3 });
    expect(figures.map(({ hash }) => hash)).toEqual([
      "b7e15d7a78331388",
      "6a367739acb0437c",
      "061699966985072a",
    ]);
  });
});

test("a search ends with the first generation that reaches its goal", async () => {
  const plan = { ...COUNTER, goal: 6, generations: 1000 };
  const run = new SearchRun(newRecord(plan), ENGINE);
  expect(await run.evolve()).toBe("goal");
  const best = run.record.figures.map((one) => one.best);
  expect(best.at(-1)).toBeGreaterThanOrEqual(6);
  expect(best.slice(0, -1).every((one) => one < 6)).toBe(true);
  expect(await generationsToGoal(plan, CPU_SCORER)).toBe(best.length - 1);
  expect(await generationsToGoal({ ...plan, goal: 16, generations: 5 }, CPU_SCORER)).toBeUndefined();
  // Going on with what has ended changes nothing.
  expect(await new SearchRun(run.record, ENGINE).evolve()).toBe("goal");
});

test("the hall holds the fittest that led a generation, each once", async () => {
  const { hall, figures } = await ran({ ...COUNTER, generations: 200 });
  expect(hall.map(({ fitness }) => fitness)).toEqual(
    hall.map(({ fitness }) => fitness).sort((a, b) => b - a),
  );
  expect(new Set(hall.map(({ genome }) => genome.join())).size).toBe(hall.length);
  const [first] = hall;
  expect(first.fitness).toBe(Math.max(...figures.map(({ best }) => best)));
  expect(figures.findIndex(({ best }) => best === first.fitness)).toBe(first.generation);
});

test("fresh vectors decide between the hall and the fittest of the last generation, each once", async () => {
  const plan = { ...MAJORITY, breeding: { ...MAJORITY.breeding, elites: 0 } };
  const run = new SearchRun(newRecord(plan), ENGINE);
  expect(run.contenders()).toEqual([]);
  await run.evolve();
  const { hall, last } = run.record;
  const contenders = run.contenders();
  expect(contenders.slice(0, hall.length)).toEqual(hall);
  const { fitness } = await SEARCHES.get("genetic").score(plan, last, CPU_SCORER);
  const words = genomeWords(plan.setting.shape);
  const others = contenders.slice(hall.length);
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    const i = fitness.findIndex((_, k) =>
      other.genome.every((word, n) => word === last.genomes[k * words + n]),
    );
    expect(other).toMatchObject({ generation: 11, fitness: fitness[i] });
  }
  const best = fitness.indexOf(Math.max(...fitness)) * words;
  const champion = last.genomes.slice(best, best + words).join();
  const texts = contenders.map(({ genome }) => genome.join());
  expect(texts).toContain(champion);
  expect(new Set(texts).size).toBe(texts.length);
});

describe("how far a long generation has come", () => {
  const telling: Scorer = {
    score: async (job, control) => {
      const counts = await CPU_SCORER.score(job);
      control?.onProgress?.((job.genomes.length / genomeWords(job.setting.shape)) * job.set.size);
      return counts;
    },
    dispose: () => {},
  };

  test.each([
    ["of one job", MAJORITY, [1]],
    ["of a job a density", { ...MAJORITY, search: "coevolution", densities: 4 }, [0.25, 0.5, 0.75, 1]],
    ["of cells", CELLULAR, [1]],
  ] as const)("is told: %s", async (_, plan, shares) => {
    const heard: number[] = [];
    const run = new SearchRun(newRecord({ ...plan, generations: 1 }), searchEngine(telling));
    await run.evolve({ onScoring: (share) => heard.push(share) });
    expect(heard).toEqual(shares);
  });

  test("is told of every generation that is scored by itself, as slow ones are, and of none of several at once", async () => {
    const engine = searchEngine(telling);
    const alone: boolean[] = [];
    const watched: typeof engine = {
      ...engine,
      advance: (plan, from, generations, control) => {
        alone.push(generations === 1);
        return engine.advance(plan, from, generations, control);
      },
    };
    for (const milliseconds of [1000, 0]) {
      let time = 0;
      const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += milliseconds));
      let heard = 0;
      alone.splice(0);
      const run = new SearchRun(newRecord(MAJORITY), watched);
      await run.evolve({ onScoring: () => void heard++ }).finally(() => clock.mockRestore());
      // The first generation is scored before any advance.
      expect(heard).toBe(1 + alone.filter(Boolean).length);
      if (milliseconds > 0) expect(heard).toBe(MAJORITY.generations);
      else expect(alone).toContain(false);
    }
  });
});

test("a report has the genome of the first of the best", async () => {
  // Genomes of four words.
  const shape = { ...MAJORITY.setting.shape, radius: 3 } as const;
  const plan = { ...MAJORITY, setting: { ...MAJORITY.setting, shape } };
  const { genomes } = SEARCHES.get("genetic").first(plan);
  const words = genomeWords(shape);
  for (let best = 0; best < MAJORITY.population; best++) {
    const fitness = Float64Array.from(
      { length: MAJORITY.population },
      (_, i) => (i < best ? 1 : 2) - (i % 2) / 4,
    );
    const scored = { generation: 3, genomes, fitness, vectors: 20, ties: 0 };
    const { figures, champion } = reportOf(plan, scored as never);
    const first = fitness.indexOf(Math.max(...fitness));
    expect(figures).toMatchObject({ best: Math.max(...fitness), worst: Math.min(...fitness), generation: 3 });
    expect(champion).toEqual(genomes.slice(first * words, first * words + words));
  }
});

describe("a replay", () => {
  test("is the same", async () => {
    expect(await replay(await ran(MAJORITY), ENGINE)).toBeUndefined();
  });

  test("names the first generation that differs", async () => {
    const record = await ran(MAJORITY);
    const figures = record.figures.map((one) =>
      [4, 7].includes(one.generation) ? { ...one, sum: one.sum + 1 } : one,
    );
    expect(await replay({ ...record, figures }, ENGINE)).toMatchObject({
      field: "sum",
      recorded: { generation: 4 },
    });
  });

  test("can be stopped", async () => {
    const record = await ran(COUNTER);
    await expect(replay(record, ENGINE, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

test("a run that is stopped keeps what it has", async () => {
  const stop = new AbortController();
  const run = new SearchRun(newRecord(MAJORITY), ENGINE);
  const onAdvance = ({ figures }: RunRecord): void => {
    if (figures.length >= 3) stop.abort();
  };
  await expect(run.evolve({ signal: stop.signal, onAdvance })).rejects.toMatchObject({ code: "aborted" });
  const { figures } = run.record;
  expect(figures.length).toBeGreaterThanOrEqual(3);
  expect(figures.length).toBeLessThan(MAJORITY.generations);
  await run.evolve();
  expect(formatRecord(run.record)).toBe(formatRecord(await ran(MAJORITY)));
});

test("a branch goes on from another run's population, and can be replayed by itself", async () => {
  const stem = await ran({ ...MAJORITY, generations: 5 });
  const branch = new SearchRun(branchOf(stem, { ...MAJORITY, seed: 77, generations: 4 }), ENGINE);
  await branch.evolve();
  const { figures, parent } = branch.record;
  expect(figures.map(({ generation }) => generation)).toEqual([4, 5, 6, 7]);
  expect([figures[0].hash, parent?.seed]).toEqual([stem.figures[4].hash, 1]);
  const read = parseRecord(formatRecord(branch.record));
  expect(formatRecord(read)).toBe(formatRecord(branch.record));
  expect(await replay(read, ENGINE)).toBeUndefined();
  expect(() => branchOf(stem, { ...MAJORITY, population: 13 })).toThrow("A branch keeps the cells");
});

test("a large population has few lines in its record, and reads back", () => {
  const record = newRecord({ ...MAJORITY, population: 20_000 });
  const text = formatRecord(record);
  expect(text.split("\n").length).toBeLessThan(100);
  expect(text.length).toBeLessThan(20_000 * 8 + 3000);
  const read = parseRecord(text);
  expect(read.last).toEqual(record.last);
  expect(formatRecord(read)).toBe(text);
  expect(() => parseRecord(text.replace('"population": 20000', '"population": 20001'))).toThrow(
    "The last generation has 20000 genomes, and the plan 20001 individuals.",
  );
});

test("a population is refused that would not fit, with the largest that does", () => {
  const shape = { cells: 1024, boundary: "cyclic", radius: 3, ruleACell: true } as const;
  const setting = { ...MAJORITY.setting, shape };
  expect(() => newRecord({ ...MAJORITY, setting, population: 10_000 })).toThrow(
    "A genome of that ring takes 16,384 bytes, and those of a population 134,217,728 at most: 8,192 individuals, not 10,000.",
  );
});

describe("records that are wrong are refused with the place", () => {
  const places = async (change: (text: string) => string): Promise<string> => {
    const text = formatRecord(await ran({ ...MAJORITY, generations: 3 }));
    try {
      const changed = change(text);
      expect(changed).not.toBe(text);
      checkPopulation(parseRecord(changed));
    } catch (error) {
      const { line, column, message } = error as { line?: number; column?: number; message: string };
      return `${line ?? ""}:${column ?? ""} ${message}`;
    }
    return "no error";
  };

  test.each<[string, (text: string) => string, RegExp]>([
    [
      "another version",
      (text) => text.replace('"version": 1', '"version": 2'),
      /^3:14 .* version 2; this program reads version 1/,
    ],
    ["cut short", (text) => text.slice(0, 900), /^\d+:\d+ The run record is no JSON/],
    ["another file", () => '{"format": "tessella-camera"}', /^1:12 The file is no run record\./],
    [
      "a field too many",
      (text) => text.replace('"cells"', '"cels"'),
      /^6:5 The plan has a field that is not known, "cels"\./,
    ],
    [
      "a plan that does not fit",
      (text) => text.replace('"elites": 1', '"elites": 12'),
      /12 elites leave no room/,
    ],
    [
      "a probability",
      (text) => text.replace('"mutation": 0.01', '"mutation": 1.01'),
      /"mutation" that is a number from 0 to 1/,
    ],
    [
      "a generation that is missing",
      (text) => text.replace(/ {4}\{"generation":1.*\n/, ""),
      /Generation 1 is missing: there is 2/,
    ],
    [
      "a hash",
      (text) => text.replace(/"hash":"./, '"hash":"g'),
      /Generation 0 has no "hash" of 16 hexadecimal digits/,
    ],
    [
      "a sum beyond its bounds",
      (text) => text.replace(/"sum":\d+/, '"sum":999999'),
      /has no "sum" that is a whole number from/,
    ],
    [
      "a genome",
      (text) => text.replace(/( {4}")[0-9a-f](.*"\n {2}\]\})/, "$1$2"),
      /Genome 12 is no rule of 8 hexadecimal digits/,
    ],
    [
      "another population",
      (text) =>
        text.replace(/( {4}")([0-9a-f])(.*"\n {2}\]\})/, (_, a, b, c) => a + (b === "0" ? "1" : "0") + c),
      /"last" holds another population than generation 2 had/,
    ],
  ])("%s", async (_, change, sentence) => {
    expect(await places(change)).toMatch(sentence);
  });
});
