/** Owns the stage's canvas and paints what it is sent, one picture at a time. */

import { GRID_KINDS } from "../../engine/grids/registry.ts";
import type { ViewFrame } from "../../engine/worker/protocol.ts";
import type { Look, PaintReply, PaintRequest } from "./paint-messages.ts";
import { paint } from "./painter.ts";

let canvas: OffscreenCanvas | null = null;
let context: OffscreenCanvasRenderingContext2D | null = null;
let image: ImageData | null = null;
let frame: ViewFrame | null = null;

self.addEventListener("message", ({ data }: MessageEvent<PaintRequest>) => {
  if (data.type === "canvas") {
    canvas = data.canvas;
    // No alpha: the page behind need not be mixed in.
    context = canvas.getContext("2d", { alpha: false });
    return;
  }
  const started = performance.now();
  if (data.frame !== undefined) frame = data.frame;
  show(data.look);
  const reply: PaintReply = { type: "painted", took: performance.now() - started };
  self.postMessage(reply);
});

function show({ size, kind, ...rest }: Look): void {
  if (!canvas || !context) return;
  const { width, height } = size;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  if (image?.width !== width || image.height !== height) image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  paint({ width, height, pixels }, { ...rest, kind: GRID_KINDS.get(kind), frame });
  context.putImageData(image, 0, 0);
}
