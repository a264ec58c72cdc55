/**
 * Serves the built studio to browsers on this machine, with the same files and headers as Electron's own scheme.
 *
 * Other programs on this machine and pages of strangers can reach the port too. So the server answers only to its own names,
 * only reads, and bounds how many connections there are and how long each may take.
 */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest, refusal } from "../app-protocol.ts";
import { sharedHeaders } from "../headers.ts";

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Only this machine has access. The number, because "localhost" is a second origin with settings of its own. */
const HOST = "127.0.0.1";
/** Number of consecutive ports tried before any free one is taken. */
const ATTEMPTS = 20;

/** What clients can take. Times are in milliseconds. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its head. */
  readonly head: number;
  /** From the first byte of a request to its last. */
  readonly request: number;
  /** Without a byte in either direction. */
  readonly silence: number;
  readonly connections: number;
  /** Bytes of a request's head. */
  readonly headBytes: number;
}

/** A browser opens six connections; a request of the studio's has some hundred bytes. */
export const SERVER_LIMITS: ServerLimits = {
  head: 5000,
  request: 10_000,
  silence: 20_000,
  connections: 128,
  headBytes: 8192,
};

/** Listens on the port or, if it is taken, on the next free one. */
export async function serveFolder(
  root: string,
  port: number,
  limits: ServerLimits = SERVER_LIMITS,
): Promise<RunningServer> {
  const server = createServer(
    {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.head,
      requestTimeout: limits.request,
      connectionsCheckingInterval: Math.ceil(limits.head / 4),
    },
    (request, response) => void respond(request, response, root),
  );
  server.timeout = limits.silence;
  server.maxConnections = limits.connections;
  for (let attempt = 0; attempt < ATTEMPTS && port + attempt < 65_536; attempt++) {
    if (await listens(server, port + attempt)) return running(server);
  }
  await listens(server, 0);
  return running(server);
}

async function respond(request: IncomingMessage, response: ServerResponse, root: string): Promise<void> {
  // As it came: a parsed URL has already swallowed the dots that must be refused.
  const path = (request.url ?? "/").split(/[?#]/, 1)[0] ?? "/";
  const answer = isOurName(request.headers.host)
    ? await answerRequest(request.method ?? "GET", path, root)
    : refusal(421, sharedHeaders());
  response.writeHead(answer.status, { ...answer.headers });
  if (answer.body === null || request.method === "HEAD") response.end();
  else response.end(answer.body);
}

/**
 * Whether a request means this server. A stranger's page may let its own name point to 127.0.0.1, and would then share an
 * origin with what is served here; the browser still sends that name. The port in it is the stranger's choice and tells nothing.
 */
function isOurName(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i.test(host);
}

/** False if the port is taken or reserved. Errors: other failures to listen. */
function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      server.off("listening", succeed);
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    };
    const succeed = (): void => {
      server.off("error", fail);
      resolve(true);
    };
    server.once("error", fail);
    server.once("listening", succeed);
    server.listen(port, HOST);
  });
}

function running(server: Server): RunningServer {
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}/`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A browser keeps its connections open for more.
        server.closeAllConnections();
      }),
  };
}
