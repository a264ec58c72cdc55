// `npm run dist` on a made-up package, with an imitation of Electron: electron-builder really reads its configuration, copies,
// archives and sets the fuses. Only Electron's own binary, which cannot be had everywhere, is played by a file.

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put } from "./shell-rig.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const CONFIGURATION = "electron-builder.yml";
const require = createRequire(import.meta.url);

/** In front of the fuses in Electron's binary, as @electron/fuses finds them; then version 1, their number, and a sign each. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** As Electron is delivered: run as Node, NODE_OPTIONS and --inspect are open. */
const DELIVERED = "10110001";

interface Configuration {
  readonly [name: string]: unknown;
  readonly mac: Readonly<Record<string, unknown>>;
  readonly linux: Readonly<Record<string, unknown>>;
  readonly win: Readonly<Record<string, unknown>>;
}

let root = "";
const packed = (): string => join(root, "out/installers/linux-unpacked");

async function pack(): Promise<void> {
  const command = require.resolve("electron-builder/out/cli/cli.js");
  const words = [command, "--linux", "dir", "--publish", "never", "-c.electronDist=electron-dist"];
  const run = promisify(execFile)(process.execPath, words, { cwd: root, timeout: 200_000 });
  // It says what is wrong on its standard output.
  await run.catch(({ stdout }: { readonly stdout: string }) => Promise.reject(new Error(stdout)));
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tessella-pack-"));
  for (const path of [CONFIGURATION, "package.json", "LICENSE", "assets/icons", "electron"]) {
    await cp(join(REPOSITORY, path), join(root, path), { recursive: true });
  }
  await put(root, {
    "out/main/main.js": "main",
    "out/main/launch.js": "the launcher of a checkout",
    "out/main/licences.txt": "licences of the shell",
    "out/preload/preload.cjs": "preload",
    "out/renderer/index.html": "page",
    "out/renderer/licences.txt": "licences of the window",
    "out/cli/main.cjs": "command line",
    "node_modules/webgpu/package.json": '{"name":"webgpu","version":"0.6.2"}',
    "node_modules/webgpu/index.js": "what only the command line needs",
    "node_modules/koffi/package.json": '{"name":"koffi","version":"3.3.4"}',
    "node_modules/koffi/index.js": "what only the command line needs",
    ".env": "SECRET=1",
    "electron-dist/electron": `${"x".repeat(999)}${SENTINEL}\x01${String.fromCharCode(DELIVERED.length)}${DELIVERED}`,
    "electron-dist/version": "0",
    "electron-dist/LICENSE": "licence of Electron",
    "electron-dist/LICENSES.chromium.html": "licences of Chromium",
    "electron-dist/locales/en-US.pak": "",
    "electron-dist/resources/none": "",
  });
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("npm run dist", () => {
  let configuration: Configuration;
  beforeAll(async () => {
    const yaml = require("js-yaml") as { readonly load: (text: string) => unknown };
    configuration = yaml.load(await readFile(join(REPOSITORY, CONFIGURATION), "utf8")) as Configuration;
  });

  test("packs the built studio and nothing else into an archive", { timeout: 240_000 }, async () => {
    await pack();
    const asar = require("@electron/asar") as {
      readonly listPackage: (path: string, options: object) => string[];
    };
    const listed = asar
      .listPackage(join(packed(), "resources/app.asar"), {})
      .map((path) => path.replaceAll("\\", "/"));
    expect(listed.filter((path) => /\.\w+$/.test(path)).sort()).toEqual([
      "/out/main/main.js",
      "/out/preload/preload.cjs",
      "/out/renderer/index.html",
      // The window's dialog reads it.
      "/out/renderer/licences.txt",
      "/package.json",
    ]);
    for (const [name, text] of [
      ["LICENSE.tessella.txt", "MIT License"],
      ["LICENSES.shell.txt", "licences of the shell"],
      ["LICENSE.electron.txt", "licence of Electron"],
    ] as const) {
      expect(await readFile(join(packed(), name), "utf8")).toContain(text);
    }

    // Fuses: what the studio never asks of Electron is switched off in its binary, where no argument and no variable reaches it.
    const binary = await readFile(join(packed(), "tessella"), "latin1");
    const wire = binary.slice(binary.indexOf(SENTINEL) + SENTINEL.length + 2);
    expect(Object.fromEntries([...wire].map((sign, i) => [FUSES[i], sign === "1"]))).toEqual({
      "ELECTRON_RUN_AS_NODE makes a Node of it": false,
      "cookies are encrypted": true,
      "NODE_OPTIONS is read": false,
      "--inspect is heard": false,
      "the archive is checked against its hash": true,
      "code comes from the archive only": true,
      "the main process has a snapshot of its own": false,
      "file: pages have privileges": false,
    });
  });

  test("names an installer for each of three systems, with an icon and the files that open by a double click", async () => {
    expect(configuration.linux.target).toEqual(["AppImage", "tar.gz"]);
    expect(configuration.mac.target).toEqual(["dmg"]);
    expect(configuration.win.target).toEqual(["nsis"]);
    for (const system of [configuration.linux, configuration.mac, configuration.win]) {
      const associations = system.fileAssociations as readonly { readonly ext: string }[];
      expect(associations.map(({ ext }) => ext)).toEqual(
        expect.arrayContaining(["rle", "mc", "lif", "cells", "mcl"]),
      );
    }
    // Of this size electron-builder makes the icons of all systems.
    const png = await readFile(join(REPOSITORY, "assets/icons/icon.png"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
    expect((configuration.directories as { readonly buildResources: string }).buildResources).toBe(
      "assets/icons",
    );
    // Nothing made up: no address that is none.
    expect(JSON.stringify(configuration)).not.toMatch(/localhost|example\./);
  });

  test("asks macOS for the hardened runtime, and only for what V8 needs", async () => {
    const { hardenedRuntime, entitlements, entitlementsInherit } = configuration.mac;
    expect({ hardenedRuntime, inherited: entitlementsInherit }).toEqual({
      hardenedRuntime: true,
      inherited: entitlements,
    });
    const list = await readFile(join(REPOSITORY, entitlements as string), "utf8");
    expect([...list.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      "com.apple.security.cs.allow-jit",
    ]);
  });
});

/** In the order of the wire. */
const FUSES = [
  "ELECTRON_RUN_AS_NODE makes a Node of it",
  "cookies are encrypted",
  "NODE_OPTIONS is read",
  "--inspect is heard",
  "the archive is checked against its hash",
  "code comes from the archive only",
  "the main process has a snapshot of its own",
  "file: pages have privileges",
];
