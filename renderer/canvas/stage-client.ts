/**
 * The window's side of a stage. At most one picture is under way: a caller with a newer one waits for `onIdle` and then sends the
 * newest, so pictures cannot queue up.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import { fromWireError } from "../../engine/core/wire-error.ts";
import type { StateIcons } from "../../engine/rules/rule.ts";
import { Connection } from "../../engine/worker/connection.ts";
import type { Look, StageNews, StageProtocol, Surface } from "./stage-protocol.ts";

/** The universe on the stage. */
export interface Shown {
  readonly handle: number;
  /** A port to its worker; null when it lives in the worker that draws. */
  connect(): MessagePort | null;
}

/** The worker that draws. */
export interface Screen {
  /** A port to it. */
  join(): MessagePort;
}

/** A worker that takes longer over a picture hangs. */
const TOO_LONG = 20_000;

export interface StageListener {
  /** No picture is under way any more. */
  onIdle(): void;
  /** The requested cells are on the screen; null: they are not available. */
  onCells(generation: bigint | null): void;
  onSurface(surface: Surface): void;
  onTrouble(error: Error): void;
  /** The flash guard has begun to hold pictures back, or has stopped. */
  onHeld(held: boolean): void;
  /** A picture takes too long. */
  onSilence(): void;
}

/** Each stage of the window has a number of its own. */
let stages = 0;

export class StageClient {
  readonly #stage = ++stages;
  readonly #connection: Connection<StageProtocol>;
  readonly #always: Omit<StageListener, "onIdle" | "onCells">;
  readonly #closed = new AbortController();
  #listener: Pick<StageListener, "onIdle" | "onCells"> | null = null;
  #turn = 0;
  #busy = false;
  #icons: readonly StateIcons[] | null = null;
  #watch: ReturnType<typeof setTimeout> | null = null;

  /** Takes the canvases for good: each stage needs fresh ones. */
  constructor(
    screen: Screen,
    canvases: { readonly cells: HTMLCanvasElement; readonly gpu: HTMLCanvasElement },
    listener: Omit<StageListener, "onIdle" | "onCells">,
  ) {
    this.#always = listener;
    this.#connection = new Connection(screen.join());
    const cells = canvases.cells.transferControlToOffscreen();
    const gpu = canvases.gpu.transferControlToOffscreen();
    const open = this.#connection.call.openStage(
      { stage: this.#stage, cells, gpu },
      { signal: this.#closed.signal, onProgress: (news) => this.#hear(news), transfer: [cells, gpu] },
    );
    const leave = (): void => this.#connection.close();
    open.then(leave, (error: unknown) => this.#trouble(error));
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Shows that universe from now on, and sends its news to that listener. */
  follow(shown: Shown, listener: Pick<StageListener, "onIdle" | "onCells">): void {
    this.#listener = listener;
    const port = shown.connect();
    const turn = ++this.#turn;
    const followed = { stage: this.#stage, turn, universe: shown.handle, port };
    this.#connection.call
      .follow(followed, { transfer: port ? [port] : [] })
      .catch((error: unknown) => this.#trouble(error, turn));
  }

  /**
   * Only while not busy. `look`: null where it has not changed. `stale`: the cells differ from those on the screen; `onCells`
   * answers.
   */
  show(look: Look | null, stale: boolean): void {
    this.#busy = true;
    this.#watch = setTimeout(() => this.#always.onSilence(), TOO_LONG);
    this.#connection.call
      .show({ stage: this.#stage, look, stale })
      .catch((error: unknown) => this.#trouble(error));
  }

  /** Shows these pictures of states in the pictures that follow. They are large: each is sent once. */
  setIcons(icons: readonly StateIcons[] | null): void {
    if (icons === this.#icons) return;
    this.#icons = icons;
    this.#connection.call
      .icons({ stage: this.#stage, icons })
      .catch((error: unknown) => this.#trouble(error));
  }

  /** The present picture, as a PNG; null when there is none, or the stage was closed meanwhile. */
  async image(): Promise<Uint8Array<ArrayBuffer> | null> {
    const { signal } = this.#closed;
    const closed = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));
    const image = this.#connection.call.image({ stage: this.#stage }).catch((error: unknown) => {
      this.#trouble(error);
      return null;
    });
    return signal.aborted ? null : Promise.race([image, closed]);
  }

  close(): void {
    this.#listener = null;
    this.#stopWatch();
    this.#closed.abort();
  }

  /**
   * The code that starts another worker reports the loss of this one. `turn`: which universe the trouble is about; one that was
   * replaced meanwhile is freed on a way of its own, perhaps before the stage has left it.
   */
  #trouble(error: unknown, turn: number = this.#turn): void {
    if (this.#closed.signal.aborted || turn !== this.#turn) return;
    if (error instanceof TessellaError && (error.code === "engine-lost" || error.code === "aborted")) return;
    this.#always.onTrouble(error instanceof Error ? error : new Error(String(error)));
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
      case "trouble":
        this.#trouble(fromWireError(news.error), news.turn);
        break;
    }
  }

  #stopWatch(): void {
    if (this.#watch !== null) clearTimeout(this.#watch);
    this.#watch = null;
  }
}
