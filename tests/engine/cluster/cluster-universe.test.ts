import { describe, expect, it, vi } from "vitest";
import type { Algorithm, TuningMemory } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import type { RankPlan } from "../../../engine/cluster/cluster-universe.ts";
import { overRanks } from "../../../engine/cluster/cluster-universe.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import { formatHash } from "../../../engine/core/state-hash.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../../support/agree.ts";
import { describeContract } from "../../support/contract.ts";
import { patience } from "../../support/effort.ts";
import { openFibres } from "../../support/fibres.ts";

function ranks(algorithm: Algorithm, size: number, plan: Partial<RankPlan> = {}): Algorithm {
  return overRanks(algorithm, { size, halo: 1, overlap: true, open: () => openFibres(size), ...plan });
}

describeContract(ranks(REFERENCE, 3, { halo: 2 }), {
  grids: 8,
  sample: ["B3/S23:T40+7,12", "B03/S23:P33,10"],
});

/** The hash of a soup after so many generations, alone and over ranks. */
async function hashes(
  text: string,
  generations: bigint,
  plans: readonly (readonly [number, Partial<RankPlan>])[],
  alone: Algorithm,
): Promise<readonly string[]> {
  const init = parseUniverseRule(text);
  const { width, height } = init.topology as BoundedTopology;
  const result: string[] = [];
  for (const algorithm of [alone, ...plans.map(([size, plan]) => ranks(alone, size, plan))]) {
    const universe = await algorithm.create(init, {});
    try {
      await writeSoup(universe, { seed: 11, density: 0.4, width, height });
      await universe.step(generations);
      result.push(formatHash(await universe.hash()));
    } finally {
      universe.dispose();
    }
  }
  return result;
}

describe("a universe over ranks", () => {
  it.each([
    { size: 2, halo: 3, overlap: true },
    { size: 3, halo: 2, overlap: false },
  ])(
    "of bitwise and reference agrees with the reference whatever happens: $size ranks, halo $halo",
    patience(60_000),
    async ({ size, ...plan }) => {
      const others = [ranks(BITWISE, size, plan), ranks(REFERENCE, size, plan)];
      await assertAgreement(REFERENCE, others, {}, 12);
    },
  );

  const WHOLE = { overlap: false };
  const uneven = { halo: 9, shares: [1, 5, 2] };
  it.each([
    [
      "B3/S23:T1000,777",
      70n,
      [
        [1, {}],
        // A rank alone has nobody to exchange rows with, whatever it is told.
        [1, { halo: 8 }],
        [2, { halo: 64 }],
        [3, { halo: 64, ...WHOLE }],
        [7, { halo: 16 }],
        [3, uneven],
        // Of blocks that end with the run or before it, the last generations.
        [2, { halo: 33, ahead: 7 }],
        [5, { halo: 20, ahead: 1 }],
      ],
    ],
    [
      "B3/S23:T512,256",
      70n,
      [
        [2, { halo: 32 }],
        [4, { halo: 5 }],
        [4, { halo: 64, ...WHOLE }],
      ],
    ],
    [
      "B3/S23:T4097,33",
      20n,
      [
        [2, { halo: 16 }],
        [3, { halo: 1, ...WHOLE }],
        [7, { halo: 4 }],
      ],
    ],
    [
      "B3/S23:T333+100,120",
      90n,
      [
        [2, { halo: 7 }],
        [3, { halo: 40, ...WHOLE }],
        [3, { halo: 40, ahead: 13 }],
      ],
    ],
    [
      "B3/S23:T320-64,128",
      90n,
      [
        [2, { halo: 32 }],
        [4, { halo: 3 }],
      ],
    ],
    [
      "B3/S23:P320,128",
      90n,
      [
        [2, { halo: 10 }],
        [4, { halo: 32, ...WHOLE }],
        [4, { halo: 32, ahead: 9 }],
        [2, { halo: 64, ahead: 63 }],
      ],
    ],
    [
      "B3/S23:P201,99",
      90n,
      [
        [3, uneven],
        [7, { halo: 14 }],
      ],
    ],
    [
      "B2/S34H:T200,150",
      80n,
      [
        [3, { halo: 6 }],
        [2, { halo: 20, ...WHOLE }],
      ],
    ],
    [
      "B13/S012V:P111,130",
      80n,
      [
        [4, { halo: 3 }],
        [2, { halo: 17, ...WHOLE }],
      ],
    ],
    [
      "B03/S23:T200+7,150",
      81n,
      [
        [3, { halo: 5 }],
        [2, { halo: 4, ...WHOLE }],
        [3, { halo: 9, ahead: 4 }],
      ],
    ],
    [
      "B0123478/S01234678:P96,96",
      81n,
      [
        [3, { halo: 5 }],
        [2, { halo: 1 }],
        [2, { halo: 11, ahead: 2 }],
      ],
    ],
  ] as const)("comes to one hash for any ranks and halos on %s", async (text, generations, plans) => {
    const [alone, ...others] = await hashes(text, generations, plans, BITWISE);
    expect(others).toEqual(plans.map(() => alone));
  });

  it.each(["B3/S23:T96,120", "B3/S23:P96,120"])(
    "gives strips and measurements the rows that a kernel needs, on %s",
    async (text) => {
      const atLeast16: Algorithm = {
        ...BITWISE,
        id: "at-least-16",
        refuses: (_, topology) => ((topology as BoundedTopology).height < 16 ? "It needs 16 rows." : null),
        create: (init, environment) => {
          expect((init.topology as BoundedTopology).height).toBeGreaterThanOrEqual(16);
          return BITWISE.create(init, environment);
        },
      };
      vi.spyOn(ALGORITHMS, "get").mockImplementation(() => atLeast16);
      const [alone, ...others] = await hashes(
        text,
        60n,
        [
          [3, { halo: 1, measure: true }],
          [4, { halo: 5 }],
        ],
        atLeast16,
      );
      expect(others).toEqual([alone, alone]);
      vi.restoreAllMocks();
    },
  );

  it("refuses rules that look further than a halo's row a generation, and those of more states", async () => {
    const far = parseUniverseRule("R5,C2,S34-58,B34-45:T128,128");
    const shared = ranks(REFERENCE, 2, { halo: 4 });
    expect(shared.refuses(far.rule, far.topology)).toMatch(/nearest neighbours; R5\S* looks 5 cells far\.$/);
    await expect(shared.create(far, {})).rejects.toMatchObject({ code: "unsupported-topology" });
    const universe = await shared.create(parseUniverseRule("B3/S23:T128,128"), {});
    for (const rule of [far.rule, parseUniverseRule("/2/3").rule])
      expect(() => universe.setRule(rule)).toThrow(/^Ranks share /);
    universe.dispose();
  });

  it("keeps frozen borders, with the reference", async () => {
    const [alone, ...others] = await hashes(
      "B3/S23:F90,61",
      50n,
      [
        [2, { halo: 5 }],
        [3, { halo: 20, ...WHOLE }],
        [7, {}],
      ],
      REFERENCE,
    );
    expect(others).toEqual([alone, alone, alone]);
  });

  it("is told apart from a universe whose ranks exchange nothing", async () => {
    // Without its neighbours' rows, no slab but one comes to the same cells.
    const init = parseUniverseRule("B3/S23:T64,64");
    const slab = parseUniverseRule("B3/S23:T64,32");
    const [whole, half] = [await BITWISE.create(init, {}), await BITWISE.create(slab, {})];
    await writeSoup(whole, { seed: 11, density: 0.4, width: 64, height: 64 });
    await half.writeBlock({ ...(await whole.readBlock(rect(-32, -32, 64, 32))), y: -16n }, "copy");
    await whole.step(1n);
    await half.step(1n);
    expect((await half.readBlock(rect(-32, -16, 64, 32))).words).not.toEqual(
      (await whole.readBlock(rect(-32, -32, 64, 32))).words,
    );
  });

  it("keeps exchanging while it is read and edited between the steps of a block", async () => {
    const init = parseUniverseRule("B3/S23:T300,100");
    const shared = await ranks(BITWISE, 3, { halo: 8 }).create(init, {});
    const alone = await BITWISE.create(init, {});
    for (const universe of [shared, alone]) {
      await writeSoup(universe, { seed: 2, density: 0.5, width: 300, height: 100 });
      await universe.step(3n);
      expect(await universe.population()).toBeGreaterThan(0n);
      await universe.step(20n);
      await universe.clear(rect(-10, -20, 30, 5));
      await universe.step(21n);
      universe.setGeneration(100n);
      await universe.step(140n);
    }
    expect(await shared.hash()).toBe(await alone.hash());
    expect(shared.memory()).toBeGreaterThan(0);
    shared.dispose();
    await expect(shared.hash()).rejects.toThrow("This universe has been closed.");
  });

  it("counts each cell once after it has come back to a generation that was kept between two exchanges", async () => {
    const universe = await ranks(BITWISE, 3, { halo: 8 }).create(parseUniverseRule("B3/S23:T300,100"), {});
    await writeSoup(universe, { seed: 2, density: 0.5, width: 300, height: 100 });
    await universe.step(3n);
    const kept = await universe.snapshot();
    const facts = async () => [await universe.population(), formatHash(await universe.hash())];
    const before = await facts();
    await universe.restore(kept);
    expect(await facts()).toEqual(before);
    universe.dispose();
  });

  it("frees everything that its ranks computed with", async () => {
    let open = 0;
    const counted: Algorithm = {
      ...BITWISE,
      create: async (init, environment) => {
        const universe = await BITWISE.create(init, environment);
        const dispose = universe.dispose.bind(universe);
        open++;
        return Object.assign(universe, {
          dispose: () => {
            open--;
            dispose();
          },
        });
      },
    };
    vi.spyOn(ALGORITHMS, "get").mockImplementation(() => counted);
    const universe = await ranks(counted, 3, { halo: 4 }).create(parseUniverseRule("B3/S23:T60,60"), {});
    await universe.step(8n);
    // A slab and a strip each.
    expect(open).toBe(6);
    universe.dispose();
    await expect.poll(() => open).toBe(0);
    vi.restoreAllMocks();
  });

  it("steps all ranks on equal devices with the kernels that rank 0 finds, and lets others find their own", async () => {
    const tunings: { readonly height: number; readonly tuning: TuningMemory }[] = [];
    const algorithm: Algorithm = {
      ...BITWISE,
      id: "tuned",
      create: (init, environment) => {
        const { height } = init.topology as BoundedTopology;
        tunings.push({ height, tuning: environment.tuning as TuningMemory });
        return BITWISE.create(init, environment);
      },
    };
    vi.spyOn(ALGORITHMS, "get").mockImplementation(() => algorithm);
    const known = new Map<string, string>();
    const processors = () => ["a", "a", "b"];
    const shares = [20, 18, 22];
    const universe = await ranks(algorithm, 3, { halo: 4, shares, processors }).create(
      parseUniverseRule("B3/S23:T60,60"),
      { tuning: known },
    );
    const ofHeight = (rows: number) =>
      tunings.filter(({ height }) => height === rows).map(({ tuning }) => tuning);
    // Slabs with two halos.
    const [zero, one, two] = shares.flatMap((rows) => ofHeight(rows + 8));
    zero.set("its key", "the fastest");
    expect([one.get("another key"), two.follows]).toEqual([undefined, undefined]);
    await universe.step(8n);
    expect([one.follows, one.get("another key")]).toEqual([true, "the fastest"]);
    expect(two.get("its key")).toBeUndefined();
    expect(known).toEqual(new Map([["its key", "the fastest"]]));
    // Strips are of another size, both borders' rows in one: what is found for slabs says nothing of them.
    const strips = ofHeight(24).filter(({ follows }) => follows);
    expect(strips.map((strip) => strip.get("its key"))).toEqual([undefined]);
    universe.dispose();
    vi.restoreAllMocks();
  });

  it("ends on all ranks when a step fails on one, and says which and why", async () => {
    const failing: Algorithm = {
      ...BITWISE,
      create: async (init, environment) => {
        const universe = await BITWISE.create(init, environment);
        const { step } = universe;
        universe.step = (target, budget) => {
          if (target > 5n && universe.topology.kind === "torus" && universe.topology.height === SECOND)
            return Promise.reject(new TessellaError("memory-limit", "There is no room."));
          return step.call(universe, target, budget);
        };
        return universe;
      },
    };
    // The second of three slabs: 34 rows and a halo of 2 on each side, where the others have 33.
    const SECOND = 38;
    const id = "failing";
    const algorithm = { ...failing, id };
    vi.spyOn(ALGORITHMS, "get").mockImplementation(() => algorithm);
    const universe = await ranks(algorithm, 3, { halo: 2, shares: [33, 34, 33] }).create(
      parseUniverseRule("B3/S23:T90,100"),
      {},
    );
    const sentence = /^Rank 1 stopped at generation [45]: There is no room\.$/;
    await expect(universe.step(40n)).rejects.toMatchObject({
      code: "engine-lost",
      message: expect.stringMatching(sentence),
    });
    await expect(universe.population()).rejects.toMatchObject({ code: "engine-lost" });
    expect(await universe.lost).toMatchObject({ message: expect.stringMatching(sentence) });
    universe.dispose();
    vi.restoreAllMocks();
  });
});
