import { expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Pacing } from "../../../renderer/studio/pacing.ts";
import { createShell } from "../../../renderer/studio/shell.ts";
import type { Tab } from "../../../renderer/studio/tab.ts";

it("each universe has its own step, which begins at one generation", () => {
  const shell = createShell();
  const document = (id: string) =>
    ({
      kind: "document",
      id,
      editor: { store: createStore(() => ({})), state: {} },
      readings: { store: createStore(() => ({})) },
      universe: { present: { generation: 0n } },
    }) as unknown as Tab;
  const change = vi.fn(async () => {});
  const settings = { now: { untilDied: true, untilPeriodic: false, stepBase: 2, rate: 30 }, change };
  const pacing = new Pacing(shell, settings as never, { report: () => {} });
  const exponent = () => shell.getState().pace.exponent;
  shell.setState({ tabs: [document("a")], active: "a" });
  pacing.set({ ...shell.getState().pace, exponent: 9, rate: 250 });
  shell.setState(({ tabs }) => ({ tabs: [...tabs, document("b")], active: "b" }));
  expect(exponent()).toBe(0);
  expect(shell.getState().pace.rate).toBe(250);
  // Kept for the next session, as the base is.
  expect(change.mock.calls).toEqual([[{ stepBase: 2, rate: 250 }]]);
  pacing.set({ ...shell.getState().pace, base: 8, exponent: 1 });
  shell.setState({ active: "a" });
  // The largest step by the new base that is no longer than 2^9.
  expect(shell.getState().pace).toMatchObject({ base: 8, exponent: 3 });
  shell.setState({ active: null });
  shell.setState({ active: "b" });
  expect(exponent()).toBe(1);
  shell.setState(({ tabs }) => ({ tabs: [...tabs, document("c")], active: "c" }));
  expect(exponent()).toBe(0);
  shell.setState({ active: "b" });
  expect(exponent()).toBe(1);
  shell.setState({ active: "a" });
  expect(exponent()).toBe(3);
});
