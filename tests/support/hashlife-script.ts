/**
 * Scripts of whatever may happen to a universe of HashLife, which `bitwise` performs too: steps that stop anywhere and are given
 * up for other targets or for edits, collections all the time, a memory that is nearly too small.
 */

import fc from "fast-check";
import { expect } from "vitest";
import type { Snapshot, Universe, UniverseInit, WriteMode } from "../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import type { HashLifeCore } from "../../engine/algorithms/hashlife/core.ts";
import { createHashLife } from "../../engine/algorithms/hashlife/hashlife.ts";
import { NEEDS_ROOM } from "../../engine/algorithms/hashlife/layout.ts";
import type { Block } from "../../engine/core/block.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { blockToRuns } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { torus, UNBOUNDED } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { anyGenerationsRule, anyRule } from "./scenario.ts";

interface Patch {
  readonly seed: number;
  readonly density: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly states?: readonly number[];
}

type Action =
  /** So many slices towards a target; then to the end, or left there. */
  | { readonly kind: "step"; readonly by: number; readonly slices: number; readonly ends: boolean }
  | { readonly kind: "aborted"; readonly by: number }
  | { readonly kind: "write"; readonly patch: Patch; readonly mode: WriteMode }
  | { readonly kind: "block"; readonly patch: Patch; readonly mode: WriteMode | "copy" }
  | { readonly kind: "clear"; readonly patch: Patch | null }
  | { readonly kind: "renumber"; readonly by: number }
  | { readonly kind: "rule"; readonly rule: Rule }
  | { readonly kind: "snapshot" }
  | { readonly kind: "restore" | "release"; readonly which: number }
  | { readonly kind: "tree" }
  | { readonly kind: "look"; readonly patch: Patch; readonly scale: number };

export interface Script {
  readonly rule: Rule;
  readonly level: number | null;
  readonly generation: bigint;
  readonly megabytes: number;
  readonly fuel: number;
  readonly collectFrom: number;
  /** How often there seems to be no room, and when. */
  readonly scarcity: number;
  readonly seed: number;
  readonly actions: readonly Action[];
}

/** Around the origin, where the root's quarters meet, and around the borders of leaves. */
const anyPlace = fc.oneof(
  fc.integer({ min: -70, max: 70 }),
  fc.constantFrom(-33, -32, -17, -16, -1, 0, 1, 15, 16),
);
const anyDensity = fc.constantFrom(0.05, 0.3, 0.5, 1);
const anySide = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, 2, 16, 32));
const anyPatch: fc.Arbitrary<Patch> = fc.record({
  seed: fc.nat(),
  density: anyDensity,
  x: anyPlace,
  y: anyPlace,
  w: anySide,
  h: anySide,
});
/** One that lies over the origin, and so on every torus. */
const anyFirst: fc.Arbitrary<Patch> = fc.record({
  seed: fc.nat(),
  density: fc.constantFrom(0.3, 0.4, 0.5),
  x: fc.integer({ min: -60, max: -1 }),
  y: fc.integer({ min: -60, max: -1 }),
  w: fc.integer({ min: 61, max: 120 }),
  h: fc.integer({ min: 61, max: 120 }),
});
const knownRules = ["B3/S23", "B36/S125H", "B13/S024V", "B03/S23", "B0123478/S01234678", "B0/S"].map((text) =>
  parseRule(text),
);
const scriptRule = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...knownRules) }, anyRule);
const anyLength = fc.oneof(
  { weight: 1, arbitrary: fc.nat(3) },
  { weight: 3, arbitrary: fc.integer({ min: 4, max: 40 }) },
  { weight: 3, arbitrary: fc.constantFrom(7, 8, 9, 16, 32, 64, 100, 128, 255) },
);

const actionUnder = (rules: fc.Arbitrary<Rule>, patches: fc.Arbitrary<Patch>): fc.Arbitrary<Action> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("step" as const),
        by: anyLength,
        slices: fc.oneof(fc.nat(4), fc.nat(60)),
        ends: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("aborted" as const), by: anyLength }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("write" as const),
        patch: patches,
        mode: fc.constantFrom<WriteMode>("or", "clear", "xor"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("block" as const),
        patch: patches,
        mode: fc.constantFrom<WriteMode | "copy">("or", "clear", "xor", "copy"),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("clear" as const), patch: fc.option(patches, { freq: 9 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("renumber" as const), by: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("rule" as const), rule: rules }) },
    { weight: 1, arbitrary: fc.constant<Action>({ kind: "snapshot" }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("restore" as const, "release" as const),
        which: fc.nat(3),
      }),
    },
    { weight: 1, arbitrary: fc.constant<Action>({ kind: "tree" }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("look" as const), patch: patches, scale: fc.nat(12) }),
    },
  );

const scriptUnder = (
  rules: fc.Arbitrary<Rule>,
  patches: fc.Arbitrary<Patch>,
  firsts: fc.Arbitrary<Patch>,
): fc.Arbitrary<Script> =>
  fc
    .record({
      rule: rules,
      level: fc.oneof(fc.constant(null), fc.nat(7), fc.constantFrom(4, 5, 6, 7)),
      generation: fc.constantFrom(0n, 1n, 10n ** 20n + 1n),
      megabytes: fc.constantFrom(2, 3, 4),
      fuel: fc.constantFrom(1, 2, 3, 50),
      collectFrom: fc.constantFrom(1, 2000, 30000),
      scarcity: fc.constantFrom(0, 0.0005, 0.005, 0.03),
      seed: fc.nat(),
      first: firsts,
      rest: fc.array(actionUnder(rules, patches), { minLength: 4, maxLength: 14 }),
      empty: fc.nat(7).map((n) => n === 7),
    })
    .map(({ first, rest, empty, ...script }) => ({
      ...script,
      actions: empty ? rest : [{ kind: "block", patch: first, mode: "or" }, ...rest],
    }));

export const anyScript = scriptUnder(scriptRule, anyPatch, anyFirst);

/** Rules of two states and of more, one after the other, and cells in states that some of them have. */
const anyStates = fc.constantFrom([1], [1, 2], [1, 1, 2, 3], [2, 5, 7, 8], [1, 3, 16, 99, 255]);
const withStates = (patches: fc.Arbitrary<Patch>): fc.Arbitrary<Patch> =>
  fc.tuple(patches, anyStates).map(([patch, states]) => ({ ...patch, states }));
const statedRules = [
  "WireWorld",
  "LifeHistory",
  "BriansBrain",
  "345/2/4",
  "2367/3457/5",
  "34/25/6H",
  "JvN29",
  "Langtons-Loops",
].map((text) => parseRule(text));
const statedRule = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...statedRules) },
  { weight: 3, arbitrary: anyGenerationsRule },
  { weight: 1, arbitrary: scriptRule },
);
export const anyStatedScript = scriptUnder(statedRule, withStates(anyPatch), withStates(anyFirst));

function blockOf({ seed, density, x, y, w, h, states }: Patch): Block {
  return { ...soupBlock({ seed, density, width: w, height: h, states }), x: BigInt(x), y: BigInt(y) };
}

const rectOf = ({ x, y, w, h }: Patch) => ({ x: BigInt(x), y: BigInt(y), w: BigInt(w), h: BigInt(h) });

/** Answers false where it does not fit the memory. */
async function fits(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof TessellaError && error.code === "memory-limit") return false;
    throw error;
  }
}

class ScriptRun {
  readonly #script: Script;
  readonly #ours: Universe;
  readonly #model: Universe;
  readonly #kept: { readonly ours: Snapshot; readonly model: Snapshot }[] = [];

  constructor(script: Script, ours: Universe, model: Universe) {
    this.#script = script;
    this.#ours = ours;
    this.#model = model;
  }

  async perform(): Promise<void> {
    for (const action of this.#script.actions) {
      await this.#act(action);
      await this.#compare(this.#ours);
    }
    this.#ours.dispose();
    this.#model.dispose();
  }

  async #act(action: Action): Promise<void> {
    const [ours, model] = [this.#ours, this.#model];
    switch (action.kind) {
      case "step":
        return this.#step(ours.generation + BigInt(action.by), action.slices, action.ends);
      case "aborted": {
        const signal = AbortSignal.abort();
        const outcome = await ours.step(ours.generation + BigInt(action.by), { signal });
        expect(outcome).toBe(action.by === 0 ? "done" : "more");
        return;
      }
      case "write":
        return this.#both((u) => u.writeRuns(blockToRuns(blockOf(action.patch)), action.mode));
      case "block":
        return this.#both((u) => u.writeBlock(blockOf(action.patch), action.mode));
      case "clear":
        return this.#both((u) => u.clear(action.patch ? rectOf(action.patch) : undefined));
      case "renumber":
        for (const u of [ours, model]) u.setGeneration(u.generation + BigInt(action.by));
        return;
      case "rule":
        return this.#both(async (u) => u.setRule(action.rule));
      case "snapshot":
        this.#kept.push({ ours: await ours.snapshot(), model: await model.snapshot() });
        return;
      case "restore": {
        const kept = this.#kept[action.which];
        if (!kept) return;
        // One of other planes is taken into the present ones, for which there may be no room.
        if (await fits(() => ours.restore(kept.ours))) await model.restore(kept.model);
        return;
      }
      case "release": {
        const [kept] = this.#kept.splice(action.which, 1);
        if (!kept) return;
        ours.release(kept.ours);
        return model.release(kept.model);
      }
      case "tree": {
        const { rule, topology, generation } = ours;
        const other = await createHashLife({ rule, topology, generation }, {});
        await other.writeTree?.((await ours.readTree?.()) as never);
        await this.#compare(other);
        other.dispose();
        return;
      }
      case "look":
        return this.#look(action.patch, action.scale);
    }
  }

  async #step(target: bigint, slices: number, ends: boolean): Promise<void> {
    const ours = this.#ours;
    const before = ours.generation;
    const fit = await fits(async () => {
      for (let k = 0; k < slices; k++) {
        const outcome = await ours.step(target, { milliseconds: 0 });
        expect(outcome).toBe(ours.generation === target ? "done" : "more");
        if (outcome === "done") return;
      }
      if (ends) expect(await ours.step(target)).toBe("done");
    });
    expect([before, target]).toContain(ours.generation);
    if (!fit) expect(ours.generation).toBe(before);
    else if (ends) expect(ours.generation).toBe(target);
    await this.#model.step(ours.generation);
  }

  /** An edit leaves the generation alone, whatever was under way. */
  async #both(change: (universe: Universe) => Promise<void>): Promise<void> {
    if (await fits(() => change(this.#ours))) await change(this.#model);
  }

  async #compare(universe: Universe): Promise<void> {
    const seen = async (u: Universe) => [
      u.generation,
      await u.bounds(),
      await u.population(),
      await u.hash(),
    ];
    expect(await seen(universe)).toEqual(await seen(this.#model));
  }

  async #look(patch: Patch, scale: number): Promise<void> {
    const region = rectOf(patch);
    const seen = async (u: Universe) => [
      await u.readRuns(),
      await u.readRuns(region),
      await u.readBlock(region),
      await u.raster({ x: region.x, y: region.y, width: patch.w, height: patch.h, scale }),
    ];
    const [ours, model] = [await seen(this.#ours), await seen(this.#model)];
    // An empty universe's runs lie nowhere in particular.
    if ((await this.#model.population()) > 0n) expect(ours.slice(2)).toEqual(model.slice(2));
    const cells = async (universe: Universe, part?: typeof region) => {
      const other = await BITWISE.create({ rule: universe.rule, topology: UNBOUNDED }, {});
      await other.writeRuns(await universe.readRuns(part), "or");
      return other.hash();
    };
    expect(await cells(this.#ours)).toBe(await cells(this.#model));
    expect(await cells(this.#ours, region)).toBe(await cells(this.#model, region));
  }
}

/**
 * A core that says every now and then, once or several times in a row, that it has no room: then rows stop, edits begin anew,
 * and collections of either kind come at places where a real shortage would be rare. Counts the collections.
 */
function scarce(core: HashLifeCore, { scarcity, seed, fuel: rounds }: Script): HashLifeCore {
  let state = seed | 1;
  const draw = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  let denied = 0;
  const deny = (): boolean => {
    if (denied > 0) denied--;
    else if (draw() < scarcity) denied = Math.floor(draw() * 4);
    else return false;
    return true;
  };
  const overrides: Partial<HashLifeCore> = {
    getRoom: () => (deny() ? 0 : core.getRoom()),
    run: (fuel, more, least, full) => {
      const short = draw() < 8 * scarcity;
      // Seldom for good: then the step fails.
      if (short) denied = draw() < 0.1 ? 3 : 1 + Math.round(draw());
      // Either before the rounds, or only for what comes after them.
      const early = short && draw() < 0.5;
      const outcome = core.run(early ? 0 : Math.min(fuel, rounds), more, least, full);
      return early ? NEEDS_ROOM : outcome;
    },
    beginCollection: (keepResults) => {
      collections[keepResults]++;
      core.beginCollection(keepResults);
    },
  };
  return new Proxy(core, {
    get: (target, name) => {
      const value = Reflect.get(overrides, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Bare ones, and those that keep results, in all runs so far. */
export const collections: [number, number] = [0, 0];

/** Performs a script on a core of that kind and on `bitwise`, and compares them after each action. */
export async function performScript(script: Script, core: Promise<HashLifeCore>): Promise<void> {
  const { megabytes, fuel, collectFrom } = script;
  const ours = await createHashLife(
    initOf(script),
    { memoryMegabytes: megabytes },
    { fuel, collectFrom },
    core.then((started) => scarce(started, script)),
  );
  await performOn(script, ours);
}

/** Performs a script on a universe that has nothing done yet, and on `bitwise`, and compares them after each action. */
export async function performOn(script: Script, ours: Universe): Promise<void> {
  const { rule, topology, generation } = ours;
  const model = await BITWISE.create({ rule, topology, generation }, {});
  await new ScriptRun(script, ours, model).perform();
}

/** Where a script takes place. */
export function initOf({ rule, level, generation }: Script): UniverseInit {
  const topology = level === null ? UNBOUNDED : torus(2 ** level, 2 ** level);
  return { rule, topology, generation };
}
