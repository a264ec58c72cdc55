// Every named rule: well-formed, and true to what is said of it. Fates are measured again, and what notes claim of single
// patterns is run.

import { describe, expect, test } from "vitest";
import { measureBehaviour } from "../../../engine/bench/rule-behaviour.ts";
import { cellsToRuns } from "../../../engine/core/cells.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { fateOf } from "../../../engine/rules/behaviour.ts";
import { TAGS } from "../../../engine/rules/catalogue/named-rule.ts";
import { ALIASES, findNamedRule, NAMED_RULES, namedRule, nameOfRule } from "../../../engine/rules/named.ts";
import { inRange } from "../../../engine/rules/rule-range.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { ruleRange } from "../../support/rule-range.ts";

const pattern = (rle: string, rule: string) =>
  cellsToRuns(readPattern(new TextEncoder().encode(`x = 1, y = 1, rule = ${rule}\n${rle}`)).pattern.cells);

const GUN =
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
const LIFE_PATTERNS: Readonly<Record<string, string>> = {
  glider: "bo$2bo$3o!",
  spaceship: "bo2bo$o$o3bo$4o!",
  block: "2o$2o!",
  beehive: "b2o$o2bo$b2o!",
  blinker: "3o!",
  toad: "b3o$3o!",
  pulsar:
    "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!",
  pentadecathlon: "10o!",
  gun: GUN,
};

/** Mirek Wojtowicz's, with blanks between words that he wrote as one. */
const MCELL_GENERATIONS: Readonly<Record<string, string>> = {
  Banners: "2367/3457/5",
  BelZhab: "23/23/8",
  "BelZhab Sediment": "145678/23/8",
  Bloomerang: "234/34678/24",
  Bombers: "345/24/25",
  "Brain 6": "6/246/3",
  "Brian's Brain": "/2/3",
  Burst: "0235678/3468/9",
  "Burst II": "235678/3468/9",
  Caterpillars: "124567/378/4",
  Chenille: "05678/24567/6",
  "Circuit Genesis": "2345/1234/8",
  Cooties: "23/2/8",
  "Ebb & Flow": "012478/36/18",
  "Ebb & Flow II": "012468/37/18",
  Faders: "2/2/25",
  Fireworks: "2/13/21",
  "Flaming Starbows": "347/23/8",
  Frogs: "12/34/3",
  Frost: "/1/25",
  "Frozen Spirals": "356/23/6",
  Glisserati: "035678/245678/7",
  Glissergy: "035678/245678/5",
  Lava: "12345/45678/8",
  Lines: "012345/458/3",
  "Living on the Edge": "345/3/6",
  "Meteor Guns": "01245678/3/8",
  Nova: "45678/2478/25",
  OrthoGo: "3/2/4",
  "Prairie on Fire": "345/34/6",
  RainZha: "2/23/8",
  Rake: "3467/2678/6",
  SediMental: "45678/25678/4",
  Snake: "03467/25/6",
  "Soft Freeze": "13458/38/6",
  Spirals: "2/234/5",
  "Star Wars": "345/2/4",
  Sticks: "3456/2/6",
  Swirl: "23/34/8",
  "Thrill Grill": "1234/34/48",
  Transers: "345/26/5",
  "Transers II": "0345/26/6",
  Wanderers: "345/34678/5",
  Worms: "3467/25/6",
  Xtasy: "1456/2356/16",
};

/** What a soup of the rule does, measured once for all tests of this file. */
const measured = new Map<string, ReturnType<typeof measureBehaviour>>();
function behaviourOf(rule: string): ReturnType<typeof measureBehaviour> {
  const behaviour = measured.get(rule) ?? measureBehaviour(parseRule(rule));
  measured.set(rule, behaviour);
  return behaviour;
}

describe("the named rules", () => {
  test("are many, on each lattice", () => {
    const on = (lattice: string) =>
      NAMED_RULES.filter(({ rule }) => parseRule(rule).neighbourhood === lattice);
    expect(on("moore").length).toBeGreaterThanOrEqual(60);
    expect(on("hex").length).toBeGreaterThanOrEqual(10);
    expect(on("von-neumann").length).toBeGreaterThanOrEqual(6);
  });

  test("call Generations as the collection of MCell does, where most of them come from", () => {
    for (const [name, rule] of Object.entries(MCELL_GENERATIONS)) expect(nameOfRule(rule), rule).toBe(name);
  });

  test.each(NAMED_RULES.map((entry) => [entry.name, entry] as const))("%s is well-formed", (name, entry) => {
    const { rule, note, tags, neighbourhood } = entry;
    expect(parseRule(rule).text).toBe(rule);
    if (neighbourhood) expect(parseRule(rule).neighbourhood).toBe(neighbourhood);
    expect(parseRule(name).text).toBe(rule);
    expect(namedRule(rule)).toBe(entry);
    expect(note).toMatch(/^[A-Z0-9].{12,118}\.$/);
    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(TAGS).toContain(tag);
  });

  test("have each a name, a rule and a sentence of their own", () => {
    for (const part of ["name", "rule", "note"] as const) {
      expect(new Set(NAMED_RULES.map((entry) => entry[part])).size, part).toBe(NAMED_RULES.length);
    }
    expect(nameOfRule("B/S")).toBeUndefined();
  });

  test("are found by their other names", () => {
    for (const [alias, name] of ALIASES) {
      expect(findNamedRule(alias)?.name, alias).toBe(name);
      expect(
        NAMED_RULES.some((entry) => entry.name === alias),
        alias,
      ).toBe(false);
    }
  });

  test("do what their fates say", { timeout: 120_000 }, async () => {
    for (const { name, rule, fate } of NAMED_RULES) {
      expect.soft(fate === null, name).toBe(parseRule(rule).form.kind === "diagram");
      if (fate === null) continue;
      expect.soft(`${name} ${fateOf(await behaviourOf(rule))}`).toBe(`${name} ${fate}`);
    }
  });

  test("with crystals grow from seeds or soups, and quick ash is quick", { timeout: 60_000 }, async () => {
    for (const { name, rule, tags } of NAMED_RULES) {
      if (!tags.includes("quick ash") && !tags.includes("growing crystals")) continue;
      const { grows, rest } = await behaviourOf(rule);
      if (tags.includes("growing crystals")) expect.soft(grows, name).toBe(true);
      if (tags.includes("quick ash")) expect.soft(rest?.generation, name).toBeLessThan(80);
    }
  });
});

describe("what notes say of Life's own patterns", () => {
  test.each([
    ["DryLife", ["glider"]],
    ["Pedestrian Life", ["glider", "spaceship", "gun"]],
    ["DrighLife", ["glider", "toad"]],
    ["EightLife", ["glider", "gun"]],
    ["IronLife", ["glider", "spaceship"]],
    ["HoneyLife", ["glider", "gun"]],
    ["LowDeath", ["glider", "spaceship"]],
    ["Life SkyHigh", ["glider"]],
    ["Blinker Life", ["glider", "blinker"]],
    ["DotLife", ["glider", "pulsar", "pentadecathlon"]],
    ["Pseudo Life", ["block", "blinker", "pulsar"]],
    ["SnowLife", ["block", "beehive"]],
    ["Eppstein", ["block", "blinker", "toad", "pulsar"]],
    ["Lifeguard 1", ["block", "beehive"]],
    ["Blinkers", ["blinker", "toad"]],
    ["Stains", ["glider"]],
    ["Coagulations", ["glider"]],
  ])("%s has %s", (name, kept) => {
    const rule = parseRule(name);
    for (const each of kept) {
      expect(
        inRange(ruleRange(pattern(LIFE_PATTERNS[each] as string, "B3/S23"), parseRule("Life")), rule),
        each,
      ).toBe(true);
    }
    if (name === "Pseudo Life" || name === "SnowLife") {
      expect(
        inRange(ruleRange(pattern(LIFE_PATTERNS.glider as string, "B3/S23"), parseRule("Life")), rule),
      ).toBe(false);
    }
  });
});

describe("what notes say of patterns of their own", () => {
  test.each([
    ["LowLife", "bo$2bo$4o!", 10, 0, 0],
    ["Morley", "3o$2o$o!", 7, 1, 1],
    ["Logarithmic Replicator", "3o$2o$o!", 7, 1, 1],
    ["34 Life", "bo$b2o$b2o$bo!", 3, 1, 0],
    ["Castles", "4o$4o$4o!", 24, 0, 0],
    ["HighFlock", "b3o$5o!", 8, 0, 0],
    ["IronFlock", "b3o$5o!", 8, 0, 0],
    ["Oscillators Rule", "2obo$2b2o$2bo!", 3, 0, 0],
    ["Oscillators Rule", "b3o$o2bo$bobo!", 4, 0, 0],
    ["Oscillators Rule", "2o$o2bo$2b2o$b2o!", 5, 0, 0],
    ["Oscillators Rule", "o$3o$2o!", 6, 0, 0],
    ["Oscillators Rule", "4o$3o$4o$4o!", 16, 0, 0],
    ["HighHexLife", "3o$obo$3o!", 33, 0, 0],
    ["Hex Life", "4o!", 6, 0, 0],
    ["Hex 35/2", "2o$obo$b2o!", 3, 0, 0],
    ["Hex 35/2", "2o$obo!", 4, 0, 0],
    ["Von Neumann 013/2", "5o$2ob2o$2ob2o$5o!", 3, 0, 0],
    ["Von Neumann 013/2", "3o$bo$3o!", 4, 0, 0],
    ["Von Neumann 013/2", "2bo$2o2bo!", 6, 0, 0],
  ])("%s: %s has period %i", (name, rle, period, dx, dy) => {
    const rule = parseRule(name);
    const found = ruleRange(pattern(rle, rule.text), rule);
    expect(found.period).toBe(period);
    expect({ dx: Math.abs(found.shift.dx), dy: Math.abs(found.shift.dy) }).toEqual({ dx, dy });
  });
});
