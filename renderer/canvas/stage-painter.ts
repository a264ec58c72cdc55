/**
 * A stage's side in the worker that draws: two canvases, and the universe on them.
 *
 * The painter asks for the cells of a CPU universe over a port of its own and paints them (painter.ts); if only the look changes,
 * it paints the same cells again. A GPU universe lives in this worker and is drawn from its buffers. At most one question and one
 * picture are under way: the window waits for `painted` before it shows again and for `cells` before it asks again, and nothing
 * runs in between.
 */

import { livingBlock } from "../../engine/core/block.ts";
import { toWireError } from "../../engine/core/wire-error.ts";
import { gridKindOn } from "../../engine/grids/registry.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import { CellAges } from "../../engine/picture/cell-ages.ts";
import { CellIcons } from "../../engine/picture/cell-icons.ts";
import type { PaintedCells } from "../../engine/picture/cells.ts";
import { paintedBlock } from "../../engine/picture/cells.ts";
import type { CellPicture, PictureGate } from "../../engine/picture/drawing.ts";
import { gpuPicture } from "../../engine/picture/gpu-picture.ts";
import { createPicture, paint } from "../../engine/picture/painter.ts";
import { tilesOf } from "../../engine/picture/picture-tiles.ts";
import type { ViewFrame } from "../../engine/picture/view-frame.ts";
import type { StateIcons } from "../../engine/rules/rule.ts";
import { FlashGuard } from "./flash-guard.ts";
import type { Look, StageNews, Surface } from "./stage-protocol.ts";

/** A universe that returns the cells that a camera sees. */
export interface ViewFrameSource {
  readonly kind: "frames";
  frame(camera: Camera, size: ViewSize): Promise<ViewFrame>;
  close(): void;
}

/** A universe that is drawn in place. */
export interface DrawnSource {
  readonly kind: "drawn";
  /** The same universe's cells read back, for pictures that need more than the present cells. */
  readonly frames: ViewFrameSource;
  readonly generation: bigint;
  /** False: the gate held the picture back. */
  draw(context: GPUCanvasContext, picture: CellPicture, gate?: PictureGate): Promise<boolean>;
  close(): void;
}

export type CellSource = ViewFrameSource | DrawnSource;

export interface StageCanvases {
  readonly cells: OffscreenCanvas;
  readonly gpu: OffscreenCanvas;
}

/** The painter asks for more than the screen, so that a pan finds cells beyond the edge while the engine answers. */
const MARGIN = 1.25;
const MOST_SIDE = 16384;
/** How long the last universe's picture stays while the next one's cells are missing, before an empty grid replaces it. */
const PATIENCE = 60;
/** Columns of tiles in which the guard sees brightness. */
const TILES_ACROSS = 16;
const TILES_DOWN = 10;
/** After this time the stage tries again after a held-back picture, with the cells of that moment. */
const HELD = 100;

/** After a picture that took longer, the GPU gets as long to itself, up to this limit, before the next one. */
const SLOW_PICTURE = 30;
const LONGEST_BREAK = 200;

export class StagePainter {
  readonly #canvases: StageCanvases;
  readonly #tell: (news: StageNews) => void;
  #context: OffscreenCanvasRenderingContext2D | null = null;
  #gpuContext: GPUCanvasContext | null = null;
  #image: ImageData | null = null;
  #source: CellSource | null = null;
  #turn = 0;
  #look: Look | null = null;
  #frame: ViewFrame | null = null;
  readonly #ages = new CellAges();
  /** The frame's cells with ages, or in more states than two. */
  #stated: PaintedCells | null = null;
  /** Whether the source draws what is shown: cells that are read back for an earlier look are painted no more. */
  #isDrawn = false;
  /** Whether a `show` still awaits its answer. */
  #owed = false;
  /** A picture that waits for the first cells; null when none does. */
  #waiting: ReturnType<typeof setTimeout> | null = null;
  #fresh = true;
  #again: ReturnType<typeof setTimeout> | null = null;
  readonly #guard = new FlashGuard();
  #held = false;
  #icons: CellIcons | null = null;
  /** Who wants an image before there is anything to show. */
  #early: (() => void)[] = [];

  constructor(canvases: StageCanvases, tell: (news: StageNews) => void) {
    this.#canvases = canvases;
    this.#tell = tell;
  }

  setIcons(icons: readonly StateIcons[] | null): void {
    this.#icons = icons && new CellIcons(icons);
  }

  follow(source: CellSource, turn: number): void {
    this.#leave();
    this.#source = source;
    this.#turn = turn;
    this.#frame = null;
    this.#stated = null;
    this.#fresh = true;
  }

  close(): void {
    this.#leave();
    this.#source = null;
    this.#endEarly();
  }

  /** One `painted` answers each call. `changed`: the new look, if it is another one. */
  show(changed: Look | null, stale: boolean): void {
    const source = this.#source;
    const look = changed ?? this.#look;
    this.#look = look;
    this.#owed = true;
    if (!source || !look) {
      this.#painted(null);
      return;
    }
    this.#endEarly();
    const { frames, drawn } = this.#waysTo(source, look, stale);
    if (this.#isDrawn !== (drawn !== null)) this.#forgetTimers();
    this.#isDrawn = drawn !== null;
    if (drawn) {
      this.#frame = null;
      this.#fresh = true;
      void this.#draw(drawn, look, { stale, answers: true });
      return;
    }
    if (stale) void this.#fetch(source, frames, look);
    // A stage that has just come to a universe shows it with its cells, not an empty grid for a moment.
    if (this.#fresh) this.#waiting ??= setTimeout(() => this.#paintNow(), PATIENCE);
    else if (changed) this.#paintNow();
    // The present picture already shows these cells; new ones bring their own.
    else this.#painted("cells");
  }

  /**
   * The ways to show a universe. Ages are kept here and not beside the cells, so they need the cells of a GPU universe read back:
   * a bit for each visible cell. Where cells are smaller than pixels the stage shows their density and reads nothing.
   */
  #waysTo(
    source: CellSource,
    { ages, camera, colours }: Look,
    stale: boolean,
  ): { readonly frames: ViewFrameSource; readonly drawn: DrawnSource | null } {
    if (source.kind === "frames") return { frames: source, drawn: null };
    const aged = ages && !colours.states && camera.zoom >= 0;
    const readBack = aged && (stale || this.#frame !== null);
    return { frames: source.frames, drawn: readBack ? null : source };
  }

  /**
   * The present picture, as a PNG: made from the cells, so nothing that lies over them is on it. Of a stage that has just come it is the first one;
   * null where the stage goes before that.
   */
  async image(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!this.#source || !this.#look) await new Promise<void>((resolve) => this.#early.push(resolve));
    const [source, look] = [this.#source, this.#look];
    if (!source || !look) return null;
    const { size, kind, ...rest } = look;
    const frame = await (source.kind === "drawn" ? source.frames : source).frame(look.camera, size);
    const picture = createPicture(size.width, size.height);
    const stated = this.#statedFor(look);
    paint(picture, { ...rest, kind: gridKindOn(kind, look.topology), frame, stated, icons: this.#icons });
    const canvas = new OffscreenCanvas(size.width, size.height);
    const bytes = new Uint8ClampedArray(picture.pixels.buffer as ArrayBuffer);
    canvas.getContext("2d")?.putImageData(new ImageData(bytes, size.width), 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return new Uint8Array(await blob.arrayBuffer());
  }

  #endEarly(): void {
    for (const end of this.#early.splice(0)) end();
  }

  #leave(): void {
    this.#source?.close();
    this.#forgetTimers();
    this.#painted(null);
  }

  #forgetTimers(): void {
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    if (this.#waiting !== null) clearTimeout(this.#waiting);
    this.#waiting = null;
  }

  /** `answers`: a `show` asked for it. */
  async #draw(
    source: DrawnSource,
    look: Look,
    { stale, answers }: { readonly stale: boolean; readonly answers: boolean },
  ): Promise<void> {
    const began = performance.now();
    let generation: bigint | null = null;
    let surface: Surface | null = null;
    try {
      generation = source.generation;
      const { size, kind, ...rest } = look;
      const { gpu } = this.#canvases;
      this.#gpuContext ??= gpu.getContext("webgpu");
      const gate = this.#gate(look, resize(gpu, size));
      if (this.#gpuContext) {
        const picture = gpuPicture(size, {
          ...rest,
          kind: gridKindOn(kind, look.topology),
          icons: this.#icons,
        });
        const shown = await source.draw(this.#gpuContext, picture, gate);
        surface = "gpu";
        if (source === this.#source && this.#isDrawn) {
          this.#hold(!shown);
          if (!shown) this.#tryAgain(() => this.#redraw(source));
        }
      }
    } catch (error) {
      this.#trouble(source, error);
    }
    // Another universe may have come meanwhile; it answers its own shows.
    if (source !== this.#source) return;
    const took = performance.now() - began;
    if (answers) this.#painted(surface);
    if (!stale) return;
    const turn = this.#turn;
    const tell = (): void => {
      if (source === this.#source) this.#tell({ type: "cells", turn, generation: surface && generation });
    };
    // Pictures and generations share a GPU: slow pictures would leave no time for generations. Camera moves do not wait.
    if (took > SLOW_PICTURE) setTimeout(tell, Math.min(took, LONGEST_BREAK));
    else tell();
  }

  /** Draws a picture that was held back, with the cells of this moment. */
  #redraw(source: DrawnSource): void {
    // A show that is under way brings a newer one.
    if (source === this.#source && this.#look && !this.#owed)
      void this.#draw(source, this.#look, { stale: false, answers: false });
  }

  #tryAgain(show: () => void): void {
    this.#again ??= setTimeout(() => {
      this.#again = null;
      show();
    }, HELD);
  }

  async #fetch(source: CellSource, frames: ViewFrameSource, { camera, size }: Look): Promise<void> {
    const turn = this.#turn;
    try {
      const frame = await frames.frame(camera, { width: wider(size.width), height: wider(size.height) });
      if (source !== this.#source) return;
      if (!this.#isDrawn) {
        this.#frame = frame;
        this.#age(frame);
        this.#paintNow();
      }
      this.#tell({ type: "cells", turn, generation: frame.generation });
    } catch (error) {
      this.#trouble(source, error);
      if (source === this.#source) this.#tell({ type: "cells", turn, generation: null });
    }
  }

  #age(frame: ViewFrame): void {
    const { ages = false, trail = false, colours } = this.#look ?? {};
    // Where a rule has more than two states, those are the colours.
    const shown = ages && !colours?.states;
    if (!shown) this.#ages.forget();
    this.#stated = null;
    if (frame.kind !== "block") return;
    if (shown) this.#stated = this.#ages.next(livingBlock(frame.block), frame.generation, trail);
    else if (colours?.states) this.#stated = paintedBlock(frame.block);
  }

  /** What is known of the cells' states, unless the look has changed since. */
  #statedFor({ ages, colours }: Look): PaintedCells | null {
    return ages || colours.states ? this.#stated : null;
  }

  /** Paints the present cells with the present look. */
  #paintNow(): void {
    this.#stopWaiting();
    this.#fresh = false;
    if (!this.#look) return;
    this.#paint(this.#look);
    this.#painted("cells");
  }

  /**
   * The one place where a picture can be held back: the gate sees every picture, painted or drawn, before it appears. One that is
   * not admitted leaves the last one standing and is tried again a little later. A canvas of a new size is blank, so there is
   * nothing that could stay.
   */
  #gate({ flashLimit }: Look, blank: boolean): PictureGate | undefined {
    if (!flashLimit) return undefined;
    const admits = (tiles: Float32Array): boolean => this.#guard.admits(tiles, performance.now()) || blank;
    return { across: TILES_ACROSS, down: TILES_DOWN, admits };
  }

  #hold(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    this.#tell({ type: "held", held });
  }

  #paint(look: Look): void {
    const { size, kind, ...rest } = look;
    const { cells } = this.#canvases;
    // No alpha: the browser need not blend in the page behind.
    this.#context ??= cells.getContext("2d", { alpha: false });
    if (!this.#context) return;
    const { width, height } = size;
    const gate = this.#gate(look, resize(cells, size));
    if (this.#image?.width !== width || this.#image.height !== height)
      this.#image = new ImageData(width, height);
    const pixels = new Uint32Array(this.#image.data.buffer);
    const picture = { width, height, pixels };
    const stated = this.#statedFor(look);
    paint(picture, {
      ...rest,
      kind: gridKindOn(kind, look.topology),
      frame: this.#frame,
      stated,
      icons: this.#icons,
    });
    const shown = !gate || gate.admits(tilesOf(picture, gate));
    this.#hold(!shown);
    if (shown) this.#context.putImageData(this.#image, 0, 0);
    else this.#tryAgain(() => this.#paintNow());
  }

  /** Answers the open `show`, if there is one. */
  #painted(surface: Surface | null): void {
    if (!this.#owed) return;
    this.#owed = false;
    this.#tell({ type: "painted", surface });
  }

  #trouble(source: CellSource, error: unknown): void {
    if (source !== this.#source) return;
    this.#tell({ type: "trouble", turn: this.#turn, error: toWireError(error) });
  }
}

/** Returns whether the size changed, which leaves the canvas blank. */
function resize(canvas: OffscreenCanvas, { width, height }: ViewSize): boolean {
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

function wider(side: number): number {
  return Math.min(MOST_SIDE, Math.ceil(side * MARGIN));
}
