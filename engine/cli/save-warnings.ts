/**
 * Warnings before a universe is run or saved into a format that lists its cells: HashLife reaches universes that no
 * list can hold, and a macrocell file holds all of them.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { fitsRows } from "../export/save-universe.ts";
import type { PatternFormat } from "../formats/format.ts";
import type { Terminal } from "./terminal.ts";
import { grouped } from "./terminal.ts";

/** More cells than this take minutes and more to write out one run after the other, and gigabytes. */
const MANY_CELLS = 10n ** 9n;

const MACROCELL = "A macrocell file (-o NAME.mc or NAME.mc.gz)";

/**
 * Before a run. Cells spread by one place a generation at most, so now it is only known how far apart they may end;
 * whether they do is seen when saving.
 */
export async function warnOfGrowth(
  terminal: Terminal,
  format: PatternFormat,
  universe: Universe,
  target: bigint,
): Promise<void> {
  const box = format.writeTree || universe.topology.kind !== "unbounded" ? null : await universe.bounds();
  if (!box) return;
  const reach = 2n * (target - universe.generation);
  if (fitsRows({ w: box.w + reach, h: box.h + reach })) return;
  terminal.warn(
    `After so many generations the cells may lie too far apart for ${format.name}, and then nothing can be saved. ` +
      `${MACROCELL} holds whatever runs.`,
  );
}

/** Before saving. The writer itself refuses universes that cannot be saved at all. */
export async function warnOfSize(
  terminal: Terminal,
  format: PatternFormat,
  universe: Universe,
  population: bigint,
): Promise<void> {
  if (format.writeTree || population < MANY_CELLS) return;
  const box = await universe.bounds();
  if (!box || !fitsRows(box)) return;
  terminal.warn(
    `Saving ${grouped(population)} cells as ${format.name} may take very long (Ctrl-C stops it). ` +
      `${MACROCELL} is made at once.`,
  );
}
