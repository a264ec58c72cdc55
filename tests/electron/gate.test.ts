// The gate: what does not come from the studio's own page, or is not what the contract says, goes no further.

import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { insideCheck } from "../../electron/app-protocol.ts";
import type { CallHandlers } from "../../electron/ipc-contract.ts";
import { CALL_SCHEMAS } from "../../electron/ipc-contract.ts";
import type { Sender } from "../../electron/ipc-handlers.ts";
import { Gate, senderCheck } from "../../electron/ipc-handlers.ts";
import type { Reply } from "../../renderer/host/bridge.ts";
import type { ShellRig } from "./shell-rig.ts";
import { bytesAt, makeFolders, OURS, put, startShell } from "./shell-rig.ts";

const REFUSED = { ok: false, error: { code: "bad-argument", message: "The shell refused this call." } };

async function start(): Promise<ShellRig> {
  const rig = startShell(await makeFolders());
  onTestFinished(() => rig.end());
  return rig;
}

/** A gate whose every service notes that it was reached. */
function watchedGate(developmentUrl: string | null = null) {
  const reached: string[] = [];
  const handlers = Object.fromEntries(
    Object.keys(CALL_SCHEMAS).map((name) => [name, async () => void reached.push(name)]),
  ) as unknown as CallHandlers;
  const gate = new Gate({
    trusts: senderCheck(insideCheck(developmentUrl)),
    handlers,
    adopt: async () => {
      reached.push("adopt");
      return [];
    },
    report: () => {},
  });
  return { gate, reached };
}

describe("the sender", () => {
  const strangers: readonly [string, Sender][] = [
    ["a page of the web", { ...OURS, url: "https://example.org/" }],
    ["a web page that is called like us", { ...OURS, url: "https://studio/index.html" }],
    ["another host of our scheme", { ...OURS, url: "tessella://evil/index.html" }],
    ["a host that begins like ours", { ...OURS, url: "tessella://studio.evil/index.html" }],
    ["our address as a user name", { ...OURS, url: "tessella://studio@evil/index.html" }],
    ["a port", { ...OURS, url: "tessella://studio:80/index.html" }],
    ["a file", { ...OURS, url: "file:///usr/share/studio/index.html" }],
    ["about:blank", { ...OURS, url: "about:blank" }],
    ["data", { ...OURS, url: "data:text/html,tessella://studio/" }],
    ["the development server, when there is none", { ...OURS, url: "http://localhost:5173/" }],
    ["a frame inside the page", { ...OURS, isTop: false }],
    ["another window", { ...OURS, isOurs: false }],
    ["a frame that is gone", { ...OURS, url: null }],
  ];

  test.each(strangers)("%s is refused, whatever it asks", async (_, sender) => {
    const { gate, reached } = watchedGate();
    expect(await gate.call(sender, "clipboard.readText", null)).toEqual(REFUSED);
    expect(await gate.call(sender, "library.list", null)).toEqual(REFUSED);
    expect(await gate.adopt(sender, ["/etc/passwd"])).toEqual(REFUSED);
    expect(reached).toEqual([]);
  });

  test.each(["tessella://studio/index.html", "tessella://studio/", "tessella://studio/index.html?a#b"])(
    "%s is ours",
    async (url) => {
      const { gate, reached } = watchedGate();
      expect((await gate.call({ ...OURS, url }, "recent.list", null)).ok).toBe(true);
      expect(reached).toEqual(["recent.list"]);
    },
  );

  test("the development server is ours when it is the one we were started with", async () => {
    const { gate } = watchedGate("http://localhost:5173");
    const call = (url: string) => gate.call({ ...OURS, url }, "recent.list", null);
    expect((await call("http://localhost:5173/index.html")).ok).toBe(true);
    expect((await call("http://localhost:5174/index.html")).ok).toBe(false);
    expect((await call("http://localhost:5173.evil.org/")).ok).toBe(false);
  });
});

describe("the argument", () => {
  const png = new Uint8Array(4);
  const types = [{ label: "RLE", extensions: [".rle"] }];
  const deepMenu = (depth: number): unknown =>
    depth === 0 ? { kind: "separator" } : { kind: "submenu", label: "deeper", items: [deepMenu(depth - 1)] };

  const malformed: readonly [string, unknown, unknown][] = [
    ["an unknown call", "files.readPath", { path: "/etc/passwd" }],
    ["a call of the prototype", "constructor", null],
    ["a name that is no text", { name: "recent.list" }, null],
    ["no argument where one is needed", "files.reopen", undefined],
    ["an argument where none is taken", "recent.list", {}],
    ["a path instead of a handle", "files.readPiece", { path: "/etc/passwd", offset: 0, stamp: null }],
    ["a field too many", "files.reopen", { id: "a", path: "/etc/passwd" }],
    ["a negative offset", "files.readPiece", { id: "a", offset: -1, stamp: null }],
    ["a fraction of an offset", "files.readPiece", { id: "a", offset: 0.5, stamp: null }],
    ["no number", "files.readPiece", { id: "a", offset: Number.NaN, stamp: null }],
    ["bytes that are text", "writers.write", { writer: "a", bytes: "abc", at: null }],
    ["bytes without end", "writers.write", { writer: "a", bytes: new Uint8Array(2 ** 24 + 1), at: null }],
    ["a target of another kind", "writers.open", { target: { kind: "path", path: "/etc/passwd" } }],
    ["a way out of the folder", "writers.open", { target: { kind: "in-folder", id: "a", name: "../x" } }],
    ["an absolute name", "writers.open", { target: { kind: "in-folder", id: "a", name: "/etc/x" } }],
    ["a way out in Windows' spelling", "writers.whole", inFolder("..\\x")],
    ["a stream of a file", "writers.whole", inFolder("x.pbm:hidden")],
    ["a device", "writers.whole", inFolder("COM1")],
    ["a zero byte", "writers.whole", inFolder("x.pbm\0.png")],
    ["a name without end", "writers.whole", inFolder("x".repeat(300))],
    [
      "an ending with a separator",
      "files.pickOpen",
      { types: [{ label: "x", extensions: ["./x"] }], several: false, title: null },
    ],
    [
      "thousands of types",
      "files.pickOpen",
      { types: Array(99).fill(types[0]), several: false, title: null },
    ],
    ["a preference outside its folder", "preferences.get", { key: "../../.ssh/id" }],
    ["a preference without end", "preferences.set", { key: "k", text: "x".repeat(2 ** 20 + 1) }],
    ["a snapshot outside its folder", "autosave.read", { id: "../recent" }],
    ["a note that is code", "autosave.put", noted(() => 1)],
    ["a note that is a map", "autosave.put", noted(new Map())],
    ["a note with an endless number", "autosave.put", noted({ at: Number.POSITIVE_INFINITY })],
    ["a note with code in it", "autosave.put", noted({ list: [1, () => 1] })],
    ["a note with an object of a class", "autosave.put", noted([new Date(0)])],
    ["a note without end", "autosave.put", noted("x".repeat(2 ** 17 - 1))],
    ["a note that is deep without end", "autosave.put", noted(nested(17))],
    ["a message without end", "clipboard.writePng", { bytes: huge(2 ** 28 + 1) }],
    ["a snapshot without end", "autosave.put", { ...noted(null), bytes: huge(2 ** 28 + 1) }],
    [
      "a snapshot in pieces without end",
      "autosave.put",
      { ...noted(null), pieces: Array(10_001).fill({ name: "a", bytes: null }) },
    ],
    ["an item of the library outside its folder", "library.put", { id: "a/b", text: "" }],
    ["rules outside their folder", "rules.delete", { id: ".." }],
    ["no name", "writers.whole", inFolder("")],
    ["the folder's own name", "writers.whole", inFolder("..")],
    ["a name that Windows cuts short", "writers.whole", inFolder("x.pbm.")],
    ["a name with a blank at its end", "writers.whole", inFolder("x.pbm ")],
    ["a name of 201 bytes", "writers.whole", inFolder(`${"é".repeat(100)}x`)],
    ["a handle without end", "files.reveal", { id: "x".repeat(101) }],
    ["a title without end", "window.show", { title: "x".repeat(1001), unsaved: false }],
    ["an ending without a dot", "folders.list", { id: "a", extensions: ["rle"] }],
    ["an ending in capitals and more", "folders.list", { id: "a", extensions: [".rle*"] }],
    [
      "a type without endings",
      "files.pickOpen",
      { types: [{ label: "x", extensions: [] }], several: false, title: null },
    ],
    ["a purpose that is none", "folders.pick", { purpose: "delete" }],
    ["menus without end", "menu.show", { menu: Array(21).fill({ kind: "submenu", label: "x", items: [] }) }],
    ["a menu that is one level too deep", "menu.show", { menu: [deepMenu(5)] }],
    [
      "a piece outside its folder",
      "autosave.put",
      { ...noted(null), pieces: [{ name: "../x", bytes: png }] },
    ],
    ["a menu without end", "menu.show", { menu: [deepMenu(9)] }],
    [
      "a menu that is wide without end",
      "menu.show",
      { menu: [{ kind: "submenu", label: "x", items: Array(201).fill({ kind: "separator" }) }] },
    ],
    [
      "a menu item with a role",
      "menu.show",
      {
        menu: [
          {
            kind: "submenu",
            label: "x",
            items: [{ kind: "command", id: "a", label: "a", enabled: true, role: "toggleDevTools" }],
          },
        ],
      },
    ],
    ["an editing command that is none", "window.editText", { action: "loadURL" }],
    ["a reason that is none", "power.hold", { reason: "forever" }],
  ];

  const whole: readonly [string, string, unknown][] = [
    ["a large note", "autosave.put", noted("x".repeat(2 ** 17 - 2))],
    ["a deep note", "autosave.put", noted(nested(16))],
    ["a note of all kinds", "autosave.put", noted({ a: [1, -0.5, "b", null, true], c: { d: {} } })],
    ["a snapshot in pieces", "autosave.put", { ...noted(null), pieces: [{ name: "a-1_B", bytes: png }] }],
    ["a name of 200 bytes", "writers.whole", inFolder("é".repeat(100))],
    ["a name that begins with a dot", "writers.whole", inFolder(".x (2).pbm")],
    ["a name that begins like a device", "writers.whole", inFolder("COM10.pbm")],
    ["an ending of two parts", "folders.list", { id: "a", extensions: [".rle.gz", ".7z"] }],
    ["a menu in menus", "menu.show", { menu: [deepMenu(4)] }],
  ];

  test.each(whole)("%s passes", async (_, name, argument) => {
    const { gate, reached } = watchedGate();
    expect(await gate.call(OURS, name, argument)).toMatchObject({ ok: true });
    expect(reached).toEqual([name]);
  });

  test.each(malformed)("%s is refused", async (_, name, argument) => {
    const { gate, reached } = watchedGate();
    expect(await gate.call(OURS, name, argument)).toEqual(REFUSED);
    expect(reached).toEqual([]);
  });

  /** A copy for recovery, with that note. */
  function noted(note: unknown): object {
    return { id: "a", session: "s", title: "", note, bytes: png, pieces: [] };
  }

  function nested(depth: number): unknown {
    return depth === 0 ? 0 : [nested(depth - 1)];
  }

  /** As a message of so many bytes looks, without the memory. */
  function huge(length: number): Uint8Array {
    return Object.defineProperty(new Uint8Array(), "byteLength", { value: length });
  }

  function inFolder(name: string): unknown {
    return { target: { kind: "in-folder", id: "a", name }, bytes: new Uint8Array() };
  }

  test("a drop is a list of at most a thousand paths", async () => {
    const { gate, reached } = watchedGate();
    const paths = (count: number): string[] => Array.from({ length: count }, (_, k) => `/tmp/${k}.rle`);
    expect(await gate.adopt(OURS, paths(1000))).toEqual({ ok: true, value: [] });
    expect(reached).toEqual(["adopt"]);
    for (const wrong of [
      paths(1001),
      ["/tmp/a.rle", ""],
      ["/tmp/a.rle", 7],
      ["x".repeat(32_769)],
      "/tmp",
      null,
    ])
      expect(await gate.adopt(OURS, wrong)).toEqual(REFUSED);
    expect(reached).toEqual(["adopt"]);
  });

  test("whatever comes is answered, and nothing is thrown", async () => {
    const { gate } = watchedGate();
    const names = fc.oneof(fc.constantFrom(...Object.keys(CALL_SCHEMAS)), fc.anything());
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.anything({ withNullPrototype: true, withTypedArray: true }),
        async (name, argument) => {
          expect(typeof (await gate.call(OURS, name, argument)).ok).toBe("boolean");
          expect(typeof (await gate.adopt(OURS, argument)).ok).toBe("boolean");
        },
      ),
    );
  });
});

describe("services behind the gate", () => {
  test("a handle that was never given out reaches no file", async () => {
    const rig = await start();
    await put(rig.home, { "secret.txt": "secret" });
    for (const id of [join(rig.home, "secret.txt"), "../secret.txt", "0", ""]) {
      const reply = await rig.gate.call(OURS, "files.readPiece", { id, offset: 0, stamp: null });
      expect(reply).toMatchObject({ ok: false, error: { code: "not-found" } });
      const bytes = new Uint8Array(1);
      const write = await rig.gate.call(OURS, "writers.whole", { target: { kind: "file", id }, bytes });
      expect(write).toMatchObject({ ok: false, error: { code: "not-found" } });
    }
    expect(await bytesAt(join(rig.home, "secret.txt"))).toHaveLength(6);
  });

  test("a file's handle is no folder's, and the other way round", async () => {
    const rig = await start();
    rig.folderPicks.push(rig.home);
    const picked = (await rig.gate.call(OURS, "folders.pick", { purpose: "write" })) as Reply<{ id: string }>;
    const id = picked.ok ? picked.value.id : "";
    const read = await rig.gate.call(OURS, "files.readPiece", { id, offset: 0, stamp: null });
    expect(read).toMatchObject({ ok: false, error: { code: "not-found" } });
  });

  test("a menu as the studio sends it passes", async () => {
    const rig = await start();
    const command = {
      kind: "command",
      id: "run.toggle",
      label: "Run & stop",
      enabled: true,
      accelerator: "Enter",
    };
    const menu = [{ kind: "submenu", label: "Run", items: [command, { kind: "separator" }] }];
    expect(await rig.gate.call(OURS, "menu.show", { menu })).toEqual({ ok: true, value: null });
    expect(rig.shell.showMenu).toHaveBeenCalledWith(menu);
  });

  test("a defect of ours tells the page nothing of its insides", async () => {
    const broken = new Gate({
      trusts: () => true,
      handlers: {
        "recent.list": () => Promise.reject(new TypeError("cannot read /home/me/.ssh")),
      } as unknown as CallHandlers,
      adopt: async () => [],
      report: vi.fn(),
    });
    const reply = await broken.call(OURS, "recent.list", null);
    expect(JSON.stringify(reply)).not.toContain("ssh");
    expect(reply.ok).toBe(false);
  });

  test("a suggested name is cleaned before a dialog shows it", async () => {
    const rig = await start();
    const save = vi.spyOn(rig.shell.dialogs, "save");
    await rig.gate.call(OURS, "files.pickSave", { types: [], name: "../a/b:c.rle", title: null });
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ name: "-a-b-c.rle" }));
  });
});
