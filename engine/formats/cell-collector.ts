/**
 * Collects the cells of a file that gives them row by row from the top down. Few are kept as runs. A full soup has a run for every
 * four cells, at 16 bytes each; as a quad-tree it takes a fifth of that. So where runs become many, their finished rows move into
 * a tree, batch by batch, and neither form ever holds all of a large pattern twice. The limit counts memory: it is for files that
 * would fill it, not for large patterns.
 */

import type { Cells } from "../core/cells.ts";
import { translateCells } from "../core/cells.ts";
import { TessellaError } from "../core/errors.ts";
import { RunsBuilder } from "../core/runs.ts";
import { TreeAssembler } from "../core/tree-from-runs.ts";
import { nodesWithin, runsWithin } from "./format.ts";

/** Runs up to which a pattern stays one list of them, and that go into the tree together. */
const MOST_LISTED = 5 * 2 ** 20;
const BATCH = 2 ** 18;

export class CellCollector {
  readonly #maxBytes: number | undefined;
  readonly #listed: number;
  #runs: RunsBuilder;
  #tree: TreeAssembler | null = null;
  #many = false;

  /** `listed`: for tests. `expected`: about how many runs will come. */
  constructor(maxBytes?: number, listed: number = MOST_LISTED, expected = 0) {
    this.#maxBytes = maxBytes;
    this.#listed = listed;
    this.#runs = new RunsBuilder(runsWithin(maxBytes), Math.min(expected, listed));
  }

  /** The builder of the rows that are not in the tree; another one after `endRow`. */
  get runs(): RunsBuilder {
    return this.#runs;
  }

  /** Says that states above 1 occur, which only runs hold. Errors: `too-large` once there is a tree. */
  keepStates(): void {
    if (this.#tree)
      throw new TessellaError("too-large", "The pattern has too many cells for more than two states.");
    this.#many = true;
  }

  /** The next cells lie in rows below all those so far. Errors: `too-large`. */
  endRow(): void {
    if (this.#many || this.#runs.count < (this.#tree ? Math.min(BATCH, this.#listed) : this.#listed)) return;
    this.#tree ??= new TreeAssembler(undefined, undefined, nodesWithin(this.#maxBytes));
    this.#tree.add(this.#runs.build(0n, 0n));
    this.#runs = new RunsBuilder(runsWithin(this.#maxBytes));
  }

  /** The cells, with their offsets counted from (x, y). Errors: `too-large`. */
  build(x: bigint, y: bigint): Cells {
    const rest = this.#runs.build(this.#tree ? 0n : x, this.#tree ? 0n : y);
    if (!this.#tree) return rest;
    this.#tree.add(rest);
    return translateCells(this.#tree.end(), x, y);
  }
}
