/**
 * The paste that floats, and how the next one will: its mode and what it is held by. Nothing here touches the universe;
 * what putting it down changes is worked out in edits.ts.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Neighbourhood } from "../../engine/rules/rule.ts";
import type { Cell } from "../canvas/camera.ts";
import type { PasteAnchor, PasteMode, PendingPaste } from "./pending-paste.ts";
import { liftedFrom, movePending, pendingFrom, turnPending, withAnchor } from "./pending-paste.ts";
import type { Selection } from "./selection.ts";
import type { SymmetryName } from "./symmetry.ts";

export class PasteDesk {
  readonly #onChange: () => void;
  #pending: PendingPaste | null = null;
  #mode: PasteMode = "or";
  #anchor: PasteAnchor = "top left";

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get pending(): PendingPaste | null {
    return this.#pending;
  }

  get mode(): PasteMode {
    return this.#mode;
  }

  get anchor(): PasteAnchor {
    return this.#anchor;
  }

  /**
   * Lets a pattern float, held at a cell: by `anchor` this once, else by what all are held by. Errors: `bad-argument` for an
   * empty one, `too-large`.
   */
  begin(pattern: Pattern, at: Cell, anchor: PasteAnchor = this.#anchor): void {
    const pending = pendingFrom(pattern, at, this.#mode, anchor);
    if (!pending) throw new TessellaError("bad-argument", "The pattern has no cells to paste.");
    this.put(pending);
  }

  /** Lets what is selected float where it is, held at a cell. Errors: `bad-argument` for nothing alive. */
  lift(selection: Selection, cells: Runs, at: Cell): void {
    const lifted = liftedFrom(selection, cells, at, this.#mode, this.#anchor);
    if (!lifted) throw new TessellaError("bad-argument", "No cell is alive in the selection.");
    this.put(lifted);
  }

  put(pending: PendingPaste | null): void {
    if (pending === this.#pending) return;
    this.#pending = pending;
    this.#onChange();
  }

  move(to: Cell): void {
    const pending = this.#pending;
    if (pending && (to.x !== pending.at.x || to.y !== pending.at.y)) this.put(movePending(pending, to));
  }

  turn(name: SymmetryName, neighbourhood: Neighbourhood): void {
    if (this.#pending) this.put(turnPending(this.#pending, name, neighbourhood));
  }

  setMode(mode: PasteMode): void {
    this.#mode = mode;
    if (this.#pending) this.put({ ...this.#pending, mode });
  }

  setAnchor(anchor: PasteAnchor): void {
    this.#anchor = anchor;
    if (this.#pending) this.put(withAnchor(this.#pending, anchor));
  }
}
