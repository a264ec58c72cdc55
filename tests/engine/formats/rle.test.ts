import { describe, expect, it } from "vitest";
import { runsPopulation } from "../../../engine/core/runs.ts";
import { RLE } from "../../../engine/formats/rle.ts";
import { caught } from "../../support/caught.ts";
import { runsOf } from "../../support/runs-of.ts";
import { bytesOf, cellsOf, latin1, read } from "./support.ts";

const rle = (text: string) => read(RLE, text);
const cells = (text: string): string[] => cellsOf(rle(text).cells);

describe("tokens", () => {
  it.each([
    ["a glider", "bo$2bo$3o!", ["1,0", "2,1", "0,2", "1,2", "2,2"]],
    ["counts of rows", "o2$o!", ["0,0", "0,2"]],
    ["rows skipped at the top", "3$2bo!", ["2,3"]],
    ["dead cells at the end of a row", "o5b$o!", ["0,0", "0,1"]],
    ["letters for two states", ".A$2.A!", ["1,0", "2,1"]],
    ["nothing", "!", []],
    ["blanks between tokens", " b o $ o !", ["1,0", "0,1"]],
    ["many states", "ABX.pApXqAyO!", ["0,0", "1,0:2", "2,0:24", "4,0:25", "5,0:48", "6,0:49", "7,0:255"]],
  ])("%s", (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it("takes 999999999 cells as one run", () => {
    const { cells } = rle("999999999o!");
    expect(cells.spans).toEqual(Float64Array.of(0, 999999999));
    expect(runsPopulation(cells)).toBe(999999999n);
  });

  it("reads every line ending alike, and one very long line", () => {
    const text = "#C a\nx = 3, y = 3, rule = B3/S23\nbo$2bo$\n3o!\n";
    const expected = cells(text);
    expect(cells(text.replaceAll("\n", "\r"))).toEqual(expected);
    expect(cells(text.replaceAll("\n", "\r\n"))).toEqual(expected);
    const long = `x = 1, y = 1\n${"bo".repeat(100_000)}!`;
    expect(rle(long).cells.spans.length).toBe(200_000);
    expect(rle(long).warnings).toEqual([]);
  });
});

describe("the header", () => {
  it.each([
    "x = 3, y = 1, rule = B3/S23",
    "x=3,y=1,rule=B3/S23",
    "x =3 ,y= 1 , rule =b3s23",
    "  x = 3, y = 1, rule = 23/3",
    "X = 3, Y = 1, Rule = Life",
    "y = 1, rule = 23/3",
    "x = 3 y = 1 rule B3/S23",
    "x = 3, y = 1, rule = B3/S23,",
    "x = 3, y = 1, rule = B3/S23 (Conway)",
    "x = +3, y = 1, rule = B3/S23",
    "x\t=\t3,\ty = 1, rule = B3/S23\t",
  ])("%j", (header) => {
    const pattern = rle(`${header}\n3o!`);
    expect(pattern.rule).toBe("B3/S23");
    expect(cellsOf(pattern.cells)).toEqual(["0,0", "1,0", "2,0"]);
  });

  it("may be missing, may come after comments and cells, and need not name a rule", () => {
    expect(rle("3o!").rule).toBeNull();
    expect(rle("3o!").box).toBeNull();
    expect(rle("#C a\n\n#C b\nx = 3, y = 1\n3o!").rule).toBeNull();
    expect(rle("x = 3, y = 1, rule =\n3o!").rule).toBeNull();
    expect(rle("3o$\nx = 3, y = 2, rule = B2/S\n3o!")).toMatchObject({ rule: "B2/S", box: { w: 3n, h: 2n } });
  });

  it("gives the paste box, whatever the cells fill of it", () => {
    expect(rle("x = 10, y = 20\n3o!").box).toEqual({ x: 0n, y: 0n, w: 10n, h: 20n });
    expect(rle("x = 1, y = 1\n3o!").box).toEqual({ x: 0n, y: 0n, w: 1n, h: 1n });
    expect(rle("x = 0, y = 0\n3o!").box).toBeNull();
    expect(rle("x = 10\n3o!").box).toBeNull();
  });

  it("keeps the rule canonical, with its grid", () => {
    expect(rle("x = 1, y = 1, rule = s34b2h:t30,20-2\no!").rule).toBe("B2/S34H:T30,20-2");
    expect(rle("#r 23/36\no!").rule).toBe("B36/S23");
    expect(rle("#r 23/36\nx = 1, y = 1, rule = B2/S\no!").rule).toBe("B2/S");
    expect(rle("#r 23/36\nx = 1, y = 1\no!").rule).toBe("B36/S23");
  });

  it("is told from cells in state x.. by its equals sign", () => {
    expect(cells("xA$xX!")).toEqual(["0,0:217", "0,1:240"]);
  });
});

// Every place in this table was read from what bgolly 3.3 makes of the same file.
describe("the place", () => {
  it.each([
    ["x = 3, y = 1, rule = B3/S23\no!", "0,0"],
    ["x = 3, y = 1, rule = B3/S23:T10,10\no!", "-1,0"],
    ["x = 3, y = 1, rule = B3/S23:T2,10\no!", "-1,-5"],
    ["x = 3, y = 1, rule = B3/S23:T0,10\no!", "-1,0"],
    ["x = 3, y = 11, rule = B3/S23:T0,10\no!", "0,-5"],
    ["x = 0, y = 0, rule = B3/S23:T20,10\no!", "-10,-5"],
    ["x = 12, y = 13, rule = B3/S23:T20,16\n$o!", "-6,-5"],
    ["x = 12, y = 13, rule = B3/S23:T21,17\n$o!", "-6,-5"],
    ["x = 22, y = 13, rule = B3/S23:T21,17\n$o!", "-10,-7"],
    ["x = 21, y = 17, rule = B3/S23:T21,17\n$o!", "-10,-7"],
    ["#r B3/S23:T20,16\n$o!", "0,1"],
    ["#r B3/S23:T20,16\nx = 3, y = 3\n$o!", "-1,0"],
    ["x = 3, y = 3\n#r B3/S23:T20,16\n$o!", "0,1"],
    ["#CXRLE Pos=5,6 Gen=12\nx = 3, y = 3, rule = B3/S23\n$o!", "5,7"],
    ["#CXRLE Gen=7 Pos=-5,-6\nx = 3, y = 3, rule = B3/S23:T20,20\n$o!", "-5,-5"],
    ["#CXRLE Pos=-15,-6\nx = 3, y = 3, rule = B3/S23:P20,20\n$o!", "-15,-5"],
    ["#CXRLE Gen=5\n#CXRLE Pos=-15, -6\nx = 3, y = 3\n$o!", "-15,-5"],
    ["#CXRLE Pos=-15,-6,Gen=4\nx = 3, y = 3\n$o!", "-15,-5"],
  ])("%j", (text, expected) => {
    expect(cells(text)).toEqual([expected]);
  });

  it("and the generation come from #CXRLE wherever it stands, in any order and size", () => {
    const far = 10n ** 50n;
    const pattern = rle(`#C first\nx = 1, y = 1\n#CXRLE Gen = ${far} Pos = -${far} , ${far}\no!`);
    expect(pattern).toMatchObject({ generation: far, positioned: true, cells: { x: -far, y: far } });
    expect(pattern.box).toEqual({ x: -far, y: far, w: 1n, h: 1n });
    expect(rle("x = 1, y = 1\no!")).toMatchObject({ generation: 0n, positioned: false });
    expect(rle("#CXRLE Gen=3\no!")).toMatchObject({ generation: 3n, positioned: false });
  });

  it("does not clip at a grid's edge: that is for whoever loads the pattern", () => {
    expect(rle("x = 50, y = 1, rule = B3/S23:P3,3\n50o!").cells.spans).toEqual(Float64Array.of(0, 50));
  });
});

describe("comments", () => {
  it("are sorted into name, author and lines, those behind the ! included", () => {
    const text =
      "#N  Gun \n#O Bill, 1970\n#C one\n#c two\n#Cthree\n#C\n#O another\nx = 1, y = 1\no!\nfour\n\n#C five\r\n";
    expect(rle(text)).toMatchObject({
      name: "Gun",
      author: "Bill, 1970",
      comments: ["one", "two", "three", "", "another", "four", "five"],
    });
  });

  it("keep what is not used, and say so", () => {
    const pattern = rle("#P -3 4\n#R 5 6\nx = 1, y = 1\no!");
    expect(pattern.comments).toEqual(["#P -3 4", "#R 5 6"]);
    expect(pattern.positioned).toBe(false);
    expect(pattern.warnings).toHaveLength(2);
  });

  it("are UTF-8 or, where they are not, the Windows code page", () => {
    expect(rle("#N Größe 𝒳\no!").name).toBe("Größe 𝒳");
    expect(RLE.read?.(latin1("#N Gr\xf6\xdfe\no!")).name).toBe("Größe");
  });

  it("are kept up to a megabyte", () => {
    const { comments, warnings } = rle(`o!\n${"a line of comment\n".repeat(100_000)}`);
    expect(comments.length).toBeGreaterThan(50_000);
    expect(comments.length).toBeLessThan(60_000);
    expect(warnings[0]).toMatch(/more than a megabyte of comments/);
  });
});

describe("what is read leniently, with a warning", () => {
  it.each([
    ["a leading zero", "x = 3, y = 1\n03o!", 3, "Line 2: A count begins with a zero"],
    ["a count of zero", "0o!", 1, "Line 1: A count"],
    ["a count split by a line break", "1\n2o!", 12, "Line 1: A count and its token stand on different lines"],
    ["a count split by a line break and blanks", "1 \r\n\t2o!", 12, "Line 1: A count and its token"],
    ["a count before a line break", "$2o$\n3\n#C !\no!", 5, "Line 2: A count and its token"],
    ["a count apart from its token", "b3 o!", 3, "Line 1: A blank stands between a count"],
    [
      "a header with a word unknown",
      "x = 3, y = 1, z = 4, rule = B3/S23\n3o!",
      3,
      "Line 1: The header says more",
    ],
    ["a negative size", "x = -3, y = 1\n3o!", 3, "Line 1: The header's size is negative"],
    ["a broken position", "#CXRLE Pos=here\n3o!", 3, "Line 1: The position in #CXRLE"],
    ["a broken generation", "#CXRLE Pos=1,1 Gen=-4\n3o!", 3, "Line 1: The generation in #CXRLE"],
    ["more states than a rule that is not named", "3B!", 3, "Line 1: The cells have more than two states"],
  ])("%s", (_, text, population, warning) => {
    const pattern = rle(text);
    expect(runsPopulation(pattern.cells)).toBe(BigInt(population));
    expect(pattern.warnings.join("\n")).toContain(warning);
  });

  it("says each thing once", () => {
    expect(rle("01o$01o$01o$01o!").warnings).toHaveLength(1);
  });
});

describe("LifeHistory", () => {
  it("keeps its seven states, on its grid", () => {
    const pattern = rle("x = 7, y = 1, rule = LifeHistory:T20,10\n.ABCDEF$3C2A!");
    expect(pattern.rule).toBe("LifeHistory:T20,10");
    expect(cellsOf(pattern.cells)).toEqual([
      ...["-2,0", "-1,0:2", "0,0:3", "1,0:4", "2,0:5", "3,0:6"],
      ...["-3,1:3", "-2,1:3", "-1,1:3", "0,1", "1,1"],
    ]);
  });

  it("has no state above 6", () => {
    const error = caught(() => rle("x = 7, y = 1, rule = LifeHistory\nABC$\nDEG!"));
    expect(error).toMatchObject({ code: "syntax", line: 3, column: 3 });
  });
});

describe("what is refused, with its place", () => {
  it.each([
    ["x = 3, y = 1, rule = B3/S23\n3o$2", "ends without `!`", 2, 5],
    ["x = 3, y = 1, rule = B3/S23\n3o$2o3\n", "ends without `!`", 3, 1],
    ["x = 3, y = 1, rule = B3/S23", "ends without `!`", 1, 28],
    ["bo$3", "ends without `!`", 1, 5],
    ["x = 3, y = 1, rule = B9/S\n3o!", "counts 9 live neighbours", 1, 23],
    ["#C a\r\nx = 3, y = 1, rule = B2/S78H\r\n3o!", "counts 7 live neighbours", 2, 26],
    ["#r 9/3\n3o!", "counts 9 live neighbours", 1, 4],
    ["x = 3, y = 1, rule = B3/S23:Q3\n3o!", "cannot be read", 1, 22],
    ["x = 3, y = 1, ruel B3/S23\n3o!", "header cannot be read", 1, 15],
    ["x = 3, = 1\n3o!", "header cannot be read", 1, 8],
    ["x = three, y = 1\n3o!", "header's x is not a whole number", 1, 5],
    ["x = 3, y = 1.5\n3o!", "header's y is not a whole number", 1, 12],
    ["x = 3, y = 1\n3o\nx = 3, y = 1\n3o!", "second header", 3, 1],
    ["3o$\n2oz!", 'cannot hold "z"', 2, 3],
    ["#N Größe\n3oß!", "cannot hold the byte 0xc3", 2, 3],
    ["3o$#C hello\n!", 'cannot hold "#"', 1, 4],
    ["3o$pZ!", 'After "p"', 1, 4],
    ["3o$p", 'After "p"', 1, 4],
    ["3o$yP!", "state 256", 1, 4],
    ["1 2o!", "blank inside", 1, 3],
    ["99999999999999999999o!", "larger than 2^53", 1, 1],
    ["b$9007199254740991b2o!", "wider than 2^53", 1, 21],
    ["9007199254740991$2$o!", "higher than 2^53", 1, 19],
    ["x = 3, y = 1, rule = B3/S23\n2oB!", "B3/S23 has the states 0 to 1", 2, 3],
    ["x = 3, y = 1, rule = 345/2/4\n2.D!", "345/2/4 has the states 0 to 3", 2, 3],
  ])("%j: %s", (text, sentence, line, column) => {
    const error = caught(() => rle(text));
    expect(error.message).toContain(sentence);
    expect(error).toMatchObject({ line, column });
  });

  it("a rule or a header longer than any there is", () => {
    const rule = caught(() => rle(`x = 3, y = 1, rule = ${"3".repeat(15_000)}\n3o!`));
    expect(rule).toMatchObject({
      message: "The rule is longer than 10,000 characters.",
      line: 1,
      column: 22,
    });
    const header = caught(() => rle(`#C a\nx = ${" ".repeat(30_000)}3\n3o!`));
    expect(header).toMatchObject({ message: "The header is longer than 20,000 bytes.", line: 2, column: 1 });
  });

  it("counts a rule's own letters, however much stands before it", () => {
    const comments = "#C A comment as long as people write them.\n".repeat(400);
    expect(rle(`${comments}x = 3, y = 1, rule = B36/S23\n3o!`).rule).toBe("B36/S23");
  });

  it("names the family of a rule that does not run here", () => {
    const error = caught(() => rle("#C a\nx = 3, y = 1, rule = Perrier\n3o!"));
    expect(error).toMatchObject({ code: "unsupported-rule", line: 2, column: 22 });
    expect(error.message).toContain("Perrier");
  });

  it("and more runs than were asked for", () => {
    const error = caught(() =>
      RLE.read?.(bytesOf(`x = 9, y = 9\nbobobo$\n${"bo".repeat(100)}!`), { maxBytes: 50 * 90 }),
    );
    expect(error).toMatchObject({ code: "too-large", line: 3, column: 96 });
    expect(read(RLE, `${"o".repeat(100)}!`, { maxBytes: 90 }).cells.spans.length).toBe(2);
  });
});

it("reads a million rows", () => {
  const line = "3bo2b4obo$b2o17bob3o$24bo4b2o2$5b3ob2o$";
  const bytes = bytesOf(`x = 40, y = 9999999, rule = B3/S23\n${`${line}\n`.repeat(1e7 / line.length)}!`);
  const pattern = RLE.read?.(bytes);
  expect(pattern && runsOf(pattern).rows.length).toBeGreaterThan(900_000);
});

describe("a long text", () => {
  it("says how far it has come, and holds what ten megabytes can hold", () => {
    const row = `${"bo".repeat(1000)}$\n`;
    const text = `x = 2000, y = 5000, rule = B3/S23\n${row.repeat(5000)}!`;
    const heard: number[] = [];
    const pattern = read(RLE, text, { onProgress: (done) => void heard.push(done) });
    expect(text.length).toBeGreaterThan(10_000_000);
    expect(runsPopulation(pattern.cells)).toBe(5_000_000n);
    expect(heard.length).toBeGreaterThanOrEqual(8);
    // Not for each line: telling takes time.
    expect(heard.length).toBeLessThanOrEqual(10);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.every((done) => done > 0 && done < 1)).toBe(true);
  });
});
