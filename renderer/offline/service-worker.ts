/**
 * The service worker of the static page (`npm run build:web`): it keeps a whole build and serves the studio from it, with or
 * without a network.
 *
 * A build is kept entire or not at all. Each file is fetched with the checksum that the build gave it, so a server in the middle of an update
 * fails the installation, and what was there before goes on. An update waits until no page of the former build is left: a running page finds all
 * of its own files, those too that it has yet to load. Only then the former build is removed.
 *
 * A static host sends none of the studio's headers; what comes from here has them.
 */

/** Put in front of this file by the build (electron/web-page.ts). */
declare const BUILD: {
  /** A digest of everything below. */
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly BuiltFile[];
};

interface BuiltFile {
  /** From the folder of this script. */
  readonly path: string;
  /** In the notation of subresource integrity. */
  readonly integrity: string;
}

/** As much of the worker's scope as is used; the compiler knows that of a window. */
interface OfflineScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { readonly type: "window" }): Promise<readonly unknown[]>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LifeEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as OfflineScope;
const { scope } = worker.registration;
/** Pages in other folders of the same host keep theirs beside ours. */
const OWN = `tessella ${scope} `;
const KEPT = OWN + BUILD.version;
const PAGE = new URL("index.html", scope).href;
const ADDRESSES: ReadonlySet<string> = new Set(BUILD.files.map(({ path }) => new URL(path, scope).href));
/** Said by the present worker to the one that waits. */
const TAKE_OVER = "take over";

worker.addEventListener("install", (event) => event.waitUntil(keepBuild()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(dropOthers().then(() => worker.clients.claim())),
);
worker.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  if (request.mode === "navigate" && (address.href === scope || address.href === PAGE)) {
    event.respondWith(openPage(request));
  } else if (ADDRESSES.has(address.href)) {
    event.respondWith(kept(address.href, request));
  }
});

async function keepBuild(): Promise<void> {
  const cache = await caches.open(KEPT);
  try {
    await Promise.all(BUILD.files.map((file) => keepFile(cache, file)));
  } catch (error) {
    await caches.delete(KEPT);
    throw error;
  }
}

async function keepFile(cache: Cache, { path, integrity }: BuiltFile): Promise<void> {
  const address = new URL(path, scope).href;
  // What the browser holds of an earlier build is asked for again; where it is the same, the host sends no more than that.
  const answer = await fetch(address, { integrity, cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const type = answer.headers.get("Content-Type");
  const headers = type === null ? BUILD.headers : { ...BUILD.headers, "Content-Type": type };
  // A response of our own: one that was redirected may not open a page.
  await cache.put(address, new Response(await answer.blob(), { headers }));
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page, or, where a later build waits and no other window needs this one, a moment's pause that lets it take over. */
async function openPage(request: Request): Promise<Response> {
  const { waiting } = worker.registration;
  if (waiting && (await worker.clients.matchAll({ type: "window" })).length < 2) {
    waiting.postMessage(TAKE_OVER);
    // Not at once: a browser changes workers only while the present one has nothing to answer.
    return new Response("", { headers: { ...BUILD.headers, Refresh: "1" } });
  }
  return kept(PAGE, request);
}

/** From the build, or from the network if the browser has dropped it for want of room. */
async function kept(address: string, request: Request): Promise<Response> {
  // Without opening it: that would make it anew where the next build has just removed it.
  return (await caches.match(address, { cacheName: KEPT })) ?? fetch(request);
}
