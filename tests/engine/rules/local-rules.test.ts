// Rules of reach 1 with states, from tables and trees: what cells do, against results of Golly and a reading of tables by the word.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { ALGORITHMS, chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import { runsPopulation } from "../../../engine/core/runs.ts";
import { parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import { answerOf } from "../../../engine/rules/diagram.ts";
import { ruleOfFile } from "../../../engine/rules/files/rule-file.ts";
import type { DiagramForm, Rule } from "../../../engine/rules/rule.ts";
import { sameRule } from "../../../engine/rules/rule.ts";
import { parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import fixture from "../../fixtures/local-rules.json" with { type: "json" };
import { caught } from "../../support/caught.ts";
import { cellsSha1, fixtureSoup } from "../../support/fixture-soup.ts";

const FILES: Readonly<Record<string, string>> = fixture.files;
const files = (name: string) => (FILES[name] ? { name, text: FILES[name] } : undefined);
/** Those that need no files of Golly's. */
const CASES = fixture.cases.filter(
  ({ family, rule }) => !family.startsWith("rule-file") || /^(WireWorld|LifeHistory)/.test(rule),
);

const ruleOf = (text: string): Rule => ruleOfFile({ name: "Test", text: `@RULE Test\n${text}` });
const tableOf = (lines: string): Rule => ruleOf(`@TABLE\n${lines}`);

describe("Golly's results", () => {
  it.each(CASES)(
    "$rule after $generations",
    async ({ rule, states, generations, soup, pick, population, sha1 }) => {
      const init = parseUniverseRule(rule, { files });
      expect(init.rule.states).toBe(states);
      for (const algorithm of ["reference", "bitwise"]) {
        if (ALGORITHMS.get(algorithm).refuses(init.rule, init.topology)) continue;
        const { universe } = await createUniverse({ ...init, cells: fixtureSoup(soup, pick), algorithm }, {});
        await universe.step(BigInt(generations));
        const cells = await universe.readRuns();
        expect([runsPopulation(cells), cellsSha1(cells)], algorithm).toEqual([BigInt(population), sha1]);
        universe.dispose();
      }
    },
  );
});

/** The neighbours of a line in their order, as places in the square, and the turns and mirrors of each symmetry. */
const RINGS = {
  Moore: [1, 2, 5, 8, 7, 6, 3, 0],
  vonNeumann: [1, 5, 7, 3],
  hexagonal: [1, 5, 8, 7, 3, 0],
  oneDimensional: [3, 5],
} as const;

const SOME_SYMMETRIES = {
  none: (ring: number[]) => [ring],
  permute: (ring: number[]) => orders(ring),
  rotate4: (ring: number[]) => turns(ring, 4),
  rotate8: (ring: number[]) => turns(ring, 8),
  rotate4reflect: (ring: number[]) => [...turns(ring, 4), ...turns(mirrored(ring), 4)],
  rotate8reflect: (ring: number[]) => [...turns(ring, 8), ...turns(mirrored(ring), 8)],
  rotate2: (ring: number[]) => turns(ring, 2),
  rotate3: (ring: number[]) => turns(ring, 3),
  rotate6: (ring: number[]) => turns(ring, 6),
  rotate6reflect: (ring: number[]) => [...turns(ring, 6), ...turns(mirrored(ring), 6)],
  reflect_horizontal: (ring: number[]) => [ring, mirrored(ring)],
} as const;

const turns = (ring: readonly number[], count: number): number[][] =>
  Array.from({ length: count }, (_, turn) => turned(ring, (turn * ring.length) / count));

/** Left and right swapped: the first lies on the axis. */
const mirrored = ([first = 0, ...others]: readonly number[]): number[] => [first, ...others.reverse()];

const turned = (ring: readonly number[], by: number): number[] => [...ring.slice(by), ...ring.slice(0, by)];

function orders(of: readonly number[]): number[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((first, i) => orders(of.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

describe("a table", () => {
  const STATES = 4;
  const NAMES = ["a", "b", "c"];
  const variables = fc.tuple(
    ...NAMES.map(() => fc.uniqueArray(fc.nat(STATES - 1), { minLength: 1, maxLength: STATES })),
  );
  const token = fc.oneof(fc.nat(STATES - 1).map(String), fc.constantFrom(...NAMES));

  it.each([
    ...(
      ["none", "rotate4", "rotate8", "rotate4reflect", "rotate8reflect", "reflect_horizontal"] as const
    ).map((symmetry) => ["Moore", symmetry] as const),
    ...(["none", "rotate4", "rotate4reflect", "reflect_horizontal"] as const).map(
      (symmetry) => ["vonNeumann", symmetry] as const,
    ),
    ...(["none", "rotate2", "rotate3", "rotate6", "rotate6reflect"] as const).map(
      (symmetry) => ["hexagonal", symmetry] as const,
    ),
  ])("takes a line in each order of its symmetry, and in no other: %s, %s", (hood, symmetry) => {
    // As many states as neighbours, so that no two orders look alike.
    const ring = RINGS[hood];
    const around = ring.map((_, i) => i + 1);
    const out = ring.length + 1;
    const form = tableOf(
      `n_states:${out + 1}\nneighborhood:${hood}\nsymmetries:${symmetry}\n0,${around},${out}`,
    ).form as DiagramForm;
    const answer = (order: readonly number[]): number => {
      const square = Array<number>(9).fill(0);
      ring.forEach((place, i) => {
        square[place] = order[i] as number;
      });
      return answerOf(form, square);
    };
    const images = new Set(SOME_SYMMETRIES[symmetry](around).map(String));
    for (const image of images) expect(answer(image.split(",").map(Number)), image).toBe(out);
    for (const turn of [...turns(around, around.length), ...turns(mirrored(around), around.length)])
      expect(answer(turn) === out, `${turn}`).toBe(images.has(`${turn}`));
  });

  it("does what its first line that fits says, whatever its variables and symmetry", () => {
    const kinds = fc.constantFrom(
      ...(["none", "permute"] as const).flatMap((symmetry) =>
        (["vonNeumann", "hexagonal", "oneDimensional"] as const).map((hood) => [hood, symmetry] as const),
      ),
      ["Moore", "none"] as const,
      ...(["rotate4", "rotate8", "rotate4reflect", "rotate8reflect", "reflect_horizontal"] as const).map(
        (symmetry) => ["Moore", symmetry] as const,
      ),
      ...(["rotate4", "rotate4reflect", "reflect_horizontal"] as const).map(
        (symmetry) => ["vonNeumann", symmetry] as const,
      ),
    );
    const tables = kinds.chain(([hood, symmetry]) => {
      const length = RINGS[hood].length + 1;
      const line = fc.array(token, { minLength: length, maxLength: length });
      return fc.record({
        hood: fc.constant(hood),
        symmetry: fc.constant(symmetry),
        sets: variables,
        lines: fc.array(fc.tuple(line, fc.nat(STATES)), { minLength: 1, maxLength: 7 }),
        squares: fc.array(fc.array(fc.nat(STATES - 1), { minLength: 9, maxLength: 9 }), {
          minLength: 30,
          maxLength: 30,
        }),
      });
    });
    fc.assert(
      fc.property(tables, ({ hood, symmetry, sets, lines, squares }) => {
        const membersOf = (name: string) => sets[NAMES.indexOf(name)] ?? [Number(name)];
        // The output is a state, or a variable that the line has bound.
        const whole = lines.map(
          ([inputs, output]) => [...inputs, output < STATES ? `${output}` : inputs[0]] as string[],
        );
        const text = `n_states:${STATES}\nneighborhood:${hood}\nsymmetries:${symmetry}\n${NAMES.map(
          (name, i) => `var ${name}={${sets[i]}}`,
        ).join(
          "\n",
        )}\n0${",0".repeat(RINGS[hood].length)},0\n${whole.map((line) => line.join(",")).join("\n")}`;
        const form = tableOf(text).form as DiagramForm;
        const images = SOME_SYMMETRIES[symmetry]([...RINGS[hood]]);
        for (const square of squares) {
          const expected = byTheWord(
            [Array(RINGS[hood].length + 2).fill("0"), ...whole],
            membersOf,
            images,
            square,
          );
          if (answerOf(form, square) !== expected)
            expect.fail(`${text}\n${square}: ${answerOf(form, square)}, not ${expected}`);
        }
      }),
      { numRuns: 120 },
    );
  });

  function byTheWord(
    lines: readonly (readonly string[])[],
    membersOf: (name: string) => readonly number[],
    images: readonly (readonly number[])[],
    square: readonly number[],
  ): number {
    for (const line of lines) {
      const bound = [
        ...new Set(
          line.filter(
            (name, i) => membersOf(name).length > 0 && line.indexOf(name) !== i && /[a-z]/.test(name),
          ),
        ),
      ].sort();
      for (let n = 0; n < bound.reduce((product, name) => product * membersOf(name).length, 1); n++) {
        let rest = n;
        const now = new Map(
          bound.map((name) => {
            const members = membersOf(name);
            const member = members[rest % members.length] as number;
            rest = Math.floor(rest / members.length);
            return [name, [member]];
          }),
        );
        const of = (name: string) => now.get(name) ?? membersOf(name);
        for (const image of images) {
          const fits = [4, ...image].every((place, i) =>
            of(line[i] as string).includes(square[place] as number),
          );
          if (fits) return of(line.at(-1) as string)[0] as number;
        }
      }
    }
    return square[4] as number;
  }

  it("with many states and all orders stays small", () => {
    const states = 24;
    const all = Array.from({ length: states }, (_, state) => state).join();
    const names = "abcdefgh".split("");
    const lines = Array.from(
      { length: 8 },
      (_, i) => `${i},${i + 1},${i + 2},${i},${names.slice(0, 5)},${i + 1}`,
    );
    const rule = tableOf(
      `n_states:${states}\nneighborhood:Moore\nsymmetries:permute\n${names.map((name) => `var ${name}={${all}}`).join("\n")}\n0,0,0,0,0,0,0,0,0,0\n${lines.join("\n")}`,
    );
    expect((rule.form as DiagramForm).next.length).toBeLessThan(200_000);
    expect(answerOf(rule.form as DiagramForm, [9, 7, 6, 5, 5, 0, 0, 0, 5])).toBe(6);
    expect(answerOf(rule.form as DiagramForm, [9, 7, 6, 4, 5, 0, 0, 0, 4])).toBe(5);
  });

  it("in which each state has lines of its own for what each neighbour is stays small", () => {
    const groups = 20;
    const states = 10 * groups;
    const members = (group: number): string =>
      Array.from({ length: 10 }, (_, i) => i * groups + group).join();
    const sets = Array.from(
      { length: groups },
      (_, group) => `var g${group}={${members(group)}}\nvar own${group}={g${group}}`,
    );
    const any = Array.from(
      { length: 7 },
      (_, i) => `var any${i}={${Array.from({ length: states }, (_all, s) => s)}}`,
    );
    const becomes = (own: number, neighbour: number, group: number): number =>
      group === 0 ? own : (own * 7 + neighbour * 3 + group) % states;
    // The neighbour that comes first in the order of reading and is in a group above 0 says what becomes of a cell.
    const neighbours = [7, 0, 1, 6, 2, 5, 4, 3];
    const lines = neighbours.flatMap((neighbour) =>
      Array.from({ length: groups * (groups - 1) }, (_, i) => {
        const [own, group] = [i % groups, 1 + Math.floor(i / groups)];
        const words = RINGS.Moore.map((_, at) =>
          at === neighbour ? `g${group}` : `any${at < neighbour ? at : at - 1}`,
        );
        return `own${own},${words},${becomes(own, neighbour, group)}`;
      }),
    );
    const head = `n_states:${states}\nneighborhood:Moore\nsymmetries:none`;
    const form = tableOf([head, ...sets, ...any, ...lines].join("\n")).form as DiagramForm;
    expect(form.next.length).toBeLessThan(100_000);
    fc.assert(
      fc.property(fc.array(fc.nat(states - 1), { minLength: 9, maxLength: 9 }), (square) => {
        const own = square[4] as number;
        const groupOf = (neighbour: number): number =>
          (square[RINGS.Moore[neighbour] as number] as number) % groups;
        const first = neighbours.find((neighbour) => groupOf(neighbour) > 0);
        const expected = first === undefined ? own : becomes(own % groups, first, groupOf(first));
        expect(answerOf(form, square)).toBe(expected);
      }),
    );
  });

  it("of two states is a rule like others of two states", () => {
    const rule = tableOf("n_states:2\nneighborhood:vonNeumann\nsymmetries:permute\n010001");
    expect(rule).toMatchObject({ states: 2, neighbourhood: "von-neumann", form: { kind: "table" } });
  });

  const HEAD = "n_states:3\nneighborhood:vonNeumann\nsymmetries:none\n";
  it.each([
    [`${HEAD}var a={1,2}\n0,a,x,0,0,1`, 'line 7, column 5: There is no variable "x" above'],
    [`${HEAD}var a={1,3}`, "line 6, column 10: State 3 is none of this rule; the last one is 2"],
    [`${HEAD}var a={}`, "line 6, column 5: The variable a has no states"],
    [`${HEAD}000041`, "line 6, column 5: State 4 is none"],
    [`${HEAD}0,0,1`, "line 6, column 5: The transition has 3 of the 6 states"],
    [`${HEAD}var a={1,2}\n0,1,0,0,0,a`, "line 7, column 11: The variable a may mean several states"],
    [`${HEAD}0,0,0,0,0,1`, "Test.rule, line 6, column 11: Empty space becomes state 1"],
    [
      `${HEAD}var a={0,2}\nvar b={a}\n1,a,b,a,b,2\na,b,0,0,a,2`,
      "line 9, column 11: Empty space becomes state 2",
    ],
    ["n_states:300", "line 3, column 10: A rule has 2 to 256 states, not 300"],
    ["n_states:3\nneighborhood:Margolus", 'line 4, column 14: "Margolus" is no neighborhood'],
    [
      "n_states:3\nneighborhood:Moore\nsymmetries:rotate3",
      'line 5, column 12: "rotate3" is no symmetry of Moore',
    ],
    ["n_states:3", "line 2, column 1: The table does not say what it is for"],
    [
      `n_states:200\nneighborhood:Moore\nsymmetries:rotate8\nvar a={${Array.from({ length: 200 }, (_, i) => i)}}\nvar b={a}\nvar c={a}\n0,a,a,b,b,c,c,0,0,0`,
      "stands for 64,000,000 transitions with its variables and symmetries; a rule has 1,000,000 at most",
    ],
  ])("that is wrong is refused with the place: %#", (lines, sentence) => {
    expect(caught(() => tableOf(lines)).message).toContain(sentence);
  });

  it("of 300,000 lines is refused soon", () => {
    const line = "0,1,2,0,1,2\n";
    expect(caught(() => tableOf(HEAD.replace("none", "rotate4") + line.repeat(300_000))).message).toContain(
      "line 250006, column 1: Up to this line",
    );
  });
});

describe("a tree", () => {
  const head = (nodes: number) => `@TREE\nnum_states=3\nnum_neighbors=4\nnum_nodes=${nodes}\n`;
  it.each([
    [`${head(2)}1 0 1 2\n2 0 0 0`, "line 7, column 1: The last node is the root and has depth 5"],
    [
      `${head(3)}1 0 1 2\n2 0 2 0\n3 1 1 1`,
      'line 7, column 5: Node 1 leads to "2", which is no node above it',
    ],
    [
      `${head(3)}1 0 1 2\n2 0 0 0\n3 1 1 0`,
      "line 8, column 7: Node 2 has depth 3 and leads to node 0 of depth 1; it should be 2",
    ],
    [`${head(1)}1 0 3 2`, "line 6, column 5: State 3 is none"],
    [`${head(1)}1 0 3`, "line 6, column 1: The node has 2 branches and not one for each of 3 states"],
    [`${head(1)}7 0 1 2`, "line 6, column 1: A node's depth is 1 to 5, not 7"],
    [`${head(7)}1 0 1 2`, "line 5, column 11: The tree has 1 nodes and not 7"],
    // The root's first branch, its first branch and so on, down to what an empty cell among empty ones becomes.
    [
      `${head(6)}1 0 2 1\n1 2 0 0\n2 1 0 0\n3 2 2 2\n4 3 3 3\n5 4 4 4`,
      "line 7, column 3: Empty space becomes state 2",
    ],
    [`${head(5)}1 0 1 2\n2 0 1 0\n3 1 1 1\n4 2 2 2\n5 3 3 3`, 'line 7, column 5: Node 1 leads to "1"'],
    ["@TREE\nnum_states=3\nnum_neighbors=6", "A tree has 4 or 8 neighbours"],
    ["@COLORS\n1 2 3 4", "The file has neither a table"],
  ])("that is wrong is refused with the place: %#", (text, sentence) => {
    expect(caught(() => ruleOf(text)).message).toContain(sentence);
  });
});

describe("a rule's file", () => {
  const table = (output: number) => `n_states:3\nneighborhood:vonNeumann\nsymmetries:none\n01000${output}\n`;
  it("says how states look", () => {
    const icons = `XPM\n"7 14 2 1"\n". c #000000"\n"A c #FF8000"\n${'".A....."\n'.repeat(14)}`;
    const { looks } = ruleOf(
      `@TABLE\n${table(2)}@NAMES\n1 head\n9 none\n@COLORS\n1 255 128 0 orange\n7 1 2 3\n@ICONS\n${icons}\ncircles\n`,
    );
    expect(looks.names).toEqual(["empty", "head", "state 2"]);
    expect(looks.colours).toEqual([0x303030, 0xff8000, 0xffff00]);
    expect(looks.icons).toMatchObject([{ size: 7 }, { shape: "circles" }]);
    const icon = looks.icons?.[0] as { readonly pixels: Uint32Array };
    expect([icon.pixels.length, icon.pixels[0], icon.pixels[1]]).toEqual([98, 0, 0xff8000]);
    expect(ruleOf(`@TABLE\n${table(2)}@COLORS\n0 0 0 255 255 255\n`).looks.colours).toEqual([
      0x303030, 0, 0xffffff,
    ]);
  });

  it("is found by the rule's name, and tells rules of one name apart", () => {
    const find = (output: number) => (name: string) =>
      name === "My-Rule" ? { name, text: `@RULE My-Rule\n@TABLE\n${table(output)}` } : undefined;
    const rules = [
      parseRule("My-Rule", { files: find(1) }),
      parseRule("My-Rule", { files: find(2) }),
    ] as const;
    expect(rules[0].text).toBe(rules[1].text);
    expect(sameRule(...rules)).toBe(false);
    expect(caught(() => parseRule("My-Rule"))).toMatchObject({
      code: "unsupported-rule",
      hint: /My-Rule\.rule.*--rules/,
    });
    expect(
      caught(() => parseRule("Other", { files: (name) => ({ name, text: "@RULE My-Rule\n" }) })).message,
    ).toContain('The file is of the rule "My-Rule" and not of Other');
  });

  it("that comes along needs no folder; algorithms of two states refuse it", () => {
    const rule = parseRule("wireworld");
    expect([rule.text, rule.states, rule.looks.names[1]]).toEqual(["WireWorld", 4, "electron head"]);
    expect(chooseAlgorithm(rule, UNBOUNDED).algorithm.id).toBe("bitwise");
    const refusals = ["block", "gpu-sparse", "gpu"].map((id) =>
      ALGORITHMS.get(id).refuses(rule, parseTopology("T64,64")),
    );
    expect(refusals).toEqual([
      "The algorithm block takes two-state rules of the nearest neighbours only; WireWorld has 4 states.",
      "The algorithm gpu-sparse takes two-state rules of the nearest neighbours only; WireWorld has 4 states.",
      null,
    ]);
  });
});
