/**
 * Moves a document's camera while autofit or following is on: asks the universe for its box when cells have moved, one
 * question at a time and at a modest rate, and moves the camera there. While nothing moves, no timer runs.
 *
 * Moving the view by hand takes over: a pan ends following (a zoom keeps it), and autofit ends when the view shows only
 * a part of the pattern. Fitting the view ends neither.
 */

import type { Rect } from "../../engine/core/rect.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Cover } from "../../engine/picture/camera-fit.ts";
import type { Position } from "../../engine/picture/camera-moves.ts";
import { Autofit, follow, isAt, middleOfBox, showsAll } from "../canvas/piloting.ts";
import type { LiveUniverse } from "../universe/live-universe.ts";
import type { Observed } from "../universe/observed.ts";
import { Poller } from "../universe/poller.ts";

export type PilotMode = "autofit" | "follow";

/** The parts of a document that it needs. */
export interface Piloted {
  readonly view: {
    readonly camera: Camera;
    readonly size: ViewSize;
    readonly kind: GridKind;
    readonly covers: (() => readonly Cover[]) | null;
    setCamera(camera: Camera): void;
    readonly store: Observed<unknown>;
  };
  readonly editor: { readonly store: Observed<unknown> };
  readonly gestures: { readonly state: string };
  readonly universe: LiveUniverse;
}

export interface PilotOptions {
  readonly mode: PilotMode;
  /** False where a person has asked for no animation: the camera jumps. */
  readonly smooth: () => boolean;
  /** The view was moved by hand. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}

/** The least pause between two questions, in milliseconds, and the same as a multiple of the last answer's time. */
const LEAST_PAUSE = 80;
const PATIENCE = 8;
/** Pixels by which a place may differ and still count as the same: it tells a fit from a pan. */
const SAME_PLACE = 3;

export class CameraPilot {
  readonly #piloted: Piloted;
  readonly #options: PilotOptions;
  readonly #autofit = new Autofit();
  #camera: Camera;
  #box: Rect | null = null;
  #target: Position | null = null;
  readonly #poller = new Poller(() => this.#ask(), { least: LEAST_PAUSE, times: PATIENCE });
  #frame = 0;
  #framed = 0;

  constructor(piloted: Piloted, options: PilotOptions) {
    this.#piloted = piloted;
    this.#options = options;
    this.#camera = piloted.view.camera;
    this.#poller.heed(
      piloted.universe.store.subscribe(() => this.#poller.askSoon()),
      piloted.editor.store.subscribe(() => this.#poller.askSoon()),
      piloted.view.store.subscribe(() => this.#viewMoved()),
    );
    void this.#poller.ask();
  }

  end(): void {
    this.#poller.end();
    cancelAnimationFrame(this.#frame);
  }

  async #ask(): Promise<void> {
    try {
      const box = await this.#piloted.universe.read((universe) => universe.bounds());
      if (this.#poller.ended) return;
      this.#box = box;
      if (box) this.#arrive(box);
    } catch (error) {
      if (!this.#poller.ended) this.#options.onError(error);
    }
  }

  #arrive(box: Rect): void {
    const { view, gestures } = this.#piloted;
    const { camera, size, kind } = view;
    if (this.#options.mode === "follow") {
      this.#target = middleOfBox(box, kind);
      if (this.#frame === 0) this.#framed = performance.now();
      this.#go();
      return;
    }
    if (gestures.state !== "idle") return;
    const now = performance.now();
    const next = this.#autofit.next(box, camera, size, kind, now, view.covers?.());
    if (next) this.#setCamera(next);
    if (this.#autofit.waits(now) !== null) this.#poller.askSoon();
  }

  /** Moves a part of the way; the next part follows with the next animation frame. */
  #go(): void {
    const { view, gestures } = this.#piloted;
    if (this.#poller.ended || !this.#target || this.#frame !== 0 || gestures.state === "pan") return;
    const { camera, size, kind } = view;
    if (isAt(this.#target, camera, kind)) return;
    const now = performance.now();
    const elapsed = now - this.#framed;
    this.#framed = now;
    this.#setCamera(follow(this.#target, camera, size, kind, { elapsed, smooth: this.#options.smooth() }));
    if (isAt(this.#target, view.camera, kind)) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#go();
    });
  }

  #setCamera(camera: Camera): void {
    this.#camera = camera;
    this.#piloted.view.setCamera(camera);
  }

  #viewMoved(): void {
    const { camera, size, kind } = this.#piloted.view;
    const last = this.#camera;
    if (this.#poller.ended || camera === last) return;
    this.#camera = camera;
    if (this.#options.mode === "autofit") {
      if (this.#box && !showsAll(this.#box, camera, size, kind)) this.#options.onEnd();
      else this.#poller.askSoon();
      return;
    }
    const zoomed = camera.zoom !== last.zoom;
    const centred = this.#target !== null && isAt(this.#target, camera, kind, SAME_PLACE);
    if (!zoomed && !centred) this.#options.onEnd();
    else this.#poller.askSoon();
  }
}
