// The shell's build and the launcher of `npm start`, as they really run: built once, then started as processes of their
// own in a made-up package.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { resolveConfig } from "electron-vite";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findElectron } from "../../electron/launch/electron-binary.ts";
import { browserCommand, hasDisplay } from "../../electron/launch/open-browser.ts";
import { DEFAULT_PORT, parseLaunchArguments } from "../../electron/launch/options.ts";
import { put } from "./shell-rig.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
let out = "";

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), "tessella-build-"));
  const { config } = await resolveConfig({ root: REPOSITORY, logLevel: "silent" }, "build", "production");
  for (const part of ["main", "preload"] as const) {
    const settings = config?.[part] ?? {};
    const options = { ...settings.build, outDir: join(out, part), emptyOutDir: true };
    await build({ ...settings, build: options as never, logLevel: "silent" });
  }
});
afterAll(() => rm(out, { recursive: true, force: true }));

describe("the build", () => {
  test("makes the preload one CommonJS file that needs nothing but electron", async () => {
    expect(await readdir(join(out, "preload"))).toEqual(["preload.cjs"]);
    const code = await readFile(join(out, "preload", "preload.cjs"), "utf8");
    expect([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(["electron"]);
    expect(code).not.toMatch(/^import |^export /m);
  });

  test("bundles what the shell uses", async () => {
    const code = await readFile(join(out, "main", "main.js"), "utf8");
    const imported = [...code.matchAll(/^import .* from "([^"]+)"/gm)].map(([, name]) => name as string);
    const outside = imported.filter((name) => !name.startsWith("node:") && !name.startsWith("."));
    expect([...new Set(outside)]).toEqual(["electron"]);
  });

  test("lists the licences of what it bundled", async () => {
    const text = await readFile(join(out, "main", "licences.txt"), "utf8");
    expect(text).toMatch(/^valibot [\d.]+ \(MIT\)$/m);
    expect(text).toMatch(/Permission is hereby granted/);
  });
});

/** A package as `npm ci` leaves it, without Electron's binary. */
class Package {
  readonly root: string;
  #child: ChildProcessByStdio<null, Readable, Readable> | null = null;
  /** It has ended, and all that it said has been heard. */
  #closed: Promise<void> | undefined;
  output = "";

  constructor(root: string) {
    this.root = root;
  }

  static async make(installScript: string): Promise<Package> {
    const root = await mkdtemp(join(tmpdir(), "tessella-package-"));
    await put(root, {
      "package.json": '{"name":"tessella","type":"module"}',
      "secret.txt": "secret",
      "out/renderer/index.html": "<!doctype html><title>Tessella</title>",
      "node_modules/electron/package.json": '{"name":"electron","version":"0.0.0"}',
      "node_modules/electron/install.js": installScript,
    });
    await cp(join(out, "main"), join(root, "out/main"), { recursive: true });
    return new Package(root);
  }

  start(args: readonly string[], env: Record<string, string> = {}): void {
    const child = spawn(process.execPath, [join(this.root, "out/main/launch.js"), ...args], {
      env: { ...process.env, DISPLAY: ":0", CI: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => {
        this.output += data.toString();
      });
    }
    this.#child = child;
    this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
  }

  /** The printed address. */
  async address(): Promise<string> {
    await expect.poll(() => this.output, { timeout: 25_000 }).toMatch(/http:\S+/);
    return /http:\S+/.exec(this.output)?.[0] as string;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async end(): Promise<number | null> {
    await this.#closed;
    return this.#child?.exitCode ?? null;
  }

  async remove(): Promise<void> {
    this.kill("SIGKILL");
    await this.end();
    await rm(this.root, { recursive: true, force: true });
  }
}

/**
 * Loaded before the launcher: its time passes only in pauses, which take a moment and no longer, or it stands still. The time that has
 * passed is told beside the address.
 */
const OWN_TIME = `
  const pauses = require("node:timers/promises");
  const { setTimeout: pause } = pauses;
  let time = Date.now();
  const began = time;
  pauses.setTimeout = (milliseconds) => {
    if (process.env.TIME === "stands") return new Promise(() => {});
    time += milliseconds;
    return pause(1);
  };
  Date.now = () => time;
  require("node:module").syncBuiltinESMExports();
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text, ...rest) =>
    write(String(text).includes("http:") ? "after " + (time - began) + " ms: " + text : text, ...rest);
`;

async function ownTime(pack: Package, TIME: "stands" | "flies"): Promise<Record<string, string>> {
  await put(pack.root, { "own-time.cjs": OWN_TIME });
  return { TIME, NODE_OPTIONS: `--require ${join(pack.root, "own-time.cjs")}` };
}

describe("npm start", () => {
  const offline = 'throw new Error("getaddrinfo ENOTFOUND");';
  let pack: Package;
  afterEach(() => pack.remove());

  test("serves the studio when there is no Electron, with one line that says so, and ends on Ctrl-C", async () => {
    pack = await Package.make(offline);
    // It does not wait for the download that has failed.
    pack.start(["--port", "0", "gun.rle"], await ownTime(pack, "stands"));
    const address = await pack.address();
    expect(pack.output).toMatch(/^Electron is not here and cannot be downloaded\..*browser/m);
    const page = await fetch(address);
    expect(await page.text()).toContain("Tessella");
    pack.kill("SIGINT");
    expect(await pack.end()).toBe(0);
  });

  test.skipIf(process.platform === "win32")(
    "starts Electron once bytes have come, with the files",
    async () => {
      // A download that takes its time and then leaves a "binary" that says how it was started.
      pack = await Package.make(`
      const fs = require("node:fs"), os = require("node:os"), path = require("node:path");
      fs.writeFileSync(path.join(os.tmpdir(), "part"), "x".repeat(1000));
      setTimeout(() => {
        fs.mkdirSync(path.join(__dirname, "dist"));
        fs.writeFileSync(path.join(__dirname, "dist/electron"), "#!/bin/sh\\necho started with $2\\nexit 3\\n", { mode: 0o755 });
        fs.writeFileSync(path.join(__dirname, "path.txt"), "electron");
      }, 600);
    `);
      const folder = join(pack.root, "mine");
      await put(folder, { "gun.rle": "x = 1, y = 1\no!" });
      pack.start(["--port", "0", "gun.rle"], { INIT_CWD: folder });
      await pack.address();
      expect(pack.output).toContain("Downloading Electron");
      expect(pack.output).toContain(`started with ${join(folder, "gun.rle")}`);
      // It ended badly at once, so the browser's turn comes after all.
      expect(pack.output).toContain("Electron could not start.");
    },
  );

  test.skipIf(process.platform === "win32")("ends when Electron ends well", async () => {
    pack = await Package.make(offline);
    await put(pack.root, {
      "node_modules/electron/path.txt": "electron",
      "node_modules/electron/dist/electron": "",
    });
    const { chmod, writeFile } = await import("node:fs/promises");
    const binary = join(pack.root, "node_modules/electron/dist/electron");
    await writeFile(binary, "#!/bin/sh\nexit 0\n");
    await chmod(binary, 0o755);
    expect(findElectron(join(pack.root, "node_modules/electron"))).toBe(binary);
    pack.start([]);
    expect(await pack.end()).toBe(0);
    expect(pack.output).toBe("");
  });

  test.skipIf(process.platform !== "linux")("does not try Electron without a display", async () => {
    pack = await Package.make("throw 1;");
    pack.start(["--port", "0"], { DISPLAY: "", WAYLAND_DISPLAY: "" });
    await pack.address();
    expect(pack.output).toMatch(/no display/);
  });

  test("goes straight to the browser when told to, and says what is wrong with an option", async () => {
    pack = await Package.make("throw 1;");
    pack.start(["--browser", "--port=0"]);
    await pack.address();
    expect(pack.output).not.toMatch(/Electron/);
    pack.kill("SIGTERM");
    expect(await pack.end()).toBe(0);
    pack.output = "";
    pack.start(["--port", "seven"]);
    expect(await pack.end()).toBe(1);
    expect(pack.output).toContain('not "seven"');
  });

  test.skipIf(process.platform === "win32")("ends well on a signal that comes with the address", async () => {
    pack = await Package.make("throw 1;");
    // Sends itself the signal while the address is being written.
    await put(pack.root, {
      "signal.cjs": `
        const write = process.stdout.write.bind(process.stdout);
        process.stdout.write = (text, ...rest) => {
          const done = write(text, ...rest);
          if (String(text).includes("http:")) process.kill(process.pid, "SIGTERM");
          return done;
        };`,
    });
    pack.start(["--browser", "--port=0"], { NODE_OPTIONS: `--require ${join(pack.root, "signal.cjs")}` });
    expect(await pack.end()).toBe(0);
    expect(pack.output).toMatch(/http:/);
  });

  test("gives up within ten seconds when the download stands still", async () => {
    pack = await Package.make("setInterval(() => {}, 1000);");
    pack.start(["--port", "0"], await ownTime(pack, "flies"));
    await pack.address();
    const took = Number(/after (\d+) ms/.exec(pack.output)?.[1]);
    expect(took).toBeGreaterThan(5000);
    expect(took).toBeLessThan(10_000);
  });

  test("says that the studio is not built", async () => {
    pack = await Package.make(offline);
    await rm(join(pack.root, "out/renderer"), { recursive: true });
    pack.start([]);
    expect(await pack.end()).toBe(1);
    expect(pack.output).toMatch(/not built yet.*npm run build/);
  });
});

describe("npm run dev", () => {
  test("serves the sources with the shared headers where there is no Electron", async () => {
    const pack = await Package.make("throw 1;");
    try {
      await put(pack.root, {
        "electron.vite.config.ts": `
          import { sharedHeaders } from ${JSON.stringify(join(REPOSITORY, "electron/headers.ts"))};
          export default { renderer: { root: "renderer", server: { headers: { ...sharedHeaders({ development: true }) } },
            build: { rolldownOptions: { input: "renderer/index.html" } } } };`,
        "renderer/index.html": "<!doctype html><title>From the sources</title>",
      });
      for (const name of ["electron-vite", "vite"]) {
        await symlink(
          join(REPOSITORY, "node_modules", name),
          join(pack.root, "node_modules", name),
          "junction",
        );
      }
      pack.start(["--dev", "--browser", "--port", "0"]);
      const page = await fetch(await pack.address());
      expect(await page.text()).toContain("From the sources");
      expect(page.headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
      pack.kill("SIGINT");
      expect(await pack.end()).toBe(0);
    } finally {
      await pack.remove();
    }
  });
});

describe("the browser", () => {
  const url = "http://127.0.0.1:1/";

  test("is opened as each system does it, and nowhere without a screen", () => {
    expect(browserCommand(url, "darwin", {})).toEqual({ program: "open", arguments: [url] });
    expect(browserCommand(url, "win32", {})?.arguments.at(-1)).toBe(url);
    expect(browserCommand(url, "linux", { DISPLAY: ":0" })).toEqual({
      program: "xdg-open",
      arguments: [url],
    });
    expect(browserCommand(url, "linux", { WAYLAND_DISPLAY: "wayland-0" })?.program).toBe("xdg-open");
    expect(browserCommand(url, "linux", {})).toBeNull();
    expect(browserCommand(url, "darwin", { CI: "true" })).toBeNull();
    expect(browserCommand(url, "win32", { BROWSER: "none" })).toBeNull();
    expect(hasDisplay("win32", {})).toBe(true);
  });
});

describe("options", () => {
  test("are taken out, and the rest goes to Electron", () => {
    expect(parseLaunchArguments([])).toEqual({
      development: false,
      browser: false,
      open: true,
      port: DEFAULT_PORT,
      help: false,
      rest: [],
    });
    const all = parseLaunchArguments([
      "--dev",
      "a.rle",
      "--no-open",
      "--port=7",
      "--trace",
      "--",
      "--browser",
    ]);
    expect(all).toMatchObject({ development: true, browser: false, open: false, port: 7 });
    expect(all.rest).toEqual(["a.rle", "--trace", "--", "--browser"]);
    for (const port of ["", "-1", "70000", "1.5"]) {
      expect(() => parseLaunchArguments([`--port=${port}`])).toThrow(/takes a number/);
    }
    expect(() => parseLaunchArguments(["--port"])).toThrow(/takes a number/);
  });
});
