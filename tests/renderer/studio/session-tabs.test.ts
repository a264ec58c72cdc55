import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { TessellaError } from "../../../engine/core/errors.ts";
import { Registry } from "../../../engine/core/registry.ts";
import type { Origin } from "../../../renderer/document/origin.ts";
import type { Lab, OpenLab } from "../../../renderer/studio/lab.ts";
import { LabTabs } from "../../../renderer/studio/lab-tabs.ts";
import { SESSION_TABS, SessionTabs } from "../../../renderer/studio/session-tabs.ts";
import type { MessageAction } from "../../../renderer/studio/shell.ts";
import type { Split } from "../../../renderer/studio/split.ts";
import type { Tab } from "../../../renderer/studio/tab.ts";
import { MemoryDisk, MemoryHost } from "../../support/memory-host.ts";

const LABS = new Registry<Lab>("lab", [
  {
    id: "hello",
    name: "Hello",
    summary: "Says hello.",
    pages: ["hi", "greeting"].map((id) => ({ id, name: id, keywords: "", summary: "" })),
    load: () => Promise.reject(new Error("not here")),
  },
]);
const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 4 };
const noteFor = (file: string) => ({ camera: { ...camera, x: "0", y: "0" }, file });
const PATIENCE = 1000;

/** A studio that opens nothing but tabs. `onOpen` is what somebody does while one is being opened. */
function studioOver(
  host: MemoryHost,
  gone: ReadonlySet<string>,
  onOpen: (id: string) => void = () => {},
  unkept: ReadonlySet<string> = new Set(),
) {
  const documentOf = (id: string) => ({
    kind: "document" as const,
    id: `tab-${id}`,
    title: id,
    file: { id, name: id } as { readonly id: string; readonly name: string } | null,
    origin: null as Origin | null,
    store: createStore(() => ({})),
    view: { camera, store: createStore(() => ({})) },
  });
  const shell = createStore(() => ({
    tabs: [] as readonly (ReturnType<typeof documentOf> | OpenLab)[],
    active: null as string | null,
    preview: null as string | null,
    split: null as Split | null,
    preferences: { reopenTabs: true },
  }));
  const said: string[] = [];
  const splits: string[] = [];
  /** Pages of labs that were brought to the front. */
  const shown: string[] = [];
  const offers: MessageAction[] = [];
  /** Files that the browser gives only after a click. */
  const asking = new Set<string>();
  /** Other windows that run. */
  const alive = new Set<string>();
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
      sessions: { id: host.sessions.id, living: async () => new Set([host.sessions.id, ...alive]) },
      files: {
        reopen: async (id: string) => {
          if (gone.has(id)) throw new TessellaError("not-found", "Gone.");
          if (unkept.has(id)) {
            const text = `${id} was too large for the browser to keep: open it once more.`;
            throw new TessellaError("unsupported-operation", text);
          }
          return { id, name: id };
        },
        asks: async ({ id }: { readonly id: string }) => asking.has(id),
      },
      library: host.library,
    },
    shell,
    files: {
      open: async ({ id }: { readonly id: string }) => {
        onOpen(id);
        return open(id);
      },
      openText: async (text: string, title: string, { origin }: { readonly origin: Origin }) => {
        const document = { ...documentOf(title), file: null, origin, text };
        add(document);
        return document;
      },
    },
    documents: {
      open: async ({ title, origin }: { readonly title: string; readonly origin: Origin }, how: object) => {
        const document = { ...documentOf(title), file: null, origin, ...how };
        add(document);
        return document;
      },
    },
    tabs: {
      activate,
      move: (id: string, place: number) => {
        const tabs = [...shell.getState().tabs];
        const [tab] = tabs.splice(
          tabs.findIndex((one) => one.id === id),
          1,
        );
        if (tab) tabs.splice(place, 0, tab);
        shell.setState({ tabs });
      },
    },
    panes: {
      restore: (front: Tab, beside: Tab, { share }: { readonly share: number }) =>
        splits.push(`${front.title} ${beside.title} ${share}`),
    },
    labs: new LabTabs(
      LABS,
      {
        get list() {
          return shell.getState().tabs;
        },
        activate,
        add,
      } as unknown as ConstructorParameters<typeof LabTabs>[1],
      async () => {
        const store = createStore(() => ({ page: "hi" }));
        const show = (page: string): void => {
          shown.push(page);
          store.setState({ page });
        };
        return { Page: () => null, pages: { store, show } };
      },
    ),
    say: (text: string, _kind?: string, action?: MessageAction) => {
      said.push(text);
      if (action) offers.push(action);
    },
  };
  const session = new SessionTabs(studio as unknown as ConstructorParameters<typeof SessionTabs>[0]);
  return { session, shell, activate, open, said, offers, asking, alive, splits, shown, labs: studio.labs };
}

async function keep(host: MemoryHost, files: readonly string[], front: string): Promise<void> {
  const tabs = files.map((file) => ({ note: noteFor(file), front: file === front, missed: 0 }));
  await host.preferences.update(SESSION_TABS, () => ({ tabs }));
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

  it("come back though the page is loaded again right after one was opened", async () => {
    const host = new MemoryHost();
    const { session, open, shell } = studioOver(host, new Set());
    open("a");
    session.start();
    await vi.advanceTimersByTimeAsync(50);
    expect(await kept(host)).toEqual(["a"]);
    // What moves all the time waits, and what is opened meanwhile does not wait with it.
    shell.setState({ split: null });
    open("b");
    await vi.advanceTimersByTimeAsync(50);
    expect(await kept(host)).toEqual(["a", "b"]);
  });

  it("are split as they were", async () => {
    const host = new MemoryHost();
    const first = studioOver(host, new Set());
    for (const id of ["a", "b"]) first.open(id);
    first.session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    const resting = { autofit: false, follow: false };
    const split = { documents: ["tab-a", "tab-b"], focus: 1, share: 0.4, linked: false, resting } as const;
    first.shell.setState({ split });
    await vi.advanceTimersByTimeAsync(PATIENCE);
    const second = studioOver(new MemoryHost(host.disk), new Set());
    await second.session.restore([]);
    expect(second.splits).toEqual(["b a 0.4"]);
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

  it("open behind what was recovered or chosen meanwhile, one after the other", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "b", "c"], "a");
    const seen: (string | null)[] = [];
    const driven = studioOver(host, new Set(), (id) => {
      if (id === "b") driven.open("recovered");
      else seen.push(driven.shell.getState().active);
    });
    await driven.session.restore([]);
    expect(seen).toEqual([null, "tab-recovered"]);
    expect(driven.shell.getState().active).toBe("tab-recovered");
  });

  it("tell in one sentence of a file that the browser could not keep, and ask for it no more", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "big.rle"], "a");
    const { session, said } = studioOver(host, new Set(), () => {}, new Set(["big.rle"]));
    await session.restore([]);
    expect(said).toEqual(["big.rle was too large for the browser to keep: open it once more."]);
    session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(await kept(host)).toEqual(["a"]);
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

    const again = studioOver(new MemoryHost(host.disk), new Set());
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
    await host.preferences.update(SESSION_TABS, () => ({ tabs: [lab("lost"), lab("hello", true), file] }));
    const { session, shell } = studioOver(host, new Set());
    expect(await session.restore([])).toBe(true);
    expect(shell.getState().tabs.map(({ id }) => id)).toEqual(["lab-hello", "tab-a"]);
    expect(shell.getState().active).toBe("lab-hello");
    session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect((await host.preferences.load(SESSION_TABS)).tabs).toMatchObject([lab("hello", true), file]);
  });

  it("have a lab that has become a page of another there, and once", async () => {
    const host = new MemoryHost();
    const lab = (id: string, front = false) => ({ note: null, front, missed: 0, lab: id });
    await host.preferences.update(SESSION_TABS, () => ({ tabs: [lab("hello"), lab("greeting", true)] }));
    const { session, shell, shown } = studioOver(host, new Set());
    expect(await session.restore([])).toBe(true);
    expect(shell.getState()).toMatchObject({ tabs: [{ id: "lab-hello" }], active: "lab-hello" });
    expect(shown).toEqual(["greeting"]);
  });

  it("have a lab on the page that it was left on, also where its tab was closed in between", async () => {
    const disk = new MemoryDisk();
    const host = new MemoryHost(disk);
    const first = studioOver(host, new Set());
    first.session.start();
    const hello = await first.labs.open(LABS.get("hello"));
    hello.session.pages?.show("greeting");
    await vi.advanceTimersByTimeAsync(PATIENCE);
    first.shell.setState({ tabs: [], active: null });
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect((await host.preferences.load(SESSION_TABS)).tabs).toEqual([]);
    const again = await first.labs.open(LABS.get("hello"));
    expect(again.session.pages?.store.getState().page).toBe("greeting");
    await vi.advanceTimersByTimeAsync(PATIENCE);
    const next = studioOver(new MemoryHost(disk), new Set());
    expect(await next.session.restore([])).toBe(true);
    const [back] = next.shell.getState().tabs;
    expect(back.kind === "lab" && back.session.pages?.store.getState().page).toBe("greeting");
  });

  it("are patterns of the library and new universes as well, by where they came from", async () => {
    const host = new MemoryHost();
    await host.library.put({ id: "mine", text: "3o!" });
    const tabs = [
      { origin: { kind: "collection", id: "glider" }, title: "Glider", preview: true },
      { origin: { kind: "own", id: "mine" }, title: "My find" },
      { origin: { kind: "own", id: "deleted" }, title: "Lost find" },
      { origin: { kind: "new", rule: "B36/S23:T64,32", soup: null }, title: "Torus" },
      { origin: { kind: "of another version" }, title: "Strange" },
    ].map((tab, at) => ({
      ...tab,
      note: { camera: { ...camera, x: "0", y: "0" }, file: null },
      front: at === 1,
      missed: 0,
    }));
    await host.preferences.update(SESSION_TABS, () => ({ tabs }));
    const { session, shell, said } = studioOver(host, new Set());
    expect(await session.restore([])).toBe(true);
    const back = shell.getState().tabs as readonly { readonly id: string; readonly text?: string }[];
    expect(back.map(({ id }) => id)).toEqual(["tab-Glider", "tab-My find", "tab-Torus"]);
    expect(back[0]?.text).toContain("#N Glider");
    expect(back[1]?.text).toBe("3o!");
    expect(said).toEqual(["Lost find of the last tabs could not be opened again."]);
    expect(shell.getState().active).toBe("tab-My find");
    session.start();
    shell.setState({ preview: "tab-Glider" });
    await vi.advanceTimersByTimeAsync(PATIENCE);
    const { tabs: written } = await host.preferences.load(SESSION_TABS);
    expect(written.map(({ title, preview }) => [title, preview])).toEqual([
      ["Glider", true],
      ["My find", false],
      ["Torus", false],
      ["Lost find", undefined],
    ]);
    expect(written[3]?.missed).toBe(1);
  });

  it("wait for a click where the browser wants one, stay on the list, and come back to their places", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "b", "c"], "b");
    const { session, shell, said, offers, asking } = studioOver(host, new Set());
    for (const id of ["a", "c"]) asking.add(id);
    await session.restore([]);
    session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    const open = () => shell.getState().tabs.map(({ id }) => id);
    expect(open()).toEqual(["tab-b"]);
    expect(said).toEqual(["2 files of the last tabs wait for the browser's permission."]);
    expect(new Set(await kept(host))).toEqual(new Set(["a", "b", "c"]));
    asking.clear();
    offers[0]?.run();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(open()).toEqual(["tab-a", "tab-b", "tab-c"]);
    expect(await kept(host)).toEqual(["a", "b", "c"]);
    expect(said).toHaveLength(1);
  });

  it("are each window's own, until it has ended", async () => {
    const disk = new MemoryDisk();
    const [first, second] = [new MemoryHost(disk), new MemoryHost(disk)];
    await keep(first, ["a", "b"], "b");
    const one = studioOver(first, new Set());
    const two = studioOver(second, new Set());
    one.alive.add(second.sessions.id);
    two.alive.add(first.sessions.id);
    expect(await one.session.restore([])).toBe(true);
    expect(await two.session.restore([])).toBe(false);
    for (const { session } of [one, two]) session.start();
    two.open("c");
    await vi.advanceTimersByTimeAsync(PATIENCE);
    one.open("d");
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(new Set(await kept(first))).toEqual(new Set(["a", "b", "c", "d"]));
    // The first one ends, and starts again beside the second.
    const again = studioOver(new MemoryHost(disk), new Set());
    again.alive.add(second.sessions.id);
    await again.session.restore([]);
    expect(again.shell.getState().tabs.map(({ id }) => id)).toEqual(["tab-a", "tab-b", "tab-d"]);
    again.session.start();
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(new Set(await kept(first))).toEqual(new Set(["a", "b", "c", "d"]));
  });

  it("are given up when they have been missed too often", async () => {
    const host = new MemoryHost();
    await keep(host, ["a", "b"], "a");
    for (let start = 1; start <= 10; start++) {
      const { session } = studioOver(new MemoryHost(host.disk), new Set(["b"]));
      await session.restore([]);
      session.start();
      await vi.advanceTimersByTimeAsync(PATIENCE);
      expect(await kept(host)).toEqual(start < 10 ? ["a", "b"] : ["a"]);
    }
  });
});
