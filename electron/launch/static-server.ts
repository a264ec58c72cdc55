/** Serves the built studio to browsers on this machine, with the same files and headers as Electron's own scheme. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest } from "../app-protocol.ts";

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Only this machine has access. The number, because "localhost" is a second origin with settings of its own. */
const HOST = "127.0.0.1";
/** Number of consecutive ports tried before any free one is taken. */
const ATTEMPTS = 20;

/** Listens on the port or, if it is taken, on the next free one. */
export async function serveFolder(root: string, port: number): Promise<RunningServer> {
  const server = createServer((request, response) => {
    void respond(request, response, root);
  });
  for (let attempt = 0; attempt < ATTEMPTS && port + attempt < 65_536; attempt++) {
    if (await listens(server, port + attempt)) return running(server);
  }
  await listens(server, 0);
  return running(server);
}

async function respond(request: IncomingMessage, response: ServerResponse, root: string): Promise<void> {
  // As it came: a parsed URL has already swallowed the dots that must be refused.
  const path = (request.url ?? "/").split(/[?#]/, 1)[0] ?? "/";
  const answer = await answerRequest(request.method ?? "GET", path, root);
  response.writeHead(answer.status, { ...answer.headers });
  if (answer.body === null || request.method === "HEAD") response.end();
  else response.end(answer.body);
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
