import type { Universe } from "../algorithms/algorithm.ts";
import { GRID_KINDS, gridKindOf } from "../grids/registry.ts";
import { cellsInView, checkView, rasterForView } from "../picture/camera.ts";
import type { ViewFrame } from "../picture/view-frame.ts";
import type { FrameRequest } from "./protocol/universe.ts";

/** The cells that a camera sees. Errors: `bad-argument`, and `not-found` for an unknown grid kind. */
export async function frameOf(
  universe: Pick<Universe, "rule" | "generation" | "raster" | "readBlock">,
  { camera, size, grid }: FrameRequest,
): Promise<ViewFrame> {
  checkView(camera, size);
  const kind = grid === undefined ? gridKindOf(universe.rule) : GRID_KINDS.get(grid);
  const { generation } = universe;
  const request = rasterForView(camera, size, kind);
  if (request) return { kind: "raster", generation, camera, raster: await universe.raster(request) };
  const block = await universe.readBlock(cellsInView(camera, size, kind));
  return { kind: "block", generation, camera, block };
}
