/**
 * Runs a living example: a universe in the guide's own worker with a view there, painted onto a small canvas of the
 * page by the stage's painter. At most one step and one picture are under way, so a slow machine shows a slower example
 * and nothing queues up.
 */

import type { Snapshot } from "../../engine/algorithms/algorithm.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import type { PaintColours } from "../../engine/picture/colours.ts";
import { createPicture, paint } from "../../engine/picture/painter.ts";
import type { EngineClient } from "../universe/client.ts";
import type { RemoteUniverse } from "../universe/remote-universe.ts";
import type { GuideExample, Living } from "./example.ts";

export interface PlayerOptions {
  readonly living: Living;
  readonly example: Pick<GuideExample, "pace" | "step" | "from" | "again">;
  readonly engine: () => EngineClient;
  readonly canvas: HTMLCanvasElement;
  /** In CSS pixels. */
  readonly size: ViewSize;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
  readonly colours: PaintColours;
  readonly onGeneration: (generation: bigint) => void;
  readonly onError: (error: unknown) => void;
}

export class ExamplePlayer {
  readonly #options: PlayerOptions;
  readonly #camera: Camera;
  #universe: RemoteUniverse | null = null;
  #start: Snapshot | null = null;
  #colours: PaintColours;
  #playing = false;
  #ended = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Counts the times that it has begun to play: a step of an earlier one goes on no further. */
  #turn = 0;
  /** The request under way; all others follow it. */
  #work: Promise<void>;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#colours = options.colours;
    const { living, canvas } = options;
    const size = this.#size();
    canvas.width = size.width;
    canvas.height = size.height;
    this.#camera = fit(living.view, size, gridKindOf(living.rule, living.topology), { margin: 0 });
    this.#work = this.#open().catch((error: unknown) => this.#fail(error));
  }

  play(playing: boolean): void {
    if (playing === this.#playing) return;
    this.#playing = playing;
    if (playing) this.#next(0, ++this.#turn);
    else if (this.#timer !== null) clearTimeout(this.#timer);
  }

  recolour(colours: PaintColours): void {
    this.#colours = colours;
    this.#then(() => this.#draw());
  }

  /** Frees its universe; the picture stays. */
  end(): void {
    this.#ended = true;
    this.play(false);
    const universe = this.#universe;
    // The whole worker may be gone by then, and its universes with it.
    void this.#work.then(() => universe?.dispose()).catch(() => {});
  }

  #size(): ViewSize {
    const { size, ratio } = this.#options;
    return { width: Math.round(size.width * ratio), height: Math.round(size.height * ratio) };
  }

  async #open(): Promise<void> {
    const { living, engine } = this.#options;
    const { rule, topology, cells, soup } = living;
    const universe = await engine().createUniverse({
      rule,
      topology,
      ...(cells ? { cells } : {}),
      ...(soup ? { soup } : {}),
      // An example leaves the cores to what a person runs.
      threads: 1,
    });
    this.#universe = universe;
    if (this.#ended) return universe.dispose();
    const { from, again } = this.#options.example;
    await universe.step(from);
    if (again !== null) this.#start = await universe.snapshot();
    await this.#draw();
  }

  #next(wait: number, turn: number): void {
    const isWanted = (): boolean => this.#playing && !this.#ended && turn === this.#turn;
    this.#timer = setTimeout(() => {
      const began = performance.now();
      this.#then(async () => {
        if (!isWanted()) return;
        await this.#step();
        const pause = 1000 / this.#options.example.pace - (performance.now() - began);
        if (isWanted()) this.#next(Math.max(4, pause), turn);
      });
    }, wait);
  }

  async #step(): Promise<void> {
    const universe = this.#universe;
    if (!universe) return;
    const { step, again } = this.#options.example;
    if (again !== null && this.#start !== null && universe.generation >= again)
      await universe.restore(this.#start);
    else await universe.step(universe.generation + step);
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const { living, canvas, ratio, onGeneration } = this.#options;
    const kind = gridKindOf(living.rule, living.topology);
    const frame = await this.#universe?.frame(this.#camera, this.#size(), kind.id);
    const context = canvas.getContext("2d");
    if (!frame || !context || this.#ended) return;
    const picture = createPicture(canvas.width, canvas.height);
    const scene = { frame, camera: this.#camera, kind, topology: living.topology };
    paint(picture, { ...scene, colours: this.#colours, gridLines: true, boldEvery: 10, ratio });
    const bytes = new Uint8ClampedArray(picture.pixels.buffer as ArrayBuffer);
    context.putImageData(new ImageData(bytes, picture.width, picture.height), 0, 0);
    onGeneration(frame.generation);
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#playing = false;
    if (!this.#ended) this.#options.onError(error);
  }
}
