// The atlas of elementary rules: what it asks for, in which order it stands, and where its pictures are.

import { describe, expect, test } from "vitest";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { paintColours } from "../../../../engine/picture/colours.ts";
import { THEMES } from "../../../../engine/picture/themes.ts";
import type { RuleFigures } from "../../../../engine/rings/atlas.ts";
import { Atlas, atlasRules } from "../../../../renderer/labs/evolve/atlas.ts";
import { ATLAS_PITCH, atlasPicture, atlasPlace } from "../../../../renderer/labs/evolve/atlas-picture.ts";

/** Figures by which the order is another one each time. */
const made = (rule: number): RuleFigures => ({ rule, entropy: rule / 255, period: rule % 7, damage: 0 });

describe("the atlas", () => {
  test("finds the figures of all rules once", async () => {
    const asked: number[] = [];
    const atlas = new Atlas({
      figures: async ({ rule }) => {
        asked.push(rule);
        return made(rule);
      },
    });
    await Promise.all([atlas.find(), atlas.find()]);
    expect(asked).toEqual(Array.from({ length: 256 }, (_, rule) => rule));
    expect(atlas.store.getState().figures).toEqual(asked.map(made));
  });

  test("stands in the order that was chosen last", () => {
    const atlas = new Atlas({ figures: async ({ rule }) => made(rule) });
    expect(atlas.store.getState().order).toBe("rule");
    atlas.orderBy("entropy");
    expect(atlas.store.getState().order).toBe("entropy");
  });

  test("stops when it is closed, and tells what goes wrong", async () => {
    const closed = new Atlas({
      figures: async (_, options) => {
        closed.close();
        if (options?.signal?.aborted) throw new TessellaError("aborted", "Stopped.");
        return made(0);
      },
    });
    await closed.find();
    expect(closed.store.getState()).toMatchObject({ figures: [], message: null });
    const broken = new Atlas({
      figures: () => Promise.reject(new TessellaError("engine-lost", "The worker has ended.")),
    });
    await broken.find();
    expect(broken.store.getState().message).toContain("The worker has ended.");
  });

  test("orders rules by a figure, the largest first, and leaves those that it does not know behind", () => {
    const figures = Array.from({ length: 16 }, (_, rule) => made(rule));
    const all = Array.from({ length: 256 }, (_, rule) => rule);
    expect(atlasRules({ order: "rule", figures })).toEqual(all);
    expect(atlasRules({ order: "damage", figures })).toEqual(all);
    expect(atlasRules({ order: "entropy", figures }).slice(0, 18)).toEqual([
      ...all.slice(0, 16).reverse(),
      16,
      17,
    ]);
    expect(atlasRules({ order: "period", figures }).slice(0, 4)).toEqual([6, 13, 5, 12]);
  });
});

describe("its pictures", () => {
  test("show a rule each, from the same row on, with nothing between them", () => {
    const { width, height, pixels } = atlasPicture([204, 0], "dark");
    expect([width, height]).toEqual([16 * ATLAS_PITCH - 2, ATLAS_PITCH - 2]);
    const { ground } = paintColours(THEMES.get("dark"));
    const row = (t: number, from: number) => [...pixels.subarray(t * width + from, t * width + from + 32)];
    // Rule 204 keeps its row, rule 0 forgets it.
    expect(row(31, 0)).toEqual(row(0, 0));
    expect(row(0, ATLAS_PITCH)).toEqual(row(0, 0));
    expect(new Set(row(1, ATLAS_PITCH))).toEqual(new Set([ground]));
    expect(pixels[32]).toBe(0);
  });

  test("are found by a pixel", () => {
    expect(atlasPlace(0, 0)).toBe(0);
    expect(atlasPlace(ATLAS_PITCH + 31, 2 * ATLAS_PITCH)).toBe(33);
    expect([
      atlasPlace(32, 5),
      atlasPlace(5, 33),
      atlasPlace(-1, 5),
      atlasPlace(16 * ATLAS_PITCH, 5),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});
