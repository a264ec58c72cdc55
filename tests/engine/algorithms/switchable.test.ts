// A universe whose algorithm changes under its holder: what becomes of snapshots, of memory, and of what does not fit.

import { describe, expect, it, vi } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { SwitchableUniverse } from "../../../engine/algorithms/switchable.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { cellsOf, R_PENTOMINO } from "../../support/universes.ts";

const GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);

async function universeOf(
  algorithm: string,
  cells = cellsOf(R_PENTOMINO),
  megabytes = 64,
): Promise<Universe> {
  const request = { rule: LIFE, topology: UNBOUNDED, algorithm, cells };
  return (await createUniverse(request, { memoryMegabytes: megabytes })).universe;
}

describe("a universe that changes its algorithm", () => {
  it.each([
    ["bitwise", "hashlife"],
    ["hashlife", "bitwise"],
    ["reference", "bitwise"],
  ])(
    "from %s to %s restores what the former one kept, and lets it go with the last of that",
    async (from, to) => {
      const former = await universeOf(from);
      const disposed = vi.spyOn(former, "dispose");
      const universe = new SwitchableUniverse(former);
      const [first, hash] = [await universe.snapshot(), await universe.hash()];
      const same = await universe.snapshot();
      await universe.switchTo(await universeOf(to));
      // What leaps is gone at once; its snapshots are cells by then.
      expect(disposed).toHaveBeenCalledTimes(from === "hashlife" ? 1 : 0);
      expect(universe.algorithm).toBe(to);
      await universe.step(30n);
      const late = await universe.snapshot();
      for (const snapshot of [first, late, same, first]) {
        await universe.restore(snapshot);
        expect(universe.generation).toBe(snapshot === late ? 30n : 0n);
        expect((await universe.hash()) === hash).toBe(snapshot !== late);
      }
      const held = universe.memory();
      universe.release(first);
      universe.release(same);
      expect(disposed).toHaveBeenCalledTimes(1);
      expect(universe.memory()).toBeLessThan(held);
      await expect(universe.restore(first)).rejects.toMatchObject({ code: "bad-argument" });
      await universe.restore(late);
      expect(universe.generation).toBe(30n);
    },
  );

  it("reads a snapshot's cells without being moved by it, for another universe to keep", async () => {
    const universe = new SwitchableUniverse(await universeOf("bitwise"));
    const [start, startHash] = [await universe.snapshot(), await universe.hash()];
    await universe.step(40n);
    const hash = await universe.hash();
    const tree = await universe.readSnapshot(start);
    expect(universe.generation).toBe(40n);
    expect(await universe.hash()).toBe(hash);
    const other = new SwitchableUniverse(await universeOf("hashlife", GUN));
    const kept = await other.keepTree(tree, 7n);
    expect(kept.bytes).toBeGreaterThan(0);
    // Reading hands out a copy: the receiver may give it away.
    (await other.readSnapshot(kept)).nodes.fill(0);
    await other.restore(kept);
    expect(other.generation).toBe(7n);
    expect(await other.hash()).toBe(startHash);
  });

  it("stays as it is when it cannot hold what is to be restored", async () => {
    const leaping = await universeOf("hashlife", GUN);
    await leaping.step(2n ** 20n);
    const universe = new SwitchableUniverse(await universeOf("bitwise", cellsOf(R_PENTOMINO), 2));
    const far = new SwitchableUniverse(leaping);
    const snapshot = await universe.keepTree(await far.readSnapshot(await far.snapshot()), far.generation);
    await universe.step(5n);
    const hash = await universe.hash();
    await expect(universe.restore(snapshot)).rejects.toMatchObject({
      code: expect.stringMatching(/too-large|memory-limit/),
    });
    expect(universe.generation).toBe(5n);
    expect(await universe.hash()).toBe(hash);
  });
});
