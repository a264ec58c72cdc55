// The built studio (tests/support/setup-studio.ts) in a real Chromium: served by the same server and with the same headers as
// `npm start`, driven through playwright-core.

import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Dialog,
  Locator,
  Page,
} from "playwright-core";
import { chromium } from "playwright-core";
import { expect } from "vitest";
import type { RunningServer } from "../../electron/launch/static-server.ts";
import { serveFolder } from "../../electron/launch/static-server.ts";
import { chromiumLaunch, onRealGpu } from "../support/chromium.ts";
import { BUILT_STUDIO, DEVELOPMENT_STUDIO } from "../support/setup-studio.ts";

export interface Rig {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** Windows that tests have left, by how they were opened: cleared and started anew they cost half of what new ones do. */
  readonly left: Map<string, Window>;
  /** Studios that tests of one file use in turn, by how they were opened. */
  readonly inTurn: Map<string, OpenStudio>;
  close(): Promise<void>;
}

/** A window just too narrow for the library to be open at the start. */
const VIEWPORT = { width: 1160, height: 800 };
const WITH_LIBRARY = { width: 1280, height: 800 };
/** Milliseconds that a step may take. */
const PATIENCE = 15_000;

interface RigOptions {
  /** The studio in which React checks itself. */
  readonly development?: boolean;
}

/** A server and a browser of one's own. */
export async function launchRig({ development }: RigOptions = {}): Promise<Rig> {
  const server = await serveFolder(development ? DEVELOPMENT_STUDIO : BUILT_STUDIO, 0);
  const launch = chromiumLaunch();
  // Software puts the window together: through SwiftShader each of its frames costs a second core a tenth of a second, which is
  // most of what these tests would take. WebGPU is there in both.
  if (!onRealGpu) launch.args.push("--disable-gpu-compositing");
  // A page lives for seconds here: code that runs some hundred times is compiled at more cost than it then saves.
  launch.args.push("--js-flags=--invocation-count-for-maglev=4000");
  const browser = await chromium.launch(launch);
  return {
    server,
    browser,
    left: new Map(),
    inTurn: new Map(),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** The rigs of this process, which test files share one after the other; they end with it. */
const rigs = new Map<string, Promise<Rig>>();

/** A server and a browser, which may have served the file before. Closing takes away the windows that are still open. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const kind = JSON.stringify(options);
  const started = rigs.get(kind) ?? launchRig(options);
  rigs.set(kind, started);
  const rig = await started;
  const close = async (): Promise<void> => {
    for (const studio of rig.inTurn.values()) await studio.close();
    rig.inTurn.clear();
    const left = [...rig.left.values()].map(({ page }) => page.context());
    const open = rig.browser.contexts().filter((context) => !left.includes(context));
    await Promise.all(open.map((context) => context.close()));
  };
  return { ...rig, close };
}

export interface OpenStudio {
  readonly page: Page;
  /** Console errors, uncaught exceptions and violations of the content security policy. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface StudioOptions extends BrowserContextOptions {
  /** Answers the system's file dialogs with files of the browser's private file system, by their suggested names. */
  readonly answersDialogs?: boolean;
  /** Leaves the first hints where they are: usually they are put away, as they lie over cells. */
  readonly withHints?: boolean;
  /**
   * Starts with the library open, in a wider window. Its cards are a good part of the page, although only those near the
   * view are on it.
   */
  readonly withLibrary?: boolean;
  /** Lets the first pattern run, as it does where motion is welcome. */
  readonly running?: boolean;
  /** Runs in the page before the studio does. */
  readonly beforeLoad?: () => void;
  /** In a window that nobody has used: what was loaded once comes out of the browser's cache, past `page.route`. */
  readonly ownWindow?: boolean;
}

const sizeOf = ({ viewport, withLibrary }: StudioOptions) =>
  viewport ?? (withLibrary ? WITH_LIBRARY : VIEWPORT);

/** A page and what is heard of it. */
interface Window {
  readonly page: Page;
  readonly session: CDPSession;
  readonly complaints: string[];
  /** Whether a test has done to it what clearing does not undo. */
  spoilt: boolean;
}

/**
 * A fresh profile with the studio open and its first pattern alive. The window may be one that a test before has closed;
 * all that it kept is gone and the studio starts anew, so nobody can tell.
 */
export async function openStudio(rig: Rig, wanted: StudioOptions = {}): Promise<OpenStudio> {
  const { answersDialogs = false, withHints = false, withLibrary = false, running = false, ...rest } = wanted;
  const { beforeLoad, ownWindow = false, viewport, reducedMotion, colorScheme = null, ...options } = rest;
  const kind = JSON.stringify({ answersDialogs, ...options });
  const left = beforeLoad || ownWindow ? undefined : rig.left.get(kind);
  if (left) rig.left.delete(kind);
  const kept = left && (await cleared(left, new URL(rig.server.url).origin));
  const window = kept ?? (await openWindow(rig, answersDialogs, beforeLoad, options));
  const { page, complaints } = window;
  await page.setViewportSize(sizeOf({ viewport, withLibrary }));
  await page.emulateMedia({ reducedMotion: reducedMotion ?? (running ? null : "reduce"), colorScheme });
  await page.goto(rig.server.url);
  await page.getByTestId("generation").waitFor();
  // The first pattern runs by itself where motion is welcome; from then on nothing is to move for its own sake.
  if (!reducedMotion) await page.emulateMedia({ reducedMotion: "reduce" });
  if (!withHints) await page.locator(".welcome").getByRole("button", { name: "Got it" }).click();
  const close = async (): Promise<void> => {
    if (window.spoilt || beforeLoad || page.isClosed() || rig.left.has(kind)) await page.context().close();
    else {
      await leave(window, rig.server);
      rig.left.set(kind, window);
    }
  };
  return { page, complaints, close };
}

/** Uses a studio that is opened for this alone, and closed. */
export async function inOwnStudio(
  rig: Rig,
  play: (studio: OpenStudio) => Promise<void>,
  options?: StudioOptions,
): Promise<void> {
  const studio = await openStudio(rig, options);
  try {
    await play(studio);
    expect(studio.complaints).toEqual([]);
  } finally {
    await studio.close();
  }
}

/**
 * Uses a studio that the tests of a file use in turn, each on tabs of its own: starting one is most of what a short test
 * takes. In front is the first pattern. Preferences stay as a test has left them, so a test that changes some, or the
 * first pattern, opens a studio for itself. A studio in which a test fails is given up.
 */
export async function inTurn(
  rig: Rig,
  play: (studio: OpenStudio) => Promise<void>,
  options: StudioOptions = {},
): Promise<void> {
  const kind = JSON.stringify(options);
  const studio = rig.inTurn.get(kind) ?? (await openStudio(rig, options));
  rig.inTurn.delete(kind);
  try {
    await play(studio);
    expect(studio.complaints).toEqual([]);
    await tidyUp(studio.page);
    await studio.page.setViewportSize(sizeOf(options));
    rig.inTurn.set(kind, studio);
  } finally {
    if (!rig.inTurn.has(kind)) await studio.close();
  }
}

/** Closes dialogs, messages, and all tabs but that of the first pattern. */
async function tidyUp(page: Page): Promise<void> {
  const tabs = page.locator(".tab");
  const discard = page.getByRole("button", { name: "Discard" });
  const closeTo = async (left: number, things: Locator, close: () => Promise<unknown>): Promise<void> => {
    for (let many = await things.count(); many > left; many = await things.count()) {
      const closed = async () => (await things.count()) < many;
      const asked = async () => (await discard.count()) > 0;
      await close();
      await expect.poll(async () => (await closed()) || (await asked()), { interval: 20 }).toBe(true);
      if (await asked()) await discard.click();
      await expect.poll(closed, { interval: 20 }).toBe(true);
    }
  };
  // One in which something is still being stopped stays at first.
  const dialogs = async (): Promise<number> => {
    const many = await page.getByRole("dialog").count();
    if (many > 0) await page.keyboard.press("Escape");
    return many;
  };
  await expect.poll(dialogs, { interval: 100 }).toBe(0);
  // A message may go by itself meanwhile.
  const message = page.locator('[aria-label="Close the message"]');
  await closeTo(0, message, () =>
    message.evaluateAll(([first]) => (first as HTMLElement | undefined)?.click()),
  );
  await closeTo(1, tabs, () => page.locator(".close-tab").last().click());
  await focusCells(page);
  await page.keyboard.press("F2");
}

async function openWindow(
  { browser }: Rig,
  answersDialogs: boolean,
  beforeLoad: (() => void) | undefined,
  options: BrowserContextOptions,
): Promise<Window> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  // A drop that a script makes up has a file and no handle, and asking Chromium for one never ends.
  await context.addInitScript(() => {
    Reflect.deleteProperty(DataTransferItem.prototype, "getAsFileSystemHandle");
    // No script can answer the system's own dialogs either: without them files are downloaded.
    for (const picker of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) {
      Reflect.set(window, picker, undefined);
    }
  });
  await context.addInitScript(promiseScrolling);
  if (answersDialogs) await context.addInitScript(answerDialogs);
  if (beforeLoad) await context.addInitScript(beforeLoad);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const session = await context.newCDPSession(page);
  const window: Window = { page, session, complaints: [], spoilt: false };
  page.on("console", (message) => {
    if (message.type() === "error") window.complaints.push(message.text());
  });
  page.on("pageerror", (error) => window.complaints.push(String(error)));
  noteWhatStays(window, context);
  return window;
}

/** From now on the window is spoilt as soon as a test does something to it that outlives a page. */
function noteWhatStays(window: Window, context: BrowserContext): void {
  const spoils = <T extends object>(object: T, names: readonly (keyof T)[], when = (_: unknown) => true) => {
    for (const name of names) {
      const method = (object[name] as (...args: unknown[]) => unknown).bind(object);
      Reflect.set(object, name, (...args: unknown[]) => {
        if (when(args[0])) window.spoilt = true;
        return method(...args);
      });
    }
  };
  spoils(window.page, ["addInitScript", "exposeBinding", "exposeFunction", "route"]);
  spoils(window.page, ["on", "once"], (event) => event === "dialog");
  spoils(context, ["addInitScript", "exposeBinding", "newCDPSession", "newPage", "route", "setOffline"]);
}

/**
 * Ends the studio in the window; it is not asked what becomes of unsaved work. The window goes to a place of the studio's
 * server where nothing is: elsewhere Chromium would end its process too, and starting another is half of what a load takes.
 */
async function leave(window: Window, { url }: RunningServer): Promise<void> {
  const { page } = window;
  const yes = (dialog: Dialog): void => void dialog.accept();
  page.on("dialog", yes);
  await page.goto(`${url}nothing`);
  page.off("dialog", yes);
  window.spoilt = false;
}

/**
 * The window without all that the studio kept there and what a test has set. Undefined where the browser does not get done
 * with it: a worker that is still ending may hold on to what it stored, and then the window is given up.
 */
async function cleared(window: Window, origin: string): Promise<Window | undefined> {
  const { page, session, complaints } = window;
  const clearing = session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  const limit = AbortSignal.timeout(PATIENCE);
  const late = new Promise<"late">((resolve) => limit.addEventListener("abort", () => resolve("late")));
  if ((await Promise.race([clearing, late])) === "late") {
    clearing.catch(() => {});
    void page.context().close();
    return undefined;
  }
  page.setDefaultTimeout(PATIENCE);
  complaints.length = 0;
  return window;
}

/** A reading of the dock as a number. */
export async function reading(page: Page, which: "generation" | "population"): Promise<number> {
  const text = (await page.getByTestId(which).textContent()) ?? "";
  return Number(text.replace(/[^\d]/g, "") || Number.NaN);
}

/**
 * Runs in the page. Newer browsers answer a scroll with a promise (CSSOM View, "scroll completion"), where the packaged
 * one still says nothing: an effect of React that passes the answer on works in one and breaks the window in the other.
 */
function promiseScrolling(): void {
  for (const name of ["scrollIntoView", "scroll", "scrollTo", "scrollBy"] as const) {
    const scroll = Element.prototype[name] as (this: Element, ...how: unknown[]) => unknown;
    Object.defineProperty(Element.prototype, name, {
      configurable: true,
      writable: true,
      value(this: Element, ...how: unknown[]) {
        return scroll.apply(this, how) ?? Promise.resolve();
      },
    });
  }
}

/** Runs in the page. What `window.nextFile` names is opened, what the studio suggests is what is saved. */
function answerDialogs(): void {
  const root = () => navigator.storage.getDirectory();
  Object.assign(window, {
    showOpenFilePicker: async () => [
      await (await root()).getFileHandle((window as unknown as { nextFile: string }).nextFile),
    ],
    showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
      (await root()).getFileHandle(suggestedName, { create: true }),
    showDirectoryPicker: async () => (await root()).getDirectoryHandle("frames", { create: true }),
  });
}

/** What the studio has written into a store of its database, as JSON, record by record. */
export function kept(
  page: Page,
  store: "preferences" | "snapshotHeads" | "folders",
): Promise<readonly string[]> {
  return page.evaluate(
    (name) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const opening = indexedDB.open("tessella");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => resolve(reading.result.map((one) => JSON.stringify(one)));
          reading.onerror = () => reject(reading.error);
          opening.result.close();
        };
      }),
    store,
  );
}

/** Drops a file on the window, as from the desktop. */
export async function dropFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const base64 = Buffer.from(content).toString("base64");
  await page.evaluate(
    ([fileName, text]) => {
      const bytes = Uint8Array.from(atob(text as string), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName as string));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, base64],
  );
}

/** Drops a pattern and waits until it stands there. */
export async function openPattern(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await dropFile(page, name, content);
  await page.locator(".tab.on", { hasText: name }).waitFor();
  await expect.poll(() => reading(page, "population")).not.toBeNaN();
  await focusCells(page);
}

/**
 * A universe by the dialog: its kind of cells, if not the squares that are offered, and what else to set there. A dialog that
 * is still closing (a file is there before the dialog that saved it has gone) would take the key; so it is waited for.
 */
export async function createUniverse(
  page: Page,
  cells?: "Square" | "Hexagonal" | "Triangular" | "ANNEAL",
  set?: (dialog: Locator) => Promise<unknown>,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Control+n");
  if (cells) await dialog.getByRole("radio", { name: cells }).click();
  await set?.(dialog);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Gives the keys to the cells. */
export async function focusCells(page: Page): Promise<void> {
  await page.locator("[data-stage] [tabindex]").first().focus();
}

/** Asks the palette, in one go: with every letter that is typed it draws its list anew. */
export async function askPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(text);
}

/** Does a command that may open a dialog by its name, through the palette. */
export async function chooseCommand(page: Page, name: string): Promise<void> {
  await askPalette(page, name);
  await page.keyboard.press("Enter");
}

/** Does a command by its name, through the palette, and waits until that has closed. */
export async function command(page: Page, name: string): Promise<void> {
  await chooseCommand(page, name);
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The state hash of the universe in front, as `tessella run --json` spells it. */
export async function stateHash(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await command(page, "Copy state hash");
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).not.toBe("");
  return text();
}

/** What the window says of the rule (in the inspector), the zoom (on the stage), the cell under the pointer ... */
export async function status(page: Page, name: string): Promise<string> {
  if (name === "Zoom") return page.locator(".zoom output").innerText();
  if (name === "Rule" && (await page.locator("#rule-text").count()) > 0)
    return page.locator("#rule-text").inputValue();
  return page
    .locator(".status dl > div", { has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .innerText();
}
