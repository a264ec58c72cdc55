// Larger than Life and HROT: spellings, and what cells do under the algorithms that take them, against results of Golly.

import { describe, expect, it } from "vitest";
import { ALGORITHMS, chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import { runsPopulation } from "../../../engine/core/runs.ts";
import { parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import type { Weights } from "../../../engine/rules/counted-shapes.ts";
import { weightsOf } from "../../../engine/rules/counted-shapes.ts";
import type { CountedForm } from "../../../engine/rules/rule.ts";
import { formatUniverseRule, parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import fixture from "../../fixtures/larger-than-life.json" with { type: "json" };
import { caught } from "../../support/caught.ts";
import { cellsSha1, fixtureSoup } from "../../support/fixture-soup.ts";

const BOSCO = "R5,C0,M1,S34..58,B34..45,NM";

describe("a spelling of a counted rule", () => {
  it.each([
    [BOSCO, BOSCO],
    ["r5,c2,m1,s34..58,b34..45,nm", BOSCO],
    ["5,34,45,34,58", BOSCO],
    ["R5B34T45S34T58", BOSCO],
    ["r2b4t4s10t19", "R2,C0,M1,S10..19,B4..4,NM"],
    ["r2b000008s03ff00", "R2,C0,S9-18,B4"],
    ["r2b000008s03ff00z", "R2,C0,S0,9-18,B4"],
    ["R2,C2,S6-9,B7-8,NM", "R2,C0,S6-9,B7-8"],
    ["R2,C1,S9,6-7,8,B8,7,Nn", "R2,C0,S6-9,B7-8,NN"],
    ["R2,C0,S,B", "R2,C0,S,B"],
    ["R2,C3,S,B4,N+", "R2,C3,S,B4,N+"],
    ["R3,C4,M0,S8..18,B9..14,NC", "R3,C4,M0,S8..18,B9..14,NC"],
    ["R2,C2,S3,B5,N@22923dL", "R2,C0,S3,B5,N@22923DL"],
    ["R1,C4,S2-4,B3,NW111111010,0123", "R1,C4,S2-4,B3,NW111111010,0123"],
    ["R1,C4,S2-4,B3,NW111111010,0123H", "R1,C4,S2-4,B3,NW111111010H,0123"],
    ["R1,C4,S2-4,B3,NW111111010H,0123", "R1,C4,S2-4,B3,NW111111010H,0123"],
    ["R3,C0,S2-3,B3,NF", "R3,C0,S2-3,B3,NF"],
    ["R3,C0,S2-3,B3,nfc3e2", "R3,C0,S2-3,B3,NFE2"],
    ["R3,C0,S2-3,B3,NFE2C", "R3,C0,S2-3,B3,NFE2"],
    ["R4,C3,M0,S2..3,B3..3,NFE1C2", "R4,C3,M0,S2..3,B3..3,NFC2E1"],
    ["R2,C0,S2-3,B3,NFC5", "R5,C0,S2-3,B3,NFE2"],
    ["R1,C0,S2-3,B3,NFE7C6", "R7,C0,S2-3,B3,NFC6"],
    ["R500,C0,M1,S260000..480000,B260000..350000,NM", "R500,C0,M1,S260000..480000,B260000..350000,NM"],
  ])("%s is %s", (typed, text) => {
    const rule = parseRule(typed);
    expect(rule.text).toBe(text);
    expect(parseRule(text)).toEqual(rule);
    expect(rule.looks.names).toHaveLength(rule.states);
  });

  it("leaves the centre out of what survival counts", () => {
    expect(parseRule(BOSCO).form).toEqual({
      kind: "counted",
      range: 5,
      shape: "M",
      birth: [[34, 45]],
      survival: [[33, 57]],
    });
    expect(parseRule("R5,C0,M1,S0..9,B0..9,NM").form).toMatchObject({ survival: [[0, 8]] });
    expect(parseRule("R1,C4,M1,S2..4,B3..3,NW111111010,0123").form).toMatchObject({ survival: [[2, 4]] });
  });

  it("of range 1 is a rule of the nearest cells, which more algorithms run", () => {
    const forms = ["1,3,3,3,4", "R1,C0,S2,B1,NH", "R1,C5,S2-3,B3,N+", "R1,C0,S1,B1,NX"].map((text) => {
      const { neighbourhood, form } = parseRule(text);
      return [neighbourhood, form.kind === "generations" ? form.live.kind : form.kind];
    });
    expect(forms).toEqual([
      ["moore", "outer-totalistic"],
      ["hex", "outer-totalistic"],
      ["von-neumann", "outer-totalistic"],
      ["moore", "table"],
    ]);
    expect(parseRule("1,3,3,3,4").form).toEqual(parseRule("B3/S23").form);
    expect(chooseAlgorithm(parseRule("1,3,3,3,4"), UNBOUNDED).algorithm.id).toBe("bitwise");
  });

  it("of corners and edges counts four cells of each, wherever they lie", () => {
    const cells = (text: string): readonly string[] => {
      const [{ dx, dy, weight }] = weightsOf(parseRule(text).form as CountedForm);
      expect(weight.every((each) => each === 1)).toBe(true);
      return Array.from(dx, (x, i) => `${x},${dy[i]}`).toSorted();
    };
    const near = ["1,1", "-1,1", "1,-1", "-1,-1", "3,0", "-3,0", "0,3", "0,-3"].toSorted();
    expect(cells("R3,C0,S,B3,NFC1")).toEqual(near);
    expect(cells("R2,C0,S,B3,NFE3C1")).toEqual(near);
    // The range may be larger than both.
    expect(cells("R9,C0,S,B3,NFC1E3")).toEqual(near);
    expect(parseRule("R9,C0,S,B3,NFC1E3").reach).toBe(9);
    expect(parseRule("R1,C0,S2-3,B3,NF").form).toEqual(parseRule("B3/S23").form);
  });

  it.each([
    ["R501,C0,M1,S34..58,B34..45,NM", 2, "a range of 1 to 500, not 501"],
    ["R0,C0,S3,B3", 2, "a range of 1 to 500, not 0"],
    ["R51,C0,S3,B3,NG", 2, "The shape G has a range of 1 to 50, not 51"],
    ["R251,C0,S3,B3,NL", 2, "The shape L has a range of 1 to 250, not 251"],
    ["501,1,2,3,4", 1, "a range of 1 to 500, not 501"],
    ["R5,C300,S3,B3", 5, "2 to 256 states (C0, C1 and C2 mean two), not 300"],
    ["R5,C0,S3,B3,NQ", 14, "NQ is none of the shapes"],
    ["R5,C0,S3,B3,NFC501", 16, "The corners of NF lie 1 to 500 cells away, not 501"],
    ["R5,C0,S3,B3,NFC2E0", 18, "The edges of NF lie 1 to 500 cells away, not 0"],
    ["R5,C0,S3,B3,NFE1E2", 17, "Behind NF stands E twice"],
    ["R5,C0,S3,B3,NF2", 15, '"2" stands where the end was expected'],
    ["R5,C0,S3,B9,NFC2", 11, "The shape holds 8 at most, so that nothing counts 9"],
    ["R5,C0,S3,B121", 11, "The shape holds 120 at most, so that nothing counts 121"],
    ["R5,C0,S7-4,B3", 8, "The counts 7 to 4 stand in the wrong order"],
    ["R5,C0,M2,S3..4,B3..4,NM", 8, "where M0 or M1: whether the centre counts itself was expected"],
    ["R5,C0,M1,S3,B3..4,NM", 12, "where .. and a second count was expected"],
    ["R5,C0,M1,S3..4,B3..4", 21, "The rule ends where ,N with a shape was expected"],
    ["R5,C0,S3,B3,X", 12, '",X" stands where the end was expected'],
    ["R5,C0,B3,S3", 6, "where ,S with counts was expected"],
    ["R2,C0,S3,B5,N@22923", 15, "has 6 hexadecimal digits, not 5"],
    ["R1,C0,S3,B5,NW22923", 15, "has 9 hexadecimal digits, or 18, not 5"],
    ["R1,C4,S3,B5,NW111111010,012", 25, "A rule of 4 states has the weights of as many, not of 3"],
    ["r2b00008s03ff00", 4, "A rule of range 2 has 6 hexadecimal digits here, not 5"],
    ["1,2,3,4,5,6", 1, "where R with a range was expected"],
  ])("that is wrong is refused with the place: %s", (text, column, sentence) => {
    const error = caught(() => parseRule(text));
    expect([error.code, error.line, error.column]).toEqual(["syntax", 1, column]);
    expect(error.message).toContain(sentence);
  });

  it.each([
    ["R5,C3,S3,B0,4", 11, "with B0"],
    ["R5,C0,S3,B0,4,NG", 11, "with weights"],
    ["R1,C3,S3,B0,4,NX", 11, "with B0"],
    ["R1,C3,S3,B9,NW111111111,100", 11, "with weights"],
  ])("that would light up empty space is refused where that cannot be: %s", (text, column, sentence) => {
    const error = caught(() => parseRule(text));
    expect([error.code, error.column]).toEqual(["unsupported-rule", column]);
    expect(error.message).toContain(sentence);
  });
});

describe("LifeViewer's short spelling of a rule", () => {
  it.each([
    ["B4/S456L", "R1,C0,S4-6,B4,NL"],
    ["b4s6 54l", "R1,C0,S4-6,B4,NL"],
    ["S456/B4L", "R1,C0,S4-6,B4,NL"],
    ["456/4L", "R1,C0,S4-6,B4,NL"],
    ["B/SL", "R1,C0,S,B,NL"],
    ["B9xYZ/S0zL", "R1,C0,S0,12,B9-12,NL"],
    ["B0/S1L", "R1,C0,S1,B0,NL"],
    ["456/4/3L", "R1,C3,S4-6,B4,NL"],
    ["B4/S456/C3L", "R1,C3,S4-6,B4,NL"],
    ["3/B4/S456L", "R1,C3,S4-6,B4,NL"],
    ["g3b4s456L", "R1,C3,S4-6,B4,NL"],
    ["B1/S2HT", "R1,C0,S2,B1,N3"],
    ["23/1/4ht", "R1,C4,S2-3,B1,N3"],
  ])("%s is %s", (typed, text) => {
    expect(parseRule(typed)).toEqual(parseRule(text));
    expect(parseRule(typed).text).toBe(text);
  });

  // Rows above, of, and below a triangle that points down.
  it.each([
    ["E", ["..#..", ".#.#.", "....."]],
    ["V", ["##.##", "#...#", ".###."]],
    ["I", ["#.#.#", ".#.#.", "..#.."]],
    ["O", [".#.#.", "#...#", ".#.#."]],
    ["R", ["#...#", ".....", "..#.."]],
    ["B", [".###.", "##.##", ".#.#."]],
    ["", ["#####", "##.##", ".###."]],
  ] as const)("counts those that L%s stands for", (part, [above, beside, below]) => {
    const { form } = parseRule(`B1/S1L${part}`);
    const rowsOf = ({ dx, dy }: Weights): string[] =>
      [-2, -1, 0, 1, 2].map((y) =>
        [-2, -1, 0, 1, 2].map((x) => (dx.some((each, i) => each === x && dy[i] === y) ? "#" : ".")).join(""),
      );
    const [even, odd] = weightsOf(form as CountedForm);
    const nothing = ".....";
    expect(rowsOf(even)).toEqual([nothing, above, beside, below, nothing]);
    expect(rowsOf(odd)).toEqual([nothing, below, beside, above, nothing]);
  });

  it.each([
    ["B4/S45xLV", 7, "counts 10 live neighbours, but of the triangles that LV stands for a cell has 9"],
    ["B1/S14HT", 6, "counts 4 live neighbours, but of the hexagons that HT stands for a cell has 3"],
    ["B4/S3LE", 2, "counts 4 live neighbours, but of the triangles that LE stands for a cell has 3"],
    ["345/4/300L", 7, "A rule has 2 to 256 states, not 300"],
    ["B4/S4/1L", 7, "A rule has 2 to 256 states, not 1"],
  ])("%s is refused with the place", (text, column, sentence) => {
    const error = caught(() => parseRule(text));
    expect([error.code, error.line, error.column]).toEqual(["syntax", 1, column]);
    expect(error.message).toContain(sentence);
  });

  it("has no B0 where cells fade", () => {
    const error = caught(() => parseRule("12/10/3L"));
    expect([error.code, error.column]).toEqual(["unsupported-rule", 5]);
  });

  it("leaves letters of other rules alone", () => {
    expect(caught(() => parseRule("B2a/S3L"))).toMatchObject({ code: "syntax", column: 7 });
    expect(caught(() => parseRule("Bill"))).toMatchObject({ code: "unsupported-rule" });
  });
});

describe("a grid of a counted rule", () => {
  it("has sides of twice the reach at least, and a note says so", () => {
    const { rule, topology, note } = parseUniverseRule("R20,C0,M1,S100..200,B110..180,NM:T12,60");
    expect(formatUniverseRule({ rule, topology })).toBe("R20,C0,M1,S100..200,B110..180,NM:T40,60");
    expect(note).toMatch(
      /looks 20 cells far and needs sides of 40 cells at least, not :T12,60\. It runs on :T40,60/,
    );
    expect(parseUniverseRule("R20,C0,S100-200,B110-180,NL:P0,60").topology).toEqual(parseTopology("P0,80"));
    expect(parseUniverseRule(`${BOSCO}:T10,10`).note).toBeUndefined();
  });

  it.each(["K30*,20", "C30,20", "S30", "F30,20", "T30+1,20"])("is not :%s", (grid) => {
    const sentence = /looks 5 cells far, for which (there are planes and tori only|no torus is shifted)/;
    const refused = { code: "unsupported-topology", message: expect.stringMatching(sentence) };
    expect(caught(() => parseUniverseRule(`${BOSCO}:${grid}`))).toMatchObject({ ...refused, column: 28 });
    const rule = parseRule(BOSCO);
    expect(caught(() => chooseAlgorithm(rule, parseTopology(grid)))).toMatchObject(refused);
    for (const { refuses } of ALGORITHMS.list()) expect(refuses(rule, parseTopology(grid))).not.toBeNull();
  });

  it("is not given such a rule later", async () => {
    const init = parseUniverseRule("B3/S23:T9,30");
    const universe = await ALGORITHMS.get("reference").create(init, {});
    expect(() => universe.setRule(parseRule(BOSCO))).toThrow("needs sides of 10 cells at least, not :T9,30");
    expect(universe.rule.text).toBe("B3/S23");
    universe.dispose();
  });
});

describe("Golly's results", () => {
  it.each(fixture.cases)(
    "$rule after $generations",
    async ({ rule, states, generations, soup, ...expected }) => {
      const init = parseUniverseRule(rule);
      expect(init.rule.states).toBe(states);
      const takers = ALGORITHMS.list().filter(
        ({ needsGpu, refuses }) => !needsGpu && refuses(init.rule, init.topology) === null,
      );
      const ids = takers.map(({ id }) => id);
      expect(ids).toContain("reference");
      if (init.rule.form.kind === "counted") expect(ids).toContain("sums");
      for (const algorithm of takers) {
        const universe = await algorithm.create(init, {});
        await universe.writeRuns(fixtureSoup(soup), "or");
        await universe.step(BigInt(generations));
        const cells = await universe.readRuns();
        expect(runsPopulation(cells), algorithm.id).toBe(BigInt(expected.population));
        expect(cellsSha1(cells), algorithm.id).toBe(expected.sha1);
        universe.dispose();
      }
    },
  );
});
