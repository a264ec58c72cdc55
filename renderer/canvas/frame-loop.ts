/**
 * From a universe to the screen, as often as something changed and not once more.
 *
 * Two things make a picture out of date. The *look* changes with the camera, the size, the theme: the painter can redraw
 * the cells that it has at once. The *cells* change with edits and steps, and a moved camera sees others: those are asked
 * of the engine. One question to the engine and one picture to the painter are under way at most; when an answer comes,
 * the newest state is what goes out next. So nothing queues up, however slow either is, and with nothing changing no
 * timer runs.
 */

import type { Camera, ViewSize } from "../../engine/worker/camera.ts";
import type { ViewFrame } from "../../engine/worker/protocol.ts";
import type { RemoteUniverse } from "../engine-client/remote-universe.ts";
import type { RemoteView } from "../engine-client/remote-view.ts";
import { forDevice } from "./camera.ts";
import type { PaintClient } from "./paint-client.ts";
import type { StageModel } from "./stage-model.ts";
import type { PaintColours } from "./theme.ts";

export interface Display {
  /** In device pixels. */
  readonly size: ViewSize;
  readonly ratio: number;
  readonly gridLines: boolean;
  readonly flashLimit: boolean;
  readonly colours: PaintColours;
}

/** More than the screen is asked for, so that a pan finds cells beyond the edge while the engine answers. */
const MARGIN = 1.25;
/** A run that has moved so lately is asked for each frame of the screen; a slower one tells by itself. */
const LATELY = 100;
const MOST_SIDE = 16384;

export class FrameLoop {
  readonly #model: StageModel;
  readonly #painter: PaintClient;
  readonly #onError: (error: unknown) => void;
  readonly #ends: (() => void)[] = [];
  #display: Display | null = null;
  #universe: RemoteUniverse;
  #forgetUniverse: () => void = () => {};
  #remote: Promise<RemoteView> | null = null;
  #asked: { readonly camera: Camera; readonly size: ViewSize } | null = null;
  /** Arrived and not yet handed to the painter; undefined for nothing new. */
  #frame: ViewFrame | null | undefined = null;
  #lookOld = true;
  #cellsOld = true;
  #fetching = false;
  #request = 0;
  #generation = -1n;
  #movedAt = 0;
  #disposed = false;

  constructor(model: StageModel, painter: PaintClient, onError: (error: unknown) => void) {
    this.#model = model;
    this.#painter = painter;
    this.#onError = onError;
    this.#universe = model.universe;
    this.#follow(model.universe);
    let seen = model.view.state;
    let edited = model.editor.state;
    this.#ends.push(
      model.view.subscribe(() => {
        const { state } = model.view;
        if (state.camera !== seen.camera || state.size !== seen.size) this.#expire(true);
        seen = state;
      }),
      model.editor.subscribe(() => {
        const { state } = model.editor;
        const cells =
          state.revision !== edited.revision ||
          state.generation !== edited.generation ||
          state.running !== edited.running;
        if (cells || state.rule !== edited.rule) this.#expire(true);
        edited = state;
      }),
      model.subscribe(() => {
        if (model.universe !== this.#universe) this.#follow(model.universe);
      }),
    );
    const onVisible = (): void => this.#schedule();
    document.addEventListener("visibilitychange", onVisible);
    this.#ends.push(() => document.removeEventListener("visibilitychange", onVisible));
    painter.onIdle = () => {
      if (this.#lookOld) this.#schedule();
    };
  }

  setDisplay(display: Display): void {
    this.#display = display;
    this.#expire(true);
  }

  dispose(): void {
    this.#disposed = true;
    cancelAnimationFrame(this.#request);
    this.#painter.onIdle = () => {};
    for (const end of this.#ends) end();
    this.#forgetUniverse();
    this.#closeView();
  }

  #follow(universe: RemoteUniverse): void {
    this.#forgetUniverse();
    this.#closeView();
    this.#universe = universe;
    this.#generation = -1n;
    this.#forgetUniverse = universe.onMove(() => this.#expire(false));
    this.#expire(true);
  }

  #closeView(): void {
    this.#remote?.then((view) => view.close()).catch(() => {});
    this.#remote = null;
    this.#asked = null;
  }

  #expire(look: boolean): void {
    this.#cellsOld = true;
    if (look) this.#lookOld = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#disposed || this.#request !== 0 || document.hidden || !this.#display) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#tick();
    });
  }

  #tick(): void {
    if (this.#disposed) return;
    if (this.#cellsOld && !this.#fetching) void this.#fetch();
    this.#send();
  }

  #send(): void {
    const display = this.#display;
    if (!this.#lookOld || this.#painter.busy || !display || this.#disposed) return;
    const { view, universe } = this.#model;
    this.#lookOld = false;
    const { size, ratio, gridLines, flashLimit, colours } = display;
    const look = {
      camera: forDevice(view.camera, ratio),
      size,
      kind: view.kind.id,
      topology: universe.topology,
      colours,
      gridLines,
      flashLimit,
      ratio,
    };
    this.#painter.paint(look, this.#frame);
    this.#frame = undefined;
  }

  async #fetch(): Promise<void> {
    const display = this.#display;
    if (!display) return;
    this.#fetching = true;
    this.#cellsOld = false;
    const universe = this.#universe;
    try {
      const remote = await this.#aim(
        universe,
        forDevice(this.#model.view.camera, display.ratio),
        display.size,
      );
      const frame = await remote.frame();
      if (this.#disposed || universe !== this.#universe) return;
      this.#frame = frame;
      this.#lookOld = true;
      const now = performance.now();
      if (frame.generation !== this.#generation) this.#movedAt = now;
      this.#generation = frame.generation;
      if (this.#model.editor.state.running && now - this.#movedAt < LATELY) this.#cellsOld = true;
      this.#send();
    } catch (error) {
      if (this.#disposed || universe !== this.#universe) return;
      // Another try begins with a view of its own.
      this.#closeView();
      this.#onError(error);
    } finally {
      this.#fetching = false;
      if (this.#cellsOld) this.#schedule();
    }
  }

  /** The view in the engine, looking where the camera looks. */
  async #aim(universe: RemoteUniverse, camera: Camera, { width, height }: ViewSize): Promise<RemoteView> {
    const size = { width: wider(width), height: wider(height) };
    const asked = this.#asked;
    this.#asked = { camera, size };
    if (!this.#remote) {
      this.#remote = this.#model.engine.openView(universe, camera, size);
      return this.#remote;
    }
    const remote = await this.#remote;
    // Messages keep their order, so the frame asked for next is of this camera.
    if (asked?.camera !== camera) remote.setCamera(camera).catch(() => {});
    if (asked?.size.width !== size.width || asked.size.height !== size.height)
      remote.resize(size).catch(() => {});
    return remote;
  }
}

function wider(side: number): number {
  return Math.min(MOST_SIDE, Math.ceil(side * MARGIN));
}
