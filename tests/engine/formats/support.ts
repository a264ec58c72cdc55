/** What the tests of the formats share. */

import fc from "fast-check";
import type { RunsPattern } from "../../../engine/core/pattern.ts";
import { patternOf, withRuns } from "../../../engine/core/pattern.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun, RunsBuilder } from "../../../engine/core/runs.ts";
import type { PatternFormat, ReadOptions } from "../../../engine/formats/format.ts";

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Text with one byte for each character, for input that is no UTF-8. */
export const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

export function read(format: PatternFormat, text: string, options?: ReadOptions): RunsPattern {
  if (!format.read) throw new Error(`${format.id} has no reader`);
  return withRuns(format.read(bytesOf(text), options));
}

export function write(format: PatternFormat, pattern: RunsPattern): Uint8Array {
  if (!format.write) throw new Error(`${format.id} has no writer`);
  return format.write(pattern);
}

/** Absolute cells as text in reading order: "x,y" with ":state" for states above 1. */
export function cellsOf(runs: Runs): string[] {
  const cells: string[] = [];
  forEachRun(runs, (x, y, length, state) => {
    for (let k = 0; k < length; k++) {
      cells.push(`${runs.x + BigInt(x + k)},${runs.y + BigInt(y)}${state === 1 ? "" : `:${state}`}`);
    }
  });
  return cells;
}

interface Shape {
  readonly states?: boolean;
  /** Lengths and gaps of runs reach this far. Default 100. */
  readonly far?: number;
}

/** Canonical runs: rows with gaps between them, each of runs with gaps between them. */
export function runsArbitrary({ states = false, far = 100 }: Shape = {}): fc.Arbitrary<Runs> {
  const gap = fc.oneof({ weight: 4, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(far) });
  const state = states ? fc.integer({ min: 1, max: 255 }) : fc.constant(1);
  const row = fc.tuple(gap, fc.array(fc.tuple(gap, gap, state), { maxLength: 12 }));
  const origin = fc.oneof(
    fc.bigInt({ min: -100n, max: 100n }),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  );
  return fc.tuple(origin, origin, fc.array(row, { maxLength: 12 })).map(([originX, originY, rows]) => {
    const out = new RunsBuilder();
    let y = 0;
    for (const [skip, runs] of rows) {
      y += skip;
      let x = 0;
      for (const [before, length, value] of runs) {
        x += before;
        out.add(x, y, length + 1, value);
        x += length + 1;
      }
      y++;
    }
    return out.build(originX, originY);
  });
}

/** One line of text as people write it, without blanks at its ends. */
export const lineArbitrary: fc.Arbitrary<string> = fc
  .string({ unit: "grapheme", maxLength: 90 })
  .map((text) => text.replace(/[\r\n\v\f\u0085\u2028\u2029]/g, " ").trim());

export function patternArbitrary(cells: fc.Arbitrary<Runs>): fc.Arbitrary<RunsPattern> {
  return fc
    .record({
      cells,
      rule: fc.constantFrom(
        null,
        "B3/S23",
        "B36/S23",
        "B2/S34H:T30+5,20",
        "B13/S012V:P0,40",
        "B4678/S35678:K12*,7",
      ),
      generation: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 30n })),
      name: fc.oneof(fc.constant(null), lineArbitrary),
      author: fc.oneof(fc.constant(null), lineArbitrary),
      comments: fc.array(lineArbitrary, { maxLength: 4 }),
    })
    .map(({ name, author, ...rest }) =>
      patternOf(rest.cells, { ...rest, positioned: true, name: name || null, author: author || null }),
    );
}
