import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { ViewHandle } from "../../engine/worker/protocol/universe.ts";
import type { Caller } from "./remote-universe.ts";

/** The handle of a view in a worker. */
export class RemoteView {
  readonly handle: ViewHandle;
  readonly #caller: Pick<Caller, "call">;

  constructor(caller: Pick<Caller, "call">, handle: ViewHandle) {
    this.#caller = caller;
    this.handle = handle;
  }

  async setCamera(camera: Camera): Promise<void> {
    await this.#caller.call("setCamera", { view: this.handle, camera });
  }

  /** In device pixels. */
  async resize({ width, height }: ViewSize): Promise<void> {
    await this.#caller.call("resize", { view: this.handle, width, height });
  }

  /** What the camera shows now. */
  frame(): Promise<ViewFrame> {
    return this.#caller.call("frame", { view: this.handle });
  }

  async close(): Promise<void> {
    await this.#caller.call("closeView", { view: this.handle });
  }
}
