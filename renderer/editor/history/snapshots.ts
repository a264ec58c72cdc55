import type { Snapshot } from "../../../engine/algorithms/algorithm.ts";
import { cellsToRuns, isBlock, isTree } from "../../../engine/core/cells.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { sameRule } from "../../../engine/rules/rule.ts";
import type { UniverseCopy } from "../../universe/live-universe.ts";
import type { UniversePort } from "../../universe/universe-port.ts";

/** A snapshot and the rule it was taken under, which the engine's snapshots leave out. */
export interface Held {
  readonly snapshot: Snapshot;
  readonly rule: Rule;
}

/** Errors: `memory-limit`. */
export async function takeSnapshot(port: UniversePort): Promise<Held> {
  return { snapshot: await port.snapshot(), rule: port.rule };
}

/** The same snapshot in another universe; null where one of the two does not support that or memory is short. */
export async function carrySnapshot(
  from: UniversePort,
  to: UniversePort,
  { snapshot, rule }: Held,
): Promise<Held | null> {
  if (!from.readSnapshot || !to.keepTree) return null;
  try {
    const tree = await from.readSnapshot(snapshot);
    return { snapshot: await to.keepTree(tree, snapshot.generation), rule };
  } catch (error) {
    if (error instanceof TessellaError) return null;
    throw error;
  }
}

export function releaseSnapshot(port: UniversePort, { snapshot }: Held): void {
  // A lost universe has released everything already.
  void Promise.resolve(port.release(snapshot)).catch(() => {});
}

/** Puts a copy's cells in the place of all others. Errors: `memory-limit`. */
export async function restoreCopy(
  port: UniversePort,
  { rule, generation, cells, block }: UniverseCopy,
): Promise<void> {
  if (cells && isTree(cells) && port.keepTree) {
    const held = { snapshot: await port.keepTree(cells, generation), rule };
    await restoreSnapshot(port, held);
    releaseSnapshot(port, held);
    return;
  }
  await port.clear();
  if (!sameRule(port.rule, rule)) await port.setRule(rule);
  if (cells && isBlock(cells)) await port.writeBlock(cells, "or");
  else if (cells) await port.writeRuns(cellsToRuns(cells), "or");
  if (block) await port.writeBlock(block, "or");
  await port.setGeneration(generation);
}

export async function restoreSnapshot(port: UniversePort, { snapshot, rule }: Held): Promise<void> {
  // A rule of fewer states would not let the others in.
  if (rule.states > port.rule.states) await port.setRule(rule);
  await port.restore(snapshot);
  if (!sameRule(port.rule, rule)) await port.setRule(rule);
}
