// Two exports of the same thing are the same: on every algorithm here, and (tests/browser/export.test.ts) in a browser.

import { describe, expect, it } from "vitest";
import { DIGESTS, digestOf, exported, WORLDS } from "../../support/film-worlds.ts";

describe("the same bytes", () => {
  for (const [name, world] of Object.entries(WORLDS)) {
    it.each(["png", "apng", "gif"])(`${name} as %s on every algorithm`, async (format) => {
      const bytes = await exported(world, format, "reference");
      for (const algorithm of ["bitwise", "hashlife"])
        expect(digestOf(await exported(world, format, algorithm)), algorithm).toBe(digestOf(bytes));
      expect(digestOf(bytes)).toBe(DIGESTS[`${name}.${format}`]);
    });
  }
});
