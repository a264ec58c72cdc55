// The service worker of the static page, in a browser that is played: what it keeps, what it answers, and when an update takes over.
// A real browser has the rest (tests/e2e/offline.test.ts).

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

const SCOPE = "https://host.example/tessella/";
const KEPT = `tessella ${SCOPE} two`;
const FORMER = `tessella ${SCOPE} one`;
const FOREIGN = "tessella https://host.example/other/ one";

/** The caches of one origin. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();
  async open(name: string) {
    const kept = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, kept);
    return { put: async (address: string, answer: Response) => void kept.set(address, answer) };
  }
  async keys(): Promise<string[]> {
    return [...this.all.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
  async match(address: string, { cacheName }: { readonly cacheName: string }): Promise<Response | undefined> {
    return this.all.get(cacheName)?.get(address)?.clone();
  }
}

let caches: Caches;
let windows: number;
let waiting: { readonly heard: unknown[]; postMessage(message: unknown): void } | null;
let skipped: number;
let fetched: { readonly address: string; readonly integrity: string | undefined }[];
let host: (path: string) => Response;
const listeners = new Map<string, (event: object) => void>();

beforeEach(() => {
  caches = new Caches();
  vi.stubGlobal("caches", caches);
  [windows, waiting, skipped, fetched] = [1, null, 0, []];
  host = (path) =>
    new Response(`text of ${path}`, { headers: { "Content-Type": "text/plain", Server: "plain" } });
});

beforeAll(async () => {
  vi.stubGlobal("BUILD", {
    version: "two",
    headers: { "X-Ours": "yes" },
    files: [
      { path: "index.html", integrity: "sha384-page" },
      { path: "assets/main.js", integrity: "sha384-main" },
    ],
  });
  vi.stubGlobal("fetch", async (of: string | Request, options?: RequestInit) => {
    const address = typeof of === "string" ? of : of.url;
    fetched.push({ address, integrity: options?.integrity });
    return host(address.slice(SCOPE.length));
  });
  vi.stubGlobal("self", {
    registration: {
      scope: SCOPE,
      get waiting() {
        return waiting;
      },
    },
    clients: { matchAll: async () => Array.from({ length: windows }), claim: async () => {} },
    skipWaiting: async () => void skipped++,
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  // A script that exports nothing, and so no module to the compiler.
  await import("../../renderer/offline/service-worker.ts" as string);
});
afterAll(() => void vi.unstubAllGlobals());

/** Has the worker live through an event that it may take its time for. */
async function lives(type: "install" | "activate"): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({ waitUntil: (whole: Promise<unknown>) => (work = whole) });
  await work;
}

/** Its answer to a page; null where it leaves that to the browser. */
async function answer(path: string, { mode = "no-cors", method = "GET" } = {}): Promise<Response | null> {
  const request = { url: new URL(path, SCOPE).href, mode, method };
  let given: Promise<Response> | null = null;
  listeners.get("fetch")?.({ request, respondWith: (promised: Promise<Response>) => (given = promised) });
  return given;
}

const textOf = async (path: string, request = {}) => (await answer(path, request))?.text() ?? null;
const visit = { mode: "navigate" };

test("a build is kept whole, with its own headers, and what its addresses ask for comes from there", async () => {
  await lives("install");
  expect(fetched).toEqual([
    { address: `${SCOPE}index.html`, integrity: "sha384-page" },
    { address: `${SCOPE}assets/main.js`, integrity: "sha384-main" },
  ]);
  host = () => Response.error();
  expect(await textOf("?tab=2#here", visit)).toBe("text of index.html");
  expect(await textOf("index.html", visit)).toBe("text of index.html");
  const script = await answer("assets/main.js?v=1");
  expect(await script?.text()).toBe("text of assets/main.js");
  expect(Object.fromEntries(script?.headers ?? [])).toEqual({
    "content-type": "text/plain",
    "x-ours": "yes",
  });
});

test("what is not of the build, or is sent to the host, is left to the network", async () => {
  await lives("install");
  expect(await answer("other.js")).toBeNull();
  expect(await answer("guide", visit)).toBeNull();
  expect(await answer("/", visit)).toBeNull();
  expect(await answer("index.html", { method: "POST" })).toBeNull();
});

test("a host without one of the files leaves nothing of that build, and what was kept before", async () => {
  await caches.open(FORMER);
  host = (path) => new Response("", { status: path === "index.html" ? 200 : 404 });
  await expect(lives("install")).rejects.toThrow("assets/main.js: 404");
  expect(await caches.keys()).toEqual([FORMER]);
});

test("the former build goes when this one begins, and other pages' of the same host stay", async () => {
  for (const name of [FORMER, FOREIGN, "theirs"]) await caches.open(name);
  await lives("install");
  await lives("activate");
  expect(await caches.keys()).toEqual([FOREIGN, "theirs", KEPT]);
});

test("a file that the browser has dropped comes from the network", async () => {
  await lives("install");
  caches.all.get(KEPT)?.delete(`${SCOPE}assets/main.js`);
  host = (path) => new Response(`new ${path}`);
  expect(await (await answer("assets/main.js"))?.text()).toBe("new assets/main.js");
});

test("an update that waits takes over at a visit, but not while another window needs this build", async () => {
  await lives("install");
  const heard: unknown[] = [];
  waiting = { heard, postMessage: (message) => void heard.push(message) };
  windows = 2;
  expect(await textOf("", visit)).toBe("text of index.html");
  expect(heard).toEqual([]);
  windows = 1;
  const pause = await answer("", visit);
  expect([await pause?.text(), pause?.headers.get("Refresh"), heard.length]).toEqual(["", "1", 1]);
  // The worker that hears this is the same program, in the next build.
  listeners.get("message")?.({ data: "anything else" });
  expect(skipped).toBe(0);
  listeners.get("message")?.({ data: heard[0] });
  expect(skipped).toBe(1);
});
