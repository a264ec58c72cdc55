/**
 * The floating paste, and the settings of the next one: its mode and its anchor. edits.ts works out what putting it
 * down changes; until then the universe stays untouched.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import type { PasteMode } from "../../../engine/core/paste.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS, runCount } from "../../../engine/core/runs.ts";
import type { Sliced } from "../../../engine/core/slices.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import type { SymmetryName } from "../../../engine/grids/symmetry.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { UniverseRule } from "../../../engine/rules/universe-rule.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Edit } from "../cells/edits.ts";
import { pasteEdit } from "../cells/edits.ts";
import type { WatchWork } from "../cells/watch-work.ts";
import { inSight, unwatched } from "../cells/watch-work.ts";
import type { Selection } from "../selection/selection.ts";
import type { PasteAnchor, PendingPaste, Turned } from "./pending-paste.ts";
import {
  liftedFrom,
  movePending,
  pendingFrom,
  slicedTurning,
  withAnchor,
  withTurned,
} from "./pending-paste.ts";

/** Runs that turn in one go. */
const FEW = 2 ** 13;

type MakeEdit = (plan: (port: UniversePort) => Promise<Edit | null>) => Promise<boolean>;

function* asLongAs<T>(wanted: () => boolean, work: Sliced<T>): Sliced<T | null> {
  while (true) {
    const step = work.next();
    if (step.done) return step.value;
    yield step.value;
    if (!wanted()) return null;
  }
}

export class PasteDesk {
  readonly #onChange: () => void;
  readonly #watch: WatchWork;
  /** The slow turns, one after the other; null when there are none. */
  #turning: Promise<void> | null = null;
  #pending: PendingPaste | null = null;
  #mode: PasteMode = "or";
  #anchor: PasteAnchor = "top left";

  constructor(onChange: () => void, watch: WatchWork = unwatched) {
    this.#onChange = onChange;
    this.#watch = watch;
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
   * Lets a pattern float, held at a cell: by `anchor` this once, else by the chosen one. Errors: `bad-argument` for an
   * empty pattern, `too-large`.
   */
  begin(pattern: Pattern, at: Cell, onto: UniverseRule, anchor: PasteAnchor = this.#anchor): void {
    const pending = pendingFrom(pattern, at, { mode: this.#mode, anchor, onto });
    if (!pending) throw new TessellaError("bad-argument", "The pattern has no cells to paste.");
    this.put(pending);
  }

  /** Lets the selected cells float where they are, held at a cell. Errors: `bad-argument` when nothing is alive. */
  lift(selection: Selection, cells: Runs, at: Cell, onto: UniverseRule): void {
    const lifted = liftedFrom(selection, cells, at, { mode: this.#mode, anchor: this.#anchor, onto });
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

  /** Many cells take a while; meanwhile the paste may move or be dropped. Errors: `too-large`, `aborted`. */
  async turn(name: SymmetryName, on: UniverseRule): Promise<void> {
    while (this.#turning) await this.#turning;
    const before = this.#pending;
    if (!before) return;
    const work = slicedTurning(before, name, on);
    if (runCount(before.cells) + runCount(before.region.mask ?? EMPTY_RUNS) <= FEW) {
      this.put(withTurned(before, before, atOnce(work)));
      return;
    }
    const turned = this.#turnSlowly(before, work);
    const ended = turned.catch(() => {});
    this.#turning = ended;
    ended.then(() => {
      if (this.#turning === ended) this.#turning = null;
    });
    await turned;
  }

  async #turnSlowly(before: PendingPaste, work: Sliced<Turned>): Promise<void> {
    const floats = (): boolean => this.#pending?.cells.spans === before.cells.spans;
    const turned = await inSight(this.#watch, "Turning the paste", before.cells, asLongAs(floats, work));
    if (turned && this.#pending && floats()) this.put(withTurned(this.#pending, before, turned));
  }

  /**
   * Puts it down with the edit that `make` makes; it floats on if that fails. False without a paste, or where nothing
   * changed.
   */
  async place(make: MakeEdit): Promise<boolean> {
    while (this.#turning) await this.#turning;
    const pending = this.#pending;
    if (!pending) return false;
    this.put(null);
    try {
      return await make((port) => pasteEdit(port, pending, this.#watch));
    } catch (error) {
      this.put(this.#pending ?? pending);
      throw error;
    }
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
