import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { Registry } from "../../../engine/core/registry.ts";
import type { Lab, LabFile, LabLoss } from "../../../renderer/studio/lab.ts";
import { LabTabs } from "../../../renderer/studio/lab-tabs.ts";
import type { Shell } from "../../../renderer/studio/shell.ts";
import { readableTypes } from "../../../renderer/studio/studio-files.ts";
import type { Tab } from "../../../renderer/studio/tab.ts";
import { documentInFront, documentsIn } from "../../../renderer/studio/tab.ts";
import { Tabs } from "../../../renderer/studio/tabs.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Tabs whose questions are answered in turn, and two labs, one of which opens records. */
function rig(answers: readonly (string | null)[] = []) {
  const log: string[] = [];
  const left = [...answers];
  const shell = createStore(() => ({
    tabs: [] as readonly Tab[],
    active: null,
    preview: null,
    renaming: null,
    dialog: null,
    hint: null,
  }));
  const tabs = new Tabs({
    shell: shell as unknown as Shell,
    ask: async (title, _text, choices) => {
      log.push([title, ...choices.map(({ label }) => label)].join(" | "));
      return left.shift() ?? null;
    },
    save: async ({ title }) => log.push(`saved ${title}`) > 0,
    onLeave: () => {},
    onFront: (tab) => log.push(`front: ${tab?.title ?? "nothing"}`),
    onClosed: async ({ title }) => void log.push(`closed ${title}`),
  });
  const state: { loss: LabLoss | null; starts: number } = { loss: null, starts: 0 };
  const session = (name: string) => {
    state.starts++;
    return {
      Page: () => null,
      loss: () => state.loss,
      open: ({ name: file }: LabFile) => log.push(`${name} opens ${file}`),
      close: () => log.push(`ended ${name}`),
      pages: {
        store: createStore(() => ({ page: "front" })),
        show: (id: string) => log.push(`${name} shows ${id}`),
      },
    };
  };
  const page = (id: string) => ({ id, name: id, keywords: "", summary: "" });
  const lab = (id: string, files?: Lab["files"], pages?: Lab["pages"]): Lab => ({
    id,
    name: id,
    summary: "",
    load: async () => ({ startLab: () => session(id) }),
    files,
    pages,
  });
  const record = { label: "Records", extensions: [".json"], mark: '"a record"' };
  const registry = new Registry<Lab>("lab", [
    lab("plain"),
    lab("records", [record], [page("front"), page("former")]),
  ]);
  const labs = new LabTabs(registry, tabs, async (one) => session(one.id));
  const document = (title: string, dirty = false) => {
    const store = createStore(() => ({ dirty, floats: false, generation: 0n }));
    const editor = { store, state: store.getState() };
    return { kind: "document", id: title, title, editor } as unknown as Tab & { editor: typeof editor };
  };
  const titles = () => tabs.list.map(({ title }) => title).join(" ");
  return { tabs, labs, registry, shell, state, log, document, titles };
}

describe("tabs", () => {
  it("of a lab are no universe, and there is one of each lab", async () => {
    const { tabs, labs, registry, shell, state, document } = rig();
    tabs.add(document("a"));
    const [one, two] = await Promise.all([
      labs.open(registry.get("plain")),
      labs.open(registry.get("plain")),
    ]);
    expect(two).toBe(one);
    expect(state.starts).toBe(1);
    expect(tabs.document).toBeNull();
    expect(tabs.front?.title).toBe("plain");
    expect(documentsIn(shell.getState()).map(({ title }) => title)).toEqual(["a"]);
    tabs.step(1);
    expect(documentInFront(shell.getState())?.title).toBe("a");
    expect((await labs.open(registry.get("plain"))).id).toBe(tabs.front?.id);
    expect(state.starts).toBe(1);
    tabs.step(-1);
    expect(tabs.front?.title).toBe("a");
  });

  it("close after a question where that would lose something", async () => {
    const { tabs, labs, registry, state, log, document } = rig([null, "discard", "save", "save"]);
    tabs.add(document("a", true));
    const { id } = await labs.open(registry.get("plain"));
    state.loss = { title: "Stop?", text: "It runs.", discard: "Stop and close" };
    expect(await tabs.close(id)).toBe(false);
    expect(await tabs.close(id)).toBe(true);
    expect(log.filter((line) => !line.startsWith("front"))).toEqual([
      "Stop? | Stop and close",
      "Stop? | Stop and close",
      "ended plain",
    ]);
    log.length = 0;
    state.loss = { title: "Save?", text: "", discard: "Discard", save: async () => log.push("kept") > 0 };
    await tabs.close((await labs.open(registry.get("plain"))).id);
    await tabs.close("a");
    expect(log).toEqual([
      "front: plain",
      "front: plain",
      "Save? | Discard | Save",
      "kept",
      "front: a",
      "ended plain",
      "front: a",
      "Save a? | Discard | Save",
      "saved a",
      "front: nothing",
      "closed a",
    ]);
    expect(tabs.list).toEqual([]);
  });

  it("are moved along the row, labs too, and never beyond its ends", async () => {
    const { tabs, labs, registry, document, titles } = rig();
    for (const title of ["a", "b", "c"]) tabs.add(document(title));
    await labs.open(registry.get("plain"));
    tabs.shift(-1);
    expect(titles()).toBe("a b plain c");
    tabs.move("c", 0);
    expect(titles()).toBe("c a b plain");
    expect(tabs.front?.title).toBe("plain");
    tabs.shift(1);
    tabs.move("c", 99);
    expect(titles()).toBe("a b plain c");
    tabs.move("gone", 0);
    tabs.move("a", -5);
    expect(titles()).toBe("a b plain c");
  });

  it("show one preview, which the next one replaces where it stands, unless it is kept", async () => {
    const { tabs, shell, log, document, titles } = rig();
    tabs.add(document("a"));
    tabs.add(document("p1"), { preview: true });
    tabs.add(document("b"));
    log.length = 0;
    tabs.add(document("p2"), { preview: true });
    expect(titles()).toBe("a p2 b");
    expect(log).toEqual(["front: p2", "closed p1"]);
    tabs.keep("p2");
    const third = document("p3");
    tabs.add(third, { preview: true });
    expect(titles()).toBe("a p2 b p3");
    // A run or a moved view leaves it a preview; work keeps it.
    third.editor.store.setState({ generation: 1n });
    expect(shell.getState().preview).toBe("p3");
    third.editor.store.setState({ floats: true });
    expect(shell.getState().preview).toBeNull();
    const fourth = document("p4");
    tabs.add(fourth, { preview: true });
    fourth.editor.store.setState({ dirty: true });
    tabs.add(document("p5"), { preview: true });
    expect(titles()).toBe("a p2 b p3 p4 p5");
    await tabs.close("p5");
    expect(shell.getState().preview).toBeNull();
  });

  it("take a name while they are universes, and close around one of them", async () => {
    const { tabs, labs, registry, shell, document, titles } = rig([null, "discard"]);
    for (const title of ["a", "b"]) tabs.add(document(title));
    tabs.add(document("c", true));
    const lab = await labs.open(registry.get("plain"));
    tabs.rename(lab.id);
    expect(shell.getState().renaming).toBeNull();
    tabs.rename("a");
    expect(shell.getState().renaming).toBe("a");
    expect(await tabs.closeOthers("b")).toBe(false);
    expect(shell.getState().renaming).toBeNull();
    expect(titles()).toBe("b c plain");
    expect(await tabs.closeOthers("b")).toBe(true);
    expect(titles()).toBe("b");
    expect(tabs.front?.title).toBe("b");
  });

  it("give a file to the lab that claims it, by its ending and its beginning", async () => {
    const { labs, log } = rig();
    const lab = labs.labFor({ name: "Run.JSON", bytes: bytesOf('{"kind": "a record"}') });
    expect(lab?.id).toBe("records");
    expect(labs.labFor({ name: "run.rle", bytes: bytesOf('"a record"') })).toBeUndefined();
    expect(labs.labFor({ name: "run.json", bytes: bytesOf("{}") })).toBeUndefined();
    const bytes = bytesOf('{"kind": "a record"}');
    const source = { id: "a", name: "a", place: "", writable: true };
    for (const name of ["1.json", "2.json"]) await labs.open(lab as Lab, { file: { name, bytes, source } });
    expect(log.filter((line) => line.includes("opens"))).toEqual([
      "records opens 1.json",
      "records opens 2.json",
    ]);
    expect(readableTypes(labs.fileTypes)[0]?.extensions).toContain(".json");
    expect(readableTypes()[0]?.extensions).not.toContain(".json");
  });

  it("bring a page of a lab to the front, which may be asked for as if it were a lab", async () => {
    const { labs, registry, log } = rig();
    const records = registry.get("records");
    expect(labs.placeOf("records")).toEqual({ lab: records });
    expect(labs.placeOf("former")).toEqual({ lab: records, page: "former" });
    expect(labs.placeOf("gone")).toBeUndefined();
    const shown = () => log.filter((line) => line.includes("shows"));
    await labs.open(records);
    expect(shown()).toEqual([]);
    const { id } = await labs.open(records, labs.placeOf("former"));
    expect([id, shown()]).toEqual(["lab-records", ["records shows former"]]);
  });
});
