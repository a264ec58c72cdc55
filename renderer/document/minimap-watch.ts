/**
 * Keeps the minimap up to date: asks the universe for its box and for a picture from afar, at a modest rate, and only
 * after a change. While the view shows everything, it asks for the box alone and the map is hidden.
 */

import { createStore } from "zustand/vanilla";
import type { Rect } from "../../engine/core/rect.ts";
import type { ViewSize } from "../../engine/picture/camera.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { MapPicture, Seen } from "../canvas/minimap.ts";
import { mapCamera, mapPicture } from "../canvas/minimap.ts";
import type { LiveUniverse } from "../universe/live-universe.ts";
import type { Observed } from "../universe/observed.ts";
import { Poller } from "../universe/poller.ts";

/** The parts of a document that it needs. */
export interface Mapped {
  readonly view: Seen & { readonly store: Observed<Pick<Seen, "camera" | "size">> };
  readonly editor: { readonly store: Observed<unknown> };
  readonly universe: LiveUniverse;
}

export interface MapState extends MapPicture {
  readonly frame: ViewFrame;
}

/** The least pause between two looks, in milliseconds, and the same as a multiple of the last look's time. */
const LEAST_PAUSE = 400;
const PATIENCE = 15;

export class MinimapWatch {
  /** null: hidden. */
  readonly store = createStore<MapState | null>(() => null);
  readonly #mapped: Mapped;
  readonly #size: ViewSize;
  readonly #onError: (error: unknown) => void;
  #box: Rect | null = null;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_PAUSE, times: PATIENCE });

  /** `size`: the map's, in device pixels. */
  constructor(mapped: Mapped, size: ViewSize, onError: (error: unknown) => void) {
    this.#mapped = mapped;
    this.#size = size;
    this.#onError = onError;
    const askSoon = (): void => this.#poller.askSoon();
    this.#poller.heed(
      mapped.universe.store.subscribe(askSoon),
      mapped.editor.store.subscribe(askSoon),
      mapped.view.store.subscribe((now, before) => {
        if (now.camera === before.camera && now.size === before.size) return;
        if (!mapCamera(this.#box, mapped.view, size)) this.store.setState(null, true);
        this.#poller.askSoon();
      }),
    );
    void this.#poller.ask();
  }

  end(): void {
    this.#poller.end();
  }

  async #ask(): Promise<void> {
    const { universe, view } = this.#mapped;
    try {
      const state = await universe.read(async (present) => {
        const box = await present.bounds();
        if (present === universe.present) this.#box = box;
        const map = mapPicture(box, view, this.#size);
        return map && { ...map, frame: await present.frame(map.camera, map.size, view.kind.id) };
      });
      // The view may have come to show everything meanwhile.
      const wanted = mapCamera(this.#box, view, this.#size) && state;
      if (!this.#poller.ended) this.store.setState(wanted, true);
    } catch (error) {
      if (!this.#poller.ended) this.#onError(error);
    }
  }
}
