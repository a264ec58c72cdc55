// The kernel of rings against the steppers, on all ends and odd widths, also where runs end early.

import fc from "fast-check";
import { expect, test } from "vitest";
import { quickRunners } from "../../../engine/evolve/kernel-runner.ts";
import { randomState } from "../../../engine/rings/random-state.ts";
import { packState, stepReference, unpackState } from "../../../engine/rings/reference.ts";
import type { Ring } from "../../../engine/rings/ring.ts";
import { BOUNDARIES, createRing } from "../../../engine/rings/ring.ts";
import type { Radius } from "../../../engine/rings/ring-rule.ts";
import { elementaryRule, ringWindow } from "../../../engine/rings/ring-rule.ts";
import { createRunner } from "../../../engine/rings/runner.ts";

function reference(ring: Ring, start: Uint32Array, steps: number): Uint32Array {
  let bytes = unpackState(start, ring.cells);
  for (let t = 0; t < steps; t++) bytes = stepReference(ring, bytes);
  return packState(bytes);
}

const rings = fc
  .record({
    radius: fc.constantFrom<Radius>(1, 2, 3),
    cells: fc.oneof(
      fc.integer({ min: 3, max: 130 }),
      fc.constantFrom(3, 32, 33, 61, 62, 63, 64, 65, 96, 149),
    ),
    boundary: fc.constantFrom(...BOUNDARIES),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  })
  .map(({ radius, cells, boundary, seed }) => {
    const bits = randomState(2 ** ringWindow(radius), seed, 1);
    return createRing(cells, [{ radius, table: unpackState(bits, 2 ** ringWindow(radius)) }], boundary);
  });

test("runs are those of the definition", async () => {
  const runnerOf = await quickRunners();
  fc.assert(
    fc.property(
      rings,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 9 }),
      (ring, steps, index) => {
        const start = randomState(ring.cells, 5, index);
        const expected = reference(ring, start, steps);
        for (const runner of [runnerOf(ring), createRunner(ring)]) {
          const state = start.slice();
          runner.run(state, steps);
          expect(state).toEqual(expected);
        }
      },
    ),
    { numRuns: 250 },
  );
});

// Rules that settle, blink, move round the ring, and go through long cycles: all lengths about the places where runs end early.
test.each([204, 51, 170, 15, 110, 30, 54, 60])("rule %i for all numbers of steps", async (number) => {
  const runnerOf = await quickRunners();
  for (const cells of [5, 7, 9]) {
    const ring = createRing(cells, [elementaryRule(number)]);
    const start = randomState(cells, number, cells);
    let bytes = unpackState(start, cells);
    for (let steps = 0; steps < 150; steps++) {
      for (const runner of [runnerOf(ring), createRunner(ring)]) {
        const state = start.slice();
        runner.run(state, steps);
        expect([steps, ...state]).toEqual([steps, ...packState(bytes)]);
      }
      bytes = stepReference(ring, bytes);
    }
  }
});
