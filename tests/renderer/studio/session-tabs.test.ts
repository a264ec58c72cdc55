import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { TessellaError } from "../../../engine/core/errors.ts";
import { Registry } from "../../../engine/core/registry.ts";
import type { Lab, OpenLab } from "../../../renderer/studio/lab.ts";
import { SESSION_TABS, SessionTabs } from "../../../renderer/studio/session-tabs.ts";
import { MemoryHost } from "../../support/memory-host.ts";

const LABS = new Registry<Lab>("lab", [
  { id: "hello", name: "Hello", summary: "Says hello.", load: () => Promise.reject(new Error("not here")) },
]);
const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 4 };
const noteFor = (file: string) => ({ camera: { ...camera, x: "0", y: "0" }, file });
const PATIENCE = 1000;

/** A studio that opens nothing but tabs. `onOpen` is what somebody does while one is being opened. */
function studioOver(host: MemoryHost, gone: ReadonlySet<string>, onOpen: (id: string) => void = () => {}) {
  const quiet = () => () => {};
  const documentOf = (id: string) => ({
    kind: "document" as const,
    id: `tab-${id}`,
    file: { id, name: id },
    subscribe: quiet,
    view: { camera, subscribe: quiet },
  });
  const shell = createStore(() => ({
    tabs: [] as readonly (ReturnType<typeof documentOf> | OpenLab)[],
    active: null as string | null,
    preferences: { reopenTabs: true },
  }));
  const said: string[] = [];
  const activate = (active: string): void => shell.setState({ active });
  const open = (id: string) => {
    const document = documentOf(id);
    add(document);
    return document;
  };
  const add = (tab: ReturnType<typeof documentOf> | OpenLab): void => {
    shell.setState({ tabs: [...shell.getState().tabs, tab] });
    activate(tab.id);
  };
  const studio = {
    host: {
      preferences: host.preferences,
      files: {
        reopen: async (id: string) => {
          if (gone.has(id)) throw new TessellaError("not-found", "Gone.");
          return { id, name: id };
        },
      },
    },
    shell,
    files: {
      open: async ({ id }: { readonly id: string }) => {
        onOpen(id);
        return open(id);
      },
    },
    tabs: { activate },
    labs: {
      registry: LABS,
      open: async (lab: Lab) => {
        const tab = {
          kind: "lab",
          id: `lab-${lab.id}`,
          title: lab.name,
          lab,
          session: { Page: () => null },
        } as const;
        add(tab);
        return tab;
      },
    },
    say: (text: string) => void said.push(text),
  };
  const session = new SessionTabs(studio as unknown as ConstructorParameters<typeof SessionTabs>[0]);
  return { session, shell, activate, open, said };
}

async function keep(host: MemoryHost, files: readonly string[], front: string): Promise<void> {
  const tabs = files.map((file) => ({ note: noteFor(file), front: file === front, missed: 0 }));
  await host.preferences.save(SESSION_TABS, { tabs });
}
const kept = async (host: MemoryHost): Promise<readonly unknown[]> =>
  (await host.preferences.load(SESSION_TABS)).tabs.map(({ note }) => (note as { file: string }).file);

describe("tabs that come back", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("have the one in front that was", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "b", "c"], "b");
    const { session, shell } = studioOver(host, new Set());
    expect(await session.restore([])).toBe(true);
    expect(shell.getState().active).toBe("tab-b");
  });

  it.each(["another file", "one of them"])("leave in front what was chosen meanwhile: %s", async (what) => {
    const host = new MemoryHost();
    await keep(host, ["a", "b", "c"], "b");
    const driven = studioOver(host, new Set(), (id) => {
      if (id !== "c") return;
      if (what === "another file") driven.open("x");
      else driven.activate("tab-a");
    });
    await driven.session.restore([]);
    expect(driven.shell.getState().active).toBe(what === "another file" ? "tab-x" : "tab-a");
  });

  it("stay on the list while they cannot be opened or are offered elsewhere, until they were open", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "b", "c"], "a");
    const { session, shell, said } = studioOver(host, new Set(["b"]));
    await session.restore([{ id: "s", title: "c", note: noteFor("c"), size: 1, saved: 1 }]);
    session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(said).toHaveLength(1);
    expect(await kept(host)).toEqual(["a", "b", "c"]);

    const again = studioOver(host, new Set());
    await again.session.restore([]);
    again.session.start();
    expect(again.shell.getState().tabs).toHaveLength(3);
    again.shell.setState({ tabs: again.shell.getState().tabs.slice(0, 1) });
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(await kept(host)).toEqual(["a"]);
    expect(shell.getState().tabs).toHaveLength(1);
  });

  it("have labs among them, in their place, but for those that are gone", async () => {
    const host = new MemoryHost();
    const lab = (id: string, front = false) => ({ note: null, front, missed: 0, lab: id });
    const file = { note: noteFor("a"), front: false, missed: 0 };
    await host.preferences.save(SESSION_TABS, { tabs: [lab("lost"), lab("hello", true), file] });
    const { session, shell } = studioOver(host, new Set());
    expect(await session.restore([])).toBe(true);
    expect(shell.getState().tabs.map(({ id }) => id)).toEqual(["lab-hello", "tab-a"]);
    expect(shell.getState().active).toBe("lab-hello");
    session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect((await host.preferences.load(SESSION_TABS)).tabs).toEqual([lab("hello", true), file]);
  });

  it("are given up when they have been missed too often", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "b"], "a");
    for (let start = 1; start <= 10; start++) {
      const { session } = studioOver(host, new Set(["b"]));
      await session.restore([]);
      session.start();
      await vi.advanceTimersByTimeAsync(PATIENCE);
      expect(await kept(host)).toEqual(start < 10 ? ["a", "b"] : ["a"]);
    }
  });
});
