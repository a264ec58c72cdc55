// What long work says of itself while it goes on.

import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { setClock } from "../support/fake-clock.ts";
import { progressAt } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
afterEach(() => vi.restoreAllMocks());

test("an export tells frames, their pace, and how long the others will take at that", async () => {
  const words = ["--soup", "20x20:0.4:1", "-r", ":T20,20", "--to", "9", "-o", scratch.path("f-%d.pbm")];
  const lines = await progressAt(2, "export", ...words);
  expect(lines.join("\n")).toContain("frame 4 of 10  generation 4  2 frames/s  3 s left");
  expect(lines.at(-1)).toBe("frame 10 of 10  generation 9  5 frames/s  0 s left");
});

test("a proof and its check count the pieces, and tell how long the others take once many are done", async () => {
  const file = scratch.path("proof.json");
  const count = async (...words: readonly string[]): Promise<void> => {
    const lines = await progressAt(16, "prove", ...words);
    expect(lines.map((line) => line.replace(/,.*/, ""))).toEqual(
      Array.from({ length: 32 }, (_, done) => `${done + 1} of 32 pieces`),
    );
    expect([14, 15, 31].map((at) => lines[at])).toEqual([
      "15 of 32 pieces",
      "16 of 32 pieces, about 16 s left",
      "32 of 32 pieces, about 0 s left",
    ]);
  };
  await count("counter", "-n", "3", "-o", file);
  await count(file, "--check");
});

test("a search tells the best and the mean of its last generation", async () => {
  const file = scratch.path("record.json");
  const words = ["majority", "--radius", "2", "--cells", "15", "--population", "20", "--vectors", "50"];
  const lines = await progressAt(1, "evolve", ...words, "-g", "4", "-o", file);
  const { generations } = JSON.parse(await readFile(file, "utf8")) as {
    generations: readonly { readonly best: number; readonly sum: number }[];
  };
  const told = lines.flatMap(
    (line) => /^generation (\d+): best (\d+), mean ([\d.]+)$/.exec(line)?.slice(1) ?? [],
  );
  expect(told).not.toEqual([]);
  const found = generations.map(({ best, sum }, at) => [`${at}`, `${best}`, (sum / 20).toFixed(1)]);
  for (let at = 0; at < told.length; at += 3) expect(found).toContainEqual(told.slice(at, at + 3));
});

test("turns of triangles tell how far all of them are, and never go back", async () => {
  const row = `${"bo".repeat(120)}$`;
  const from = await scratch.file(
    "t.rle",
    `x = 240, y = 150, rule = R1,C0,S4-6,B4,NL\n${row.repeat(150)}!\n`,
  );
  let time = 0;
  setClock(() => (time += 200));
  const lines = await progressAt(1, "convert", from, scratch.path("turned.rle"), "--turn", "120");
  const shares = lines.flatMap((line) => /^turning, (\d+) %$/.exec(line)?.[1] ?? []).map(Number);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  // Two sixths of a turn, one after the other.
  for (const half of [0, 50]) {
    const within = shares.filter((share) => share >= half && share <= half + 50);
    expect(within.length).toBeGreaterThan(2);
    expect(within[0]).toBeLessThan(half + 10);
    expect(within.at(-1)).toBeGreaterThan(half + 20);
  }
  expect(Math.max(...shares)).toBeLessThanOrEqual(100);
});
