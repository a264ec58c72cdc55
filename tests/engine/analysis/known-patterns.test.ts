// Patterns whose period and speed are known, from the built-in collection and from the oscillators in tests/fixtures. The
// expectations are the field's, written down here once more: nothing is read from the files' own claims.

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { identify } from "../../../engine/analysis/identify.ts";
import type { Identity, IdentityKind } from "../../../engine/analysis/identity.ts";
import { speedText } from "../../../engine/analysis/identity-words.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { latticeOfRule } from "../../../engine/grids/lattice-group.ts";
import oscillators from "../../fixtures/oscillators.json" with { type: "json" };
import { run } from "../../support/pattern-claims.ts";
import { cellsFromRle } from "../../support/rle-text.ts";

type Known = readonly [
  id: string,
  kind: IdentityKind,
  period: number,
  speed: string | null,
  symmetry?: string,
];

const KNOWN: readonly Known[] = [
  ["block", "still-life", 1, null, "D8_4"],
  ["beehive", "still-life", 1, null, "D4_+2"],
  ["loaf", "still-life", 1, null, "D2_x"],
  ["boat", "still-life", 1, null, "D2_x"],
  ["tub", "still-life", 1, null, "D8_1"],
  ["pond", "still-life", 1, null, "D8_4"],
  ["ship", "still-life", 1, null, "D4_x1"],
  ["snake", "still-life", 1, null, "C2_4"],
  ["aircraft-carrier", "still-life", 1, null, "C2_2"],
  ["blinker", "oscillator", 2, null, "D4_+1"],
  ["toad", "oscillator", 2, null],
  ["beacon", "oscillator", 2, null, "D4_x4"],
  ["clock", "oscillator", 2, null, "C2_4"],
  ["pulsar", "oscillator", 3, null, "D8_1"],
  ["caterer", "oscillator", 3, null, "C1"],
  ["jam", "oscillator", 3, null],
  ["monogram", "oscillator", 4, null],
  ["pinwheel", "oscillator", 4, null],
  ["octagon-2", "oscillator", 5, null, "D8_4"],
  ["fumarole", "oscillator", 5, null],
  ["unix", "oscillator", 6, null],
  ["burloaferimeter", "oscillator", 7, null],
  ["figure-eight", "oscillator", 8, null],
  ["koks-galaxy", "oscillator", 8, null, "C4_1"],
  ["worker-bee", "oscillator", 9, null],
  ["tumbler", "oscillator", 14, null, "D2_+1"],
  ["pentadecathlon", "oscillator", 15, null],
  ["achims-p16", "oscillator", 16, null, "C4_1"],
  ["queen-bee-shuttle", "oscillator", 30, null],
  ["snark-loop-43", "oscillator", 43, null],
  ["twin-bees-shuttle", "oscillator", 46, null],
  ["gabriels-p138", "oscillator", 138, null, "C4_1"],
  ["glider", "spaceship", 4, "c/4 diagonal"],
  ["lightweight-spaceship", "spaceship", 4, "c/2 orthogonal"],
  ["middleweight-spaceship", "spaceship", 4, "c/2 orthogonal"],
  ["heavyweight-spaceship", "spaceship", 4, "c/2 orthogonal"],
  ["64p2h1v0", "spaceship", 2, "c/2 orthogonal"],
  ["coe-ship", "spaceship", 16, "c/2 orthogonal"],
  ["25p3h1v0-1", "spaceship", 3, "c/3 orthogonal"],
  ["turtle", "spaceship", 3, "c/3 orthogonal"],
  ["canada-goose", "spaceship", 4, "c/4 diagonal"],
  ["37p4h1v0", "spaceship", 4, "c/4 orthogonal"],
  ["30p5h2v0", "spaceship", 5, "2c/5 orthogonal"],
  ["spider", "spaceship", 5, "c/5 orthogonal"],
  ["58p5h1v1", "spaceship", 5, "c/5 diagonal"],
  ["77p6h1v1", "spaceship", 6, "c/6 diagonal"],
  ["sir-robin", "spaceship", 6, "(2,1)c/6 knightship"],
  ["loafer", "spaceship", 7, "c/7 orthogonal"],
  ["lobster", "spaceship", 7, "c/7 diagonal"],
  ["weekender", "spaceship", 7, "2c/7 orthogonal"],
  ["copperhead", "spaceship", 10, "c/10 orthogonal"],
  ["cordership", "spaceship", 96, "c/12 diagonal"],
  ["moon", "spaceship", 1, "c orthogonal"],
  ["highlife-bomber", "spaceship", 48, "c/6 diagonal"],
  ["morley-glider", "spaceship", 7, "c/7 diagonal"],
  ["day-and-night-rocket", "spaceship", 14, "c/7 orthogonal"],
  ["strobing-oblique-ship", "spaceship", 168, "(8,7)c/168 oblique"],
  ["longlife-p168", "oscillator", 168, null],
  ["gosper-glider-gun", "gun", 30, null],
  ["simkin-glider-gun", "gun", 120, null],
  ["period-52-glider-gun", "gun", 52, null],
  ["day-and-night-gun", "gun", 400, null],
  ["space-rake", "rake", 20, "c/2 orthogonal"],
  ["blinker-puffer", "puffer", 8, "c/2 orthogonal"],
  ["puffer-1", "puffer", 128, "c/2 orthogonal"],
  ["infinite-growth-10", "puffer", 288, "c/12 diagonal"],
  ["hex-pair", "oscillator", 2, null, "D4"],
  ["hex-ring", "oscillator", 3, null, "D12"],
  ["hex-p5", "oscillator", 5, null, "D2"],
  ["hex-life-p6", "oscillator", 6, null, "D4"],
  ["hex-triskelion", "oscillator", 10, null, "D6"],
  ["hex-p12", "oscillator", 12, null, "C1"],
  ["hex-life-p14", "oscillator", 14, null, "D6"],
  ["hex-35-2-p15", "oscillator", 15, null, "D12"],
  ["hex-p48", "oscillator", 48, null],
  ["hex-life-p57", "oscillator", 57, null, "D6"],
  ["hex-2-2-dasher", "spaceship", 3, "(1,1)c/3"],
  ["hex-35-2-glider", "spaceship", 5, "c/5"],
  ["hex-life-ship", "spaceship", 10, "c/5"],
  ["von-neumann-p24", "oscillator", 24, null],
  ["triangle-glider", "spaceship", 3, "c/3", "D2"],
  ["triangle-tumbler", "oscillator", 8, null, "C2"],
  ["triangle-top", "oscillator", 9, null, "C1"],
  ["triangle-wheel", "oscillator", 6, null, "C1"],
];

async function identified(text: string): Promise<Identity & { readonly speed: string | null }> {
  const universe = await run(readPattern(new TextEncoder().encode(text)).pattern);
  try {
    const identity = await identify(universe);
    const { displacement, period } = identity;
    return { ...identity, speed: speedText(displacement, period, latticeOfRule(universe.rule)) };
  } finally {
    universe.dispose();
  }
}

describe("a pattern of the collection is what the field knows it as", () => {
  it.each(KNOWN)("%s: %s, period %i, %s", async (id, kind, period, speed, symmetry) => {
    const url = new URL(`../../../assets/patterns/${id}.rle`, import.meta.url);
    const identity = await identified(await readFile(url, "utf8"));
    expect(identity).toMatchObject({ kind, period, speed });
    if (symmetry) expect(identity.symmetry).toBe(symmetry);
  });
});

describe("an oscillator of triangles", () => {
  it.each([
    ["triangle-tumbler", 4],
    ["triangle-top", 3],
    ["triangle-wheel", 1],
  ])("%s has turned after %i generations", async (id, mod) => {
    const url = new URL(`../../../assets/patterns/${id}.rle`, import.meta.url);
    expect(await identified(await readFile(url, "utf8"))).toMatchObject({ mod });
  });
});

describe("an oscillator has its period", () => {
  it.each(oscillators)("$name", async ({ period, cells }) => {
    const universe = await run(patternOf(cellsFromRle(cells), { rule: "B3/S23", positioned: true }));
    const identity = await identify(universe);
    universe.dispose();
    expect(identity).toMatchObject({ kind: "oscillator", period, settles: 0 });
  });
});
