/** Spellings of births and survivals, with letters and without: bgolly's canonical text, or its refusal. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { runOutside } from "../support/outside.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const program = toolOrSkip("bgolly");
const scratch = mkdtempSync(join(tmpdir(), "tessella-spellings-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** What bgolly writes for a rule; null where it refuses it. */
async function golly(rule: string, algorithm: "HashLife" | "Generations"): Promise<string | null> {
  const [pattern, output] = [join(scratch, "in.rle"), join(scratch, "out.mc")];
  // A cell must live, or the file has no rule.
  writeFileSync(pattern, `x = 2, y = 2, rule = ${rule}\n2o$2o!\n`);
  const flags = ["-a", algorithm, "-q", "-q", "-m", "0", "-o", output, pattern];
  try {
    await runOutside(program as string, flags);
  } catch {
    return null;
  }
  return /^#R (.*)$/m.exec(readFileSync(output, "latin1"))?.[1] ?? null;
}

function ours(rule: string): string | null {
  try {
    return parseRule(rule).text;
  } catch {
    return null;
  }
}

/** A half in which letters repeat, come in any order, behind a minus or in vain. */
const anyHalf = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 8 }),
      minus: fc.boolean(),
      letters: fc.subarray([..."cekainyqjrtwz"], { maxLength: 6 }),
    }),
    { maxLength: 5 },
  )
  .map((parts) => {
    const known = ["", "ce", "cekain", "cekainyqjr", "cekainyqjrtwz", "cekainyqjr", "cekain", "ce", ""];
    return parts.map(({ count, minus, letters }) => {
      const all = letters.filter((letter) => known[count]?.includes(letter)).join("");
      return `${count}${minus && all ? "-" : ""}${all}`;
    });
  })
  // Golly takes a count once with a minus and once without for one with a minus; here that is refused.
  .filter((parts) => {
    const kinds = new Map<string, boolean>();
    return parts.every((part) => {
      if (part.length === 1) return true;
      const minus = part[1] === "-";
      const known = kinds.get(part[0] as string) ?? minus;
      kinds.set(part[0] as string, known);
      return known === minus;
    });
  })
  .map((parts) => parts.join(""));

describe.skipIf(!program)("bgolly's spelling", () => {
  it.each([
    ..."B3/23 23/B3 3/S23 S23/3 B/3 S/3 /B3 /S23 /3 3/ B3 S23 B/S B3S2a3 S23B3a".split(" "),
    ..."B2a/4 S2a/4 4/B2a 2a/S4 B3a /2a 2a/ B/2a _2a 2a_ 2a_3 B3_S2a B3_23a B3-_S B3_S23".split(" "),
    ..."B2-/S B2-3/S B2-S3 B8-/S B2a2/S B22a/S B2-a2/S B2-a2-c/S B2a2i/S B2-aceikn3/S".split(" "),
    ..."B2ax/S B8c/S B1a/S B2a-c/S 2--a/3 -2/3 B3/B3 S3/S3".split(" "),
  ])("of %s is ours", async (rule) => {
    expect(ours(rule)).toBe(await golly(rule, "HashLife"));
  });

  it.each([
    ..."B2a/S/4 S/B2a/4 B2a//4 /B2a/4 /2a/4 2a//4 B/S2a/4 2-a/B3/4 3a/S23/4 S3/3a/4 B3a/3/4".split(" "),
    ..."/2-/4 /2-3/8 /2-aceikn3/8 /2a2/4 /22a/4 /2-a2/4 /2-a2-c/4 //4 B/S/4 b2a/s/4 2a/3/04 B2a/S4/3".split(
      " ",
    ),
    ..."_2a_4 2a_3_4 B2a_S_4 B_S2a_4 2_B3a_4 3-_3_4 B2_S_4 /2ax/4 B2ax/S/4 /02a/4 /2a/257 /2a/1 /2a/".split(
      " ",
    ),
  ])("of Generations, of %s, is ours", async (rule) => {
    expect(ours(rule)).toBe(await golly(rule, "Generations"));
  });

  it("of any letters is ours, with states and without", async () => {
    const underscored = (text: string): string =>
      /[a-z]/.test(text) && !text.includes(":") ? text.replaceAll("/", "_") : text;
    await fc.assert(
      fc.asyncProperty(
        anyHalf,
        anyHalf,
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        async (a, b, form, under) => {
          const two = [`B${a}/S${b}`, `S${b}/B${a}`, `${b}/${a}`, `B${a}/${b}`][form] as string;
          for (const [text, algorithm] of [
            [two, "HashLife"],
            [`${two}/5`, "Generations"],
          ] as const) {
            const rule = under ? underscored(text) : text;
            expect(ours(rule), rule).toBe(await golly(rule, algorithm));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
