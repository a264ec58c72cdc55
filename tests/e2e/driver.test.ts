// Chance drives the studio. TESSELLA_DRIVE_SEEDS=1,2,3 TESSELLA_DRIVE_SECONDS=360 lets it drive for longer and from other seeds;
// TESSELLA_DRIVE_TELL=1 tells each act. What it is about: tests/e2e/driver/drive.ts.

import { afterAll, beforeAll, expect, test } from "vitest";
import { drive } from "./driver/drive.ts";
import type { Rig } from "./studio.ts";
import { startRig } from "./studio.ts";

const SEEDS = (process.env.TESSELLA_DRIVE_SEEDS ?? "7").split(",").map(Number);
const SECONDS = Number(process.env.TESSELLA_DRIVE_SECONDS ?? 8);
const TELL = process.env.TESSELLA_DRIVE_TELL === "1";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

test.each(SEEDS)(
  "nothing falls over whatever is done to it (seed %i)",
  { timeout: SECONDS * 2000 + 300_000 },
  async (seed) => {
    const tell = TELL ? (line: string) => console.log(`${seed} ${line}`) : undefined;
    const { faults, ...report } = await drive(rig, { seed, seconds: SECONDS, tell });
    tell?.(JSON.stringify(report));
    expect(faults).toEqual([]);
    expect(report.acts).toBeGreaterThan(0);
  },
);
