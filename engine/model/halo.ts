/**
 * What halos cost when a torus is divided among ranks.
 *
 * A cell's next state needs its neighbours, so a rank needs the rows next to its own, which another rank computes. With a halo of
 * k rows it gets them every k generations instead of every one: fewer messages for more cells. There are three ways to spend
 * a halo in a block of k generations:
 *
 * - *shrinking*: generation j computes the part and k - j rows around it, just what later ones need;
 * - *whole*: the part is stepped with its halo as it is. What comes in from the ends is wrong, one row further each generation,
 *   and replaced in time. Every kernel can do it as it is;
 * - *overlap*: strips of 3 k rows at the borders are stepped k generations first, as their middles are what the neighbours
 *   need. These travel while the whole part is stepped, and are in time if they take no longer than that. Where they take far less,
 *   strips of k + 2 a rows are stepped before the last a generations of a block only.
 *
 * Rules of reach r have halos of k r rows. Times are in seconds a generation, means of a block.
 */

/** The ways to spend a halo. */
export const HALO_FORMS = ["shrinking", "whole", "overlap"] as const;
export type HaloForm = (typeof HALO_FORMS)[number];

/** The cells of one rank: a slab is as wide as the grid and has neighbours above and below, a block has them on all sides. */
export interface RankPart {
  readonly split: "slabs" | "blocks";
  readonly width: number;
  readonly height: number;
}

/** A message takes T_lat + B / bw. */
export interface TransferCost {
  /** T_lat, of an exchange with all neighbours. */
  readonly latencySeconds: number;
  /** bw; Infinity where it does not count. */
  readonly bytesASecond: number;
}

/** A rank and its way to its neighbours. */
export interface RankWork {
  /** Seconds of a generation of that many cells (kernel-cost.ts). */
  readonly seconds: (cells: number) => number;
  readonly part: RankPart;
  readonly transfer: TransferCost;
}

/** Cells travel and are kept as bits. */
export function cellBytes(cells: number): number {
  return cells / 8;
}

/** Cells that a generation computes on average, with a halo of k rows (`overlap` without its strips). */
export function cellsWithHalo({ split, width, height }: RankPart, form: HaloForm, k: number): number {
  const wide = split === "slabs" ? 0 : 1;
  if (form !== "shrinking") return (width + wide * 2 * k) * (height + 2 * k);
  const sides = split === "slabs" ? width : width + height;
  // The sum of (w + 2 j)(h + 2 j) over j = 0 .. k - 1, divided by k.
  return width * height + sides * (k - 1) + (wide * 2 * (k - 1) * (2 * k - 1)) / 3;
}

/** Cells of the strips that are stepped `ahead` generations first: of k rows and as many around them, and likewise columns beside a block. */
export function stripCells({ split, width, height }: RankPart, k: number, ahead = k): number {
  const rows = 2 * (k + 2 * ahead);
  return split === "slabs" ? rows * width : rows * (width + 2 * k) + rows * height;
}

/** Bytes that go to one side in an exchange: k rows, and of a block also k columns with the corners. */
export function haloBytes({ split, width, height }: RankPart, k: number): number {
  return cellBytes(k * (split === "slabs" ? width : width + height + 2 * k));
}

/** Seconds of an exchange with a halo of k rows. */
export function exchangeSeconds({ part, transfer }: Omit<RankWork, "seconds">, k: number): number {
  return transfer.latencySeconds + haloBytes(part, k) / transfer.bytesASecond;
}

/** Seconds of the strips, a generation of a block: those above and below are one universe, and those at a block's sides another. */
export function stripSeconds({ seconds, part }: Omit<RankWork, "transfer">, k: number, ahead = k): number {
  const launches = part.split === "slabs" ? 1 : 2;
  return (ahead / k) * launches * seconds(stripCells(part, k, ahead) / launches);
}

/** Seconds a generation of a rank that exchanges a halo of k rows every k generations. `ahead`: those in which they travel with overlap. */
export function haloSeconds(work: RankWork, form: HaloForm, k: number, ahead = k): number {
  const computing = work.seconds(cellsWithHalo(work.part, form, k));
  const exchange = exchangeSeconds(work, k) / k;
  if (form !== "overlap") return computing + exchange;
  return stripSeconds(work, k, ahead) + Math.max(computing, (1 - ahead / k) * computing + exchange);
}

/** The most rows that a halo can have: a part must have all that its neighbour asks for. */
export function mostHalo({ split, width, height }: RankPart): number {
  return Math.max(1, split === "slabs" ? height : Math.min(width, height));
}

/**
 * The halo that costs least, from 1 to `most` rows. A larger one costs more cells and fewer messages, so the sum mostly falls and
 * then rises. Under several kernels it may do so twice, so all are tried.
 */
export function bestHalo(work: RankWork, form: HaloForm, most: number = mostHalo(work.part)): number {
  let best = 1;
  let least = haloSeconds(work, form, 1);
  // Every k up to 1024, then steps of a thousandth: the sum is flat around its least.
  for (let k = 2; k <= most; k += Math.max(1, Math.floor(k / 1024))) {
    // More rows never take less computing, and no exchange takes less than no time.
    if (work.seconds(cellsWithHalo(work.part, form, k)) >= least) break;
    const seconds = haloSeconds(work, form, k);
    if (seconds < least) [best, least] = [k, seconds];
  }
  return best;
}

/**
 * The same for slabs under a plain line without bandwidth, as a real number: sqrt(T_lat / (a W)) shrinking and
 * sqrt(T_lat / (2 a W)) whole.
 */
export function idealHalo(latencySeconds: number, secondsARow: number, form: "shrinking" | "whole"): number {
  return Math.sqrt(latencySeconds / ((form === "whole" ? 2 : 1) * secondsARow));
}
