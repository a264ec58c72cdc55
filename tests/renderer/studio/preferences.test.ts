import { expect, test } from "vitest";
import { preferencesIn } from "../../../renderer/host/preferences.ts";
import { STUDIO_PREFERENCES } from "../../../renderer/studio/preferences.ts";

test("settings of a studio that knew fewer of them are kept, and the new ones begin as usual", async () => {
  const value = {
    theme: "light",
    memoryMegabytes: 512,
    autosaveSeconds: 9,
    gridLines: false,
    library: false,
    inspector: true,
  };
  const text = JSON.stringify({ version: 1, value });
  const preferences = preferencesIn({ get: async () => text, set: async () => {} });
  expect(await preferences.load(STUDIO_PREFERENCES)).toEqual({
    ...value,
    fillPercent: 50,
    threads: 0,
    folded: [],
    toolOptions: {},
    flashLimit: true,
    untilDied: true,
    untilPeriodic: false,
    adapter: "automatic",
    reopenTabs: true,
    stepBase: 2,
    logTime: false,
    boldEvery: 10,
    cells: "auto",
    icons: true,
    minimap: true,
    textSize: 100,
    keys: {},
    welcomed: false,
  });
});
