// Breeding: every draw is where the definition says, so whoever follows it makes the same children.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Breeding, Tables } from "../../../engine/evolve/breeding.ts";
import { breed, CROSSOVERS, fittest, randomPopulation, SELECTIONS } from "../../../engine/evolve/breeding.ts";
import { chance, happens, likelihood, wholeBelow } from "../../../engine/evolve/chance.ts";
import { diversityOf, populationHash } from "../../../engine/evolve/figures.ts";
import type { RingShape } from "../../../engine/evolve/genome.ts";
import {
  formatGenome,
  genomeBits,
  genomeOfRules,
  genomeWords,
  parseGenome,
  ringOfGenome,
} from "../../../engine/evolve/genome.ts";
import type { Radius } from "../../../engine/rings/ring-rule.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";

const shapes: fc.Arbitrary<RingShape> = fc.record({
  cells: fc.integer({ min: 3, max: 9 }),
  boundary: fc.constantFrom("cyclic", "fixed00"),
  radius: fc.constantFrom<Radius>(1, 2, 3),
  ruleACell: fc.boolean(),
});

const bitOf = (genomes: Uint32Array, words: number, i: number, b: number): number =>
  (genomes[i * words + (b >>> 5)] >>> (b & 31)) & 1;

/** The definition, bit by bit. */
function bredBits(
  shape: RingShape,
  breeding: Breeding,
  seed: number,
  generation: number,
  genomes: Uint32Array,
  fitness: Uint32Array,
): number[][] {
  const words = genomeWords(shape);
  const bits = genomeBits(shape);
  const population = fitness.length;
  const order = [...fitness.keys()].sort((i, j) => fitness[j] - fitness[i] || i - j);
  const genomeOf = (i: number): number[] =>
    Array.from({ length: bits }, (_, b) => bitOf(genomes, words, i, b));
  const { deme } = breeding;
  const at = (place: number): number => (place + population) % population;
  const around = (i: number): number[] => Array.from({ length: 2 * deme + 1 }, (_, k) => at(i - deme + k));
  const next: number[][] = deme > 0 ? [] : order.slice(0, breeding.elites).map(genomeOf);
  const last = population - breeding.immigrants;
  while (next.length < last) {
    const a = next.length;
    const draw = (n: number): number => chance(seed, generation, a, n);
    const parent = (from: number): number[] => {
      if (breeding.selection === "truncation") return genomeOf(order[wholeBelow(draw(from), breeding.keep)]);
      const drawn = Array.from({ length: breeding.tournament }, (_, n) =>
        deme > 0
          ? around(a)[wholeBelow(draw(from + n), 2 * deme + 1)]
          : wholeBelow(draw(from + n), population),
      );
      return genomeOf(drawn.reduce((best, other) => (fitness[other] > fitness[best] ? other : best)));
    };
    const [first, second] = [parent(0), parent(16)];
    const crossed = happens(draw(32), likelihood(breeding.crossover));
    const cut = 1 + wholeBelow(draw(33), bits - 1);
    const own = (b: number): boolean =>
      !crossed ||
      (breeding.crossing === "one-point" ? b < cut : ((draw(64 + (b >>> 5)) >>> (b & 31)) & 1) === 1);
    const children = [
      first.map((bit, b) => (own(b) ? bit : second[b])),
      second.map((bit, b) => (own(b) ? bit : first[b])),
    ];
    for (const child of children.slice(0, last - a)) {
      const slot = next.length;
      next.push(
        child.map((bit, b) =>
          happens(chance(seed, generation, slot, 256 + b), likelihood(breeding.mutation)) ? 1 - bit : bit,
        ),
      );
    }
  }
  if (deme > 0)
    for (let i = 0; i < last; i++) {
      const [left, right] = [around(i).slice(0, deme), around(i).slice(deme + 1)];
      const before = [
        ...left.filter((j) => fitness[j] >= fitness[i]),
        ...right.filter((j) => fitness[j] > fitness[i]),
      ];
      if (before.length < breeding.elites) next[i] = genomeOf(i);
    }
  for (let i = last; i < population; i++)
    next.push(
      Array.from(
        { length: bits },
        (_, b) => (chance(seed, generation, i, 0x10000 + (b >>> 5)) >>> (b & 31)) & 1,
      ),
    );
  return next;
}

test("a generation is bred as defined", () => {
  const breedings = fc
    .record({
      selection: fc.constantFrom(...SELECTIONS),
      tournament: fc.integer({ min: 1, max: 4 }),
      keep: fc.integer({ min: 1, max: 6 }),
      crossover: fc.constantFrom(0, 0.7, 1),
      crossing: fc.constantFrom(...CROSSOVERS),
      mutation: fc.constantFrom(0, 0.1, 1),
      elites: fc.integer({ min: 0, max: 3 }),
      immigrants: fc.integer({ min: 0, max: 2 }),
      deme: fc.constantFrom(0, 0, 1, 2),
    })
    .map((breeding) => (breeding.selection === "truncation" ? { ...breeding, deme: 0 } : breeding));
  const word = fc.integer({ min: 0, max: 0xffffffff });
  const fitnesses = fc.uint32Array({ minLength: 6, maxLength: 9, max: 5 });
  fc.assert(
    fc.property(shapes, breedings, word, word, fitnesses, (shape, breeding, seed, generation, fitness) => {
      const words = genomeWords(shape);
      const genomes = randomPopulation(shape, fitness.length, seed);
      const bred = breed(shape, breeding, seed, generation, { genomes, fitness });
      const bits = Array.from(fitness, (_, i) =>
        Array.from({ length: 32 * words }, (_, b) => bitOf(bred, words, i, b)),
      );
      const rest = new Array<number>(32 * words - genomeBits(shape)).fill(0);
      const expected = bredBits(shape, breeding, seed, generation, genomes, fitness);
      expect(bits).toEqual(expected.map((genome) => [...genome, ...rest]));
    }),
    { numRuns: 90 },
  );
});

test("flat tables have all shares of ones, fair ones a half", () => {
  const shape: RingShape = { cells: 9, boundary: "cyclic", radius: 3, ruleACell: false };
  const shares = (tables: Tables): number[] => {
    const genomes = randomPopulation(shape, 200, 5, tables);
    return Array.from({ length: 200 }, (_, i) => {
      let ones = 0;
      for (let b = 0; b < 128; b++) ones += bitOf(genomes, 4, i, b);
      return ones / 128;
    }).sort((a, b) => a - b);
  };
  const [fair, flat] = [shares("fair"), shares("flat")];
  expect([fair[0] > 0.3, fair[199] < 0.7]).toEqual([true, true]);
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9])
    expect(Math.abs(flat[200 * share] - share)).toBeLessThan(0.1);
});

test("the fittest come first, and of equals the first", () => {
  const fitness = Uint32Array.of(3, 0xffffffff, 3, 0, 7, 3);
  for (let count = 0; count <= fitness.length; count++)
    expect([...fittest(fitness, count)]).toEqual([1, 4, 0, 2, 5, 3].slice(0, count));
});

test("chances are as likely as they say", () => {
  const draws = Array.from({ length: 4000 }, (_, draw) => chance(7, 1, 2, draw));
  const share = (p: number): number =>
    draws.filter((bits) => happens(bits, likelihood(p))).length / draws.length;
  expect([share(0), share(1)]).toEqual([0, 1]);
  expect(Math.abs(share(0.18) - 0.18)).toBeLessThan(0.025);
  const sixths = [0, 0, 0, 0, 0, 0];
  for (const bits of draws) sixths[wholeBelow(bits, 6)]++;
  for (const count of sixths) expect(Math.abs(count / draws.length - 1 / 6)).toBeLessThan(0.025);
});

describe("genomes", () => {
  test("are their rules, and their text", () => {
    fc.assert(
      fc.property(shapes, fc.integer({ min: 0, max: 0xffffffff }), (shape, seed) => {
        const genome = randomPopulation(shape, 1, seed);
        expect(genomeOfRules(ringOfGenome(shape, genome).rules)).toEqual(genome);
        expect(parseGenome(shape, formatGenome(shape, genome))).toEqual(genome);
      }),
      { numRuns: 40 },
    );
    // Entry 0 is the first digit's highest bit, and the genome's lowest.
    expect([...genomeOfRules([parseRingRule("x80"), parseRingRule("x01")])]).toEqual([0x8001]);
  });

  test("have a hash that no order of summing changes, and that each word changes", () => {
    const shape: RingShape = { cells: 64, boundary: "cyclic", radius: 3, ruleACell: false };
    const genomes = randomPopulation(shape, 3, 1);
    const hashes = new Set([populationHash(genomes)]);
    for (let k = 0; k < genomes.length; k++) {
      const other = genomes.slice();
      other[k] ^= 1;
      hashes.add(populationHash(other));
    }
    expect(hashes.size).toBe(genomes.length + 1);
    // Frozen, since records hold such hashes.
    expect(populationHash(Uint32Array.of(1, 2, 3))).toBe("470e089b5812d268");
  });

  test("are as diverse as their bits", () => {
    const shape: RingShape = { cells: 5, boundary: "cyclic", radius: 1, ruleACell: false };
    expect(diversityOf(shape, Uint32Array.of(0b0001, 0b0011, 0b1011, 0b0111))).toBe(0 + 1 + 1 + 1);
    expect(diversityOf(shape, Uint32Array.of(0b0001, 0b0011, 0b1011))).toBe(2);
  });
});
