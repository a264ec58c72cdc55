// Whole patterns on the screen (walk.ts says what is looked for).

import { afterAll, beforeAll, test } from "vitest";
import { PATTERN_SCREENS } from "./pattern-screens.ts";
import type { Rig } from "./studio.ts";
import { startRig } from "./studio.ts";

import { WALK, walk } from "./walk.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ development: true });
});
afterAll(() => rig.close());

test("plots, the library, selections and exports", { timeout: WALK }, () =>
  walk(rig, PATTERN_SCREENS, { running: true }),
);
