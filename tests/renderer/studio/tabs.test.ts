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
  const shell = createStore(() => ({ tabs: [] as readonly Tab[], active: null, about: null, hint: null }));
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
    };
  };
  const lab = (id: string, files?: Lab["files"]): Lab => ({
    id,
    name: id,
    summary: "",
    load: async () => ({ startLab: () => session(id) }),
    files,
  });
  const record = { label: "Records", extensions: [".json"], mark: '"a record"' };
  const registry = new Registry<Lab>("lab", [lab("plain"), lab("records", record)]);
  const labs = new LabTabs(registry, tabs, async (one) => session(one.id));
  const document = (title: string, dirty = false): Tab =>
    ({ kind: "document", id: title, title, editor: { state: { dirty } } }) as unknown as Tab;
  return { tabs, labs, registry, shell, state, log, document };
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

  it("give a file to the lab that claims it, by its ending and its beginning", async () => {
    const { labs, log } = rig();
    const lab = labs.labFor({ name: "Run.JSON", bytes: bytesOf('{"kind": "a record"}') });
    expect(lab?.id).toBe("records");
    expect(labs.labFor({ name: "run.rle", bytes: bytesOf('"a record"') })).toBeUndefined();
    expect(labs.labFor({ name: "run.json", bytes: bytesOf("{}") })).toBeUndefined();
    const bytes = bytesOf('{"kind": "a record"}');
    for (const name of ["1.json", "2.json"]) await labs.open(lab as Lab, { name, bytes });
    expect(log.filter((line) => line.includes("opens"))).toEqual([
      "records opens 1.json",
      "records opens 2.json",
    ]);
    expect(readableTypes(labs.fileTypes)[0]?.extensions).toContain(".json");
    expect(readableTypes()[0]?.extensions).not.toContain(".json");
  });
});
