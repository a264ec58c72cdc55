// Steps that are shown only once they take a while, and what is pressed meanwhile.

import { afterEach, expect, test, vi } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import type { DocumentContext } from "../../../../renderer/studio/command.ts";
import type { StudioServices } from "../../../../renderer/studio/services.ts";
import { TIME_COMMANDS } from "../../../../renderer/window/commands/time-commands.ts";
import type { LocalEditor } from "../../../support/local-editor.ts";
import { localEditor, R_PENTOMINO } from "../../../support/local-editor.ts";
import { until } from "../../../support/until.ts";

afterEach(() => void vi.useRealTimers());

interface SlowStep extends LocalEditor {
  /** Resolves when a step has begun. */
  readonly begun: Promise<void>;
  /** Lets it end. */
  readonly finish: () => void;
}

/** An editor whose universe waits in the middle of its first step, as a slow one would, until it may finish or is stopped. */
async function slowStep(): Promise<SlowStep> {
  const local = await localEditor({ cells: R_PENTOMINO });
  const universe: Universe & { stop?: () => Promise<void> } = local.universe;
  const { step } = universe;
  let finish = (): void => {};
  const begun = new Promise<void>((resolve) => {
    universe.step = async (target) => {
      universe.step = step;
      const ended = new Promise<"done" | "more">((end) => {
        finish = () => end("done");
        universe.stop = async () => end("more");
      });
      resolve();
      return (await ended) === "more" ? "more" : universe.step(target);
    };
  });
  return { ...local, begun, finish: () => finish() };
}

/** Does what the button and the key do. */
async function press(id: string, { editor }: LocalEditor): Promise<void> {
  const command = TIME_COMMANDS.find((one) => one.id === id);
  const pace = { base: 2, exponent: 0, rate: null };
  await command?.run({ editor, pace, until: {} } as unknown as StudioServices & DocumentContext);
}

test("Run pressed while One generation ends runs on from there", async () => {
  const local = await slowStep();
  const { editor, universe } = local;
  const stepped = press("time.next", local);
  await local.begun;
  expect(editor.state).toMatchObject({ running: false, underWay: null });
  const run = press("time.run", local);
  expect(editor.state).toMatchObject({ running: true, underWay: { generations: 1n, once: false } });
  local.finish();
  await Promise.all([stepped, run]);
  await until(() => universe.generation > 3n);
  await press("time.run", local);
  expect(editor.state.running).toBe(false);
  expect(editor.history.map(({ label }) => label)).toEqual(["Step", "Run"]);
});

test("a step is under way after a third of a second, and then Run stops it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const local = await slowStep();
  const { editor, universe } = local;
  const stepped = editor.step(1000n);
  await local.begun;
  vi.advanceTimersByTime(299);
  expect(editor.state.running).toBe(false);
  vi.advanceTimersByTime(1);
  expect(editor.state).toMatchObject({ running: true, underWay: { generations: 1000n, once: true } });
  const stopped = press("time.run", local);
  expect(editor.state).toMatchObject({ running: false, underWay: null });
  await Promise.all([stepped, stopped]);
  expect(universe.generation).toBe(0n);
});

test("going elsewhere on the timeline ends a step", async () => {
  const local = await slowStep();
  const { editor, universe } = local;
  const stepped = editor.step(1000n);
  await local.begun;
  expect(await editor.inTime((queue) => queue.scrub(0n))).toBe(true);
  await stepped;
  expect(universe.generation).toBe(0n);
});

test("Reset in a run or a step that has got nowhere yet leaves the start as it is", async () => {
  const local = await slowStep();
  const { editor, universe } = local;
  const stepped = editor.step(1000n);
  await local.begun;
  expect(editor.state.canReset).toBe(false);
  await editor.reset();
  await stepped;
  expect(universe.generation).toBe(0n);
});
