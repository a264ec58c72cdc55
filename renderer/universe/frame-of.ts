import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import { cellsInView, rasterForView } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { RemoteUniverse } from "./remote-universe.ts";

/** What a camera shows of a universe, for a picture that is small: the answer comes to the window. */
export async function frameOf(
  universe: Pick<RemoteUniverse, "raster" | "readBlock" | "generation">,
  camera: Camera,
  size: ViewSize,
  kind: GridKind,
): Promise<ViewFrame> {
  const { generation } = universe;
  const request = rasterForView(camera, size, kind);
  if (request) return { kind: "raster", generation, camera, raster: await universe.raster(request) };
  const block = await universe.readBlock(cellsInView(camera, size, kind));
  return { kind: "block", generation, camera, block };
}
