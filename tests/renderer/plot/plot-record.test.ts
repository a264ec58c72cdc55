import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sample } from "../../../engine/worker/protocol/samples.ts";
import { PlotRecord, samplesCsv } from "../../../renderer/plot/plot-record.ts";

const sample = (generation: number, population: number, births: number | null = null): Sample => ({
  generation: BigInt(generation),
  population: BigInt(population),
  births,
  deaths: births,
});

describe("a record of samples", () => {
  it("holds them by generation, each once, whatever order they come in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 60 }), (generations) => {
        const record = new PlotRecord();
        for (const generation of generations) record.add([sample(generation, generation * 3)]);
        const wanted = [...new Set(generations)].sort((a, b) => a - b);
        expect(record.samples.map((s) => Number(s.generation))).toEqual(wanted);
        expect(record.taken).toBe(wanted.length);
      }),
    );
  });

  it("does not forget births for a leap that comes to the same generation, and believes the later population", () => {
    const record = new PlotRecord();
    record.add([sample(0, 5), sample(1, 6, 2), sample(2, 7, 3)]);
    record.add([sample(1, 6)]);
    expect(record.samples[1]?.births).toBe(2);
    record.add([sample(1, 9)]);
    expect(record.samples[1]).toEqual(sample(1, 9));
  });

  it("drops what an edit takes away", () => {
    const record = new PlotRecord();
    record.add([0, 1, 2, 3, 4].map((n) => sample(n, n)));
    record.branch(9n);
    record.branch(4n);
    expect(record.samples).toHaveLength(5);
    record.branch(2n);
    expect(record.samples.map((s) => Number(s.generation))).toEqual([0, 1, 2]);
    expect(record.taken).toBe(3);
    record.branch(-1n);
    expect(record.samples).toEqual([]);
  });

  it("begins anew once it is cleared", () => {
    const record = new PlotRecord();
    record.add([0, 1, 2].map((n) => sample(n, n)));
    record.clear();
    record.add([sample(7, 1)]);
    expect(record.samples).toEqual([sample(7, 1)]);
    expect(record.taken).toBe(1);
  });

  it("stays small, keeps its ends and its outline, and only what was really taken", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 65, maxLength: 400 }), (populations) => {
        const record = new PlotRecord(64);
        const all = populations.map((population, at) => sample(at, population));
        for (const one of all) record.add([one]);
        const { samples } = record;
        expect(samples.length).toBeLessThanOrEqual(64);
        expect(record.taken).toBe(all.length);
        expect(samples[0]).toEqual(all[0]);
        expect(samples.at(-1)).toEqual(all.at(-1));
        for (const one of samples) expect(one).toEqual(all[Number(one.generation)]);
        const kept = samples.map(({ population }) => Number(population));
        expect(Math.max(...kept)).toBe(Math.max(...populations));
        expect(Math.min(...kept)).toBe(Math.min(...populations));
      }),
    );
  });

  it("is written as CSV, with nothing where nothing is known", () => {
    expect(samplesCsv([sample(0, 5), { ...sample(1, 6, 2), deaths: 1 }, sample(1103, 116)])).toBe(
      "generation,population,births,deaths\n0,5,,\n1,6,2,1\n1103,116,,\n",
    );
    const stated = { ...sample(1, 6, 2), deaths: 1, states: [4, 2] };
    expect(samplesCsv([sample(0, 5), stated])).toBe(
      "generation,population,births,deaths,state 1,state 2\n0,5,,,,\n1,6,2,1,4,2\n",
    );
  });
});
