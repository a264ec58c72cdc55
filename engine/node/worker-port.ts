import type { TransferListItem, Worker } from "node:worker_threads";
import type { Port } from "../worker/rpc.ts";

/** The parent's end of a worker_thread, which is an event emitter where a browser's Worker is an event target. */
export function workerThreadPort(worker: Worker): Port {
  return {
    send: (message, transfer = []) => worker.postMessage(message, transfer as readonly TransferListItem[]),
    onMessage: (listener) => {
      worker.on("message", listener);
    },
    onFailure: (listener) => {
      worker.on("error", (error) => listener(`The engine's worker failed: ${error.message}`));
      worker.on("messageerror", () => listener("A message of the engine's worker could not be read."));
      worker.on("exit", () => listener("The engine's worker has ended."));
    },
    close: () => {
      void worker.terminate();
    },
  };
}
