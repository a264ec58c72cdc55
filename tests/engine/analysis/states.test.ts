// Identifying patterns of more than two states: a period is one of the states, and so are symmetry, heat and what never changes.

import { describe, expect, it } from "vitest";
import { identify } from "../../../engine/analysis/identify.ts";
import type { Identity } from "../../../engine/analysis/identity.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { Catalogue } from "../../../renderer/library/catalogue.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";
import { run } from "../../support/pattern-claims.ts";

const catalogue = new Catalogue(BUILT_IN_SOURCES);

async function told(text: string, limit = 500): Promise<Identity> {
  const universe = await run(readPattern(new TextEncoder().encode(text)).pattern);
  try {
    return await identify(universe, { limit });
  } finally {
    universe.dispose();
  }
}

const rle = (rule: string, cells: string) => told(`x = 1, y = 1, rule = ${rule}\n${cells}`);

describe("identify, of more than two states", () => {
  const claimed = catalogue.entries.filter((e) => e.tags.includes("generations") && !e.growth);

  it.each(claimed)(
    "$id has the period and the displacement that it claims",
    async ({ id, period, displacement }) => {
      const { kind, settles, displacement: moved, ...rest } = await told(catalogue.text(id) as string);
      expect({ kind, settles, period: rest.period }).toEqual({
        kind: displacement ? "spaceship" : "oscillator",
        settles: 0,
        period,
      });
      expect(moved).toEqual({ x: displacement?.[0] ?? 0, y: displacement?.[1] ?? 0 });
    },
  );

  it("counts places whose state changes", async () => {
    // Two cells are born, two begin to die, two are dead.
    expect(await rle("/2/3", "AB$AB!")).toMatchObject({ heat: 6, symmetry: "D2_+2", code: null });
    // Heads and tails alike would have the symmetry of the square.
    expect((await rle("/2/3", ".AB$B2.A$A2.B$.BA!")).symmetry).toBe("C4_4");
    // Of the block within the pinwheel nothing ever changes; the places around it do.
    const { volatility, mod } = await rle("345/2/4", "2.B$B2A$.2AB$.B!");
    expect(volatility).toEqual({ rotor: 12, stator: 4, full: 12 });
    expect(mod).toBe(5);
  });

  it("tells a still life, what dies, and one that only changes its states", async () => {
    expect(await rle("0235678/3468/9", "A!")).toMatchObject({ kind: "still-life", period: 1 });
    expect(await rle("345/2/4", "ABC!")).toMatchObject({ kind: "dies", settles: 3 });
    // On a torus as wide as it flies far.
    expect(await rle("/2/3:T9,5", "AB$AB!")).toMatchObject({ kind: "spaceship", period: 1 });
  });

  it("follows the population of what grows", async () => {
    const { kind, trend } = await rle("345/2/4", "A$2A!");
    expect(kind).toBe("unknown");
    expect(trend?.gains).toEqual({ cells: 3, period: 1 });
  });
});
