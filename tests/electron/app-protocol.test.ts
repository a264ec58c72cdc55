import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerRequest, appPath, locate, serveApp } from "../../electron/app-protocol.ts";
import { contentSecurityPolicy, sharedHeaders } from "../../electron/headers.ts";
import { put } from "./shell-rig.ts";

const ROOT = sep === "/" ? "/app/renderer" : "C:\\app\\renderer";

describe("locating a file", () => {
  test.each([
    ["/", "index.html"],
    ["/index.html", "index.html"],
    ["//index.html", "index.html"],
    ["/assets/main-BQJ4aq1Z.js", "assets/main-BQJ4aq1Z.js"],
    ["/patterns/Gosper%20gun.rle", "patterns/Gosper gun.rle"],
    ["/a..b/..c", "a..b/..c"],
  ])("%s is %s", (path, file) => {
    expect(locate("GET", path, ROOT)).toMatchObject({ status: 200, file: join(ROOT, file) });
  });

  test.each([
    "/..",
    "/../main/main.js",
    "/assets/../../main/main.js",
    "/./index.html",
    "/%2e%2e/main.js",
    "/%2E%2E%2Fmain.js",
    "/assets/%2e%2e%2f%2e%2e%2fmain.js",
    "/..%5cmain.js",
    "/..\\main.js",
    "/C:/Windows/win.ini",
    "/C%3A/Windows/win.ini",
    "/index.html::$DATA",
    "/index.html%00.png",
    "/%",
    "/%ff",
    "index.html",
    "",
  ])("%j is refused", (path) => {
    expect(locate("GET", path, ROOT).status).toBe(400);
  });

  test("no path leads outside", () => {
    const piece = fc.constantFrom(
      "..",
      ".",
      "a",
      "%2e",
      "%2f",
      "%5c",
      "\\",
      "/",
      ":",
      "%00",
      "%252e",
      "~",
      "",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const located = locate("GET", `/${pieces.join("")}`, ROOT);
        if (located.status === 200) expect(located.file.startsWith(ROOT + sep)).toBe(true);
      }),
    );
  });

  test("what the bundler names after its content may be kept, the page may not", () => {
    expect(locate("GET", "/assets/main-BQJ4aq1Z.js", ROOT).headers["Cache-Control"]).toMatch(/immutable/);
    expect(locate("GET", "/index.html", ROOT).headers["Cache-Control"]).toBe("no-cache");
    expect(locate("GET", "/licences.txt", ROOT).headers["Cache-Control"]).toBe("no-cache");
  });

  test.each([
    ["/x.html", "text/html; charset=utf-8"],
    ["/x.JS", "text/javascript; charset=utf-8"],
    ["/x.wasm", "application/wasm"],
    ["/x.rle", "text/plain; charset=utf-8"],
    ["/x.unheard-of", "application/octet-stream"],
  ])("%s is %s", (path, type) => {
    expect(locate("GET", path, ROOT).headers["Content-Type"]).toBe(type);
  });

  test("only reading is possible", () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect(locate(method, "/", ROOT)).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD" } });
    }
  });
});

describe("the scheme", () => {
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "tessella-app-"));
    await put(root, {
      "renderer/index.html": "<!doctype html>",
      "renderer/assets/k-12345678.wasm": Uint8Array.of(0, 97, 115, 109),
      "main/main.js": "secret",
    });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const serve = (url: string, init?: RequestInit): Promise<Response> =>
    serveApp(new Request(url, init), join(root, "renderer"));

  test("serves files with every shared header", async () => {
    const response = await serve("tessella://studio/");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("<!doctype html>");
    for (const [name, value] of Object.entries(sharedHeaders()))
      expect(response.headers.get(name)).toBe(value);
    const wasm = await serve("tessella://studio/assets/k-12345678.wasm?v=1");
    expect(new Uint8Array(await wasm.arrayBuffer())).toEqual(Uint8Array.of(0, 97, 115, 109));
  });

  test("answers HEAD without a body", async () => {
    const response = await serve("tessella://studio/index.html", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Length")).toBe("15");
    expect(await response.text()).toBe("");
  });

  test("has nothing outside its folder, under another host, or where there is no file", async () => {
    // Its own resolution takes the dots away, so that this one looks inside.
    expect((await serve("tessella://studio/%2e%2e/main/main.js")).status).not.toBe(200);
    expect((await answerRequest("GET", "/../main/main.js", join(root, "renderer"))).status).toBe(400);
    expect((await serve("tessella://other/index.html")).status).toBe(400);
    expect((await serve("tessella://studio/none.js")).status).toBe(404);
    expect((await serve("tessella://studio/assets")).status).toBe(404);
    expect((await serve("tessella://studio/none.js")).headers.get("Content-Security-Policy")).toBeTruthy();
  });

  test.each([
    ["tessella://studio", "/"],
    ["tessella://studio/a/b.js?x=1#y", "/a/b.js"],
    ["TESSELLA://STUDIO/a", "/a"],
    ["tessella://studio?x", "/"],
    ["tessella://studio.evil/a", null],
    ["tessella://studio:1/a", null],
    ["tessella://u@studio/a", null],
    ["tessella:studio/a", null],
    ["https://studio/a", null],
  ])("the path of %s is %s", (url, path) => {
    expect(appPath(url)).toBe(path);
  });
});

describe("the headers", () => {
  test("isolate the page and let in nothing from elsewhere", () => {
    const headers = sharedHeaders();
    expect(headers["Cross-Origin-Opener-Policy"]).toBe("same-origin");
    expect(headers["Cross-Origin-Embedder-Policy"]).toBe("require-corp");
    const policy = contentSecurityPolicy();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toMatch(/'unsafe-eval'|https?:|\*|script-src[^;]*unsafe-inline/);
  });

  test("are laxer for scripts only in development", () => {
    expect(contentSecurityPolicy({ development: true })).toMatch(/script-src[^;]*'unsafe-inline'/);
  });
});
