// What a person is told when a universe is lost: where it goes on, or why it cannot.

import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { describeError, TessellaError } from "../../../engine/core/errors.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import type { Recoverable } from "../../../renderer/universe/recovery.ts";
import { Recovery } from "../../../renderer/universe/recovery.ts";
import { fakeUniverse, liveOver } from "../../support/live-over.ts";
import { until } from "../../support/until.ts";

/** What is reported after a universe was lost, of which there may be a copy. */
async function reported(recover: Recoverable<string>["recover"], hasCopy = true): Promise<string[]> {
  let lose = (_: Error): void => {};
  const lost = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  const live = liveOver(fakeUniverse({ ...parseUniverseRule("B3/S23"), lost }));
  const edited: Recoverable<string> = {
    store: createStore(() => ({ revision: 0, running: false })),
    keep: <T>(read: (mark: string) => Promise<T>) => (hasCopy ? read("here") : new Promise<T>(() => {})),
    recover,
  };
  const told: string[] = [];
  const recovery = new Recovery(live, edited, {}, (error) => told.push(describeError(error)));
  lose(new TessellaError("engine-lost", "The engine stopped unexpectedly."));
  await until(() => told.length > 0);
  recovery.end();
  return told;
}

test("why a universe could not be made anew is told", async () => {
  const full = (): Promise<void> => Promise.reject(new TessellaError("too-large", "The memory is full."));
  expect(await reported(full)).toEqual(["The memory is full."]);
});

test("without a copy nothing is made, and a person is told what to do", async () => {
  const never = (): Promise<void> => Promise.reject(new Error("nothing is there to go on from"));
  expect(await reported(never, false)).toEqual([
    "The engine stopped unexpectedly. No copy of the universe could be kept: open it again.",
  ]);
});
