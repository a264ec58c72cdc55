// Texts that look like rules of Larger than Life: each is a rule that its own spelling gives back, or is refused with a place in it.

import fc from "fast-check";
import { expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { anySpelled } from "../../support/counted-rules.ts";
import { cases, patience } from "../../support/effort.ts";

const SEEDS = fc.oneof(
  anySpelled().map(({ text }) => text),
  fc.constantFrom(
    "R5,C0,M1,S34..58,B34..45,NM",
    "5,34,45,34,58",
    "R5B34T45S34T58",
    "r2b000008s03ff00z",
    "R1,C4,S2-4,B3,10-11,NW111111010H,0123",
    "R250,C256,M0,S1..9,B2..3,NL",
  ),
);

/** Some characters are left out, doubled or replaced by others that such rules are made of. */
const broken = fc
  .tuple(
    SEEDS,
    fc.array(
      fc.record({
        at: fc.nat({ max: 400 }),
        by: fc.constantFrom(
          "",
          ",",
          "-",
          ".",
          "..",
          "0",
          "9",
          "999999999999",
          "R",
          "C",
          "M",
          "S",
          "B",
          "N",
          "W",
          "@",
          "z",
          " ",
        ),
        drops: fc.nat({ max: 2 }),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([seed, changes]) =>
    changes.reduce((text, { at, by, drops }) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + by + text.slice(place + drops);
    }, seed),
  );

it("a broken spelling is a rule or has a sentence", patience(20_000), () => {
  fc.assert(
    fc.property(broken, (text) => {
      try {
        const rule = parseRule(text);
        expect(parseRule(rule.text)).toEqual(rule);
      } catch (error) {
        expect(error).toBeInstanceOf(TessellaError);
        const { line, column, message } = error as TessellaError;
        expect(message).toMatch(/\.$/);
        if (line !== undefined) expect(column).toBeLessThanOrEqual(text.length + 1);
      }
    }),
    cases(400),
  );
});
