// The twin is the kernel, node for node: any script of what a host may do leaves every slot the same in both. The cells
// themselves are judged in steps.test.ts; here and there they are looked at too.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HashLifeCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { FINISHED, NEEDS_ROOM } from "../../../../engine/algorithms/hashlife/layout.ts";
import type { Rule } from "../../../../engine/rules/rule.ts";
import { parseRule } from "../../../../engine/rules/universe-rule.ts";
import { evenly } from "../../../support/evenly.ts";
import {
  collect,
  makeRoom,
  naive,
  plant,
  putRule,
  putStep,
  readCells,
  regrowIndex,
} from "../../../support/hashlife-twin/cores.ts";
import type { Twins } from "../../../support/hashlife-twin/twins.ts";
import { soup, twins } from "../../../support/hashlife-twin/twins.ts";
import { anyRule } from "../../../support/scenario.ts";

/** The smallest index in which a step can go on. */
const FIRST_BITS = 10;

type Action =
  | { readonly kind: "plant"; readonly level: number; readonly seed: number; readonly density: number }
  /** `share` of what the square decides; with `fuel`, stopped so often and then given up. */
  | {
      readonly kind: "step";
      readonly share: number;
      readonly parity: number;
      readonly stops: readonly number[];
    }
  | { readonly kind: "full"; readonly stops: readonly number[] }
  | { readonly kind: "cancel"; readonly share: number; readonly fuel: number; readonly collects: boolean }
  | { readonly kind: "collect"; readonly keep: boolean; readonly slice: number }
  | { readonly kind: "grow" }
  | { readonly kind: "forget"; readonly all: boolean }
  | { readonly kind: "pad"; readonly least: number }
  | { readonly kind: "rule"; readonly rule: Rule };

const anyShare = evenly(0, 1);
const anyStops = fc.array(fc.nat(9), { maxLength: 5 });
const anyPlant = fc.record({
  kind: fc.constant("plant" as const),
  level: fc.constantFrom(6, 7, 8),
  seed: fc.nat(),
  density: fc.constantFrom(0.003, 0.1, 0.4, 1),
});
const anyStep = fc.record({
  kind: fc.constant("step" as const),
  share: anyShare,
  parity: fc.constantFrom(0, 1),
  stops: anyStops,
});
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  anyPlant,
  { weight: 4, arbitrary: anyStep },
  fc.record({ kind: fc.constant("full"), stops: anyStops }),
  fc.record({ kind: fc.constant("cancel"), share: anyShare, fuel: fc.nat(20), collects: fc.boolean() }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("collect"),
      keep: fc.boolean(),
      slice: fc.integer({ min: 1, max: 5000 }),
    }),
  },
  fc.constant<Action>({ kind: "grow" }),
  fc.record({ kind: fc.constant("forget"), all: fc.boolean() }),
  fc.record({ kind: fc.constant("pad"), least: fc.integer({ min: 7, max: 9 }) }),
  fc.record({ kind: fc.constant("rule"), rule: anyRule }),
);

/** Does to both what a host does; roots are the square at hand and the one before it. */
class Host {
  readonly #pair: Twins;
  #bits = FIRST_BITS;
  #square = 0;
  #level = 6;
  #before: readonly [number, number] = [0, 6];
  /** Of the results that are known: full ones of a strobing rule are true for one parity only. */
  #parity = 0;

  constructor(pair: Twins, rule: Rule) {
    this.#pair = pair;
    for (const core of pair.cores) putRule(core, rule);
  }

  do(action: Action): void {
    switch (action.kind) {
      case "plant": {
        this.#need(2 ** (2 * (action.level - 4) + 1));
        const cells = soup(action.level, action.seed, action.density);
        this.#set(
          this.#both((core) => plant(core, cells)),
          action.level,
        );
        break;
      }
      case "step":
        this.#begin(action.share, action.parity);
        this.#finish(action.stops);
        break;
      case "full":
        this.#need(512);
        for (const core of this.#pair.cores) core.begin(this.#square, this.#level, 0);
        this.#finish(action.stops);
        break;
      case "cancel":
        this.#begin(action.share, this.#parity);
        this.#both((core) => core.run(action.fuel, 0, 0, 0));
        if (action.collects) this.#collect(false, 100);
        for (const core of this.#pair.cores) core.cancel();
        // Nobody is at work: the same again goes through to the end.
        this.#begin(action.share, this.#parity);
        this.#finish([]);
        break;
      case "collect":
        this.#collect(action.keep, action.slice);
        break;
      case "grow":
        this.#grow();
        break;
      case "forget":
        for (const core of this.#pair.cores) core.forgetResults(0, core.getUsed(), action.all ? 1 : 0);
        break;
      case "pad": {
        this.#need(512);
        const level = this.#both((core) => core.pad(this.#square, this.#level, action.least));
        this.#set(
          this.#both((core) => core.getSquare()),
          level,
        );
        break;
      }
      case "rule":
        for (const core of this.#pair.cores) {
          putRule(core, action.rule);
          core.forgetResults(0, core.getUsed(), 1);
        }
    }
    this.#both((core) => core.population(this.#square, this.#level));
    this.#pair.expectSame();
  }

  #both<T extends number | bigint>(ask: (core: HashLifeCore) => T): T {
    return this.#pair.both(ask);
  }

  #set(square: number, level: number): void {
    this.#before = [this.#square, this.#level];
    this.#square = square;
    this.#level = level;
  }

  #begin(share: number, parity: number): void {
    this.#need(512);
    const generations = BigInt(Math.round(share * 2 ** (this.#level - 2)));
    for (const core of this.#pair.cores) {
      core.forgetResults(0, core.getUsed(), parity === this.#parity ? 0 : 1);
      putStep(core, this.#level, generations, parity);
      core.begin(this.#square, this.#level, 1);
    }
    this.#parity = parity;
  }

  /** Stops as told, with a comparison and a larger index or a collection at each stop; then to the end. */
  #finish(stops: readonly number[]): void {
    let stop = 0;
    for (;;) {
      const fuel = stops[stop++] ?? 1e6;
      const outcome = this.#both((core) => core.run(fuel, 0, 0, 0));
      if (outcome === FINISHED) break;
      this.#pair.expectSame();
      if (outcome === NEEDS_ROOM || stop === 2) this.#grow();
      else if (fuel < 3) this.#collect(fuel === 1, 300);
    }
    const result = this.#both((core) => core.getAnswer());
    // What can be stepped again stays the square at hand.
    if (this.#level > 6) this.#set(result, this.#level - 1);
  }

  #collect(keep: boolean, slice: number): void {
    const roots = [[this.#square, this.#level] as const, this.#before];
    for (const core of this.#pair.cores) collect(core, keep, this.#bits, roots, slice);
  }

  #grow(): void {
    this.#bits = Math.min(this.#bits + 1, 18);
    for (const core of this.#pair.cores) regrowIndex(core, this.#bits);
  }

  #need(slots: number): void {
    this.#bits = this.#both((core) => makeRoom(core, slots, this.#bits));
  }
}

describe("the twin", () => {
  it("has every slot as the kernel has it, whatever a host does", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRule,
        anyPlant,
        anyStep,
        fc.array(anyAction, { maxLength: 10 }),
        async (rule, first, step, rest) => {
          const host = new Host(await twins(FIRST_BITS), rule);
          for (const action of [first, step, ...rest]) host.do(action);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("forgets nothing and repeats nothing when a step is given up and begun again", async () => {
    const pair = await twins(16);
    const life = parseRule("B3/S23");
    const cells = soup(8, 77, 0.35);
    for (const core of pair.cores) putRule(core, life, true);
    const square = pair.both((core) => plant(core, cells));
    for (const core of pair.cores) putStep(core, 8, 45n, 0);
    for (let fuel = 0; ; fuel++) {
      for (const core of pair.cores) core.begin(square, 8, 1);
      const outcome = pair.both((core) => core.run(fuel, 0, 0, 0));
      pair.expectSame();
      if (outcome === FINISHED) break;
      for (const core of pair.cores) core.cancel();
      pair.expectSame();
    }
    const result = pair.both((core) => core.getAnswer());
    expect(readCells(pair.cores[1], result, 7)).toEqual(naive(cells, life, 45, 0));
  });

  it("counts what is too much for a double", async () => {
    const pair = await twins(12);
    const count = pair.both((core) => {
      // A square full of cells at every level; all but one row of one leaf.
      core.words.fill(0xffffffff, 64, 72);
      let square = core.leaf();
      core.words[64] = 0xffff0000;
      let other = core.leaf();
      for (let level = 5; level <= 31; level++) {
        other = core.node(other, square, square, square);
        square = core.node(square, square, square, square);
      }
      return core.population(other, 31);
    });
    expect(count).toBe(2n ** 62n - 16n);
    pair.expectSame();
  });

  it("notices a slot that is not the same", async () => {
    const pair = await twins(12);
    pair.both((core) => plant(core, soup(6, 1, 0.5)));
    pair.expectSame();
    const [, twin] = pair.cores;
    const last = twin.node(0, 0, 0, twin.leaf());
    expect(last).not.toBe(0);
    expect(() => pair.expectSame()).toThrow();
  });
});
