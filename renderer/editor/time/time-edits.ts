/** Edits of the universe's time: its generation number and its start. */

import { TessellaError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { backgroundOf } from "../../../engine/rules/phases.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { clearAllChange, generationChange } from "../cells/changes.ts";
import type { Edit } from "../cells/edits.ts";

/**
 * Gives the present generation another number. Errors: `bad-argument` for a negative one, and for one of the other
 * parity where the background strobes: the background would be live instead of dead, and the cells would evolve
 * differently.
 */
export function generationEdit({ rule, topology, generation }: UniversePort, wanted: bigint): Edit | null {
  if (wanted < 0n) throw new TessellaError("bad-argument", "Generations are counted from 0.");
  if (wanted === generation) return null;
  if (backgroundOf(rule, topology) === "strobing" && wanted % 2n !== generation % 2n) {
    const parity = generation % 2n === 0n ? "even" : "odd";
    throw new TessellaError(
      "bad-argument",
      `Under this rule empty space is live in every other generation, so these cells belong to an ${parity} one.`,
      { hint: `Choose an ${parity} number: ${grouped(wanted + 1n)}, for example.` },
    );
  }
  const label = `Call it generation ${grouped(wanted)}`;
  return { label, change: generationChange(generation, wanted) };
}

/** Kills all cells and counts from 0 again. */
export async function clearAllEdit(port: UniversePort): Promise<Edit | null> {
  if (port.generation === 0n && (await port.bounds()) === null) return null;
  return { label: "Clear universe", change: clearAllChange(), scene: { selection: null, atStart: true } };
}
