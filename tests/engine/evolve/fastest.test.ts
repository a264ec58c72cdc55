import { describe, expect, it } from "vitest";
import type { JobSample } from "../../../engine/evolve/gpu/fastest.ts";
import { fastestMethod, fastestOf } from "../../../engine/evolve/gpu/fastest.ts";
import { SCORE_METHODS } from "../../../engine/evolve/gpu/methods.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import { trainingSet } from "../../../engine/evolve/search.ts";
import { SEARCHES } from "../../../engine/evolve/searches.ts";
import type { GpuDevice } from "../../../engine/gpu/device.ts";

/** Methods with made-up times: milliseconds to begin, and for each thousand individuals on a vector. */
const METHODS = {
  lazy: { begin: 20, each: 0.01 },
  likely: { begin: 0.1, each: 0.02 },
  eager: { begin: 0.01, each: 0.05 },
};
type Name = keyof typeof METHODS;
const NAMES = Object.keys(METHODS) as Name[];

async function tried(whole: JobSample, disturbed: (trial: number) => number = () => 1) {
  const trials = new Map<Name, JobSample[]>();
  const best = await fastestOf(NAMES, "likely", whole, async (name, sample) => {
    const before = trials.get(name) ?? [];
    trials.set(name, [...before, sample]);
    const { begin, each } = METHODS[name];
    return (begin + (each * sample.individuals * sample.vectors) / 1000) * disturbed(before.length);
  });
  return { best, trials };
}

describe("the fastest of some methods", () => {
  it("is found by the same part of the job for each, which takes the likely one long enough", async () => {
    const { best, trials } = await tried({ individuals: 8192, vectors: 1e6 });
    const last = trials.get("likely")?.at(-1) as JobSample;
    // 0.1 ms and 0.02 ms a thousand: 1024 individuals reach 5 ms between 64 and 256 vectors.
    expect(last).toEqual({ individuals: 1024, vectors: 256 });
    for (const name of ["lazy", "eager"] as const) expect(trials.get(name)).toEqual([last, last, last]);
    expect(best).toBe("likely");
  });

  it("takes more individuals where all vectors are too few, and never more than there are", async () => {
    const { trials } = await tried({ individuals: 5000, vectors: 100 });
    expect(trials.get("lazy")).toEqual(new Array(3).fill({ individuals: 4096, vectors: 100 }));
    const small = await tried({ individuals: 100, vectors: 70 });
    expect(small.trials.get("eager")).toEqual(new Array(3).fill({ individuals: 100, vectors: 70 }));
    // 0.24 ms against 0.36 and 20.07.
    expect(small.best).toBe("likely");
    expect((await tried({ individuals: 10, vectors: 10 })).best).toBe("eager");
  });

  it("takes no disturbed trial for a slow method", async () => {
    const { best } = await tried({ individuals: 10, vectors: 10 }, (trial) => (trial === 0 ? 100 : 1));
    expect(best).toBe("eager");
  });

  it("is one of ours, whatever is remembered: the others are there to be compared with", async () => {
    const plan = { ...PRESETS.get("majority").plan, population: 8 };
    const { genomes } = SEARCHES.get(plan.search).first(plan);
    const job = { setting: plan.setting, genomes, set: trainingSet(plan, 0) };
    const gpu = { adapter: "a GPU", software: false, limits: { maxComputeWorkgroupStorageSize: 2 ** 16 } };
    const taken = SCORE_METHODS.list().map(async ({ id }) => {
      const memory = Object.assign(new Map<string, string>(), { get: () => id });
      return (await fastestMethod(gpu as unknown as GpuDevice, job, 1, undefined, memory)).id === id;
    });
    const ids = SCORE_METHODS.list().map(({ id }) => id);
    const found = await Promise.all(taken);
    // What is not remembered is guessed, and the guess is one of ours, too.
    expect(ids.filter((_, at) => found[at])).toEqual(["packed", "mux", "sliced"]);
  });
});
