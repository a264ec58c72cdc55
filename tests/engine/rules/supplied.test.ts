// How the rules that come along look: a state keeps its name and its colour, or pictures and films of it are others overnight. And
// that their diagrams are made only for whoever follows them.

import { afterEach, describe, expect, it } from "vitest";
import { compileRuleFile, ruleOfFile } from "../../../engine/rules/files/rule-file.ts";
import { keepTablesIn } from "../../../engine/rules/kept-tables.ts";
import type { DiagramForm } from "../../../engine/rules/rule.ts";
import { isSupplied, knownRuleFile } from "../../../engine/rules/supplied.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { SUPPLIED_NAMES } from "../../support/supplied-names.ts";

const LOOPS = ["3a6ea5", "b8483a", "5a9e4b", "e8c547", "a65fb0", "f2efe4", "58b7c3"];
const unnamed = LOOPS.map((colour, i) => `${colour} state ${i + 1}`);

/** Of each state above 0 its colour, and its name where it has one. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  WireWorld: ["409cff electron head", "ffffff electron tail", "e88c28 wire"],
  "Langtons-Loops": named(["core", "sheath", "joint", "turn left", "messenger", "end of a loop", "go ahead"]),
  "Byl-Loop": unnamed.slice(0, 5),
  "Chou-Reggia-1": unnamed,
  "Chou-Reggia-2": unnamed,
  Codd: named(["path", "sheath", "gate", "signal 4", "signal 5", "signal 6", "signal 7"]),
};

function named(names: readonly string[]): readonly string[] {
  return names.map((name, i) => `${LOOPS[i]} ${name}`);
}

function looksOf(name: string): readonly string[] {
  const file = knownRuleFile(name);
  if (!file) throw new Error(`There is no ${name}.`);
  const { states, looks } = ruleOfFile(file);
  return Array.from({ length: states - 1 }, (_, i) => {
    const colour = (looks.colours?.[i + 1] ?? 0).toString(16).padStart(6, "0");
    return `${colour} ${looks.names[i + 1] ?? ""}`.trim();
  });
}

it.each(Object.entries(LOOKS))("%s", (name, looks) => {
  expect(looksOf(name)).toEqual(looks);
  expect(knownRuleFile(name.toUpperCase())?.name).toBe(name);
});

it("Langton's ant: heads stand out from every colour, and say where they look", () => {
  for (const letters of ["RL", "LLRR", "RLLRRL"]) {
    const looks = looksOf(`LangtonsAnt_${letters}`);
    const colours = letters.length;
    expect(looks).toHaveLength(colours - 1 + 4 * colours);
    const heads = new Set(looks.slice(colours - 1).map((look) => look.slice(0, 6)));
    const fields = new Set(looks.slice(0, colours - 1).map((look) => look.slice(0, 6)));
    expect(heads.size).toBe(1);
    expect(fields.size).toBe(colours - 1);
    expect([...heads].some((head) => fields.has(head))).toBe(false);
    expect(looks.slice(0, colours - 1).map((look) => look.slice(7))).toEqual(
      Array.from({ length: colours - 1 }, (_, i) => `colour ${i + 1}`),
    );
    expect(looks.slice(colours - 1).map((look) => look.slice(7))).toEqual(
      Array.from({ length: colours }, (_, under) =>
        ["north", "east", "south", "west"].map((way) => `head facing ${way} on colour ${under}`),
      ).flat(),
    );
  }
});

it("a turmite's heads say their state, too", () => {
  const looks = looksOf("Turmite_121181121020");
  expect(looks[0]?.slice(7)).toBe("colour 1");
  expect(looks.slice(1).map((look) => look.slice(7))).toEqual(
    [0, 1].flatMap((under) =>
      [0, 1].flatMap((state) =>
        ["north", "east", "south", "west"].map(
          (way) => `head in state ${state} facing ${way} on colour ${under}`,
        ),
      ),
    ),
  );
});

describe("a diagram that is made late", () => {
  afterEach(() => keepTablesIn(null));

  it.each([...SUPPLIED_NAMES, ...["LangtonsAnt_RLLR", "Turmite_120121020011"]])(
    "is that of the file: %s",
    (name) => {
      const file = knownRuleFile(name);
      if (!file) throw new Error(`There is no ${name}.`);
      expect(isSupplied(file)).toBe(true);
      expect(isSupplied({ ...file })).toBe(false);
      const late = compileRuleFile(file, undefined, true);
      expect(late).toEqual(compileRuleFile(file));
      expect(structuredClone(late)).toEqual(late);
    },
  );

  it("is made once, for the first who follows it", () => {
    const made: string[] = [];
    keepTablesIn({ get: (key) => void made.push(key), set: () => {} });
    const { form, states } = parseRule("LangtonsAnt_LRRLRLL");
    expect([form.kind, states]).toEqual(["diagram", 35]);
    expect(made).toEqual([]);
    const { kinds, next } = form as DiagramForm;
    expect(kinds).toHaveLength(9 * states);
    expect(next.length).toBeGreaterThan(0);
    expect((form as DiagramForm).next).toBe(next);
    expect(made).toHaveLength(1);
  });
});
