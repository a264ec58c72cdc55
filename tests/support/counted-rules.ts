/** Random rules that count over shapes, of every shape. */

import fc from "fast-check";
import { expect } from "vitest";
import type { Algorithm, AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import type { Soup } from "../../engine/core/soup.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { plane, torus, UNBOUNDED } from "../../engine/core/topology.ts";
import { refuseGrid } from "../../engine/rules/counted.ts";
import { mostSum, reachOf, SHAPE_LETTERS } from "../../engine/rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../../engine/rules/rule.ts";
import { formatUniverseRule, parseRule } from "../../engine/rules/universe-rule.ts";
import type { Action, Patch, Scenario } from "./scenario.ts";
import { scenarioOf } from "./scenario.ts";
import type { SlowRule } from "./slow-counted.ts";

/** The rule in HROT's spelling, and what it means. */
export interface SpelledRule extends SlowRule {
  readonly text: string;
}

/** How many cells the shapes without digits hold, at the least. */
const FEWEST: Readonly<Record<string, (range: number) => number>> = {
  M: (r) => 4 * r * (r + 1),
  N: (r) => 2 * r * (r + 1),
  B: (r) => 2 * r * (r + 1),
  D: (r) => 2 * r * (r + 1),
  H: (r) => 3 * r * (r + 1),
  C: (r) => 3 * r * r,
  "2": (r) => 3 * r * r,
  L: (r) => 6 * r * (r + 1),
  A: (r) => 6 * r,
  "3": (r) => 3 * r,
  "+": (r) => 4 * r,
  X: (r) => 4 * r,
  "*": (r) => 8 * r,
  "#": (r) => 8 * r,
  G: (r) => (r + 1) ** 4,
  F: () => 8,
};

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((each) => each.map((digit) => digit.toString(16).toUpperCase()).join(""));

function anyShape(letter: string, range: number, states: number): fc.Arbitrary<string> {
  const lattice = fc.constantFrom("", "H", "L");
  if (letter === "@")
    return fc.tuple(digits(range * (range + 1)), lattice).map(([cells, grid]) => `@${cells}${grid}`);
  if (letter === "F") {
    const far = fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined });
    const side = (name: string) => far.map((cells) => (cells === undefined ? "" : `${name}${cells}`));
    return fc
      .tuple(side("C"), side("E"), fc.boolean())
      .map(([corner, edge, turned]) => `F${turned ? edge + corner : corner + edge}`);
  }
  if (letter !== "W") return fc.constant(letter);
  const ofStates = fc.option(
    digits(states - 1).map((each) => `,0${each}`),
    { nil: "" },
  );
  return fc
    .tuple(fc.constantFrom(1, 2), lattice, ofStates)
    .chain(([size, grid, weights]) =>
      digits(size * (2 * range + 1) ** 2).map((cells) => `W${cells}${grid}${weights}`),
    );
}

/** Counts that a soup has, with a chance for 0. */
const anySet = (most: number): fc.Arbitrary<readonly number[]> =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: most }), { maxLength: most })
    .map((counts) => counts.sort((a, b) => a - b));

function listOf(counts: readonly number[]): string {
  return counts.join(",");
}

export function anySpelled(
  letters: readonly string[] = SHAPE_LETTERS,
  widest = 5,
): fc.Arbitrary<SpelledRule> {
  const narrow = (letter: string): boolean => "LGW".includes(letter);
  return fc
    .tuple(fc.constantFrom(...letters), fc.integer({ min: 1, max: widest }), fc.constantFrom(2, 2, 3, 4, 7))
    .chain(([letter, drawn, states]) => {
      const range = narrow(letter) ? Math.min(drawn, 2) : drawn;
      return anyShape(letter, range, states).chain((shape) => {
        const most = letter === "@" ? 0 : letter === "W" ? 0 : (FEWEST[letter]?.(range) as number);
        const held = letter === "@" ? [...shape].reduce((sum, d) => sum + bitsOf(d), 0) : most;
        const set = anySet(letter === "W" ? positive(shape, range) : Math.min(held, 200));
        return fc.tuple(set, set).map(([birth, survival]) => {
          // Space stays dark under more states, and where cells have weights.
          const births = states > 2 || "GW".includes(letter) ? birth.filter((count) => count > 0) : birth;
          const text = `R${range},C${states},S${listOf(survival)},B${listOf(births)},N${shape}`;
          return { text, range, states, shape, birth: new Set(births), survival: new Set(survival) };
        });
      });
    });
}

function bitsOf(digit: string): number {
  if (/[^0-9A-F]/.test(digit)) return 0;
  return [...Number.parseInt(digit, 16).toString(2)].filter((bit) => bit === "1").length;
}

/** The sum of the positive weights of a spelled W under a state of weight 1, or 0 where states weigh nothing. */
function positive(shape: string, range: number): number {
  const cells = shape.slice(1).split(/[HL,]/)[0] as string;
  const size = cells.length / (2 * range + 1) ** 2;
  const sign = size === 1 ? 8 : 128;
  let sum = 0;
  for (let at = 0; at < cells.length; at += size) {
    const number = Number.parseInt(cells.slice(at, at + size), 16);
    if (number < sign) sum += number;
  }
  const weights = shape.split(",")[1];
  const most = weights ? Math.max(...[...weights].map((digit) => Number.parseInt(digit, 16))) : 1;
  return Math.min(60, sum * most);
}

export const anyCountedRule: fc.Arbitrary<Rule> = anySpelled().map(({ text }) => parseRule(text));

/** Short scenarios on grids that take such rules. */
export function countedScenarioOf(rules: fc.Arbitrary<Rule>): fc.Arbitrary<Scenario> {
  return scenarioOf(rules)
    .map(
      (scenario): Scenario => ({
        ...scenario,
        script: scenario.script.map((action) =>
          action.kind === "step" ? { ...action, generations: Math.min(5, action.generations) } : action,
        ),
      }),
    )
    .filter(({ rule, topology, script }) =>
      [rule, ...script.flatMap((action) => (action.kind === "rule" ? [action.rule] : []))].every(
        (each) => refuseGrid(each, topology) === null,
      ),
    );
}

/** Those of two states. */
export const anyCountedScenario: fc.Arbitrary<Scenario> = countedScenarioOf(
  // Those of the nearest cells have other forms.
  anyCountedRule.filter(({ form, states }) => form.kind === "counted" && states === 2),
);

/** A rule of the nearest eight cells on lattices of every so many cells, which do not see each other. */
function stretched(by: number, states: number, survival: string, birth: string): string {
  const side = 2 * by + 1;
  const cells = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const)
    .filter(([x, y]) => x !== by || y !== by)
    .map(([x, y]) => (x % by === 0 && y % by === 0 ? "1" : "0"))
    .join("");
  const digits = cells.match(/..../g)?.map((four) => Number.parseInt(four, 2).toString(16).toUpperCase());
  return `R${by},C${states},S${survival},B${birth},N@${digits?.join("")}`;
}

/** Rules under which few cells stay few for long: still lifes, what blinks, gliders, and edges that move slowly. */
const QUIET_RULES: readonly string[] = [
  stretched(2, 2, "2-3", "3"),
  stretched(3, 2, "2-3", "3"),
  stretched(16, 2, "2-3", "3"),
  stretched(31, 2, "2-3", "3"),
  // Space flickers, or is alive.
  stretched(2, 2, "2-4", "0,3-4"),
  stretched(2, 2, "2", "0,7"),
  stretched(3, 2, "0-2,4-8", "0-4,6-8"),
  stretched(2, 4, "3-5", "2"),
  stretched(3, 3, "2-3", "3"),
  "R2,C2,S4-11,B11-13,NM",
  "R2,C2,S6-11,B7-8,NM",
  "R3,C2,S4-17,B17-22,NM",
  "R2,C3,S4-11,B8-10,NM",
  "R2,C2,S3-6,B5,NC",
  "R2,C2,S2-4,B4,NC",
  "R3,C2,S9-23,B15-19,NH",
  "R1,C2,S1-6,B5-6,NL",
  "R2,C2,S14-15,B7-9,NL",
];

/** Grids of several tiles, of which most come to sleep; and what is written, cleared and taken back then. */
export const anyQuietScenario: fc.Arbitrary<Scenario> = fc
  .record({
    rules: fc.tuple(fc.constantFrom(...QUIET_RULES), fc.constantFrom(...QUIET_RULES)),
    topology: fc
      .record({
        kind: fc.constantFrom(torus, torus, plane),
        width: fc.constantFrom(129, 140, 159, 256, 257, 300),
        height: fc.constantFrom(128, 130, 150, 191, 193),
        open: fc.constantFrom("no", "no", "no", "width", "height", "both"),
      })
      .map(({ kind, width, height, open }) =>
        open === "both" ? UNBOUNDED : kind(open === "width" ? 0 : width, open === "height" ? 0 : height),
      ),
    generation: fc.constantFrom(0n, 1n),
    first: anyQuietPatch(),
    script: fc.array(anyQuietAction(), { minLength: 2, maxLength: 6 }),
  })
  .map(({ rules, topology, generation, first, script }): Scenario => {
    const [rule, other] = rules.map((text) => parseRule(text)) as [Rule, Rule];
    return {
      rule,
      topology,
      centre: [0n, 0n],
      generation,
      script: [
        { kind: "write", patch: first, mode: "or", as: "block" },
        { kind: "step", generations: 30, sliced: false },
        ...script.map((action) => (action.kind === "rule" ? { ...action, rule: other } : action)),
      ],
    };
  });

/** Near an edge or not. */
function anyQuietPatch(): fc.Arbitrary<Patch> {
  return fc.record({
    seed: fc.nat(),
    density: fc.constantFrom(0.3, 0.5),
    dx: fc.integer({ min: -150, max: 150 }),
    dy: fc.integer({ min: -100, max: 100 }),
    w: fc.integer({ min: 1, max: 70 }),
    h: fc.integer({ min: 1, max: 70 }),
    states: fc.constant([1]),
  });
}

function anyQuietAction(): fc.Arbitrary<Action> {
  const step = fc.record({
    kind: fc.constant("step" as const),
    generations: fc.integer({ min: 1, max: 40 }),
    sliced: fc.boolean(),
  });
  const write = fc.record({
    kind: fc.constant("write" as const),
    patch: anyQuietPatch(),
    mode: fc.constantFrom("or" as const, "xor" as const, "copy" as const),
    as: fc.constant("block" as const),
  });
  const rest: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ kind: fc.constant("clear" as const), patch: anyQuietPatch() }),
    fc.record({ kind: fc.constant("renumber" as const), by: fc.integer({ min: 1, max: 2 }) }),
    fc.constant<Action>({ kind: "rule", rule: parseRule(QUIET_RULES[0] as string) }),
    fc.constantFrom<Action>({ kind: "snapshot" }, { kind: "restore" }),
  );
  return fc.oneof(
    { weight: 4, arbitrary: step },
    { weight: 2, arbitrary: write },
    { weight: 2, arbitrary: rest },
  );
}

/** A rule that looks far, on a grid that is not much larger, and a soup. */
export interface FarCase {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly soup: Soup;
}

/** Shapes whose cells count alike, without those that digits draw. */
export const PLAIN_LETTERS: readonly string[] = SHAPE_LETTERS.filter((letter) => !"LGW@".includes(letter));

/** Ranges of sums anywhere between none and all, in both spellings; grids of any width, joined or not. */
export function anyFarCase(
  letters: readonly string[],
  [least, most]: readonly [number, number],
  numbersOfStates: readonly number[] = [2, 2, 2, 3, 4, 6],
): fc.Arbitrary<FarCase> {
  return fc
    .record({
      letter: fc.constantFrom(...letters),
      range: fc.integer({ min: least, max: most }),
      states: fc.constantFrom(...numbersOfStates),
      larger: fc.boolean(),
      ends: fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 4, maxLength: 8 }),
      width: fc.integer({ min: 0, max: 110 }),
      height: fc.integer({ min: 0, max: 40 }),
      joined: fc.boolean(),
      seed: fc.nat(),
      density: fc.constantFrom(0.1, 0.3, 0.5, 0.8),
    })
    .map(({ letter, range, states, larger, ends, width, height, joined, seed, density }): FarCase => {
      const held = mostSum(parseForm(letter, range), 2);
      const counts = ends.map((end) => Math.floor((end * (held + 1)) / 1000)).sort((a, b) => a - b);
      const text = larger
        ? `R${range},C${states},M0,S${counts[0]}..${counts[2]},B${Math.max(1, counts[1] as number)}..${Math.max(1, counts[3] as number)},N${letter}`
        : `R${range},C${states},S${listed(counts.filter((_, i) => i % 2 === 0))},B${listed(counts.filter((count, i) => i % 2 === 1 && (count > 0 || states === 2)))},N${letter}`;
      const reach = reachOf(parseForm(letter, range));
      const [w, h] = [2 * reach + width, 2 * reach + height];
      return {
        rule: parseRule(text),
        topology: joined ? torus(w, h) : plane(w, h),
        soup: { seed, density, width: w, height: h, ...(states > 2 && { states: [1, 1, 2, states - 1] }) },
      };
    });
}

function parseForm(letter: string, range: number): CountedForm {
  return { kind: "counted", range, shape: letter, birth: [], survival: [] };
}

/** Numbers, and ranges from one to the next that follow it. */
function listed(counts: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < counts.length; i += 3)
    parts.push(i + 1 < counts.length ? `${counts[i]}-${counts[i + 1]}` : `${counts[i]}`);
  return parts.join(",");
}

/** Whether an algorithm and the reference come to the same cells. */
export async function expectAsReference(
  { rule, topology, soup }: FarCase,
  algorithm: Algorithm,
  generations = 4,
  environment: AlgorithmEnvironment = {},
): Promise<void> {
  const [expected, found] = await Promise.all(
    [REFERENCE, algorithm].map(async (each) => {
      const universe = await each.create({ rule, topology }, environment);
      await universe.writeBlock(soupBlock(soup), "copy");
      const hashes = [];
      // Some generations in one go besides: what is read between two is made for the reader.
      for (const generation of [1, generations]) {
        await universe.step(BigInt(generation));
        hashes.push([await universe.population(), await universe.hash()]);
      }
      universe.dispose();
      return hashes;
    }),
  );
  expect(found, `${algorithm.id}: ${formatUniverseRule({ rule, topology })}`).toEqual(expected);
}
