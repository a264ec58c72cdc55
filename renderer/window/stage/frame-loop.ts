/**
 * From a universe to the screen, once for each change and no more.
 *
 * Two changes make a picture out of date. The *look* changes with the camera, the size, the theme: the worker can paint
 * the same cells again at once. The *cells* change with edits and steps, and a moved camera sees others. This loop only
 * tells the worker that draws, at most once a screen frame; cells never come through here. At most one picture and one
 * request for cells are under way; when an answer comes, the loop sends the newest state. So nothing queues up, however
 * slow either is, and without changes no timer runs.
 */

import type { ViewSize } from "../../../engine/picture/camera.ts";
import { forDevice } from "../../../engine/picture/camera-moves.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import type { StageClient } from "../../canvas/stage-client.ts";
import type { StageLook } from "../../canvas/stage-protocol.ts";
import type { StageModel } from "./stage-model.ts";

export interface Display {
  /** In device pixels. */
  readonly size: ViewSize;
  readonly ratio: number;
  readonly look: StageLook;
  /** An id of engine/picture/themes.ts. */
  readonly theme: string;
}

/** A run that moves at least this often, in milliseconds, is polled each screen frame; a slower one reports by itself. */
const OFTEN = 75;

export class FrameLoop {
  readonly #model: StageModel;
  readonly #stage: StageClient;
  readonly #ends: (() => void)[] = [];
  #display: Display | null = null;
  #lookOld = true;
  #cellsOld = true;
  #asking = false;
  #request = 0;
  #generation: bigint | null = null;
  #movedAt = 0;
  /** Milliseconds between its last two observed moves. */
  #pace = Number.POSITIVE_INFINITY;
  #disposed = false;

  constructor(model: StageModel, stage: StageClient) {
    this.#model = model;
    this.#stage = stage;
    this.#follow();
    this.#ends.push(
      model.view.store.subscribe((now, before) => {
        if (now.camera !== before.camera || now.size !== before.size) this.#expire(true);
      }),
      model.editor.store.subscribe((now, before) => {
        const cells =
          now.revision !== before.revision ||
          now.generation !== before.generation ||
          now.running !== before.running;
        if (cells || now.rule !== before.rule) this.#expire(true);
      }),
      model.universe.store.subscribe((now, before) => {
        if (now.present !== before.present) this.#follow();
        else if (now.generation !== before.generation) this.#expire(false);
      }),
    );
    const onVisible = (): void => this.#schedule();
    document.addEventListener("visibilitychange", onVisible);
    this.#ends.push(() => document.removeEventListener("visibilitychange", onVisible));
  }

  setDisplay(display: Display): void {
    this.#display = display;
    this.#expire(true);
  }

  dispose(): void {
    this.#disposed = true;
    cancelAnimationFrame(this.#request);
    for (const end of this.#ends) end();
  }

  #follow(): void {
    this.#generation = null;
    this.#asking = false;
    this.#stage.follow(this.#model.universe.present, {
      onIdle: () => this.#schedule(),
      onCells: (generation) => this.#cellsShown(generation),
    });
    this.#expire(true);
  }

  #expire(look: boolean): void {
    this.#cellsOld = true;
    if (look) this.#lookOld = true;
    this.#schedule();
  }

  /** Whether a picture is needed and may be requested. */
  get #due(): boolean {
    if (this.#disposed || !this.#display || this.#stage.busy) return false;
    return this.#lookOld || (this.#cellsOld && !this.#asking);
  }

  #schedule(): void {
    if (this.#request !== 0 || document.hidden || !this.#due) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      if (this.#due && this.#display) this.#show(this.#display);
    });
  }

  #show({ size, ratio, look: wanted, theme }: Display): void {
    const { view, universe } = this.#model;
    const stale = this.#cellsOld && !this.#asking;
    const sameLook = !this.#lookOld;
    this.#lookOld = false;
    if (stale) {
      this.#cellsOld = false;
      this.#asking = true;
    }
    if (sameLook) {
      this.#stage.show(null, stale);
      return;
    }
    const { icons, ...rest } = wanted;
    this.#stage.setIcons((icons && universe.present.rule.looks.icons) || null);
    const look = {
      camera: forDevice(view.camera, ratio),
      size,
      kind: view.kind.id,
      topology: universe.present.topology,
      ...rest,
      colours: paintColours(THEMES.get(theme), universe.present.rule),
      ratio,
    };
    this.#stage.show(look, stale);
  }

  #cellsShown(generation: bigint | null): void {
    this.#asking = false;
    const now = performance.now();
    if (generation !== this.#generation) {
      this.#pace = now - this.#movedAt;
      this.#movedAt = now;
    }
    this.#generation = generation;
    const { running } = this.#model.editor.state;
    const moves = this.#pace < OFTEN && now - this.#movedAt < OFTEN;
    // A request that failed is not repeated until something changes.
    if (running && generation !== null && moves) this.#cellsOld = true;
    this.#schedule();
  }
}
