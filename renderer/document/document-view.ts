/** The state of a document's view: the camera, its size on the screen, the pointer, and the box being dragged out. */

import type { GridKind, Point } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import { Listeners } from "../host/listeners.ts";
import type { ToolView } from "../tools/tool.ts";

export interface ViewState {
  readonly camera: Camera;
  /** In CSS pixels. */
  readonly size: ViewSize;
  readonly box: readonly [Point, Point] | null;
  /** The cell under the pointer. */
  readonly pointerCell: Cell | null;
}

export class DocumentView implements ToolView {
  readonly #kind: () => GridKind;
  readonly #listeners = new Listeners<void>();
  #state: ViewState;

  constructor(kind: () => GridKind, camera: Camera) {
    this.#kind = kind;
    this.#state = { camera, size: { width: 800, height: 600 }, box: null, pointerCell: null };
  }

  get state(): ViewState {
    return this.#state;
  }

  get camera(): Camera {
    return this.#state.camera;
  }

  get size(): ViewSize {
    return this.#state.size;
  }

  get kind(): GridKind {
    return this.#kind();
  }

  setCamera(camera: Camera): void {
    this.#set({ camera });
  }

  setSize(size: ViewSize): void {
    const { width, height } = this.#state.size;
    if (size.width !== width || size.height !== height) this.#set({ size });
  }

  setBox(box: readonly [Point, Point] | null): void {
    this.#set({ box });
  }

  setPointerCell(cell: Cell | null): void {
    const old = this.#state.pointerCell;
    if (cell?.x !== old?.x || cell?.y !== old?.y) this.#set({ pointerCell: cell });
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #set(change: Partial<ViewState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.emit();
  }
}
