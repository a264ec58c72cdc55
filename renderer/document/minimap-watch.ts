/**
 * Keeps the minimap up to date: asks the universe where its cells are and how they look from afar, at a modest rate, and only
 * when something has changed. While everything is in the view it asks for nothing but the box, and the map is hidden.
 */

import type { Rect } from "../../engine/core/rect.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { Seen } from "../canvas/minimap.ts";
import { mapCamera } from "../canvas/minimap.ts";
import { Listeners } from "../editor/editor-state.ts";
import { Poller } from "../universe/poller.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";

/** What of a document it needs. */
export interface Mapped {
  readonly view: Seen & { subscribe(listener: () => void): () => void };
  readonly editor: { subscribe(listener: () => void): () => void };
  readonly universe: Pick<RemoteUniverse, "bounds" | "frame" | "onMove">;
  subscribe(listener: () => void): () => void;
}

export interface MapState {
  readonly camera: Camera;
  readonly frame: ViewFrame;
}

/** Between two looks, at least; and at least so many times what the last took. */
const LEAST_PAUSE = 400;
const PATIENCE = 15;

export class MinimapWatch {
  readonly #mapped: Mapped;
  readonly #size: ViewSize;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Listeners();
  readonly #ends: (() => void)[] = [];
  #leaveUniverse: () => void = () => {};
  #universe: Mapped["universe"];
  #state: MapState | null = null;
  #box: Rect | null = null;
  #camera: Camera;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_PAUSE, times: PATIENCE });
  #ended = false;

  /** `size`: the map's, in device pixels. */
  constructor(mapped: Mapped, size: ViewSize, onError: (error: unknown) => void) {
    this.#mapped = mapped;
    this.#size = size;
    this.#onError = onError;
    this.#universe = mapped.universe;
    this.#camera = mapped.view.camera;
    this.#enter();
    this.#ends.push(
      mapped.subscribe(() => {
        if (mapped.universe !== this.#universe) this.#enter();
      }),
      mapped.editor.subscribe(() => this.#poller.askSoon()),
      mapped.view.subscribe(() => {
        if (mapped.view.camera === this.#camera) return;
        this.#camera = mapped.view.camera;
        if (!mapCamera(this.#box, mapped.view, size)) this.#set(null);
        this.#poller.askSoon();
      }),
    );
    void this.#poller.ask();
  }

  /** null: hidden. */
  get state(): MapState | null {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  end(): void {
    this.#ended = true;
    for (const end of this.#ends) end();
    this.#leaveUniverse();
    this.#poller.end();
  }

  #enter(): void {
    this.#leaveUniverse();
    this.#universe = this.#mapped.universe;
    this.#leaveUniverse = this.#universe.onMove(() => this.#poller.askSoon());
    this.#poller.askSoon();
  }

  async #ask(): Promise<void> {
    const universe = this.#universe;
    // One that was left may be gone in the middle of an answer, and is nothing to be told of.
    const left = (): boolean => this.#ended || universe !== this.#universe;
    try {
      const box = await universe.bounds();
      if (left()) return;
      this.#box = box;
      const camera = mapCamera(box, this.#mapped.view, this.#size);
      const frame = camera && (await universe.frame(camera, this.#size, this.#mapped.view.kind.id));
      if (!left()) this.#set(camera && frame ? { camera, frame } : null);
    } catch (error) {
      if (!left()) this.#onError(error);
    }
  }

  #set(state: MapState | null): void {
    if (state === null && this.#state === null) return;
    this.#state = state;
    this.#listeners.tell();
  }
}
