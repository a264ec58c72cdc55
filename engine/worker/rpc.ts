/** One face for the ends of a message channel: a MessagePort, a Worker, a worker's own global scope. */

export interface Port {
  send(message: unknown, transfer?: readonly Transferable[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other side broke or went away; the sentence says how. */
  onFailure(listener: (sentence: string) => void): void;
  close(): void;
}

/** What the web's ends have in common; Node's MessagePort has it too. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  /** Message ports deliver only once they are started. */
  start?(): void;
  /** Workers. */
  terminate?(): void;
  /** Ports, and a worker from its inside. */
  close?(): void;
}

export function portOf(endpoint: Endpoint): Port {
  return {
    send: (message, transfer = []) => endpoint.postMessage(message, [...transfer]),
    onMessage: (listener) => {
      endpoint.addEventListener("message", (event) => listener((event as MessageEvent).data));
      endpoint.start?.();
    },
    onFailure: (listener) => {
      endpoint.addEventListener("error", (event) => {
        const { message } = event as ErrorEvent;
        listener(
          message ? `The engine's worker failed: ${message}` : "The engine's worker could not be started.",
        );
      });
      endpoint.addEventListener("messageerror", () =>
        listener("A message of the engine's worker could not be read."),
      );
      endpoint.addEventListener("close", () => listener("The engine's worker has ended."));
    },
    close: () => {
      if (endpoint.terminate) endpoint.terminate();
      else endpoint.close?.();
    },
  };
}
