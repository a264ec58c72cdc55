// A GPU tries tables one by one, and the CPU decides entries late: both count the same.

import { beforeAll, expect, test } from "vitest";
import { countTables } from "../../engine/evolve/gpu/table-counter.ts";
import { tablesProof } from "../../engine/evolve/tables-proof.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { holdGpu } from "../support/held-gpu.ts";

let gpu: GpuDevice;
beforeAll(async () => {
  ({ device: gpu } = await holdGpu(openDawn));
});

test.each([
  [5, 24, [0, 8, 700]],
  [6, 40, [500]],
  [9, 506, [93]],
])("on %i cells", async (cells, least, places) => {
  const proof = tablesProof({ task: "majority", radius: 2, cells, least });
  const counted: unknown[] = [];
  const onPiece = (place: number, counts: readonly number[]): unknown => counted.push([place, counts]);
  await countTables(gpu, proof, places, { onPiece });
  expect(counted).toEqual(places.map((place) => [place, proof.count(proof.pieces[place])]));
});

test("counting can be stopped", async () => {
  const stop = new AbortController();
  const proof = tablesProof({ task: "majority", radius: 2, cells: 5, least: 32 });
  const onPiece = (): void => stop.abort();
  await expect(countTables(gpu, proof, [0, 1, 2], { signal: stop.signal, onPiece })).rejects.toMatchObject({
    code: "aborted",
  });
});
