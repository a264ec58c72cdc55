/**
 * `npm start` and `npm run dev`: the studio in Electron or, without Electron, the same studio in a browser, served from
 * here. Built to out/main/launch.js, because plain Node reads no TypeScript.
 */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fetchElectron, findElectron } from "./electron-binary.ts";
import { hasDisplay, openBrowser } from "./open-browser.ts";
import type { LaunchArguments } from "./options.ts";
import { parseLaunchArguments, USAGE } from "./options.ts";
import { serveFolder } from "./static-server.ts";

/** The package's folder: this file lies in out/main. */
const ROOT = join(import.meta.dirname, "..", "..");
const BUILT = join(ROOT, "out", "renderer");
/** Electron that ends badly this soon has not really started (a missing library, a forbidden sandbox). */
const STILLBORN_MILLISECONDS = 5000;

async function launch(): Promise<void> {
  const options = parseLaunchArguments(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return;
  }
  if (!options.development && !existsSync(join(BUILT, "index.html"))) {
    throw new Error("The studio is not built yet. Build it first: npm run build");
  }
  const why = options.browser ? null : await tryElectron(options);
  if (why === "") return;
  if (why !== null) console.log(`${why} The studio opens in a browser instead.`);
  await serve(options);
}

/** "" if the studio has run in Electron; else a sentence with the reason. */
async function tryElectron(options: LaunchArguments): Promise<string> {
  const folder = electronFolder();
  if (folder === null) return "Electron is not installed.";
  if (!hasDisplay(process.platform, process.env)) return "There is no display for Electron.";
  const binary =
    findElectron(folder) ??
    (await fetchElectron(folder, () => console.log("Downloading Electron, once (some 120 MB) ...")));
  if (binary === null) return "Electron is not here and cannot be downloaded.";
  const started = Date.now();
  const command: readonly string[] = options.development
    ? [process.execPath, join(packageFolder("electron-vite"), "bin", "electron-vite.js"), "dev", "--"]
    : [binary, ROOT];
  const code = await run([...command, ...options.rest.map(fromHere)]);
  if (code !== 0 && Date.now() - started < STILLBORN_MILLISECONDS) return "Electron could not start.";
  process.exitCode = code;
  return "";
}

/** Electron runs in the package's folder; file names are relative to the person's folder, which only npm knows. */
function fromHere(argument: string): string {
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), argument);
  return !argument.startsWith("-") && existsSync(file) ? file : argument;
}

function electronFolder(): string | null {
  try {
    return packageFolder("electron");
  } catch {
    return null;
  }
}

function packageFolder(name: string): string {
  return dirname(createRequire(join(ROOT, "package.json")).resolve(`${name}/package.json`));
}

/** Runs a program in this terminal; answers its exit code. A signal to end goes to it, and this process follows. */
function run([program, ...rest]: readonly string[]): Promise<number> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(program as string, rest, { cwd: ROOT, stdio: "inherit", env });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  const ignore = (): void => {};
  process.on("SIGTERM", pass);
  // Ctrl-C reaches the child by itself; it decides how to end.
  process.on("SIGINT", ignore);
  return new Promise((resolve) => {
    const settle = (code: number): void => {
      process.off("SIGTERM", pass);
      process.off("SIGINT", ignore);
      resolve(code);
    };
    child.once("error", () => settle(1));
    child.once("exit", (code, signal) =>
      settle(code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1)),
    );
  });
}

async function serve({ development, port, open, rest }: LaunchArguments): Promise<void> {
  const server = development ? await serveSources(port) : await serveFolder(BUILT, port);
  const files = rest.filter((argument) => !argument.startsWith("-"));
  if (files.length > 0) console.log("Files cannot be handed to a browser: drop them on its window.");
  const end = (): void => {
    void server.close().then(() => process.exit(0));
  };
  // Before the address is printed: whoever reads it may send a signal at once.
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  console.log(`Tessella: ${server.url}  (Ctrl-C ends it)`);
  if (open) openBrowser(server.url);
}

interface DevelopmentServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The renderer's own development server, exactly as electron-vite configures it. */
async function serveSources(port: number): Promise<DevelopmentServer> {
  process.env.NODE_ENV_ELECTRON_VITE = "development";
  // The configuration's paths are relative to it.
  process.chdir(ROOT);
  const { resolveConfig } = await import("electron-vite");
  const { createServer } = await import("vite");
  const { config } = await resolveConfig({ root: ROOT }, "serve", "development");
  const renderer = config?.renderer ?? {};
  const server = await createServer({ ...renderer, server: { ...renderer.server, port, host: "127.0.0.1" } });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`, close: () => server.close() };
}

launch().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
