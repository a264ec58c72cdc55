/**
 * Maps an address to a file of the built renderer and its headers, for Electron's custom scheme and the local server.
 * The mapping is a pure function; a path that leads, or only seems to lead, outside the folder is refused.
 */

import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { DEVICE_NAMES } from "./file-names.ts";
import type { Headers } from "./headers.ts";
import { sharedHeaders } from "./headers.ts";

export const APP_SCHEME = "tessella";
const APP_HOST = "studio";
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** Text is UTF-8, patterns too: their comments may be in any language. */
const TEXT = "; charset=utf-8";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".html": `text/html${TEXT}`,
  ".js": `text/javascript${TEXT}`,
  ".mjs": `text/javascript${TEXT}`,
  ".css": `text/css${TEXT}`,
  ".json": `application/json${TEXT}`,
  ".map": `application/json${TEXT}`,
  ".webmanifest": `application/manifest+json${TEXT}`,
  ".txt": `text/plain${TEXT}`,
  ".md": `text/plain${TEXT}`,
  ".rle": `text/plain${TEXT}`,
  ".cells": `text/plain${TEXT}`,
  ".lif": `text/plain${TEXT}`,
  ".wgsl": `text/plain${TEXT}`,
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Files named after their content never change under that name. */
const HASHED = /^assets\/.*-[\w-]{8,}\.\w+$/;

type Located =
  | { readonly status: 200; readonly file: string; readonly headers: Headers }
  | { readonly status: 400 | 404 | 405; readonly headers: Headers };

/**
 * `path` is the address's path as it came, still encoded ("/assets/a%20b.js"); `root` the folder of the built renderer.
 * The function does not check that the file exists.
 */
export function locate(method: string, path: string, root: string): Located {
  const headers = sharedHeaders();
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, headers: { ...headers, Allow: "GET, HEAD" } };
  }
  const parts = safeParts(path);
  if (parts === null) return { status: 400, headers };
  const relative = parts.join("/") || "index.html";
  const type = MEDIA_TYPES[extname(relative).toLowerCase()] ?? "application/octet-stream";
  const cache = HASHED.test(relative) ? "public, max-age=31536000, immutable" : "no-cache";
  return {
    status: 200,
    file: join(root, ...relative.split("/")),
    headers: { ...headers, "Content-Type": type, "Cache-Control": cache },
  };
}

/**
 * The path's parts, decoded once; null if a file system could read one differently: a way up, a hidden separator, a
 * Windows drive, device or stream, a zero byte.
 */
function safeParts(path: string): readonly string[] | null {
  if (!path.startsWith("/")) return null;
  const parts: string[] = [];
  for (const encoded of path.slice(1).split("/")) {
    let part: string;
    try {
      part = decodeURIComponent(encoded);
    } catch {
      return null;
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
    if (part === "." || part === ".." || /[\u0000-\u001f/\\:]/.test(part)) return null;
    if (DEVICE_NAMES.test(part)) return null;
    if (part !== "") parts.push(part);
  }
  return parts;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** The whole answer to a request for `path`. Never throws. */
export async function answerRequest(method: string, path: string, root: string): Promise<Answer> {
  const located = locate(method, path, root);
  if (located.status !== 200) return refusal(located.status, located.headers);
  try {
    const body = await readInside(located.file, root);
    const headers = { ...located.headers, "Content-Length": String(body.length) };
    return { status: 200, headers, body: method === "HEAD" ? null : Uint8Array.from(body) };
  } catch {
    return refusal(404, sharedHeaders());
  }
}

/** Throws for what is no ordinary file of the folder: a folder, a pipe, a link that leads out. */
async function readInside(file: string, root: string): Promise<Buffer> {
  const [real, top] = await Promise.all([realpath(file), realpath(root)]);
  if (!real.startsWith(top + sep) || !(await stat(real)).isFile()) throw new Error("no file of the folder");
  return readFile(real);
}

const REASONS: Readonly<Record<number, string>> = {
  400: "That address is refused.",
  404: "There is nothing here.",
  405: "Only reading is possible here.",
  421: "This server answers only to this machine's own address.",
};

/** An answer of one sentence. */
export function refusal(status: 400 | 404 | 405 | 421, headers: Headers): Answer {
  const body = new TextEncoder().encode(`${REASONS[status]}\n`);
  const more = { "Content-Type": `text/plain${TEXT}`, "Content-Length": String(body.length) };
  return { status, headers: { ...headers, ...more }, body };
}

/** The path of an address of our scheme, still encoded; null for any other address. */
export function appPath(url: string): string | null {
  const match = /^tessella:\/\/studio(\/[^?#]*)?(?:[?#].*)?$/i.exec(url);
  return match ? (match[1] ?? "/") : null;
}

/** For Electron's `protocol.handle`. */
export async function serveApp(request: Request, root: string): Promise<Response> {
  const path = appPath(request.url);
  const { status, headers, body } =
    path === null ? refusal(400, sharedHeaders()) : await answerRequest(request.method, path, root);
  return new Response(body, { status, headers });
}

/** Whether an address belongs to the studio: its own scheme, or the development server that it was started with. */
export function insideCheck(developmentUrl: string | null): (url: string) => boolean {
  const origin =
    developmentUrl !== null && URL.canParse(developmentUrl) ? new URL(developmentUrl).origin : null;
  return (url) => {
    if (appPath(url) !== null) return true;
    return origin !== null && URL.canParse(url) && new URL(url).origin === origin;
  };
}
