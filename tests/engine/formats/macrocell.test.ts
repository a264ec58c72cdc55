import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsBounds, cellsPopulation, isTree } from "../../../engine/core/cells.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { MAX_LEVEL, QuadTreeBuilder } from "../../../engine/core/quad-tree.ts";
import { treeBounds, treePopulation } from "../../../engine/core/tree-facts.ts";
import { runsToTree } from "../../../engine/core/tree-from-runs.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { MACROCELL } from "../../../engine/formats/macrocell.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { formatForPath } from "../../../engine/formats/unpacked.ts";
import { caught } from "../../support/caught.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";
import { runsOf } from "../../support/runs-of.ts";
import { bytesOf, cellsOf, patternArbitrary, read, runsArbitrary, textOf } from "./support.ts";

const macrocell = (body: string, head = "[M2] (golly 3.3)\n") => read(MACROCELL, head + body);
const cells = (body: string): string[] => cellsOf(macrocell(body).cells);
const refused = (body: string) => caught(() => MACROCELL.read?.(bytesOf(`[M2]\n${body}`)));

describe("reading", () => {
  it.each([
    ["nothing", "#R B3/S23\n", []],
    ["a leaf in each quarter", "*$\n4 1 1 1 1\n", ["-8,-7", "0,-7", "-8,1", "0,1"]],
    ["rows and columns", ".*$$......**$$$$$*\n4 0 0 0 1", ["1,1", "6,3", "7,3", "0,8"]],
    ["a whole leaf", `${"********$".repeat(8)}\n4 0 1 0 0\n`, 64],
    ["blank lines and line ends of DOS", "\r\n*$\r\n\r\n4 0 0 0 1\r\n", ["0,1"]],
    ["blanks around the numbers", "*$ \n 4  0\t0 0 1 \n", ["0,1"]],
    ["a deeper root", "*$\n4 1 0 0 0\n5 2 0 0 2\n", ["-16,-15", "0,1"]],
    ["nodes that nobody names", "*$\n.*$\n4 0 0 0 1\n", ["0,1"]],
    ["a node that stands twice", "*$\n*$\n4 1 0 0 2\n", ["-8,-7", "0,1"]],
    ["a node of empty quarters", "*$\n4 0 0 0 0\n4 0 0 0 1\n5 2 0 0 3\n", ["8,9"]],
    [
      "squares smaller than a leaf",
      "1 1 0 1 1\n2 0 0 0 1\n3 2 0 0 2\n4 0 0 0 3\n",
      [...["2,3", "2,4", "3,4", "6,7", "6,8", "7,8"]],
    ],
  ])("%s", (_, body, expected) => {
    const found = cells(body);
    if (typeof expected === "number") expect(found.length).toBe(expected);
    else expect(found).toEqual(expected);
  });

  it("takes rule, generation, name, author and comments", () => {
    const body = "#R b36/s23:t64,48\n#G 12,345\n#N A name\n#O An author\n#C one\n#C\n#other\n*$\n4 0 0 0 1\n";
    expect(macrocell(body)).toMatchObject({
      rule: "B36/S23:T64,48",
      generation: 12345n,
      name: "A name",
      author: "An author",
      comments: ["one", "", "other"],
      positioned: true,
      box: null,
      warnings: [],
    });
    expect(macrocell("#G soon\n").warnings).toEqual([
      "Line 2: The generation in #G cannot be read and was passed over.",
    ]);
  });

  it("reads the fixture, and writes it to the byte", () => {
    const file = readFileSync(new URL("../../fixtures/two-gliders.mc", import.meta.url));
    const { pattern } = readPattern(file);
    expect(pattern).toMatchObject({ rule: "B36/S23", generation: 1000n, name: "Two gliders", warnings: [] });
    expect(cellsPopulation(pattern.cells)).toBe(10n);
    const edge = 2n ** 40n;
    expect(cellsBounds(pattern.cells)).toEqual({ x: -edge, y: 1n - edge, w: edge + 3n, h: edge + 3n });
    expect(textOf(writePattern(pattern, "macrocell"))).toBe(file.toString());
  });

  it("takes LifeHistory's states, and no others", () => {
    const body = "#R LifeHistory\n1 0 1 2 3\n2 1 0 0 1\n3 2 0 0 0\n4 0 0 0 3\n";
    expect(macrocell(body).rule).toBe("LifeHistory");
    expect(cells(body)).toEqual(["1,1", "0,2:2", "1,2:3", "3,3", "2,4:2", "3,4:3"]);
    // What Golly 3.3 writes for `.A$2.B$ABC!` at (5, -7): files of many states have their middle at (0, 1), too.
    const golly = "#R LifeHistory\n1 1 0 0 2\n1 0 1 0 0\n1 2 3 0 0\n2 0 1 2 3\n3 0 4 0 0\n4 0 5 0 0\n";
    expect(cells(golly)).toEqual(["6,-7", "7,-6:2", "5,-5", "6,-5:2", "7,-5:3"]);
    expect(refused("#R LifeHistory\n1 0 7 0 0\n")).toMatchObject({ code: "syntax", line: 3, column: 5 });
  });

  it("takes the states of a rule that has them, and refuses others with their place", () => {
    const body = "#R 345/2/4\n1 0 1 2 3\n2 1 0 0 0\n3 2 0 0 0\n4 0 0 0 3\n";
    expect(cells(body)).toEqual(["1,1", "0,2:2", "1,2:3"]);
    // Each counts as one cell, whatever its state.
    for (const quarters of ["2 0 0 0", "0 3 0 0", "0 0 2 0", "0 0 0 3"]) {
      const lone = macrocell(body.replace("0 1 2 3", quarters)).cells;
      expect([cellsPopulation(lone), cellsBounds(lone)]).toMatchObject([1n, { w: 1n, h: 1n }]);
    }
    expect(refused(body.replace("2 3", "2 4"))).toMatchObject({ code: "syntax", line: 3, column: 9 });
  });

  it("writes states as numbers down to single cells, and reads them back", () => {
    const runs = cellsFromRle("A.2C8.B$$20.3B.C!", -9n, -4n);
    const pattern = patternOf(runs, { rule: "345/2/4", positioned: true });
    const text = textOf(MACROCELL.write?.(pattern) as Uint8Array);
    expect(text).toMatch(/^\[M2\] \(tessella\)\n#R 345\/2\/4\n1 \d \d \d \d\n/);
    expect(text).not.toMatch(/[*.$]/);
    const again = read(MACROCELL, text);
    expect(equalRuns(again.cells, runs)).toBe(true);
    const plain = patternOf(cellsFromRle("3o!"), { rule: "345/2/4" });
    expect(textOf(MACROCELL.write?.(plain) as Uint8Array)).toContain("\n1 0 0 1 1\n");
  });

  it("refuses rules of other families by name, unless another rule is brought", () => {
    const body = "#R Perrier\n1 0 1 2 3\n2 1 0 0 0\n3 2 0 0 0\n4 0 0 0 3\n";
    expect(refused(body)).toMatchObject({ code: "unsupported-rule", line: 2 });
    expect(refused(body).message).toContain("Perrier");
    const pattern = read(MACROCELL, `[M2]\n${body}`, { anyRule: true });
    expect(cellsOf(pattern.cells)).toEqual(["1,1", "0,2:2", "1,2:3"]);
    expect(pattern.rule).toBeNull();
    expect(pattern.warnings.length).toBe(2);
    expect(refused("#R B3/S23\n1 0 1 2 0\n")).toMatchObject({ code: "syntax", line: 3, column: 7 });
  });

  it("takes a timeline's first frame", () => {
    const body = "#R B3/S23\n#G 4\n#FRAMES 2 3 2^1\n*$\n4 0 0 0 1\n#FRAME 0 2\n**$\n4 0 0 0 3\n#FRAME 1 4\n";
    const pattern = macrocell(body);
    expect(cellsOf(pattern.cells)).toEqual(["0,1"]);
    expect(pattern.generation).toBe(3n);
    expect(pattern.warnings).toEqual(["Line 4: The file is a timeline; its first frame was read."]);
  });

  it.each([
    [
      "a node that is not there yet",
      "*$\n4 0 0 0 2\n",
      3,
      9,
      "Node 2 does not stand above this line; nodes so far: 1.",
    ],
    ["itself", "4 0 0 0 1\n", 2, 9, "Node 1 does not stand"],
    ["a child of another size", "*$\n5 0 1 0 0\n", 3, 5, "Node 1 is a square of level 3"],
    ["level 0", "0 0 0 0 0\n", 2, 1, "single cell"],
    ["a number too few", "4 0 0 0\n", 2, 8, "five whole numbers"],
    ["a number too many", "4 0 0 0 0 0\n", 2, 11, "does not belong"],
    ["a negative number", "4 0 0 0 -1\n", 2, 9, "five whole numbers"],
    ["a bad cell", "*$\n..o$\n", 3, 3, '"o" does not belong'],
    ["a row too long", "*********$\n", 2, 9, "8 cells"],
    ["a row too many", "$$$$$$$$*\n", 2, 9, "8 rows"],
    ["a line of something else", "hello\n", 2, 1, "cannot begin with"],
    ["a frame of nothing", "#FRAME 0 7\n", 2, 1, "names no node"],
    ["a bad rule", "#R B9/S23\n", 2, 5, "9"],
  ])("refuses %s with its place", (_, body, line, column, message) => {
    const error = refused(body);
    expect([error.code, error.line, error.column]).toEqual(["syntax", line, column]);
    expect(error.message).toContain(message);
  });

  it("refuses what is too large with its place", () => {
    expect(refused(`${MAX_LEVEL + 1} 0 0 0 0\n`)).toMatchObject({ code: "too-large", line: 2, column: 1 });
    expect(refused("99999999999999999999 0 0 0 0\n")).toMatchObject({ code: "too-large", line: 2 });
    const many = () => read(MACROCELL, "[M2]\n*$\n.*$\n..*$\n", { maxBytes: 2 * 64 });
    expect(caught(many)).toMatchObject({ code: "too-large", line: 4, column: 1 });
  });
});

describe("writing", () => {
  it("is as small as it can be", () => {
    const gliders = patternOf(cellsFromRle("bo6b$2bo$3o!"), {
      rule: "B3/S23",
      generation: 12n,
      name: "Glider",
      comments: ["It moves.", ""],
    });
    expect(textOf(writePattern(gliders, "macrocell"))).toBe(
      [
        "[M2] (tessella)",
        "#R B3/S23",
        "#G 12",
        "#N Glider",
        "#C It moves.",
        "#C",
        // Row 0 is the last of the north: the south begins with row 1.
        "$$$$$$$.*$",
        "..*$***$",
        "4 0 1 0 2",
        "",
      ].join("\n"),
    );
    expect(textOf(writePattern(patternOf(cellsFromRle("!")), "macrocell"))).toBe("[M2] (tessella)\n");
  });

  it("is read back, wherever the cells are", () => {
    fc.assert(
      fc.property(patternArbitrary(runsArbitrary({ far: 10_000 })), (pattern) => {
        const { pattern: back, format } = readPattern(writePattern(pattern, "macrocell"));
        expect(format.id).toBe("macrocell");
        expect(equalRuns(runsOf(back), pattern.cells)).toBe(true);
        const { rule, generation, name, author } = pattern;
        expect(back).toMatchObject({ rule, generation, name, author, positioned: true });
      }),
    );
  });

  it("is read back as the tree that it was, however it was divided", () => {
    const place = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(runsArbitrary({ far: 10_000 }), place, place, fc.boolean(), (runs, x, y, gzip) => {
        const tree = runsToTree(runs, x, y);
        const back = readPattern(writePattern(patternOf(tree), "macrocell", { gzip })).pattern.cells;
        if (!isTree(back)) throw new Error("The reader gave runs.");
        const direct = runsToTree(runs);
        expect([back.x, back.y, back.root]).toEqual([direct.x, direct.y, direct.root]);
        expect(equalRuns(treeToRuns(back), runs)).toBe(true);
      }),
    );
  });

  it("holds more cells than anybody can list", () => {
    const builder = new QuadTreeBuilder();
    let node = builder.leaf(0x01020304, 0x80706050);
    for (let k = 4; k <= 500; k++) node = builder.node(k, node, k % 3 ? node : 0, 0, node);
    const tree = builder.build(node, 500, 12n ** 100n, -5n);
    const bytes = writePattern(patternOf(tree), "macrocell");
    expect(bytes.length).toBeLessThan(2e5);
    const back = readPattern(bytes).pattern.cells;
    expect(cellsPopulation(back)).toBe(treePopulation(tree));
    expect(cellsBounds(back)).toEqual(treeBounds(tree));
    expect(caught(() => writePattern(patternOf(tree), "rle"))).toMatchObject({ code: "too-large" });
  });

  it("is what .mc and .mc.gz ask for", () => {
    expect(formatForPath("a.mc")).toEqual({ format: MACROCELL, gzip: false });
    expect(formatForPath("a.MC.gz")).toEqual({ format: MACROCELL, gzip: true });
  });
});
