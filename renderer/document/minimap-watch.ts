/**
 * Keeps the minimap up to date: asks the universe for its box and for a picture from afar, at a modest rate, and only
 * after a change. While the view shows everything, it asks for the box alone and the map is hidden.
 */

import type { Rect } from "../../engine/core/rect.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { Seen } from "../canvas/minimap.ts";
import { mapCamera } from "../canvas/minimap.ts";
import { Listeners } from "../host/listeners.ts";
import type { LiveUniverse } from "../universe/live-universe.ts";
import { Poller } from "../universe/poller.ts";

/** The parts of a document that it needs. */
export interface Mapped {
  readonly view: Seen & { subscribe(listener: () => void): () => void };
  readonly editor: { subscribe(listener: () => void): () => void };
  readonly universe: LiveUniverse;
}

export interface MapState {
  readonly camera: Camera;
  readonly frame: ViewFrame;
}

/** The least pause between two looks, in milliseconds, and the same as a multiple of the last look's time. */
const LEAST_PAUSE = 400;
const PATIENCE = 15;

export class MinimapWatch {
  readonly #mapped: Mapped;
  readonly #size: ViewSize;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Listeners<void>();
  readonly #ends: (() => void)[] = [];
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
    this.#camera = mapped.view.camera;
    const askSoon = (): void => this.#poller.askSoon();
    this.#ends.push(
      mapped.universe.watch({ moved: askSoon, replaced: askSoon }),
      mapped.editor.subscribe(askSoon),
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
    this.#poller.end();
  }

  async #ask(): Promise<void> {
    const { universe, view } = this.#mapped;
    try {
      const state = await universe.read(async (present) => {
        const box = await present.bounds();
        if (present === universe.present) this.#box = box;
        const camera = mapCamera(box, view, this.#size);
        return camera && { camera, frame: await present.frame(camera, this.#size, view.kind.id) };
      });
      if (!this.#ended) this.#set(state);
    } catch (error) {
      if (!this.#ended) this.#onError(error);
    }
  }

  #set(state: MapState | null): void {
    if (state === null && this.#state === null) return;
    this.#state = state;
    this.#listeners.emit();
  }
}
