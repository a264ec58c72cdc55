// The kernel as its host calls it.

import { expect, test } from "vitest";
import type { CoreExports } from "../../../../engine/algorithms/hashlife/core.ts";
import { startCore, WasmCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { createHashLife } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import { LIFE } from "../../../../engine/rules/universe-rule.ts";

test("squares in the upper half of a memory of 4 GB have addresses above 2^31, as they have for the kernel", () => {
  // Tests have no such memory: a kernel's numbers come with a sign, which is all that counts here.
  const high = 0xfffffff0 | 0;
  const square = (): number => high;
  const kernel = {
    node: square,
    leaf: square,
    getSquare: square,
    getAnswer: square,
  } as unknown as CoreExports;
  const core = new WasmCore({
    memory: new WebAssembly.Memory({ initial: 0 }),
    kernel,
    table: new WebAssembly.Table({ element: "anyfunc", initial: 0 }),
  });
  const squares = [core.node(0, 0, 0, 0), core.leaf(), core.getSquare(), core.getAnswer()];
  expect(squares).toEqual(squares.map(() => 0xfffffff0));
});

/** Words of the kernel's memory: the index of young nodes. */
const YOUNG = [16384 / 4, 32768 / 4] as const;

test.each([
  ["stay young in steps of a few cells, whose questions come by few", 8, 250, true],
  ["are not young in steps of many cells, whose questions come by the dozen", 300, 40, false],
])("new squares %s", async (_, side, steps, isYoung) => {
  const core = await startCore();
  const universe = await createHashLife({ rule: LIFE, topology: UNBOUNDED }, {}, {}, Promise.resolve(core));
  await universe.writeBlock(soupBlock({ seed: 5, density: 0.4, width: side, height: side }), "or");
  for (let step = 0; step < steps; step++) await universe.step(universe.generation + 1n);
  expect(core.words.subarray(...YOUNG).some((entry) => entry !== 0)).toBe(isYoung);
  universe.dispose();
});
