// A run that goes on from a checkpoint comes to the cells of one that was never disturbed, whoever holds it then.

import { describe, expect, it } from "vitest";
import type { Algorithm } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import type { Checkpoint, SaveFile } from "../../../engine/cluster/checkpoint.ts";
import {
  formatCheckpoint,
  freeSet,
  parseCheckpoint,
  restoreCheckpoint,
} from "../../../engine/cluster/checkpoint.ts";
import type { ClusterUniverse } from "../../../engine/cluster/cluster-universe.ts";
import { overRanks } from "../../../engine/cluster/cluster-universe.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { formatHash } from "../../../engine/core/state-hash.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { openFibres } from "../../support/fibres.ts";
import { SavedFiles } from "../../support/saved-files.ts";

const ranks = (size: number, saveFile?: SaveFile): Algorithm =>
  overRanks(BITWISE, {
    size,
    halo: 3,
    overlap: true,
    saveFile,
    open: () => openFibres(size, undefined, saveFile),
  });

async function soupOf(text: string, algorithm: Algorithm) {
  const init = parseUniverseRule(text);
  const { width, height } = init.topology as BoundedTopology;
  const universe = await algorithm.create(init, {});
  await writeSoup(universe, { seed: 5, density: 0.4, width, height });
  return universe;
}

async function resumed(checkpoint: Checkpoint, folder: SavedFiles, algorithm: Algorithm) {
  const universe = await algorithm.create(checkpoint, {});
  await restoreCheckpoint(universe, checkpoint, folder.read, () => undefined);
  return universe;
}

describe("a checkpoint", () => {
  it.each([
    ["B3/S23:T333+100,90", 3, [1, 4]],
    ["B03/S23:P64,61", 2, [5]],
    ["B2/S34H:T50,50", 4, [2]],
  ] as const)("of %s on %i ranks is gone on from with others", async (text, size, others) => {
    const folder = new SavedFiles();
    const universe = (await soupOf(text, ranks(size, folder.save))) as ClusterUniverse;
    await universe.step(21n);
    const checkpoint = parseCheckpoint(formatCheckpoint(await universe.save("/run", "a", 40n)));
    expect([...folder.files.keys()]).toEqual(checkpoint.slabs.map(({ file }) => `/run/${file}`));
    expect(checkpoint).toMatchObject({ algorithm: "bitwise", generation: 21n, target: 40n });
    // The universe itself goes on as well.
    await universe.step(40n);
    const alone = await soupOf(text, BITWISE);
    await alone.step(40n);
    const hash = await alone.hash();
    expect(await universe.hash()).toBe(hash);
    for (const algorithm of [REFERENCE, ...others.map((other) => ranks(other))]) {
      const again = await resumed(checkpoint, folder, algorithm);
      expect(formatHash(await again.hash())).toBe(checkpoint.hash);
      await again.step(checkpoint.target);
      expect(await again.hash()).toBe(hash);
      again.dispose();
    }
    universe.dispose();
  });

  it("that cannot be written on one rank says which and why, and leaves the former one", async () => {
    const folder = new SavedFiles();
    let isFull = false;
    const save: SaveFile = async (path, pieces) => {
      if (isFull && path.endsWith("-1.pbm")) throw new TessellaError("io", "The disk is full.");
      await folder.save(path, pieces);
    };
    const universe = (await soupOf("B3/S23:T64,60", ranks(3, save))) as ClusterUniverse;
    await universe.step(9n);
    const first = await universe.save("/run", freeSet(null), 30n);
    isFull = true;
    await universe.step(18n);
    expect(freeSet(first)).toBe("b");
    await expect(universe.save("/run", freeSet(first), 30n)).rejects.toMatchObject({
      code: "io",
      message: "Rank 1 could not save generation 18: The disk is full.",
    });
    const again = await resumed(first, folder, ranks(2));
    await again.step(30n);
    await universe.step(30n);
    expect(await again.hash()).toBe(await universe.hash());
    isFull = false;
    expect(freeSet(await universe.save("/run", "b", 30n))).toBe("a");
    for (const each of [again, universe]) each.dispose();
  });

  it("whose pictures are not what the manifest says is refused", async () => {
    const folder = new SavedFiles();
    const universe = (await soupOf("B3/S23:T60,40", ranks(2, folder.save))) as ClusterUniverse;
    const checkpoint = await universe.save("/run", "a", 30n);
    universe.dispose();
    const path = "/run/slab-a-1.pbm";
    const good = folder.files.get(path) as Uint8Array;
    const changed = (at: number) => good.map((byte, i) => (i === at ? byte ^ 128 : byte));
    for (const [bytes, message] of [
      [good.subarray(0, -1), '"slab-a-1.pbm" is not a whole picture of 60 x 20 cells.'],
      [good.subarray(0, 2), '"slab-a-1.pbm" is not a whole picture'],
      [changed(4), '"slab-a-1.pbm" is not a whole picture'],
      [changed(50), "other cells than its manifest says"],
    ] as const) {
      folder.files.set(path, bytes);
      await expect(resumed(checkpoint, folder, BITWISE)).rejects.toMatchObject({
        code: "syntax",
        message: expect.stringContaining(message),
      });
    }
    // What stands behind the end of a row means nothing: 60 cells are 7.5 bytes.
    folder.files.set(
      path,
      good.map((byte, i) => (i === good.length - 1 ? byte | 15 : byte)),
    );
    (await resumed(checkpoint, folder, BITWISE)).dispose();
  });
});

const MANIFEST = {
  format: "tessella-checkpoint",
  version: 1,
  algorithm: "bitwise",
  rule: "B3/S23",
  topology: "T60,40",
  generation: "9",
  target: "30",
  hash: "0",
  slabs: [
    { file: "slab-a-0.pbm", first: 0, rows: 20 },
    { file: "slab-a-1.pbm", first: 20, rows: 20 },
  ],
};

it.each([
  [{ format: "x" }, "This is no manifest of a checkpoint."],
  [{ version: 2 }, "The manifest has version 2; this program reads version 1."],
  [{ rule: "B9/S" }, "The manifest's rule is none: "],
  [{ topology: "Q60" }, "The manifest's topology is none: "],
  [{ topology: "T0,40" }, "The manifest's topology has no end on every side."],
  [{ generation: 9 }, 'The manifest has no text "generation".'],
  [{ target: "-1" }, 'The manifest has no "target" of digits.'],
  [{ colour: 1 }, 'The manifest has a field that is not known, "colour".'],
  [{ slabs: MANIFEST.slabs.slice(1) }, "The manifest's slabs leave row 0 out or have it twice."],
  [{ slabs: MANIFEST.slabs.slice(0, 1) }, "The manifest's slabs have 20 rows, and the grid 40."],
  [{ slabs: [{ file: "../x", first: 0, rows: 40 }] }, "Slab 1 of the manifest has a file that is no slab's."],
])("refuses a manifest with %j", (change, message) => {
  expect(() => parseCheckpoint(JSON.stringify({ ...MANIFEST, ...change }))).toThrow(
    expect.objectContaining({ code: "syntax", line: 1, message: expect.stringContaining(message) }),
  );
});
