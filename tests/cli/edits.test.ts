// What `convert` does to cells on their way: turns, flips, parts, moves, merges.

import { readFile, rm } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { cellsToRuns } from "../../engine/core/cells.ts";
import { readUnpacked } from "../../engine/formats/unpacked.ts";
import { cellNames } from "../renderer/editor/cells.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const at = scratch.path;

beforeAll(async () => {
  await scratch.file("g.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  await scratch.file("placed.rle", "#CXRLE Pos=10,20 Gen=7\nx = 4, y = 1, rule = B3/S23\n4o!\n");
  await scratch.file("line.rle", "x = 3, y = 1\n3o!\n");
  await scratch.file("hex.rle", "x = 4, y = 2, rule = B2/S34H\n4o$o!\n");
  await scratch.file("torus.rle", "x = 3, y = 3, rule = B3/S23:T10,6\nbo$2bo$3o!\n");
  await scratch.file("plane.rle", "x = 3, y = 3, rule = B3/S23:P10,6\nbo$2bo$3o!\n");
  await scratch.file("sphere.rle", "x = 3, y = 3, rule = B3/S23:S8\nbo$2bo$3o!\n");
  await scratch.file("tri.rle", "x = 3, y = 1, rule = R1,C0,S4-6,B4,NL:T8,6\n3o!\n");
  await scratch.file("bad.rle", "x = 3, y = 3, rule = B9/S\n3o!\n");
});

/** Runs `convert FILE OUT` with these options; `text` is what it wrote. */
async function convert(file: string, ...words: readonly string[]) {
  const to = at("out.rle");
  await rm(to, { force: true });
  const result = await inProcess("convert", at(file), to, ...words);
  return { ...result, text: result.code === 0 ? await readFile(to, "utf8") : "" };
}

/** What is written, where nothing is to be said. */
async function converted(file: string, ...words: readonly string[]): Promise<string> {
  const { code, text, stderr } = await convert(file, ...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return text;
}

async function cellsAfter(file: string, ...words: readonly string[]): Promise<Set<string>> {
  const text = await converted(file, ...words);
  return cellNames(cellsToRuns(readUnpacked(new TextEncoder().encode(text)).pattern.cells));
}

describe("turning and flipping", () => {
  it.each<[string[], string]>([
    [["--turn", "90"], "o$obo$2o!"],
    [["--turn", "180"], "3o$o$bo!"],
    [["--turn", "270"], "b2o$obo$2bo!"],
    [["--flip", "horizontal"], "bo$o$3o!"],
    [["--flip", "vertical"], "3o$2bo$bo!"],
  ])("%j", async (words, cells) => {
    expect(await converted("g.rle", ...words)).toBe(`x = 3, y = 3, rule = B3/S23\n${cells}\n`);
  });

  it.each([
    ["g.rle", ["--turn 90 --turn 90 --turn 90 --turn 90", "--turn 270 --turn 90", "--turn 180 --turn 180"]],
    [
      "placed.rle",
      ["--turn 90 --turn 270", "--turn 90 --turn 90 --turn 180", "--flip vertical --flip vertical"],
    ],
    ["hex.rle", ["--turn 60 --turn 60 --turn 60 --turn 60 --turn 60 --turn 60", "--turn 120 --turn 240"]],
    ["hex.rle", ["--flip horizontal --flip horizontal", "--turn 180 --turn 60 --turn 120"]],
    ["torus.rle", ["--turn 90 --turn 270", "--turn 90 --turn 90 --flip vertical --flip horizontal"]],
    ["sphere.rle", ["--turn 180 --turn 180"]],
  ])("%s comes back all the way round", async (file, ways) => {
    const before = await cellsAfter(file);
    for (const way of ways) expect(await cellsAfter(file, ...way.split(" ")), way).toEqual(before);
  });

  it("keeps the corner of a pattern without a place, and the middle of one with a place", async () => {
    expect(await converted("line.rle", "--turn", "90")).toBe("x = 1, y = 3\no$o$o!\n");
    expect(await converted("placed.rle", "--turn", "180")).toContain("Pos=10,20 Gen=7");
    expect(await converted("placed.rle", "--turn", "90")).toMatch(
      /^#CXRLE Pos=1[12],1[89] Gen=7\n.*\no\$o\$o\$o!\n$/,
    );
  });

  it("turns hexagons by sixths", async () => {
    expect(await cellsAfter("hex.rle", "--turn", "60")).toEqual(new Set(["1,0", "2,1", "3,2", "4,3", "0,0"]));
  });

  it("lays triangles on triangles: what is turned lives on as its image does", async () => {
    const populations = async (file: string): Promise<string> => {
      const all: string[] = [];
      for (const generation of ["0", "1", "3", "9"]) {
        const { stdout } = await inProcess("run", file, "-m", generation);
        all.push(/^population +(\S+)/m.exec(stdout)?.[1] ?? "none");
      }
      return all.join(" ");
    };
    const rows = "2obo2b3ob2o$b3obo2b2obo$2b2ob4o2bo$3o2bobob3o$bobobobobob2o$o2b3ob2o2bo$b2ob3obob2o!";
    const cells = { even: rows.replace(/\$[^$]*$/, "!"), odd: rows };
    for (const [name, text] of Object.entries(cells))
      for (const place of ["", "#CXRLE Pos=3,4 Gen=0\n"]) {
        const file = await scratch.file("t.rle", `${place}x = 12, y = 7, rule = R1,C0,S4-6,B4,NL\n${text}\n`);
        const before = await populations(file);
        expect(new Set(before.split(" ")).size).toBe(4);
        for (const way of [
          "--flip vertical",
          "--flip horizontal",
          "--turn 180",
          "--turn 180 --flip vertical",
          "--turn 60",
          "--turn 240",
          "--turn 300 --flip horizontal",
        ]) {
          await converted("t.rle", ...way.split(" "));
          expect(await populations(at("out.rle")), `${name} ${way}`).toBe(before);
        }
        for (const way of ["--flip vertical", "--flip horizontal", "--turn 180"])
          expect(await converted("t.rle", ...`${way} ${way}`.split(" ")), way).toBe(await converted("t.rle"));
        const third = await converted("t.rle", "--turn", "120");
        expect(third).not.toBe(await converted("t.rle"));
        for (const way of ["--turn 60 --turn 60", "--turn 300 --turn 180", "--turn 240 --turn 240"])
          expect(await converted("t.rle", ...way.split(" ")), way).toBe(third);
      }
  });

  it("turns a bounded grid with its cells", async () => {
    expect(await converted("torus.rle", "--turn", "90")).toContain("rule = B3/S23:T6,10\n");
    const [turnedFirst, ranFirst] = [at("first.rle"), at("then.rle")];
    await inProcess("convert", at("torus.rle"), turnedFirst, "--turn", "90");
    await inProcess("run", turnedFirst, "-m", "9", "-o", turnedFirst, "-q");
    await inProcess("run", at("torus.rle"), "-m", "9", "-o", ranFirst, "-q");
    await inProcess("convert", ranFirst, ranFirst, "--turn", "90");
    expect(await readFile(turnedFirst, "utf8")).toBe(await readFile(ranFirst, "utf8"));
  });

  it.each<[string, string[], RegExp]>([
    [
      "hex.rle",
      ["--turn", "90"],
      /hex\.rle: .* hexagons, which turn by 60, 120, 180, 240 or 300 degrees, not by 90/,
    ],
    ["g.rle", ["--turn", "60"], /g\.rle: .* squares, which turn by 90, 180 or 270 degrees, not by 60/],
    [
      "sphere.rle",
      ["--turn", "90"],
      /sphere\.rle: The grid :S8 is no such grid any more after a turn by 90 degrees/,
    ],
    ["hex.rle", ["-r", ":T8,8", "--turn", "60"], /The grid :T8,8 is no such grid any more/],
    [
      "tri.rle",
      ["--turn", "90"],
      /tri\.rle: This pattern is one of triangles, which turn by 60, 120, 180, 240 or 300 degrees, not by 90\./,
    ],
    ["tri.rle", ["--turn", "60"], /The grid :T8,6 is no such grid any more after a turn by 60 degrees/],
    // Its triangles beside the left edge point down and up by turns, those beside the right one the other way round.
    ["tri.rle", ["--flip", "horizontal"], /The grid :T8,6 is no such grid any more after a flip/],
  ])("%s refuses %j", async (file, words, sentence) => {
    const { code, stderr } = await convert(file, ...words);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
  });

  it("turns what nobody could list", async () => {
    const [far, back] = [at("far.mc"), at("back.mc")];
    await inProcess(
      "run",
      "assets/patterns/gosper-glider-gun.rle",
      "-a",
      "hashlife",
      "-m",
      "2^60",
      "-o",
      far,
    );
    expect((await inProcess("convert", far, back, "--turn", "90")).code).toBe(0);
    expect((await inProcess("compare", far, back)).stdout).toMatch(/^verdict +different cells/);
    await inProcess("convert", back, back, "--turn", "270");
    expect((await inProcess("compare", far, back)).stdout).toMatch(/^verdict +the same cells\n/);
    const { code, stderr } = await inProcess("convert", far, at("no.mc"), "--merge", at("g.rle"));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/too many live cells for --merge: 192,153,584,101,141,204 in 288,230,/),
    });
    expect(await converted("far.mc", "--crop", "0,0,100,100")).toMatch(/^x = 100, y = 100/m);
  });
});

describe("parts and moves", () => {
  it("keeps what is in a box", async () => {
    expect(await cellsAfter("g.rle", "--crop", "1,0,2,2")).toEqual(new Set(["1,0", "2,1"]));
    expect(await converted("g.rle", "--crop", "50,50,2,2")).toMatch(/\n!\n$/);
  });

  it("moves cells, and round a torus", async () => {
    expect(await converted("g.rle", "--shift", "-5,7")).toMatch(/^#CXRLE Pos=-5,7\n/);
    expect(await cellsAfter("torus.rle", "--shift", "5,-2")).toEqual(
      new Set(["-5,-1", "4,-1", "-5,-3", "-4,-2", "-4,-1"]),
    );
    expect(await cellsAfter("torus.rle", "--shift", "5,-2", "--shift", "-5,2")).toEqual(
      await cellsAfter("torus.rle"),
    );
    expect(await cellsAfter("torus.rle", "--shift", "10,600")).toEqual(await cellsAfter("torus.rle"));
  });

  it("cuts away what leaves another grid, and says so", async () => {
    const { text, stderr } = await convert("plane.rle", "--shift", "5,0");
    expect(stderr).toMatch(
      /^tessella: 4 live cells came to lie outside the grid :P10,6 and were cut away\.\n$/,
    );
    expect(text).toContain("$");
  });

  it("turns what has a place about its middle, which shifts take along", async () => {
    expect(await cellsAfter("placed.rle", "--turn", "180")).toEqual(await cellsAfter("placed.rle"));
    expect(await cellsAfter("placed.rle", "--turn", "90")).toEqual(
      new Set(["12,19", "12,20", "12,21", "12,22"]),
    );
    for (const file of ["placed.rle", "hex.rle"])
      expect(
        await cellsAfter(file, ..."--turn 180 --shift 3,1 --flip vertical --turn 180".split(" ")),
      ).toEqual(await cellsAfter(file, ..."--shift 3,1 --flip vertical".split(" ")));
    const cropped = "--crop 8,18,8,5 --shift 3,1".split(" ");
    expect(await cellsAfter("placed.rle", ...cropped, "--turn", "180")).toEqual(
      await cellsAfter("placed.rle", "--shift", "3,1"),
    );
    const quarters = "--turn 90 --shift 3,1 --turn 270".split(" ");
    expect(await cellsAfter("placed.rle", ...quarters)).toEqual(
      await cellsAfter("placed.rle", "--shift", "3,1"),
    );
  });

  it("goes in the order of the command line", async () => {
    expect(await cellsAfter("g.rle", "--crop", "0,0,2,3", "--shift", "4,0")).toEqual(
      new Set(["5,0", "4,2", "5,2"]),
    );
    expect(await cellsAfter("g.rle", "--shift", "4,0", "--crop", "0,0,6,3")).toEqual(
      new Set(["5,0", "4,2", "5,2"]),
    );
    expect(await cellsAfter("g.rle", "--shift", "4,0", "--crop", "0,0,2,3")).toEqual(new Set());
  });
});

describe("merging", () => {
  it.each<[string, string[]]>([
    ["or", ["1,0", "2,1", "0,2", "1,2", "2,2", "0,1", "1,1"]],
    ["xor", ["1,0", "0,2", "1,2", "2,2", "0,1", "1,1"]],
    ["and", ["1,0", "2,1", "0,2", "1,2", "2,2"]],
    ["copy", ["1,0", "0,1", "1,1", "2,1", "0,2", "1,2", "2,2"]],
  ])("as %s", async (mode, cells) => {
    expect(await cellsAfter("g.rle", "--merge", `${at("line.rle")}@0,1`, "--merge-mode", mode)).toEqual(
      new Set(cells),
    );
  });

  it("as copy clears what lies under the dead cells of its box, and nothing beside", async () => {
    await scratch.file("gap.rle", "x = 3, y = 2\nobo!\n");
    const words = (place: string) => ["--merge", `${at("gap.rle")}@${place}`, "--merge-mode", "copy"];
    expect(await cellsAfter("g.rle", ...words("0,2"))).toEqual(new Set(["1,0", "2,1", "0,2", "2,2"]));
    expect(await cellsAfter("g.rle", ...words("-1,1"))).toEqual(
      new Set(["1,0", "2,1", "-1,1", "1,1", "2,2"]),
    );
  });

  it("is the same from both sides, where the mode is", async () => {
    for (const mode of ["or", "xor"]) {
      const words = (file: string): string[] => ["--merge", at(file), "--merge-mode", mode];
      expect(await cellsAfter("g.rle", ...words("placed.rle"))).toEqual(
        await cellsAfter("placed.rle", ...words("g.rle")),
      );
    }
  });

  it("keeps the first file's rule and generation, and says where they differ", async () => {
    const { text, stderr } = await convert("placed.rle", "--merge", `${at("hex.rle")}@-3,-4`);
    expect(text).toMatch(/^#CXRLE Pos=-3,-4 Gen=7\nx = 17, y = 25, rule = B3\/S23\n/);
    expect(stderr).toMatch(/^tessella: .*hex\.rle is for B2\/S34H; the rule stays B3\/S23\.\n$/);
  });

  it("moves what has a place of its own to the one that is asked for", async () => {
    expect(await cellsAfter("placed.rle", "--merge", `${at("placed.rle")}@13,22`)).toEqual(
      new Set([...["10,20", "11,20", "12,20", "13,20"], ...["13,22", "14,22", "15,22", "16,22"]]),
    );
  });

  it("puts a pattern without a place into the middle of a grid, as running it does", async () => {
    expect(await cellsAfter("torus.rle", "--merge", at("torus.rle"), "--merge-mode", "xor")).toEqual(
      new Set(),
    );
    expect(await cellsAfter("torus.rle", "--merge", at("g.rle"), "--merge-mode", "xor")).toEqual(new Set());
  });
});

describe("several files", () => {
  it("are changed in their place, and one that fails does not keep back the others", async () => {
    await scratch.file("one.rle", "x = 2, y = 1\nbo!\n");
    await scratch.file("two.rle", "x = 3, y = 1\n2bo!\n");
    const { code, stderr } = await inProcess(
      ...["convert", "--to", "rle", "--flip", "horizontal", at("one.rle"), at("bad.rle"), at("two.rle")],
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^tessella: .*bad\.rle: line 1[^\n]*\n$/),
    });
    expect(await readFile(at("one.rle"), "utf8")).toBe("x = 2, y = 1\no!\n");
    expect(await readFile(at("two.rle"), "utf8")).toBe("x = 3, y = 1\no!\n");
  });
});

describe("bad usage", () => {
  it.each<[string[], RegExp]>([
    [
      ["--turn", "45"],
      /--turn wants degrees, clockwise, not "45"\. Squares turn by 90, 180 or 270, hexagons/,
    ],
    [["--flip", "verticle"], /--flip knows no "verticle"\. Did you mean vertical\?/],
    [["--crop", "1,2,3"], /--crop wants X,Y,WIDTH,HEIGHT, four whole numbers, not "1,2,3"/],
    [["--crop", "1,2,3,0"], /--crop 1,2,3,0 holds no cells/],
    [["--shift", "1"], /--shift wants X,Y, two whole numbers, not "1"/],
    [["--merge-mode", "or"], /--merge-mode says how --merge puts cells down/],
    [["--merge", "x.rle", "--merge-mode", "nand"], /--merge-mode knows no "nand"/],
    [["--merge", "-", "--merge", "-@1,1"], /Standard input can be read once only/],
  ])("%j", async (words, sentence) => {
    const { code, stderr } = await convert("g.rle", ...words);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  });

  it("names a merged file that cannot be opened, and only that", async () => {
    const { code, stderr } = await convert("g.rle", "--merge", at("none.rle"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tessella: There is no file "[^"]*none\.rle"/);
  });
});
