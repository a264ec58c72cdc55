// Which tiles `sums` computes.

import { describe, expect, it } from "vitest";
import type { Sight } from "../../../engine/algorithms/cpu/sliced-sleep.ts";
import { SleepingTiles } from "../../../engine/algorithms/cpu/sliced-sleep.ts";

describe("tiles of 128 x 64 cells", () => {
  const sight = { reach: 10, width: 400, height: 200, joinsColumns: true, joinsRows: true };
  const BAND = 64;

  /** Those that are computed, after a generation in which these cells changed. */
  const awake = (
    from: Partial<Sight>,
    ...changes: readonly (readonly [number, number, number, number])[]
  ) => {
    const tiles = new SleepingTiles({ ...sight, ...from }, BAND);
    tiles.begin();
    tiles.begin();
    expect(tiles.notes).toBe(true);
    for (const change of changes) tiles.wake(...change);
    tiles.begin();
    const at = [0, 1, 2, 3].flatMap((band) => [0, 1, 2, 3].map((column) => [column, band] as const));
    return at.filter(([column, band]) => tiles.awake[4 * band + column] === 1).map((tile) => tile.join());
  };

  it("wake where a change is seen, beyond joined edges too", () => {
    expect(awake({}, [138, 245, 74, 117])).toEqual(["1,1"]);
    expect(awake({}, [137, 245, 74, 117])).toEqual(["0,1", "1,1"]);
    expect(awake({}, [138, 246, 74, 117])).toEqual(["1,1", "2,1"]);
    expect(awake({}, [138, 245, 73, 117])).toEqual(["1,0", "1,1"]);
    expect(awake({}, [138, 245, 74, 118])).toEqual(["1,1", "1,2"]);
    // The last column is 16 cells wide, the last band 8 rows high.
    expect(awake({}, [9, 9, 70, 80])).toEqual(["0,0", "3,0", "0,1", "3,1"]);
    expect(awake({}, [395, 395, 90, 90])).toEqual(["0,1", "3,1"]);
    expect(awake({}, [200, 200, 1, 1])).toEqual(["1,0", "1,2", "1,3"]);
    expect(awake({}, [200, 200, 190, 190])).toEqual(["1,0", "1,2", "1,3"]);
    expect(awake({ joinsColumns: false }, [9, 9, 90, 90], [395, 395, 90, 90])).toEqual(["0,1", "3,1"]);
    expect(awake({ joinsRows: false }, [200, 200, 1, 1])).toEqual(["1,0"]);
  });

  it("are all computed where nothing is known of the generation before, and without notes where few sleep", () => {
    const tiles = new SleepingTiles(sight, BAND);
    const all = (): boolean => tiles.awake.every((awake) => awake === 1);
    const awakeOnes = (): readonly number[] => [...tiles.awake.keys()].filter((at) => tiles.awake[at] === 1);
    const noted: number[] = [];
    const sampled = new Map<number, number>();
    const run = (from: number, to: number, stillOnes: number): void => {
      for (let generation = from, still = 0; generation < to; generation++) {
        tiles.begin();
        expect(all(), `${generation}`).toBe(true);
        if (tiles.notes) noted.push(generation);
        else if (tiles.sample >= 0) {
          sampled.set(generation, tiles.sample);
          if (still++ < stillOnes) tiles.sampleIsStill();
        }
        tiles.wake(0, 399, 0, 199);
      }
    };
    run(0, 17, 1);
    expect(noted).toEqual([1]);
    expect([...sampled.keys()]).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    expect(new Set(sampled.values()).size).toBe(8);
    // One of eight was still; then two are. The pauses become longer.
    run(17, 41, 2);
    expect(noted).toEqual([1, 40]);
    expect([...sampled.keys()].slice(8)).toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
    run(41, 500, 0);
    expect(noted).toEqual([1, 40]);
    expect([...sampled.keys()].filter((generation) => generation > 40 && generation < 150)).toEqual([
      72, 73, 74, 75, 76, 77, 78, 79, 143, 144, 145, 146, 147, 148, 149,
    ]);
    while (!tiles.notes) {
      tiles.begin();
      tiles.sampleIsStill();
    }
    expect(tiles.allSleep).toBe(true);
    tiles.begin();
    expect([tiles.notes, awakeOnes(), tiles.sample]).toEqual([true, [], -1]);
    tiles.stayAwake(2, 3);
    expect(tiles.allSleep).toBe(false);
    tiles.begin();
    expect(awakeOnes()).toEqual([14]);
    expect(tiles.allSleep).toBe(true);
    tiles.wakeAll();
    expect(tiles.allSleep).toBe(false);
    tiles.begin();
    expect([tiles.notes, all()]).toEqual([false, true]);
    tiles.begin();
    expect([tiles.notes, all()]).toEqual([true, true]);
  });
});
