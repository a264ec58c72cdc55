import { expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { showFirstSight } from "../../../renderer/studio/first-sight.ts";
import type { StudioServices } from "../../../renderer/studio/services.ts";

test("the first pattern stays away when another tab is there before it", async () => {
  const shell = createStore(() => ({ tabs: [] as string[], pace: {} }));
  let began = (): void => {};
  const opening = new Promise<void>((resolve) => {
    began = resolve;
  });
  const openPattern = vi.fn(
    (_: unknown, __: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("stopped")));
        began();
      }),
  );
  const services = {
    shell,
    files: { openPattern },
    patternFiles: { read: async () => ({ pattern: {} }) },
    settings: { now: {} },
  } as unknown as StudioServices;
  const shown = showFirstSight(services, {} as Window);
  await opening;
  shell.setState({ tabs: ["recovered"] });
  await expect(shown).resolves.toBeUndefined();
  expect(shell.getState().pace).toEqual({});
});

test.each(["reading", "opening"])(
  "what is wrong with %s it is told, and nothing watches the tabs on",
  async (failing) => {
    const shell = createStore(() => ({ tabs: [] }));
    let watchers = 0;
    const subscribe = (listener: () => void): (() => void) => {
      watchers++;
      const end = shell.subscribe(listener);
      return () => {
        watchers--;
        end();
      };
    };
    const fail = () => Promise.reject(new Error("no room"));
    const services = {
      shell: { ...shell, subscribe },
      files: { openPattern: fail },
      patternFiles: { read: failing === "reading" ? fail : async () => ({ pattern: {} }) },
    } as unknown as StudioServices;
    await expect(showFirstSight(services, {} as Window)).rejects.toThrow("no room");
    expect(watchers).toBe(0);
  },
);
