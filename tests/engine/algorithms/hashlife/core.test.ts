// The kernel as its host calls it.

import { expect, test } from "vitest";
import type { CoreExports } from "../../../../engine/algorithms/hashlife/core.ts";
import { startCore, WasmCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { createHashLife } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import { LIFE } from "../../../../engine/rules/universe-rule.ts";
import { layOut } from "../../../support/hashlife-twin/cores.ts";

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

test("a larger index gets its memory from the system in parts, once, before squares are entered", async () => {
  const core = await startCore();
  layOut(core, 16);
  const left = (bytes: number): readonly number[] => {
    const all: number[] = [];
    do all.push(core.touchSome(bytes));
    while (all.at(-1) !== 0);
    return all;
  };
  expect(left(2 ** 17)).toEqual([2 ** 17, 0]);
  core.clearIndex(18);
  expect(left(2 ** 18)).toEqual([2 ** 19, 2 ** 18, 0]);
  for (const bits of [17, 18]) {
    core.clearIndex(bits);
    expect(left(2 ** 18)).toEqual([0]);
  }
  core.close();

  const growing = await startCore();
  const { touchSome, indexUsed } = growing;
  const told: string[] = [];
  Object.assign(growing, {
    touchSome: (bytes: number) => {
      const rest = touchSome(bytes);
      told.push(rest === 0 ? "has its memory" : "gets its memory");
      return rest;
    },
    indexUsed: (from: number, to: number) => {
      told.push("enters squares");
      indexUsed(from, to);
    },
  });
  const universe = await createHashLife(
    { rule: LIFE, topology: UNBOUNDED },
    {},
    {},
    Promise.resolve(growing),
  );
  await universe.writeBlock(soupBlock({ seed: 5, density: 0.4, width: 600, height: 600 }), "or");
  await universe.step(100n);
  expect(told.slice(0, 2)).toEqual(["has its memory", "enters squares"]);
  universe.dispose();
});
