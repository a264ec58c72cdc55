/** An editor over a universe in the same thread, and what a test wants to know of both. */

import { expect } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createBitwise } from "../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { formatHash } from "../../engine/core/state-hash.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { Editor } from "../../renderer/editor/editor.ts";
import type { EditorOptions } from "../../renderer/editor/editor-state.ts";
import { cellsFromRle } from "./rle-text.ts";
import { equalRuns } from "./runs.ts";

export interface LocalEditor {
  readonly editor: Editor;
  readonly universe: Universe;
  /** What the editor said went wrong with nobody waiting. */
  readonly errors: unknown[];
}

export interface LocalOptions extends EditorOptions {
  /** Rule and grid. Default: Life on the unbounded plane. */
  readonly rule?: string;
  readonly algorithm?: "bitwise" | "reference";
  readonly cells?: Runs;
  readonly memoryMegabytes?: number;
}

export async function localUniverse({
  rule = "B3/S23",
  algorithm = "bitwise",
  cells,
  memoryMegabytes,
}: LocalOptions = {}): Promise<Universe> {
  const init = parseUniverseRule(rule);
  const environment = { memoryMegabytes };
  const universe =
    algorithm === "bitwise"
      ? await createBitwise(init, environment)
      : await REFERENCE.create(init, environment);
  if (cells) await universe.writeRuns(cells, "or");
  return universe;
}

export async function localEditor(options: LocalOptions = {}): Promise<LocalEditor> {
  const universe = await localUniverse(options);
  const errors: unknown[] = [];
  const editor = new Editor(universe, { onError: (error) => errors.push(error), ...options });
  return { editor, universe, errors };
}

/** That exactly these cells live; shows both where they do not. */
export async function expectCells({ universe }: Pick<LocalEditor, "universe">, cells: Runs): Promise<void> {
  const actual = await universe.readRuns();
  if (!equalRuns(actual, cells)) expect(actual).toEqual(cells);
}

/** Generation, rule and cells in a few characters. */
export async function fingerprint(universe: Universe): Promise<string> {
  const { rule, generation } = universe;
  return `${generation} ${rule.text} ${formatHash(await universe.hash())}`;
}

export const GLIDER = cellsFromRle("bo$2bo$3o!");
export const R_PENTOMINO = cellsFromRle("b2o$2o$bo!");
