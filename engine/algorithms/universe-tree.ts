import { planesFor } from "../core/block.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import { TreeAssembler } from "../core/tree-from-runs.ts";
import type { Universe } from "./algorithm.ts";
import { runBands } from "./run-bands.ts";

/**
 * The live cells of a universe as a quad-tree: directly from an algorithm that holds one, else built band by band.
 * Errors: `too-large`, `aborted`.
 */
export async function treeOfUniverse(
  universe: Pick<Universe, "rule" | "bounds" | "readRuns" | "readTree">,
  signal?: AbortSignal,
): Promise<QuadTree> {
  if (universe.readTree) return universe.readTree();
  const box = await universe.bounds();
  const assembler = new TreeAssembler(undefined, undefined, undefined, planesFor(universe.rule.states));
  if (!box) return assembler.end();
  for await (const band of runBands(universe, box)) {
    throwIfAborted(signal);
    assembler.add(band);
  }
  return assembler.end();
}
