/** The state of a document's view: the camera, its size on the screen, the pointer, and the box being dragged out. */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { GridKind, Point } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Cover } from "../../engine/picture/camera-fit.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { ToolView } from "../tools/tool.ts";

export interface ViewState {
  readonly camera: Camera;
  /** In CSS pixels. */
  readonly size: ViewSize;
  /** A box that a tool drags out on the screen. */
  readonly box: readonly [Point, Point] | null;
  /** The cell under the pointer, or under the keyboard's cursor. */
  readonly pointerCell: Cell | null;
}

export class DocumentView implements ToolView {
  readonly store: StoreApi<ViewState>;
  covers: (() => readonly Cover[]) | null = null;
  readonly #kind: () => GridKind;

  constructor(kind: () => GridKind, camera: Camera) {
    this.#kind = kind;
    const size = { width: 800, height: 600 };
    this.store = createStore(() => ({ camera, size, box: null, pointerCell: null }));
  }

  get state(): ViewState {
    return this.store.getState();
  }

  get camera(): Camera {
    return this.state.camera;
  }

  get size(): ViewSize {
    return this.state.size;
  }

  get kind(): GridKind {
    return this.#kind();
  }

  setCamera(camera: Camera): void {
    this.store.setState({ camera });
  }

  setSize(size: ViewSize): void {
    const { width, height } = this.state.size;
    if (size.width !== width || size.height !== height) this.store.setState({ size });
  }

  setBox(box: readonly [Point, Point] | null): void {
    this.store.setState({ box });
  }

  setPointerCell(cell: Cell | null): void {
    const old = this.state.pointerCell;
    if (cell?.x !== old?.x || cell?.y !== old?.y) this.store.setState({ pointerCell: cell });
  }
}
