/**
 * Damaged files in bulk. `npm test` takes 2,000 for each reader; `npm run fuzz` a million, from another seed each day,
 * and prints what it saw. FUZZ_COUNT and FUZZ_SEED choose other numbers.
 */

import { gzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Pattern } from "../../../engine/core/pattern.ts";
import type { PatternFormat } from "../../../engine/formats/format.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { FORMATS } from "../../../engine/formats/unpacked.ts";
import { isLongRun, patience } from "../../support/effort.ts";
import type { FuzzJob } from "./fuzz.ts";
import { fuzz } from "./fuzz.ts";
import { bytesOf, latin1 } from "./support.ts";

const COUNT = Number(process.env.FUZZ_COUNT ?? (isLongRun ? 1_000_000 : 2000));
const SEED = Number(process.env.FUZZ_SEED ?? (isLongRun ? Math.floor(Date.now() / 86_400_000) : 1));

const SEEDS: Readonly<Record<string, readonly Uint8Array[]>> = {
  rle: [
    "#CXRLE Pos=-12,34 Gen=56\n#N Glider\n#O Richard Guy\n#C It moves.\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n",
    "x = 36, y = 9, rule = B3/S23:T40+3,20\n24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b\nobo$10bo5bo7bo$11bo3bo$12b2o!\n",
    "x = 6, y = 2, rule = LifeHistory\n.ABCDE$2F3.A!",
    "x = 5, y = 2\r\n.ApBxC$yO3.X!\r\ntext behind it\r\n",
    "bo$2bo$3o!",
    "#r 23/36\n#P 1 1\n999999999o99$12345b!",
    "x = 3, y = 1, rule = Mine:T9,8\nABA!\n\n@RULE Mine\n@TABLE\nn_states:3\nneighborhood:Moore\nsymmetries:permute\nvar a={0,1,2}\nvar b={a}\n0,1,a,a,0,0,b,0,2,1\n1,a,b,0,0,0,1,2,0,a\n@NAMES\n1 one\n@COLORS\n1 2 3 4 5 6\n@ICONS\ncircles\n",
    "x = 2, y = 1, rule = Mine\nAB!\n@RULE Mine\n@TREE\nnum_states=3\nnum_neighbors=4\nnum_nodes=6\n1 0 1 2\n1 0 2 1\n2 0 0 1\n3 2 2 2\n4 3 3 3\n5 4 4 4\n",
  ].map(bytesOf),
  plaintext: [
    "!Name: Glider\n!Author: Richard Guy\n!\n.O\n..O\nOOO\n",
    "!\n23.5O3.O\n\nO\n",
    "..**\n.**.\n..*.\n",
    ".O O\r\n\r\nO\r\n",
  ].map(bytesOf),
  "life-105": [
    "#Life 1.05\n#D Name: Acorn\n#D a line\n#N\n#P -3 -1\n.*\n...*\n**..***\n",
    "#Life 1.05\n#R 23/36\n#P -3 -4\n*..*\n\n*\n#P\n*\n#P 100 -200\n.**\n",
    "#P 1 1\n***\n",
  ].map(bytesOf),
  "life-106": [
    "#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n",
    "#Life 1.06\r\n1000000 -1000000\r\n1000003 -1000000\r\n-7 12\r\n-8 12\r\n",
    "#Life 1.06\n100000000000000000000 -5\n100000000000000000007 -5\n",
  ].map(bytesOf),
  macrocell: [
    "[M2] (golly 3.3)\n#R B36/S23\n#G 12\n#C text\n*$.*$\n$$......**$.*$$$$.......*$\n4 1 2 0 1\n4 0 0 0 2\n5 3 4 4 0\n",
    "[M2]\r\n#N Glider\r\n.*$..*$***\r\n4 0 1 0 0\r\n5 0 2 2 0\r\n6 3 0 3 3\r\n7 4 4 4 4\r\n",
    "[M2] x\n#R LifeHistory\n1 0 1 2 3\n2 1 0 0 1\n3 2 2 0 0\n4 3 0 3 0\n5 4 4 4 4\n",
    "[M2] x\n#R B3/S23:T64,64\n#FRAMES 2 5 2^1\n*\n**\n4 1 2 2 1\n#FRAME 0 3\n4 0 0 0 2\n#FRAME 1 4\n",
    `[M2] x\n********$********$********$********$********$********$********$********$\n${Array.from({ length: 90 }, (_, i) => `${i + 4} ${i + 1} ${i + 1} ${i % 3 ? i + 1 : 0} ${i + 1}\n`).join("")}`,
  ].map(bytesOf),
  mcell: [
    "#MCell 4.00\n#GAME Generations\n#RULE 345/2/40\n#BOARD 30x20\n#SPEED 10\n#WRAP 1\n#CCOLORS 40\n#PALETTE Red\n#D a line\n#L 5.A2.BC$\n#L X2aA$12.3$bJ3.jO\n",
    "#MCell 2.0\r\n#GAME Life\r\n#RULE 23/3\r\n#L .A$2.A$3A\r\n",
    "#MCell 4.20\n#GAME Weighted Life\n#RULE NW1,NN2,NE1,WW2,ME0,EE2,SW1,SS2,SE1,HI3,\n#RULE RS3,RS4,RB3\n#BOARD 9x9\n#L 2AB\n",
    "#MCell 4.20\n#GAME General binary\n#RULE C0,NN,S3babbabbabba3b,B7ab3aba3b\n#L A\n",
  ].map(bytesOf),
  pbm: [
    ...["P1\n# a\n7 3\n0101010\n1111111\n0000001\n", "P1 3 2 010111"].map(bytesOf),
    ...["P4\n# b\n13 4\n\x12\x38\xff\xf8\x00\x00\xaa\xa8", "P4 8 3\n\xff\x81\xff"].map(latin1),
  ],
};
const ALL = Object.values(SEEDS).flat();

function report(name: string, job: FuzzJob): void {
  const result = fuzz(job, COUNT, SEED);
  // Damage that always or never breaks a file would test little.
  expect(result.patterns).toBeGreaterThan(COUNT / 100);
  expect(result.refused).toBeGreaterThan(COUNT / 100);
  if (isLongRun) {
    expect(result.peakRssMb).toBeLessThan(512);
    console.log(`${name}: ${JSON.stringify({ ...result, seed: SEED })}`);
  }
}

const limit = patience(60_000);

describe(`${COUNT} damaged files are each answered with a pattern or a sentence`, () => {
  it.each(FORMATS.list().filter((f) => f.read))(
    "by $id, with line and column",
    limit,
    (format: PatternFormat) => {
      const read = format.read as (bytes: Uint8Array) => Pattern;
      report(format.id, { read, seeds: SEEDS[format.id], placed: true });
    },
  );

  it("by whichever reader they seem to be for, gzipped or not", limit, () => {
    report("any", { read: (bytes) => readPattern(bytes).pattern, seeds: ALL, placed: false, gzipHalf: true });
  });

  it("when the gzip itself is damaged", limit, () => {
    const seeds = ALL.map((bytes) => gzipSync(bytes, { mtime: 0 }));
    // Nearly every damage is found by the checksum; what is left are bits that mean nothing.
    report("gzip", { read: (bytes) => readPattern(bytes).pattern, seeds, placed: false });
  });
});

it("the fuzzer has seeds for every reader, and they are well formed", () => {
  expect(Object.keys(SEEDS).sort()).toEqual(
    FORMATS.list()
      .map((f) => f.id)
      .sort(),
  );
  for (const [id, seeds] of Object.entries(SEEDS)) {
    for (const seed of seeds) expect(readPattern(seed).format.id).toBe(id);
  }
});
