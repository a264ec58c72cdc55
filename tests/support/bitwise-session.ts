/** Whatever may happen to a universe of `bitwise`, compared with the reference, with steps that are left in the middle of generations. */

import fc from "fast-check";
import { expect } from "vitest";
import type { Snapshot, Universe, UniverseInit } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { rect } from "../../engine/core/rect.ts";
import { translateRuns } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "./rle-text.ts";
import { equalRuns } from "./runs.ts";

export const GOSPER_GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);

/** Cells in states that few rules have, and of which some lie beyond a tile. */
const STATED_RUNS = cellsFromRle("AB3C.2BA30.40D$3.5A2B$$rG20A.pA3B!");

const anySide = fc.integer({ min: 1, max: 100 });
const anyGrid = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  fc.tuple(anySide, anySide).map(([w, h]) => `:T${w},${h}`),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .map(([w, h]) => `:T${w * 32},${h * 32}`),
  fc
    .tuple(anySide, anySide, fc.integer({ min: -9, max: 9 }))
    .map(([w, h, s]) => `:T${w}${s < 0 ? s : `+${s}`},${h}`),
  fc
    .tuple(anySide, anySide, fc.integer({ min: -9, max: 9 }))
    .map(([w, h, s]) => `:T${w},${h}${s < 0 ? s : `+${s}`}`),
  fc.constantFrom(":T64+32,96", ":T64,96-64", ":T64,0", ":T0,64", ":P64,64"),
  anySide.map((w) => `:T${w},0`),
  anySide.map((h) => `:T0,${h}`),
  fc.tuple(anySide, anySide).map(([w, h]) => `:P${w},${h}`),
  anySide.map((h) => `:P0,${h}`),
);
const anyRuleText = fc
  .tuple(fc.integer({ min: 0, max: 511 }), fc.integer({ min: 0, max: 511 }), fc.constantFrom("", "H", "V"))
  .map(([b, s, n]) => {
    const most = n === "" ? 8 : n === "H" ? 6 : 4;
    const digits = (mask: number): string =>
      Array.from({ length: most + 1 }, (_, i) => ((mask >> i) & 1 ? i : "")).join("");
    return `B${digits(b)}/S${digits(s)}${n}`;
  });
/** Generations of any number of states; B0 is none of theirs. */
const anyStatedRule = fc
  .tuple(
    fc.integer({ min: 0, max: 511 }),
    fc.integer({ min: 0, max: 255 }),
    fc.oneof(fc.integer({ min: 3, max: 9 }), fc.constantFrom(16, 24, 33, 100, 128, 255, 256)),
    fc.constantFrom("", "H", "V"),
  )
  .map(([s, b, states, n]) => {
    const most = n === "" ? 8 : n === "H" ? 6 : 4;
    const digits = (mask: number): string =>
      Array.from({ length: most + 1 }, (_, i) => ((mask >> i) & 1 ? i : "")).join("");
    return `${digits(s)}/${digits(b << 1)}/${states}${n}`;
  });
const anyCalmRule = fc.constantFrom("B3/S23", "B36/S23", "B3/S23", "B2/S34H", "B013568/S01", "B13/S012V");
const anyCalmStatedRule = fc.constantFrom(
  "/2/3",
  "345/2/4",
  "23/3/8",
  "MAPAICMgZayhXs8IcBI4GgugUYNGKADgsIEA1Yg8SGtUKFnBQAhEfkCQmRAaAgDgQMkJQqKyAJBsGBAEBECVKAIwA/5",
  "2ak34/2i3/24",
  "2/2/3H",
  "12/1/256V",
  "WireWorld",
  "JvN29",
);
const anyPlace = fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 }));
const anyAction = fc.oneof(
  fc.record({
    do: fc.constant("soup" as const),
    seed: fc.nat(),
    at: anyPlace,
    w: anySide,
    h: anySide,
    states: fc.constantFrom([1], [1, 2], [1, 2, 3, 7, 200]),
  }),
  fc.record({
    do: fc.constant("write" as const),
    what: fc.constantFrom(GOSPER_GUN, STATED_RUNS),
    at: anyPlace,
    mode: fc.constantFrom("or" as const, "xor" as const, "clear" as const),
  }),
  fc.record({ do: fc.constant("clear" as const), at: anyPlace, w: anySide, h: anySide }),
  fc.record({ do: fc.constant("step" as const), n: fc.integer({ min: 1, max: 12 }), cuts: fc.nat(3) }),
  fc.record({ do: fc.constant("rule" as const), rule: fc.oneof(anyCalmRule, anyCalmStatedRule) }),
  fc.record({ do: fc.constant("renumber" as const), n: fc.bigInt({ min: 0n, max: 9n }) }),
  fc.record({ do: fc.constant("snapshot" as const) }),
  fc.record({ do: fc.constant("restore" as const) }),
);

type Action = typeof anyAction extends fc.Arbitrary<infer A> ? A : never;

interface Session {
  readonly rule: string;
  readonly actions: readonly Action[];
}

export const anySession: fc.Arbitrary<Session> = fc
  .tuple(
    fc.oneof(anyCalmRule, anyRuleText, anyCalmStatedRule, anyStatedRule),
    anyGrid,
    fc.array(anyAction, { minLength: 1, maxLength: 14 }),
  )
  .map(([rule, grid, actions]) => ({
    rule: rule + grid,
    actions: [{ do: "soup", seed: 1, at: [0, 0], w: 40, h: 40, states: [1] }, ...actions],
  }));

/** `ready`: called before each step. */
export async function performSession(
  { rule, actions }: Session,
  create: (init: UniverseInit) => Promise<Universe>,
  ready: () => Promise<void> = async () => undefined,
): Promise<void> {
  const init = parseUniverseRule(rule);
  const a = await create(init);
  const b = await REFERENCE.create(init, {});
  const kept: [Snapshot, Snapshot][] = [];
  for (const act of actions) {
    if (act.do === "soup") {
      const { seed, states } = act;
      const soup = soupBlock({ seed, density: 0.4, width: act.w, height: act.h, states });
      const block = { ...soup, x: BigInt(act.at[0]), y: BigInt(act.at[1]) };
      for (const u of [a, b]) await u.writeBlock(block, act.seed % 2 ? "copy" : "xor");
    } else if (act.do === "write") {
      const runs = translateRuns(act.what, BigInt(act.at[0]), BigInt(act.at[1]));
      for (const u of [a, b]) await u.writeRuns(runs, act.mode);
    } else if (act.do === "clear") {
      for (const u of [a, b]) await u.clear(rect(act.at[0], act.at[1], act.w, act.h));
    } else if (act.do === "step") {
      await ready();
      const target = a.generation + BigInt(act.n);
      // A slice of one tile, then other verbs: the next generation is left half done.
      for (let i = 0; i < act.cuts; i++) await a.step(target, { milliseconds: 0 });
      if (act.cuts < 2) while ((await a.step(target, { milliseconds: 0 })) === "more");
      if (a.generation > b.generation) await b.step(a.generation);
    } else if (act.do === "rule") {
      const next = parseUniverseRule(act.rule).rule;
      for (const u of [a, b]) u.setRule(next);
    } else if (act.do === "renumber") {
      for (const u of [a, b]) u.setGeneration(act.n);
    } else if (act.do === "snapshot") {
      kept.push([await a.snapshot(), await b.snapshot()]);
    } else if (kept.length > 0) {
      const [x, y] = kept[kept.length - 1];
      await a.restore(x);
      await b.restore(y);
    }
    expect(a.generation).toBe(b.generation);
    expect(await a.hash()).toBe(await b.hash());
  }
  expect(await a.population()).toBe(await b.population());
  expect(await a.bounds()).toEqual(await b.bounds());
  const [ours, theirs] = [await a.readRuns(rect(-40, -40, 90, 77)), await b.readRuns(rect(-40, -40, 90, 77))];
  expect(equalRuns(ours, theirs)).toBe(true);
  expect(await a.readBlock(rect(-50, -33, 101, 67))).toEqual(await b.readBlock(rect(-50, -33, 101, 67)));
  for (const scale of [0, 2, 6]) {
    const request = { x: -70n, y: -70n, width: 40, height: 41, scale };
    expect(await a.raster(request)).toEqual(await b.raster(request));
  }
  a.dispose();
  b.dispose();
}
