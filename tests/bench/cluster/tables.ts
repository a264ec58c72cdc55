/** Tables of the same form for ranks of any kind: one grid on more and more of them, and halos of more and more rows. */

import { formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";

/** How rows are exchanged: with halos of so many, and with overlap in all of a block or in some of its last generations. */
interface Exchanged {
  readonly halo: number;
  readonly overlap?: boolean;
  readonly ahead?: number;
}

export interface Scaled extends Exchanged {
  readonly ranks: number;
  readonly width: number;
  readonly height: number;
}

/** "64", "64, overlap", "64, overlap 16". */
function exchangeText({ halo, overlap, ahead = overlap ? halo : 0 }: Exchanged): string {
  if (ahead === 0) return `${halo}`;
  return ahead === halo ? `${halo}, overlap` : `${halo}, overlap ${ahead}`;
}

export interface ScalingColumns<P extends Scaled> {
  /** "ranks", or what else they are. */
  readonly unit: string;
  /** What was predicted, what was measured, and how far that was off. */
  readonly timesOf: (point: P) => readonly string[];
  /** null where there is nothing to compare with. */
  readonly gainOf: (point: P) => number | null;
  /** The law's alpha. */
  readonly share: (ranks: number, gain: number) => number | null;
  /** "Amdahl's". */
  readonly law: string;
}

export function scalingTable<P extends Scaled>(
  points: readonly P[],
  { unit, timesOf, gainOf, share, law }: ScalingColumns<P>,
): string {
  return formatTable(
    [unit, "grid", "halo", "predicted", "measured", "off by", "speed-up", "efficiency", `${law} alpha`],
    points.map((point) => {
      const { ranks, width, height } = point;
      const gain = gainOf(point);
      const alpha = gain === null ? null : share(ranks, gain);
      return [
        `${ranks}`,
        `${grouped(width)} x ${grouped(height)}`,
        ranks === 1 ? "" : exchangeText(point),
        ...timesOf(point),
        gain?.toFixed(3) ?? "",
        gain === null ? "" : (gain / ranks).toFixed(3),
        alpha?.toFixed(4) ?? "",
      ];
    }),
  );
}

export function haloTable<P extends Exchanged>(
  points: readonly P[],
  timesOf: (point: P) => readonly string[],
): string {
  const of = (halo: number, isOverlapped: boolean): readonly string[] => {
    const point = points.find(
      ({ ahead, overlap = (ahead ?? 0) > 0, ...each }) => each.halo === halo && overlap === isOverlapped,
    );
    return point ? timesOf(point) : ["", "", ""];
  };
  const halos = [...new Set(points.map(({ halo }) => halo))].sort((a, b) => a - b);
  return formatTable(
    ["halo", "predicted", "measured", "off by", "with overlap, predicted", "measured", "off by"],
    halos.map((halo) => [`${halo}`, ...of(halo, false), ...of(halo, true)]),
  );
}
