/** Owns the stage's canvas and paints what it is sent, one picture at a time. */

import { GRID_KINDS } from "../../engine/grids/registry.ts";
import type { ViewFrame } from "../../engine/worker/protocol.ts";
import { coarseBrightness, FlashGuard } from "./flash-guard.ts";
import type { Look, PaintReply, PaintRequest } from "./paint-messages.ts";
import { paint } from "./painter.ts";

let canvas: OffscreenCanvas | null = null;
let context: OffscreenCanvasRenderingContext2D | null = null;
let image: ImageData | null = null;
let frame: ViewFrame | null = null;
const guard = new FlashGuard();
let retry: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds until a picture that was held back is tried again. */
const RETRY = 100;

self.addEventListener("message", ({ data }: MessageEvent<PaintRequest>) => {
  if (data.type === "canvas") {
    canvas = data.canvas;
    // No alpha: the page behind need not be mixed in.
    context = canvas.getContext("2d", { alpha: false });
    return;
  }
  const started = performance.now();
  if (data.frame !== undefined) frame = data.frame;
  const held = !show(data.look);
  clearTimeout(retry);
  if (held) retry = setTimeout(showLater, RETRY, data.look);
  const reply: PaintReply = { type: "painted", took: performance.now() - started, held };
  self.postMessage(reply);
});

/** What was held back when the universe stopped is shown when it may be. */
function showLater(look: Look): void {
  if (!show(look)) retry = setTimeout(showLater, RETRY, look);
}

/** False for a picture that was held back. */
function show({ size, kind, flashLimit, ...rest }: Look): boolean {
  if (!canvas || !context) return true;
  const { width, height } = size;
  const resized = canvas.width !== width || canvas.height !== height;
  if (resized) {
    canvas.width = width;
    canvas.height = height;
  }
  if (image?.width !== width || image.height !== height) image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  paint({ width, height, pixels }, { ...rest, kind: GRID_KINDS.get(kind), frame });
  // A canvas of a new size is blank: there is nothing that could stay.
  if (flashLimit && !guard.admits(coarseBrightness(pixels, width, height), performance.now()) && !resized)
    return false;
  context.putImageData(image, 0, 0);
  return true;
}
