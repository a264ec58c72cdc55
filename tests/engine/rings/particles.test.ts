// Particles: those that the literature knows, and each of them on a ring by the reference.

import { describe, expect, test } from "vitest";
import type { Particle } from "../../../engine/rings/particles.ts";
import { particlesOf } from "../../../engine/rings/particles.ts";
import { stepReference } from "../../../engine/rings/reference.ts";
import { domainsOf, rowOfWall, stepInside, wallKey, wallsOf } from "../../../engine/rings/regular-domains.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { parseRingRule } from "../../../engine/rings/ring-rule.ts";

const GKL = parseRingRule("x005f005f005f005f005fff5f005fff5f");
const names = (text: string): readonly string[] => [...new Set(domainsOf(parseRingRule(text)).values())];

const velocities = (particles: readonly Particle[], left: string, right: string): readonly number[] => [
  ...new Set(
    particles
      .filter((one) => one.left === left && one.right === right && one.frequency > 0)
      .map(({ shift, period }) => shift / period),
  ),
];

describe("regular domains", () => {
  test.each([
    ["W184", ["0", "1", "01", "001", "011", "0001", "0111"]],
    // 0001 becomes 1110 and comes back: one domain. 0011 becomes 1100.
    ["W54", ["0", "0001", "0011"]],
    // All 1 becomes all 0 and stays so: it is none. Rule 51 turns all cells over, so 1 and 0 are one domain.
    ["W18", ["0", "0011"]],
    ["W51", ["0", "01", "001", "0001", "0011"]],
  ])("of %s", (rule, words) => {
    expect(names(rule)).toEqual(words);
  });

  test("cells inside a row step as on the reference", () => {
    const ring = createRing(40, [GKL]);
    const row = Uint8Array.from({ length: 40 }, (_, i) => ((i * i + 3 * i) >> 2) & 1);
    expect(stepInside(GKL, row)).toEqual(Uint8Array.from(stepReference(ring, row)).slice(3, -3));
  });

  test("walls are found as they were made, also where domains share cells", () => {
    const domains = domainsOf(GKL);
    const row = Uint8Array.from("0000000000000011110101010101010111111111", Number);
    const walls = wallsOf(row, domains);
    expect(walls.map(({ domains: [a, b], core, overlap }) => [a, b, core, overlap])).toEqual([
      ["0", "01", "111", 0],
      ["01", "1", "", 1],
    ]);
    for (const wall of walls) {
      const again = wallsOf(rowOfWall(wall, 60, 30), domains);
      expect(again.map(wallKey)).toEqual([wallKey(wall)]);
    }
  });
});

describe("particles", () => {
  test("of GKL: 0, 1 and 01 meet in five, of velocities 0, 1, -1, 3 and -3", async () => {
    const { domains, particles } = await particlesOf(GKL);
    expect(domains).toEqual(expect.arrayContaining(["0", "1", "01"]));
    expect(velocities(particles, "0", "1")).toEqual([0]);
    expect(velocities(particles, "01", "0")).toEqual([1]);
    expect(velocities(particles, "1", "01")).toEqual([-1]);
    expect(velocities(particles, "0", "01")).toEqual([3]);
    expect(velocities(particles, "01", "1")).toEqual([-3]);
    // A 1 before a 0 falls into two that part.
    expect(velocities(particles, "1", "0")).toEqual([]);
    for (const { left, right } of particles.slice(0, 5))
      for (const word of [left, right]) expect(["0", "1", "01"]).toContain(word);
  });

  test("of rule 184: what is too much moves to the right, jams to the left", async () => {
    const { particles } = await particlesOf(parseRingRule("W184"));
    expect(velocities(particles, "01", "0")).toEqual([1]);
    expect(velocities(particles, "01", "1")).toEqual([-1]);
    expect([...velocities(particles, "01", "01")].sort()).toEqual([-1, 1]);
  });

  test("of rule 54: some stand and pulse, others move by a cell a step", async () => {
    const { particles } = await particlesOf(parseRingRule("W54"));
    expect([...velocities(particles, "0001", "0001")].sort()).toEqual([-1, 0, 1]);
    const standing = particles.find((one) => one.left === "0001" && one.right === "0001" && one.shift === 0);
    expect(standing?.period).toBe(4);
  });

  test("can be stopped", async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(particlesOf(GKL, { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
  });
});
