import type { Universe } from "../algorithms/algorithm.ts";
import { gridKindOf, gridKindOn } from "../grids/registry.ts";
import { cellsInView, checkView, rasterForView } from "../picture/camera.ts";
import type { ViewFrame } from "../picture/view-frame.ts";
import type { FrameRequest } from "./protocol/universe.ts";

/** The cells that a camera sees. Errors: `bad-argument`, and `not-found` for an unknown grid kind. */
export async function frameOf(
  universe: Pick<Universe, "rule" | "topology" | "generation" | "raster" | "readBlock">,
  { camera, size, grid }: FrameRequest,
): Promise<ViewFrame> {
  checkView(camera, size);
  const { rule, topology } = universe;
  const kind = grid === undefined ? gridKindOf(rule, topology) : gridKindOn(grid, topology);
  const { generation } = universe;
  const request = rasterForView(camera, size, kind);
  if (request) return { kind: "raster", generation, camera, raster: await universe.raster(request) };
  const block = await universe.readBlock(cellsInView(camera, size, kind));
  return { kind: "block", generation, camera, block };
}
