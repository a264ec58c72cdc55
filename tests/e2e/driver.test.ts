// Chance drives the studio, when it is asked to: TESSELLA_DRIVE_SEEDS=1,2,3 TESSELLA_DRIVE_SECONDS=360. What it does depends on how fast
// the machine is, so it finds faults and proves nothing, and `npm test` leaves it out. TESSELLA_DRIVE_TELL=1 tells each act. What it is
// about: tests/e2e/driver/drive.ts.

import { afterAll, beforeAll, expect, test } from "vitest";
import { drive } from "./driver/drive.ts";
import type { Rig } from "./studio.ts";
import { startRig } from "./studio.ts";

const ASKED = process.env.TESSELLA_DRIVE_SEEDS;
const SEEDS = (ASKED ?? "7").split(",").map(Number);
const SECONDS = Number(process.env.TESSELLA_DRIVE_SECONDS ?? 60);
const TELL = process.env.TESSELLA_DRIVE_TELL === "1";

let rig: Rig;
beforeAll(async () => {
  if (ASKED) rig = await startRig();
});
afterAll(() => rig?.close());

test.skipIf(!ASKED).each(SEEDS)(
  "nothing falls over whatever is done to it (seed %i): asked for by TESSELLA_DRIVE_SEEDS",
  { timeout: SECONDS * 2000 + 300_000 },
  async (seed) => {
    const tell = TELL ? (line: string) => console.log(`${seed} ${line}`) : undefined;
    const { faults, ...report } = await drive(rig, { seed, seconds: SECONDS, tell });
    tell?.(JSON.stringify(report));
    expect(faults).toEqual([]);
    expect(report.acts).toBeGreaterThan(0);
  },
);
