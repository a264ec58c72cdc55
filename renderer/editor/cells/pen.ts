/**
 * The pen: one stroke at a time, which reaches the universe while it is drawn and becomes one entry in the history when the
 * pen is lifted.
 */

import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { cellLattice } from "./cell-lattice.ts";
import { cellsChange } from "./changes.ts";
import type { Edit } from "./edits.ts";
import type { PenPoint, StrokeMode } from "./stroke.ts";
import { Stroke } from "./stroke.ts";

/** The parts of the task queue that it needs. */
interface PenQueue {
  readonly port: UniversePort;
  act(work: (port: UniversePort, record: (edit: Edit) => void) => Promise<void>): Promise<void>;
  hold(): void;
  release(): void;
}

interface OpenStroke {
  readonly stroke: Stroke;
  /** Whether a turn that will write the new cells is waiting already. */
  queued: boolean;
}

export class Pen {
  readonly #queue: PenQueue;
  readonly #onError: (error: unknown) => void;
  #open: OpenStroke | null = null;

  constructor(queue: PenQueue, onError: (error: unknown) => void) {
    this.#queue = queue;
    this.#onError = onError;
  }

  /** Puts the pen down. A stroke that is still open ends first. */
  begin(cell: Cell, mode: StrokeMode = "auto", point?: PenPoint): void {
    this.end();
    this.#queue.hold();
    this.#open = {
      stroke: new Stroke(cellLattice(this.#queue.port), cell, mode, point),
      queued: false,
    };
    this.#queueFlush(this.#open);
  }

  /** Draws a straight line from the pen's place. Without a stroke nothing happens. */
  moveTo(cell: Cell): void {
    const open = this.#open;
    if (!open) return;
    try {
      if (open.stroke.moveTo(cell)) this.#queueFlush(open);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Lifts the pen: the stroke becomes one entry. */
  end(): void {
    this.#close(async (stroke, _port, record) => {
      const diff = stroke.diff();
      if (diff) record({ label: stroke.label(diff), change: cellsChange(diff) });
    });
  }

  /** Takes back everything that the pen drew since it was put down. */
  bail(): void {
    this.#close((stroke, port) => stroke.takeBack(port));
  }

  /** Forgets the stroke, since its universe is lost or closed. */
  drop(): void {
    if (this.#open) this.#queue.release();
    this.#open = null;
  }

  #queueFlush(open: OpenStroke): void {
    if (open.queued) return;
    open.queued = true;
    const written = this.#queue.act(async (port) => {
      open.queued = false;
      await open.stroke.flush(port);
    });
    written.catch((error: unknown) => {
      this.#onError(error);
      // Half a stroke is not what the person drew.
      if (this.#open === open) this.bail();
    });
  }

  #close(finish: (stroke: Stroke, port: UniversePort, record: (edit: Edit) => void) => Promise<void>): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#queue
      .act((port, record) => finish(open.stroke, port, record))
      .catch(this.#onError)
      .finally(() => this.#queue.release());
  }
}
