/** A canvas of the window that shows painted pictures and holds back those that flash too often (flash-guard.ts). */

import { tilesOf } from "../../engine/picture/picture-tiles.ts";
import type { Picture } from "../../engine/picture/scene.ts";
import { FlashGuard } from "./flash-guard.ts";

/** Milliseconds until a picture that was held back is tried again, unless a newer one comes. */
const AGAIN = 1000;
/** Resolution of the brightness measurement. */
const TILES = { across: 8, down: 6 };

export class GuardedCanvas {
  readonly #guard = new FlashGuard();
  readonly #onHeld: (held: boolean) => void;
  #again: ReturnType<typeof setTimeout> | null = null;

  /** `onHeld` hears with every picture whether it is held back. */
  constructor(onHeld: (held: boolean) => void) {
    this.#onHeld = onHeld;
  }

  /** Shows the picture a pixel a pixel, at once or as soon as the guard permits. `guarded`: false shows it in any case. */
  show(canvas: HTMLCanvasElement, picture: Picture, guarded: boolean): void {
    this.close();
    const context = canvas.getContext("2d");
    if (!context) return;
    const { width, height, pixels } = picture;
    if (guarded && !this.#guard.admits(tilesOf(picture, TILES), performance.now())) {
      this.#onHeld(true);
      this.#again = setTimeout(() => this.show(canvas, picture, guarded), AGAIN);
      return;
    }
    this.#onHeld(false);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const bytes = new Uint8ClampedArray(pixels.buffer as ArrayBuffer);
    context.putImageData(new ImageData(bytes, width), 0, 0);
  }

  /** Forgets a picture that is held back. */
  close(): void {
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
  }
}
