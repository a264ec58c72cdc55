// The window as it starts, its menus and dialogs (walk.ts says what is looked for).

import { afterAll, beforeAll, test } from "vitest";
import { DIALOG_SCREENS } from "./dialog-screens.ts";
import type { Rig } from "./studio.ts";
import { startRig } from "./studio.ts";

import { WALK, walk } from "./walk.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ development: true });
});
afterAll(() => rig.close());

test("menus and dialogs", { timeout: WALK }, () =>
  walk(rig, DIALOG_SCREENS, { running: true, withLibrary: true }),
);
