/** The studio without its window: all its services and commands over a host in memory, and its workers on this thread. */

import { onTestFinished, vi } from "vitest";
import { ANALYSIS } from "../../engine/worker/analysis-handlers.ts";
import type { Endpoint } from "../../engine/worker/rpc.ts";
import { serve } from "../../engine/worker/rpc.ts";
import { holdUniverses } from "../../engine/worker/universe-handlers.ts";
import { serveView } from "../../renderer/canvas/view-handlers.ts";
import { PATTERN_FILES } from "../../renderer/document/pattern-files-handlers.ts";
import { LABS } from "../../renderer/labs/registry.ts";
import { Studio } from "../../renderer/studio/studio.ts";
import { COMMANDS } from "../../renderer/window/commands/registry.ts";
import { MemoryHost } from "./memory-host.ts";

/** What the entries of the workers serve, by their files. */
const SERVES: Readonly<Record<string, (port: MessagePort) => void>> = {
  "universe-worker.ts": (port) => serve(holdUniverses().handlers, port),
  "analysis-worker.ts": (port) => serve(ANALYSIS, port),
  "view.worker.ts": (port) => serveView(undefined, port),
  "pattern-files.worker.ts": (port) => serve(PATTERN_FILES, port),
};

/** For the test under way: a page whose workers are ports of this thread, and with nothing on it. */
function stubPage(): void {
  const ports: MessagePort[] = [];
  class PlayedWorker {
    constructor(url: URL) {
      const name = url.pathname.replace(/^.*\//, "");
      const { port1, port2 } = new MessageChannel();
      const start = SERVES[name];
      if (!start) throw new Error(`Nobody plays the worker ${name}.`);
      start(port2);
      ports.push(port1, port2);
      const worker: Endpoint = Object.assign(port1, {
        // The other end of a port tells of its end, and that of a worker does not.
        addEventListener: (type: string, listener: (event: Event) => void) => {
          if (type !== "close") MessagePort.prototype.addEventListener.call(port1, type, listener);
        },
        terminate: () => port2.close(),
      });
      // biome-ignore lint/correctness/noConstructorReturn: a port is all that a worker is here.
      return worker as unknown as PlayedWorker;
    }
  }
  class Absent {}
  vi.stubGlobal("Worker", PlayedWorker);
  vi.stubGlobal("HTMLInputElement", Absent);
  vi.stubGlobal("document", { activeElement: null, body: null, getElementById: () => null });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  onTestFinished(() => {
    for (const port of ports) port.close();
    vi.unstubAllGlobals();
  });
}

export function wholeStudio(host = new MemoryHost()): { readonly studio: Studio; readonly host: MemoryHost } {
  stubPage();
  return { studio: new Studio(host, LABS, COMMANDS), host };
}
