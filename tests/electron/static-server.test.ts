// The local server as other programs and strangers' pages on the machine meet it: through bare sockets, since `fetch` would
// tidy a request up before it is sent.

import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createConnection } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sharedHeaders } from "../../electron/headers.ts";
import type { RunningServer, ServerLimits } from "../../electron/launch/static-server.ts";
import { SERVER_LIMITS, serveFolder } from "../../electron/launch/static-server.ts";
import { put } from "./shell-rig.ts";

const LARGE = 32 * 2 ** 20;

let root = "";
let server: RunningServer;
const sockets: Socket[] = [];

async function start(limits: Partial<ServerLimits> = {}): Promise<void> {
  server = await serveFolder(join(root, "site"), 0, { ...SERVER_LIMITS, ...limits });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tessella-serve-"));
  await put(root, {
    "site/index.html": "the page",
    "site/assets/a.js": "1",
    "site-of-others/index.html": "secret",
    "secret.txt": "secret",
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

function connect(address = "127.0.0.1"): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(server.port, address, () => resolve(socket));
    socket.on("error", reject);
    sockets.push(socket);
  });
}

/** All that the server sends on a connection until it is closed. */
function heard(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (data: Buffer) => (text += data.toString("latin1")));
    socket.on("close", () => resolve(text));
  });
}

async function say(text: string): Promise<string> {
  const socket = await connect();
  const answer = heard(socket);
  socket.write(text, "latin1");
  return answer;
}

const request = (path: string, { method = "GET", host = `127.0.0.1:${server.port}` } = {}): string =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe("the local server", () => {
  test("sends every shared header", async () => {
    await start();
    for (const path of ["", "assets/a.js", "none"]) {
      const { headers } = await fetch(server.url + path);
      for (const [name, value] of Object.entries(sharedHeaders())) expect(headers.get(name)).toBe(value);
    }
    expect((await fetch(`${server.url}?query#hash`)).status).toBe(200);
  });

  test("cannot be reached from another machine, nor by another address of this one", async () => {
    await start();
    const others = Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address),
    );
    for (const address of ["127.0.0.2", "::1", ...others]) {
      await expect(connect(address), address).rejects.toThrow();
    }
    expect(await (await fetch(server.url)).text()).toBe("the page");
  });

  test("answers only to its own names, so that no stranger's name can be pointed at it", async () => {
    await start();
    for (const host of ["127.0.0.1", `127.0.0.1:${server.port}`, `localhost:${server.port}`, "LocalHost"]) {
      expect(statusOf(await say(request("/", { host }))), host).toBe(200);
    }
    for (const host of [
      "evil.example",
      `evil.example:${server.port}`,
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      `evil.example#127.0.0.1:${server.port}`,
      "evil@127.0.0.1",
      "127.0.0.1:80:80",
      "127.1",
      "2130706433",
      "[::1]",
      "",
    ]) {
      const answer = await say(request("/", { host }));
      expect(statusOf(answer), host).toBe(421);
      expect(answer).not.toContain("the page");
      expect(await say(request("/", { host, method: "HEAD" }))).toMatch(/^HTTP\/1\.1 421[\s\S]*\r\n\r\n$/);
    }
    // A proxy's form of request, and none of a name at all.
    const here = `Host: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
    expect(statusOf(await say(`GET http://evil.example/ HTTP/1.1\r\n${here}`))).toBe(400);
    expect(statusOf(await say("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))).toBe(400);
    expect(statusOf(await say("GET / HTTP/1.0\r\n\r\n"))).toBe(421);
  });

  test("serves nothing outside its folder, however the way there is spelled", async () => {
    await start();
    for (const path of [
      "/../secret.txt",
      "/assets/../../secret.txt",
      "/%2e%2e/secret.txt",
      "/.%2e/secret.txt",
      "/%2E%2E%2fsecret.txt",
      "/..%2fsecret.txt",
      "/..%5csecret.txt",
      "/..\\secret.txt",
      "/assets\\..\\..\\secret.txt",
      "/../site-of-others/index.html",
      "/index.html%00.png",
      "/%00",
      "/index.html::$DATA",
      "/C:/secret.txt",
      "/con",
      "/assets/NUL.txt",
      "/%c0%ae%c0%ae/secret.txt",
      "/\xc0\xae\xc0\xae/secret.txt",
      "*",
      "secret.txt",
    ]) {
      const answer = await say(request(path));
      expect(statusOf(answer), path).toBe(400);
      expect(answer, path).not.toContain("secret");
    }
    for (const path of ["/%252e%252e/secret.txt", "/assets", "/assets/", "/none", `/${"a/".repeat(2000)}`]) {
      expect(statusOf(await say(request(path))), path).toBe(404);
    }
  });

  test.skipIf(process.platform === "win32")("follows no link out of its folder", async () => {
    await start();
    const site = join(root, "site");
    await symlink(join(root, "secret.txt"), join(site, "link.txt"));
    await symlink(root, join(site, "up"));
    await symlink("/dev/zero", join(site, "zero"));
    await symlink("round", join(site, "round"));
    await symlink(join(site, "assets"), join(site, "within"));
    for (const path of ["/link.txt", "/up/secret.txt", "/up/site/index.html/../x", "/zero", "/round"]) {
      const answer = await say(request(path));
      expect(statusOf(answer), path).toBeGreaterThanOrEqual(400);
      expect(answer).not.toContain("secret");
    }
    expect(statusOf(await say(request("/up/site/index.html")))).toBe(200);
    expect(statusOf(await say(request("/within/a.js")))).toBe(200);
  });

  test("only reads", async () => {
    await start();
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"]) {
      const answer = await say(request("/index.html", { method }));
      expect(statusOf(answer), method).toBe(405);
      expect(answer).toMatch(/^Allow: GET, HEAD\r$/m);
    }
    expect(await say(request("127.0.0.1:22", { method: "CONNECT" }))).toBe("");
    expect(statusOf(await say("NONSENSE / HTTP/1.1\r\n\r\n"))).toBe(400);
    expect(statusOf(await say("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"))).toBe(400);
    expect(await readFile(join(root, "site/index.html"), "utf8")).toBe("the page");
    expect(await say(request("/", { method: "HEAD" }))).toMatch(/^HTTP\/1\.1 200[\s\S]*\r\n\r\n$/);
  });

  test("lets go of who does not come to the end of a request", async () => {
    await start({ head: 200, request: 400 });
    const dribbling = await connect();
    const dribbled = heard(dribbling);
    dribbling.write("GET / HTTP/1.1\r\n");
    const drops = setInterval(() => dribbling.write("X-Drop: 1\r\n"), 50);
    dribbling.once("close", () => clearInterval(drops));
    const promised = say("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx");
    // Others are served meanwhile.
    await expect.poll(async () => (await fetch(server.url)).text()).toBe("the page");
    expect(statusOf(await dribbled)).toBe(408);
    // It is refused as soon as its head is read, if that is before its time is over.
    expect([405, 408]).toContain(statusOf(await promised));
  });

  test("lets go of who is silent, or does not take the answer", async () => {
    await start({ silence: 300 });
    await put(root, { "site/large.bin": new Uint8Array(LARGE) });
    const refusing = await connect();
    // A server that is slow to begin may let go of it while it pauses.
    const closed = new Promise((resolve) => refusing.once("close", resolve));
    refusing.pause();
    refusing.write(request("/large.bin"));
    // Several silences one after the other: Node looks twice before it takes a slow reader for a dead one.
    for (let i = 0; i < 4; i++) expect(await heard(await connect())).not.toContain("200");
    let taken = 0;
    refusing.on("data", (data: Buffer) => (taken += data.length));
    refusing.resume();
    await closed;
    expect(taken).toBeLessThan(LARGE);
  });

  test("bounds how many connections there are, and is there again when they are gone", async () => {
    await start({ connections: 4 });
    const held = [];
    for (let i = 0; i < 4; i++) {
      const socket = await connect();
      // Its answer shows that the server has taken it.
      socket.write("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await new Promise((resolve) => socket.once("data", resolve));
      held.push(socket);
    }
    for (let i = 0; i < 20; i++) expect(await say("").catch(() => "")).toBe("");
    for (const socket of held) socket.destroy();
    await expect.poll(() => say(request("/")).catch(() => "")).toMatch(/^HTTP\/1\.1 200/);
  });

  test("takes no endless head", async () => {
    await start();
    const answer = await say(
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(2 * SERVER_LIMITS.headBytes)}\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(431);
    expect(statusOf(await say(request(`/${"x".repeat(2 * SERVER_LIMITS.headBytes)}`)))).toBe(431);
  });

  test("bounds all of that unless it is told otherwise", () => {
    for (const time of [SERVER_LIMITS.head, SERVER_LIMITS.request, SERVER_LIMITS.silence]) {
      // Node takes 0 for "never".
      expect(time).toBeGreaterThan(0);
      expect(time).toBeLessThanOrEqual(30_000);
    }
    expect(SERVER_LIMITS.connections).toBeLessThanOrEqual(1000);
    expect(SERVER_LIMITS.headBytes).toBeLessThanOrEqual(16_384);
  });

  test("takes the next port when one is taken", async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    server = await serveFolder(join(root, "site"), port);
    expect(server.port).toBeGreaterThan(port);
    expect(await (await fetch(server.url)).text()).toBe("the page");
    taken.close();
  });

  test("ends although a browser keeps its connection", async () => {
    await start();
    const closed = heard(await connect());
    await server.close();
    await closed;
    await expect(fetch(server.url)).rejects.toThrow();
  });
});
