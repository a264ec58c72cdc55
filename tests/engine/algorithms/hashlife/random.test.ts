// HashLife as a universe, against `bitwise`, through anything that may happen to it (tests/support/hashlife-script.ts).

import fc from "fast-check";
import { expect, it } from "vitest";
import { startCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { cases, patience } from "../../../support/effort.ts";
import { anyScript, anyStatedScript, collections, performScript } from "../../../support/hashlife-script.ts";

it("a universe is that of bitwise after any script", patience(60_000), async () => {
  await fc.assert(
    fc.asyncProperty(anyScript, (script) => performScript(script, startCore())),
    cases(25),
  );
  expect(Math.min(...collections)).toBeGreaterThan(0);
});

it(
  "a universe of cells in states is that of bitwise after any script, whatever rules it goes through",
  patience(60_000),
  async () => {
    await fc.assert(
      fc.asyncProperty(anyStatedScript, (script) => performScript(script, startCore())),
      cases(25),
    );
  },
);
