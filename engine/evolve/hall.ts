/** The hall of fame: the fittest that led a generation. A fitness on the vectors of a search is a hint; fresh vectors decide. */

import type { GenerationReport } from "./search.ts";

export interface HallEntry {
  /** The first generation that it led with this fitness. */
  readonly generation: number;
  readonly fitness: number;
  readonly genome: Uint32Array<ArrayBuffer>;
}

/** Places of the hall. */
export const HALL_PLACES = 10;

/** The hall with a generation's champion in it, if it belongs there: fittest first, earliest first among equals. */
export function entered(
  hall: readonly HallEntry[],
  { figures, champion }: GenerationReport,
): readonly HallEntry[] {
  const { generation, best } = figures;
  if (hall.length === HALL_PLACES && best <= hall[HALL_PLACES - 1].fitness) return hall;
  const same = hall.findIndex(({ genome }) => genome.every((word, k) => word === champion[k]));
  if (same >= 0 && hall[same].fitness >= best) return hall;
  const others = hall.filter((_, i) => i !== same);
  const before = others.filter(({ fitness }) => fitness >= best);
  const entry = { generation, fitness: best, genome: champion };
  return [...before, entry, ...others.slice(before.length)].slice(0, HALL_PLACES);
}
