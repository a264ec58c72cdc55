import type { ViewFrame } from "../../engine/worker/protocol.ts";
import type { Look, PaintReply, PaintRequest } from "./paint-messages.ts";

/**
 * The stage's end of the paint worker. One picture is under way at most: whoever has a newer one waits until `onIdle`,
 * and then sends the newest, so pictures cannot queue up.
 */
export class PaintClient {
  readonly #worker: Worker;
  #busy = false;
  /** Milliseconds that the last picture took in the worker. */
  took = 0;
  /** Whether the last picture was held back because it would have flashed too often. */
  held = false;
  onHeld: (held: boolean) => void = () => {};
  onIdle: () => void = () => {};

  /** The canvas goes to the worker for good: each client needs a fresh one. */
  constructor(canvas: HTMLCanvasElement, onFailure: (error: Error) => void) {
    this.#worker = new Worker(new URL("./paint.worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<PaintReply>) => {
      this.#busy = false;
      this.took = data.took;
      if (data.held !== this.held) {
        this.held = data.held;
        this.onHeld(data.held);
      }
      this.onIdle();
    });
    this.#worker.addEventListener("error", (event) => {
      // A picture that failed is not waited for; the next may do.
      this.#busy = false;
      onFailure(new Error(event.message || "The worker that draws could not be started."));
    });
    const offscreen = canvas.transferControlToOffscreen();
    this.#send({ type: "canvas", canvas: offscreen }, [offscreen]);
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** The frame's cells are handed over. Only while not busy. */
  paint(look: Look, frame?: ViewFrame | null): void {
    this.#busy = true;
    const cells = frame && (frame.kind === "block" ? frame.block.words : frame.raster.counts);
    this.#send({ type: "paint", look, frame }, cells ? [cells.buffer] : []);
  }

  close(): void {
    this.onIdle = () => {};
    this.#worker.terminate();
  }

  #send(request: PaintRequest, transfer: Transferable[]): void {
    this.#worker.postMessage(request, transfer);
  }
}
