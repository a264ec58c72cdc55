// The studio in the real Electron, where its binary is: started as `npm start` starts it, with a user's folder of its own.
// The binary comes from a site that is not reachable everywhere, and it needs a display; without them there is nothing to
// drive, in CI no less than on a desk, and what the shell decides is tested with a made-up Electron in tests/electron.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { ElectronApplication, Page } from "playwright-core";
import { _electron } from "playwright-core";
import { findElectron } from "../../electron/launch/electron-binary.ts";
import { hasDisplay } from "../../electron/launch/open-browser.ts";

export const REPOSITORY = join(import.meta.dirname, "../..");
const BINARY = findElectron(join(REPOSITORY, "node_modules/electron"));

/** Why Electron cannot be driven here, or null. */
export function whyNoElectron(): string | null {
  if (BINARY === null) return "Electron's binary is not here (npx install-electron fetches it)";
  if (!hasDisplay(process.platform, process.env))
    return "there is no display for Electron (xvfb-run makes one)";
  return null;
}

export interface StartedStudio {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** One user: what the studio remembers, and every start of it. */
export class ElectronUser {
  readonly folder: string;
  readonly #running = new Set<ElectronApplication>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<ElectronUser> {
    if (!existsSync(join(REPOSITORY, "out/main/main.js")))
      throw new Error("The shell is not built. Build it first: npm run build");
    // On macOS the temporary folder is a link, and Electron answers with what it points to.
    return new ElectronUser(await realpath(await mkdtemp(join(tmpdir(), "tessella-electron-"))));
  }

  get #arguments(): readonly string[] {
    return [REPOSITORY, `--user-data-dir=${join(this.folder, "data")}`];
  }

  get #environment(): Record<string, string> {
    // Under these Electron is plain Node, or shows another page.
    const { ELECTRON_RUN_AS_NODE: _, ELECTRON_RENDERER_URL: __, NODE_OPTIONS: ___, ...env } = process.env;
    return Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /**
   * Starts the studio and waits until it shows a universe. The binary is not named: playwright then finds it through the
   * package (which is there, so nothing is downloaded) and takes its own switches out of the arguments that the shell sees.
   */
  async start(files: readonly string[] = []): Promise<StartedStudio> {
    const app = await _electron.launch({
      args: [...this.#arguments, ...files],
      env: this.#environment,
      timeout: 60_000,
    });
    this.#running.add(app);
    app.on("close", () => this.#running.delete(app));
    // A test must never write into the real user's folder.
    const used = await app.evaluate(({ app: electron }) => electron.getPath("userData"));
    if (relative(this.folder, used).startsWith("..")) throw new Error(`Electron keeps its data in ${used}.`);
    const page = await app.firstWindow();
    page.setDefaultTimeout(15_000);
    await page.getByTestId("generation").waitFor();
    return { app, page };
  }

  /** A second start while the first one runs: answers its exit code. */
  async startAgain(files: readonly string[]): Promise<number | null> {
    const sandbox = process.platform === "linux" ? ["--no-sandbox"] : [];
    // Electron's own switches may stand anywhere, but the application comes first among what is none.
    const child = spawn(BINARY as string, [...this.#arguments, ...files, ...sandbox], {
      env: this.#environment,
      stdio: "ignore",
    });
    const patience = setTimeout(() => child.kill("SIGKILL"), 30_000);
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(patience);
        resolve(code);
      });
    });
  }

  /** A file of the studio's own, as JSON; null while it is not there or half a minute's work away. */
  async remembered(name: string): Promise<unknown> {
    return readFile(join(this.folder, "data", name), "utf8").then(JSON.parse, () => null);
  }

  /** Ends what still runs, unasked, and removes everything. */
  async remove(): Promise<void> {
    for (const app of this.#running) {
      const ended = app.waitForEvent("close").catch(() => undefined);
      app.process().kill("SIGKILL");
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Ends the studio as a user does who keeps nothing. */
export async function quit({ app, page }: StartedStudio): Promise<void> {
  const ended = app.waitForEvent("close");
  // It may be gone before it has answered.
  app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);
  // Only asked where something is unsaved.
  page
    .getByRole("button", { name: "Discard" })
    .click()
    .catch(() => undefined);
  await ended;
}

export interface ShownMenuItem {
  readonly id: string;
  readonly label: string;
  readonly accelerator: string | null;
}

/** The commands of the native menu, from top to bottom. */
export function menuCommands(app: ElectronApplication): Promise<readonly ShownMenuItem[]> {
  return app.evaluate(({ Menu }) => {
    const found: ShownMenuItem[] = [];
    const visit = (menu: Electron.Menu | null): void => {
      for (const item of menu?.items ?? []) {
        if (item.submenu) visit(item.submenu);
        else if (item.id && item.type !== "separator" && !item.role) {
          found.push({
            id: item.id,
            label: item.label,
            accelerator: item.accelerator ? String(item.accelerator) : null,
          });
        }
      }
    };
    visit(Menu.getApplicationMenu());
    return found;
  });
}
