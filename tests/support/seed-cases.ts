/**
 * The kernels of older programs against the reference, on any WebGPU: over Dawn in Node (tests/gpu) and over Chromium
 * (tests/browser). Every rule, grid and size, with edits, reads, snapshots and changes of the rule between the steps, which
 * take the cells out of a kernel's own form and back. A software adapter switches threads at each barrier by hand, so what
 * is asked of tiles decides how long all of it takes: sizes vary more than they are large.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Algorithm, UniverseInit } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { SEED_ALGORITHMS } from "../../engine/algorithms/gpu/comparison/seed-algorithms.ts";
import type { Block } from "../../engine/core/block.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridHeight, gridRect, gridWidth } from "../../engine/core/topology.ts";
import type { Neighbourhood } from "../../engine/rules/rule.ts";
import { formatUniverseRule, parseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { expectAgreement } from "./agree.ts";
import { heldGpu } from "./held-gpu.ts";
import { anyRule, anyScenario, anySide } from "./scenario.ts";

export interface SeedOptions {
  /** How often each grid and neighbourhood is tried on each kernel. */
  readonly runs: number;
  readonly scripts: number;
}

const KINDS = ["T", "P", "F"] as const;
const NEIGHBOURHOODS: readonly Neighbourhood[] = ["moore", "hex", "von-neumann"];

/** Every count of neighbours decides something in each of them; the last four light empty space. */
const RULES = [
  "B1357/S02468",
  "B135/S0246H",
  "B13/S024V",
  "B03/S23",
  "B0123478/S01234678",
  "B02/S135H",
  "B0/S04V",
];

/** Around the ends of words, workgroups and tiles. */
const SIZES = ["1,1", "1,2", "2,1", "31,9", "33,16", "64,17"];

export function describeSeeds(openGpu: () => Promise<GPU>, { runs, scripts }: SeedOptions): void {
  const onGpu = heldGpu(openGpu);

  const expectSoupAsReference = (
    algorithm: Algorithm,
    init: UniverseInit,
    generations: number,
  ): Promise<void> => expectAsReference(algorithm, init, soupOver(init), generations);

  async function expectAsReference(
    algorithm: Algorithm,
    init: UniverseInit,
    cells: Block,
    generations: number,
  ): Promise<void> {
    const where = `${algorithm.id}, ${formatUniverseRule(init)}`;
    const grid = gridRect(init.topology) as Rect;
    const expected = await REFERENCE.create(init, {});
    const actual = await algorithm.create(init, onGpu);
    try {
      for (const universe of [expected, actual]) {
        await universe.writeBlock(cells, "copy");
        await universe.step(BigInt(generations));
      }
      expect((await actual.readBlock(grid)).words, where).toEqual((await expected.readBlock(grid)).words);
    } finally {
      actual.dispose();
    }
  }

  describe.each(SEED_ALGORITHMS)("$id", (algorithm) => {
    it("steps any rule on any grid up to 129 x 129 as the reference does", async () => {
      const generations = fc.integer({ min: 1, max: 3 });
      const side = anySide.filter((cells) => cells <= 129);
      for (const kind of KINDS) {
        for (const neighbourhood of NEIGHBOURHOODS) {
          const rules = anyRule.filter((rule) => rule.neighbourhood === neighbourhood);
          await fc.assert(
            fc.asyncProperty(rules, side, side, generations, async (rule, width, height, count) => {
              const init = parseUniverseRule(`${rule.text}:${kind}${width},${height}`);
              await expectSoupAsReference(algorithm, init, count);
            }),
            { numRuns: runs },
          );
        }
      }
    });

    it("steps rules of every kind where grids, words and workgroups end", async () => {
      for (const [at, rule] of RULES.entries()) {
        for (const kind of KINDS) {
          const size = SIZES[(at + KINDS.indexOf(kind)) % SIZES.length];
          await expectSoupAsReference(algorithm, parseUniverseRule(`${rule}:${kind}${size}`), 3);
        }
      }
    });

    it("agrees whatever is written, read, kept and changed between the steps", async () => {
      const side = fc.integer({ min: 1, max: 70 });
      const finite = fc.tuple(anyScenario, fc.constantFrom(...KINDS), side, side);
      await fc.assert(
        fc.asyncProperty(finite, async ([scenario, kind, width, height]) => {
          const { topology } = parseUniverseRule(`B3/S23:${kind}${width},${height}`);
          await expectAgreement({ ...scenario, topology, centre: [0n, 0n] }, REFERENCE, [algorithm], onGpu);
        }),
        { numRuns: scripts },
      );
    });

    it("follows a glider through empty space and round the torus", async () => {
      await expectAsReference(algorithm, parseUniverseRule("B3/S23:T70,21"), GLIDER, 90);
    });

    it("goes from a rule that fills empty space to one that does not, and back", async () => {
      const init = parseUniverseRule("B3/S23:F45,19");
      const universes = [await REFERENCE.create(init, {}), await algorithm.create(init, onGpu)];
      for (const universe of universes) await universe.writeBlock(GLIDER, "or");
      let generation = 0n;
      for (const rule of ["B3/S23", "B01/S3", "B3/S2", "B0/S1H", "B3/S23"]) {
        generation += 3n;
        for (const universe of universes) {
          universe.setRule(parseRule(rule));
          await universe.step(generation);
        }
        expect(await universes[1].hash(), rule).toBe(await universes[0].hash());
      }
      universes[1].dispose();
    });
  });
}

/** A soup over the whole grid; a thin one where the grid is even wide, so that there is something to skip too. */
function soupOver({ topology }: UniverseInit): Block {
  const width = gridWidth(topology);
  return soupBlock({ seed: 11, density: width % 2 === 0 ? 0.03 : 0.5, width, height: gridHeight(topology) });
}

const GLIDER: Block = { x: -1n, y: -1n, w: 3, h: 3, words: Uint32Array.of(0b010, 0b100, 0b111) };
