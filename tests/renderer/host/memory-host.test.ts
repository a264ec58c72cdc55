import { describe, expect, test, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { HostFile, OpenRequest } from "../../../renderer/host/host.ts";
import { MemoryHost } from "../../support/memory-host.ts";
import type { HostRig } from "./host-contract.ts";
import { describeHost } from "./host-contract.ts";

async function memoryRig(): Promise<HostRig> {
  const host = new MemoryHost();
  const { disk } = host;
  let folders = 0;
  return {
    host,
    answerOpen: async (files) => {
      for (const [name, bytes] of Object.entries(files))
        disk.files.set(`home/${name}`, Uint8Array.from(bytes));
      host.openAnswers.push(Object.keys(files).map((name) => `home/${name}`));
    },
    answerSave: async (name) => void host.saveAnswers.push(`home/${name}`),
    answerFolder: async (files) => {
      const folder = `folder-${++folders}`;
      for (const [name, bytes] of Object.entries(files)) {
        disk.files.set(`${folder}/${name}`, Uint8Array.from(bytes));
      }
      host.folderAnswers.push(folder);
    },
    bytesAt: async (name) => disk.files.get(`home/${name}`) ?? null,
    leftovers: async () => [],
    restart: async () => host.restart(),
    end: async () => {},
  };
}

describeHost("memory", memoryRig);

describe("memory host, for tests", () => {
  const menu = [
    {
      kind: "submenu" as const,
      label: "File",
      items: [
        { kind: "command" as const, id: "file.open", label: "Open…", enabled: true },
        { kind: "command" as const, id: "file.save", label: "Save", enabled: false },
      ],
    },
  ];

  test("plays the native menu", () => {
    const host = new MemoryHost();
    const chosen = vi.fn();
    host.menu.subscribe(chosen);
    host.menu.show(menu);
    host.chooseMenu("file.open");
    expect(chosen).toHaveBeenCalledWith("file.open");
    expect(() => host.chooseMenu("file.save")).toThrow(/greyed out/);
    expect(() => host.chooseMenu("file.none")).toThrow(/no command/);
  });

  test("keeps requests to open for the first listener", () => {
    const host = new MemoryHost();
    host.requestOpen(["a.rle"], "start");
    const requests: OpenRequest[] = [];
    host.openRequests.subscribe((request) => requests.push(request));
    host.requestOpen(["b.rle"]);
    expect(requests.map(({ source, files }) => [source, files[0]?.name])).toEqual([
      ["start", "a.rle"],
      ["later", "b.rle"],
    ]);
  });

  test("asks the guard before it closes", async () => {
    const host = new MemoryHost();
    const unguard = host.window.guardClose(async () => false);
    expect(await host.requestClose()).toBe(false);
    unguard();
    expect(await host.requestClose()).toBe(true);
  });

  test("fails on demand, once, and keeps what was there", async () => {
    const host = new MemoryHost();
    host.saveAnswers.push("a.rle");
    const file = (await host.files.pickSave({ types: [], name: "a" })) as HostFile;
    await host.files.write(file, Uint8Array.of(1));
    host.disk.failures.push({ when: "write", error: new TessellaError("io", "The disk is full.") });
    await expect(host.files.write(file, Uint8Array.of(2))).rejects.toThrow("The disk is full.");
    expect([...(await host.files.read(file))]).toEqual([1]);
    await host.files.write(file, Uint8Array.of(3));
    expect([...(await host.files.read(file))]).toEqual([3]);
  });

  test("knows why it is kept awake", () => {
    const host = new MemoryHost();
    const release = host.power.hold("run");
    expect(host.heldFor).toEqual(["run"]);
    release();
    expect(host.heldFor).toEqual([]);
  });
});
