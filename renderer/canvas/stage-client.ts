/**
 * A stage's end in the window. One picture is under way at most: whoever has a newer one waits until `onIdle`, and then
 * sends the newest, so pictures cannot queue up.
 */

import type { Look, StageNews, StageRequest, Surface } from "./stage-protocol.ts";

/** What is shown. */
export interface Shown {
  readonly handle: number;
  /** A way to its worker; null when it lives in the worker that draws. */
  connect(): MessagePort | null;
}

/** Where stages are drawn. */
export interface Screen {
  /** Takes the canvases for good: each stage needs fresh ones. */
  openStage(
    cells: HTMLCanvasElement,
    gpu: HTMLCanvasElement,
    onNews: (news: StageNews) => void,
    onTrouble: (error: Error) => void,
  ): StageLine;
}

/** What is sent for one stage. */
export interface StageLine {
  readonly id: number;
  send(request: StageRequest, transfer?: readonly Transferable[]): void;
}

/** A picture that takes longer is a worker that hangs. */
const TOO_LONG = 20_000;

export interface StageListener {
  /** Nothing is under way any more. */
  onIdle(): void;
  /** The cells that were asked for are on the screen, or (null) cannot be had. */
  onCells(generation: bigint | null): void;
  onSurface(surface: Surface): void;
  onTrouble(error: Error): void;
  /** Pictures are being held back because they would flash too often, or no longer. */
  onHeld(held: boolean): void;
  /** A picture takes too long. */
  onSilence(): void;
}

export class StageClient {
  readonly #line: StageLine;
  readonly #always: Omit<StageListener, "onIdle" | "onCells">;
  #listener: Pick<StageListener, "onIdle" | "onCells"> | null = null;
  #turn = 0;
  #busy = false;
  #watch: ReturnType<typeof setTimeout> | null = null;
  #images = new Map<number, (bytes: Uint8Array<ArrayBuffer> | null) => void>();
  #imageCount = 0;

  constructor(
    screen: Screen,
    canvases: { readonly cells: HTMLCanvasElement; readonly gpu: HTMLCanvasElement },
    listener: Omit<StageListener, "onIdle" | "onCells">,
  ) {
    this.#always = listener;
    this.#line = screen.openStage(
      canvases.cells,
      canvases.gpu,
      (news) => this.#hear(news),
      (error) => listener.onTrouble(error),
    );
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** From now on that universe is shown, and its news go to that listener. */
  follow(shown: Shown, listener: Pick<StageListener, "onIdle" | "onCells">): void {
    this.#listener = listener;
    const port = shown.connect();
    const { id: stage } = this.#line;
    const request: StageRequest = {
      type: "follow",
      stage,
      turn: ++this.#turn,
      universe: shown.handle,
      port,
    };
    this.#line.send(request, port ? [port] : []);
  }

  /**
   * Only while not busy. `look`: null where it is as it was last. `stale`: its cells are not what was shown last; answered by
   * `onCells`.
   */
  show(look: Look | null, stale: boolean): void {
    this.#busy = true;
    this.#watch = setTimeout(() => this.#always.onSilence(), TOO_LONG);
    this.#line.send({ type: "show", stage: this.#line.id, look, stale });
  }

  /** What is shown, as a PNG; null when nothing is, or the stage was closed meanwhile. */
  image(): Promise<Uint8Array<ArrayBuffer> | null> {
    const id = ++this.#imageCount;
    return new Promise((resolve) => {
      this.#images.set(id, resolve);
      this.#line.send({ type: "image", stage: this.#line.id, id });
    });
  }

  close(): void {
    for (const resolve of this.#images.values()) resolve(null);
    this.#images.clear();
    this.#listener = null;
    this.#stopWatch();
    this.#line.send({ type: "close", stage: this.#line.id });
  }

  #hear(news: StageNews): void {
    switch (news.type) {
      case "painted":
        this.#busy = false;
        this.#stopWatch();
        if (news.surface) this.#always.onSurface(news.surface);
        this.#listener?.onIdle();
        break;
      case "held":
        this.#always.onHeld(news.held);
        break;
      case "cells":
        if (news.turn === this.#turn) this.#listener?.onCells(news.generation);
        break;
      case "image":
        this.#images.get(news.id)?.(news.bytes);
        this.#images.delete(news.id);
        break;
    }
  }

  #stopWatch(): void {
    if (this.#watch !== null) clearTimeout(this.#watch);
    this.#watch = null;
  }
}
