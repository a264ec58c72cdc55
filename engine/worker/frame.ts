import type { Universe } from "../algorithms/algorithm.ts";
import type { GridKind } from "../grids/grid-kind.ts";
import { GRID_KINDS, gridKindOf } from "../grids/registry.ts";
import type { Camera, ViewSize } from "../picture/camera.ts";
import { cellsInView, checkView, rasterForView } from "../picture/camera.ts";
import type { ViewFrame } from "../picture/view-frame.ts";
import type { Parcel } from "./parcel.ts";
import { blockParcel, rasterParcel } from "./parcel.ts";
import type { OpenView } from "./protocol/universe.ts";

/** A camera on a universe, and the cells that it shows. */
export class View {
  #camera: Camera;
  #size: ViewSize;
  readonly #grid: GridKind | null;

  /** Errors: `bad-argument`, and `not-found` for an unknown grid kind. */
  constructor({ camera, width, height, grid }: OpenView) {
    checkView(camera, { width, height });
    this.#camera = camera;
    this.#size = { width, height };
    this.#grid = grid === undefined ? null : GRID_KINDS.get(grid);
  }

  setCamera(camera: Camera): void {
    checkView(camera, this.#size);
    this.#camera = camera;
  }

  resize(size: ViewSize): void {
    checkView(this.#camera, size);
    this.#size = { width: size.width, height: size.height };
  }

  async frame(universe: Universe): Promise<Parcel<ViewFrame>> {
    const camera = this.#camera;
    const kind = this.#grid ?? gridKindOf(universe.rule);
    const { generation } = universe;
    const request = rasterForView(camera, this.#size, kind);
    if (request) {
      const { value: raster, transfer } = rasterParcel(await universe.raster(request));
      return { value: { kind: "raster", generation, camera, raster }, transfer };
    }
    const { value: block, transfer } = blockParcel(
      await universe.readBlock(cellsInView(camera, this.#size, kind)),
    );
    return { value: { kind: "block", generation, camera, block }, transfer };
  }
}
