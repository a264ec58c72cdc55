/** What a grid takes when it is divided among ranks, in closed form. */

import { TessellaError } from "../core/errors.ts";
import { grouped, groupedSize } from "../core/integers.ts";
import type { HaloForm, RankPart, RankWork, TransferCost } from "./halo.ts";
import { bestHalo, cellsWithHalo, HALO_FORMS, haloSeconds, mostHalo } from "./halo.ts";
import { amdahlShare, gustafsonShare, speedUp } from "./laws.ts";

/** A torus among ranks. */
export interface Division {
  readonly width: number;
  readonly height: number;
  readonly ranks: number;
  readonly split: RankPart["split"];
}

export interface Machine {
  /** Seconds of a generation of that many cells on one rank. */
  readonly seconds: (cells: number) => number;
  readonly transfer: TransferCost;
}

/** Seconds are of a generation. */
export interface ForecastOfForm {
  /** Rows; 0 on one rank. */
  readonly halo: number;
  readonly seconds: number;
}

export interface Forecast extends ForecastOfForm {
  readonly ranks: number;
  /** The largest part: all others wait for it. */
  readonly part: RankPart;
  /** Cells that a generation computes there, with the halo's. */
  readonly cellsAGeneration: number;
  readonly speedUp: number;
  readonly efficiency: number;
  readonly amdahl: number | null;
  readonly gustafson: number | null;
  /** The same for each way to spend a halo. */
  readonly forms: Readonly<Record<HaloForm, ForecastOfForm>>;
}

/**
 * Columns and rows of ranks: one column of slabs, or the blocks with the shortest borders. Errors: `bad-argument` where ranks are
 * more than there are rows, or than blocks can share out.
 */
export function ranksAcross({ width, height, ranks, split }: Division): readonly [number, number] {
  let best: readonly [number, number] | null = null;
  const borders = ([across, down]: readonly [number, number]): number => width / across + height / down;
  for (let across = 1; across <= (split === "slabs" ? 1 : ranks); across++) {
    const shape = [across, ranks / across] as const;
    if (ranks % across !== 0 || across > width || shape[1] > height) continue;
    if (!best || borders(shape) < borders(best)) best = shape;
  }
  if (best) return best;
  const what = split === "slabs" ? `${grouped(height)} rows` : `${groupedSize(width, height)} cells`;
  throw new TessellaError("bad-argument", `${grouped(ranks)} ranks are too many for ${split} of ${what}.`);
}

/** The largest and the smallest part. Errors: those of `ranksAcross`. */
export function partsOf(division: Division): { readonly largest: RankPart; readonly smallest: RankPart } {
  const [across, down] = ranksAcross(division);
  const { width, height, split } = division;
  const part = (round: (value: number) => number): RankPart => ({
    split,
    width: round(width / across),
    height: round(height / down),
  });
  return { largest: part(Math.ceil), smallest: part(Math.floor) };
}

/** A grid for so many ranks of which each has a part of that size. */
export function grownGrid(part: Omit<Division, "ranks">, ranks: number): Division {
  const [across, down] =
    part.split === "slabs" ? [1, ranks] : ranksAcross({ ...part, ranks, width: ranks, height: ranks });
  return { ...part, ranks, width: part.width * across, height: part.height * down };
}

/**
 * `halo`: a number of rows, or `auto` for the best. `one`: seconds of a generation of the same grid on one rank, or, where the grid
 * grows with the ranks (`weak`), of one part. Errors: `bad-argument` for more ranks or a larger halo than there are rows for.
 */
export function forecast(
  machine: Machine,
  division: Division,
  wanted: { readonly form: HaloForm; readonly halo: number | "auto"; readonly weak: boolean },
): Forecast {
  const { ranks } = division;
  const { largest, smallest } = partsOf(division);
  const most = mostHalo(smallest);
  const { form, halo, weak } = wanted;
  if (ranks > 1 && halo !== "auto" && halo > most)
    throw new TessellaError(
      "bad-argument",
      `A halo of ${grouped(halo)} rows is more than the ${grouped(most)} that a part has on ${grouped(ranks)} ranks.`,
    );
  const work: RankWork = { ...machine, part: largest };
  const ofForm = (each: HaloForm): ForecastOfForm => {
    if (ranks === 1) return { halo: 0, seconds: machine.seconds(largest.width * largest.height) };
    const rows = halo === "auto" ? bestHalo(work, each, most) : halo;
    return { halo: rows, seconds: haloSeconds(work, each, rows) };
  };
  const forms = Object.fromEntries(HALO_FORMS.map((each) => [each, ofForm(each)])) as Forecast["forms"];
  const taken = forms[form];
  const alone = machine.seconds(division.width * division.height);
  const gain = weak
    ? ranks * speedUp(machine.seconds(largest.width * largest.height), taken.seconds)
    : speedUp(alone, taken.seconds);
  return {
    ...taken,
    ranks,
    part: largest,
    cellsAGeneration: ranks === 1 ? largest.width * largest.height : cellsWithHalo(largest, form, taken.halo),
    speedUp: gain,
    efficiency: gain / ranks,
    amdahl: amdahlShare(ranks, gain),
    gustafson: gustafsonShare(ranks, gain),
    forms,
  };
}
