/**
 * The preview's picture. A torus has no edge, so repeated cells fill the window to its own edges; on hexagons, where
 * the torus is a slanting parallelogram, that completes the picture.
 */

import type { Block } from "../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../engine/core/block.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { cellsInView } from "../../engine/picture/camera.ts";
import { paint } from "../../engine/picture/painter.ts";
import type { ScreenLook } from "../../engine/picture/palette.ts";
import type { Picture } from "../../engine/picture/scene.ts";

/** The window's view: the torus's origin is in its middle. `unit`: device pixels a cell. */
export function previewCamera(unit: number): Camera {
  return { x: 0n, y: 0n, dx: 0, dy: 0, zoom: Math.log2(unit) };
}

/** `block`: the whole torus, with the origin in its middle. */
export function paintPreview(
  picture: Picture,
  block: Block,
  kind: GridKind,
  unit: number,
  look: Pick<ScreenLook, "colours" | "ratio">,
): void {
  const camera = previewCamera(unit);
  const { x, y, w, h } = cellsInView(camera, picture, kind);
  const seen = createBlock(x, y, Number(w), Number(h), block.planes);
  for (let j = 0; j < seen.h; j++) {
    const row = modulo(Number(y) + j + Math.floor(block.h / 2), block.h);
    for (let i = 0; i < seen.w; i++) {
      const column = modulo(Number(x) + i + Math.floor(block.w / 2), block.w);
      const state = blockCell(block, column, row);
      if (state > 0) setBlockRun(seen, i, j, 1, state);
    }
  }
  const frame = { kind: "block", generation: 0n, camera, block: seen } as const;
  paint(picture, { ...look, frame, camera, kind, topology: UNBOUNDED, gridLines: false, boldEvery: 0 });
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
