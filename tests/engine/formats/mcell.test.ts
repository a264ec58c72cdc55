import { describe, expect, it } from "vitest";
import { MCELL } from "../../../engine/formats/mcell.ts";
import { writePattern } from "../../../engine/formats/pattern-file.ts";
import { formatForPath } from "../../../engine/formats/unpacked.ts";
import { caught } from "../../support/caught.ts";
import { cellsOf, read as readAs } from "./support.ts";

const HEAD = "#MCell 4.00\n";
const read = (text: string) => readAs(MCELL, HEAD + text);
const ruleOf = (text: string): string | null => read(text).rule;

// The places in this table are those that bgolly 3.3 gives the same files.
describe("reading MCell", () => {
  it.each([
    ["#GAME Life\n#RULE 23/3\n#L .A$2.A$3A", "B3/S23", ["1,0", "2,1", "0,2", "1,2", "2,2"]],
    ["#BOARD 10x10\n#WRAP 1\n#L .A$2.A$3A", "B3/S23:T10,10", ["0,-1", "1,0", "-1,1", "0,1", "1,1"]],
    ["#BOARD 9x12\n#L .A$2.A$3A", "B3/S23:P9,12", ["0,-1", "1,0", "-1,1", "0,1", "1,1"]],
    ["#BOARD 10x10\n#WRAP 0\n#L 2$5.A", "B3/S23:P10,10", ["5,2"]],
    ["#BOARD 3x3\n#L 2$5.A", "B3/S23:P3,3", ["5,2"]],
    ["#BOARD 4x4\n#L 6A", "B3/S23:P4,4", ["-2,0", "-1,0", "0,0", "1,0", "2,0", "3,0"]],
  ])("%j", (text, rule, cells) => {
    const pattern = read(text);
    expect(pattern.rule).toBe(rule);
    expect(cellsOf(pattern.cells)).toEqual(cells);
    expect(pattern.positioned).toBe(false);
  });

  it("takes states, counts that go on in the next line, blanks and CRLF", () => {
    const { cells } = read(
      "#GAME Generations\r\n#RULE 2/3/255\r\n#L AB. Xa\r\n#L jN$\r\n".replace("a\r\n#L ", "aA1\r\n#L 0"),
    );
    expect(cellsOf(cells)).toEqual([
      ..."0,0|1,0:2|3,0:24|4,0:25".split("|"),
      ...Array.from({ length: 10 }, (_, i) => `${5 + i},0:254`),
    ]);
  });

  it("lets a state that the rule does not have become 1, and says so", () => {
    const { cells, warnings } = read("#RULE 345/2/4\n#GAME Generations\n#L ADC");
    expect(cellsOf(cells)).toEqual(["0,0", "1,0", "2,0:3"]);
    expect(warnings).toEqual(["Line 1: States that 345/2/4 does not have became 1, as in MCell."]);
    expect(cellsOf(read("#GAME Life\n#RULE 23/3\n#L ADC").cells)).toEqual(["0,0", "1,0", "2,0"]);
    expect(cellsOf(read("#GOLLY LifeHistory\n#L ABG").cells)).toEqual(["0,0", "1,0:2", "2,0"]);
  });

  it("takes comments and passes over how MCell shows a pattern", () => {
    const pattern = read(
      "#GAME Life\n#SPEED 10\n#CCOLORS 4\n#COLORING 2\n#PALETTE Red\n#D one\n#D\n#O Ann\n#N Dot\n#L A\nstray\n#DIV 1,2\n",
    );
    expect(pattern).toMatchObject({ comments: ["one", ""], author: "Ann", name: "Dot", rule: "B3/S23" });
    expect(pattern.warnings).toEqual([
      "Line 12: Lines without # at their beginning were passed over.",
      "Line 13: What #DIV adds while the pattern runs in MCell is not added here.",
    ]);
  });

  it.each([
    ["#L 3A+", 'cannot hold "+"', 2, 6],
    ["#L 3a", "must be a letter from A to X", 2, 5],
    ["#L jP", "This token is state 256", 2, 4],
    ["#L A\n#L 12", "ends with a count", 3, 6],
    ["#L 9007199254740993A", "larger than 2^53", 2, 19],
    ["#BOARD ten\n#L A", "The board's size cannot be read", 2, 8],
    ["#BOARD 3000000000x1\n#L A", "3000000000", 2, 8],
    ["#GAME Life\n#RULE 23/9\n#L A", "counts 9 live neighbours", 3, 10],
    ["#GOLLY B3/S29\n#L A", "counts 9 live neighbours", 2, 13],
    ["#GAME Cyclic CA\n#RULE R1/T3/C3/NM\n#L A", `MCell's game "Cyclic CA" does not run here`, 2, 7],
    ["#GAME Weighted Life\n#RULE NW1,\n#RULE NX1", '"NX1" is no part of a rule of Weighted Life', 4, 7],
    ["#GAME Weighted Life\n#RULE HI257", "up to 256 states", 3, 7],
    ["#GAME General binary\n#RULE C0,NM,S300b", "more than 256 entries", 3, 13],
    ["#GAME Vote for Life\n#RULE 46a", 'made of digits, not "a"', 3, 9],
    ["#GAME Rules table\n#RULE 1,0,x", '"x" is no state', 3, 11],
    ["#GAME Rules table\n#RULE 1,0,0,2", "more than two states", 2, 7],
  ])("refuses %j: %s", (text, sentence, line, column) => {
    const error = caught(() => read(text));
    expect(error.message).toContain(sentence);
    expect(error).toMatchObject({ line, column });
  });

  it("reads under a rule of the reader's own", () => {
    const text = `${HEAD}#GAME Margolus\n#RULE MS,D0;8;4;3\n#BOARD 5x5\n#L 3A`;
    const pattern = readAs(MCELL, text, { anyRule: true });
    expect(pattern.rule).toBeNull();
    expect(pattern.warnings).toHaveLength(1);
    expect(cellsOf(pattern.cells)).toHaveLength(3);
  });

  it("is not written", () => {
    expect(formatForPath("a/b.MCL")).toMatchObject({ format: MCELL, gzip: false });
    expect(caught(() => writePattern(read("#L A"), "mcell"))).toMatchObject({
      code: "unsupported-operation",
      message: "MCell files are only read here.",
    });
  });
});

describe("the games of MCell", () => {
  it.each([
    ["Life", "#RULE 23/36", "B36/S23"],
    ["LIFE", "", "B3/S23"],
    ["Generations", "#RULE /2/3", "/2/3"],
    ["GENE", "#RULE 345/2/4", "345/2/4"],
    // Life in four spellings.
    ["Weighted Life", "#RULE NW1,NN1,NE1,WW1,ME0,EE1,SW1,SS1,SE1,HI0,RS2,RS3,RB3", "B3/S23"],
    ["WLIF", "#RULE ME9,HI0,RS11,\n#RULE RS12,RB3", "B3/S23"],
    ["Rules table", "#RULE 1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,1", "B3/S23"],
    ["RTBL", "#RULE 1,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0", "B3/S23"],
    // The corners count nothing.
    ["Weighted Life", "#RULE NW0,NE0,SW0,SE0,HI0,RS2,RB1", "B1e2ak3inqy4ny5e/S2ei3ajkr4aikqtwz5ajkr6ei"],
    ["Weighted Life", "#RULE HI4,RS3,RS4,RS5,RB2", "345/2/4"],
    // A sum below 0 is 0, with which a cell survives and none is born.
    ["Weighted Life", "#RULE NW-1,NN-1,NE-1,WW-1,EE-1,SW-1,SS-1,SE-1,RS0,RB0", "B/S012345678"],
    ["Vote for Life", "#RULE 46789", "B4678/S35678"],
    ["Rules table", "#RULE 2,0,0,0,1,0,0,0,0,0,0,0,0,1,1,1,1,1", "B1/S01234V"],
    // Each neighbour alone, and all four.
    ["General binary", "#RULE C0,NN,S15ab,Babbab3ab7a", "B1/S4V"],
    ["GEBI", "#RULE C3,NN,S15ab,Babbab3ab7a", "4/1/3V"],
    ["General binary", "#RULE C0,NM,S,B3ab", "MAP"],
  ])("%s %j is %s", (game, rule, text) => {
    const said = ruleOf(`#GAME ${game}\n${rule}\n#L A`);
    if (text === "MAP") expect(said).toMatch(/^MAP[\w+/]{86}$/);
    else expect(said).toBe(text);
  });

  it("asks for the north first and goes round with the sun", () => {
    // Index 1 is the north alone: the cell below a live one is born, and nothing else.
    const step = ruleOf("#GAME General binary\n#RULE C0,NM,S,Bab\n#L A") as string;
    const east = ruleOf("#GAME General binary\n#RULE C0,NM,S,B4ab\n#L A") as string;
    const west = ruleOf("#GAME Weighted Life\n#RULE NW9,NN9,NE9,WW1,EE9,SW9,SS9,SE9,RB1\n#L A") as string;
    const north = ruleOf("#GAME Weighted Life\n#RULE NW9,NN1,NE9,WW9,EE9,SW9,SS9,SE9,RB1\n#L A") as string;
    expect(step).toBe(north);
    expect(east).not.toBe(west);
    expect(east).toBe(ruleOf("#GAME Weighted Life\n#RULE NW9,NN9,NE9,WW9,EE1,SW9,SS9,SE9,RB1\n#L A"));
  });
});
