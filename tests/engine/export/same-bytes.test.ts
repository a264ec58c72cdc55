// Two exports of the same thing are the same: on every algorithm here, and (tests/browser/export.test.ts) in a browser.

import { describe, expect, it } from "vitest";
import { DIGESTS, digestOf, exported, WORLDS } from "../../support/film-worlds.ts";

describe("the same bytes", () => {
  for (const [name, world] of Object.entries(WORLDS)) {
    // Pictures that are files of their own show every pixel of each; how a film is packed of those is seen on one algorithm.
    it.each([
      ["png", ["reference", "bitwise", "hashlife"]],
      ["apng", ["bitwise"]],
      ["gif", ["hashlife"]],
    ])(`${name} as %s on %s`, async (format, algorithms) => {
      for (const algorithm of algorithms)
        expect(digestOf(await exported(world, format, algorithm)), algorithm).toBe(
          DIGESTS[`${name}.${format}`],
        );
    });
  }
});
