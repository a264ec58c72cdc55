// A GPU tries tables one by one, and the CPU decides entries late: both count the same.

import { beforeAll, expect, test } from "vitest";
import { countTables, findTables } from "../../engine/evolve/gpu/table-counter.ts";
import { MOST_NAMED, tablesProof, tablesResults } from "../../engine/evolve/tables-proof.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { holdGpu } from "../support/held-gpu.ts";

let gpu: GpuDevice;
beforeAll(async () => {
  ({ device: gpu } = await holdGpu(openDawn));
});

test.each([
  [5, 24, [8, 700]],
  [6, 44, [987]],
  [9, 506, [93]],
])("on %i cells", async (cells, least, places) => {
  const proof = tablesProof({ task: "majority", radius: 2, cells, least });
  const counted: unknown[] = [];
  const onPiece = (place: number, counts: readonly number[]): unknown => counted.push([place, counts]);
  await countTables(gpu, proof, places, { onPiece });
  expect(counted).toEqual(places.map((place) => [place, proof.count(proof.pieces[place])]));
});

test("the best tables of a piece are those that the CPU finds", async () => {
  const question = { task: "majority", radius: 2, cells: 6, least: 44 } as const;
  const proof = tablesProof(question);
  const label = proof.pieces[987];
  const [right, tables] = proof.count(label);
  expect([right, tables]).toEqual([44, 2]);
  const found = await findTables(gpu, question, label, right, MOST_NAMED);
  const pieces = [{ label, counts: [right, tables] }];
  const named = tablesResults(question, pieces, new Map([[label.outer, found]]));
  expect(named).toEqual(tablesResults(question, pieces));
  expect(await findTables(gpu, question, label, right, 1)).toEqual(found.slice(0, 1));
});

test("counting can be stopped", async () => {
  const stop = new AbortController();
  const proof = tablesProof({ task: "majority", radius: 2, cells: 5, least: 24 });
  const onPiece = (): void => stop.abort();
  await expect(countTables(gpu, proof, [0, 1, 2], { signal: stop.signal, onPiece })).rejects.toMatchObject({
    code: "aborted",
  });
});
