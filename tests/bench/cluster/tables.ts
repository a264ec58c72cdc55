/** Tables of the same form for ranks of any kind: one grid on more and more of them, and halos of more and more rows. */

import { formatTable } from "../../../engine/bench/report.ts";
import type { HaloChoice } from "../../../engine/cluster/commands.ts";
import { grouped } from "../../../engine/core/integers.ts";

export interface Scaled extends HaloChoice {
  readonly ranks: number;
  readonly width: number;
  readonly height: number;
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
      const { ranks, width, height, halo, overlap } = point;
      const gain = gainOf(point);
      const alpha = gain === null ? null : share(ranks, gain);
      return [
        `${ranks}`,
        `${grouped(width)} x ${grouped(height)}`,
        ranks === 1 ? "" : `${halo}${overlap ? ", overlap" : ""}`,
        ...timesOf(point),
        gain?.toFixed(3) ?? "",
        gain === null ? "" : (gain / ranks).toFixed(3),
        alpha?.toFixed(4) ?? "",
      ];
    }),
  );
}

export function haloTable<P extends HaloChoice>(
  points: readonly P[],
  timesOf: (point: P) => readonly string[],
): string {
  const of = (halo: number, overlap: boolean): readonly string[] => {
    const point = points.find((each) => each.halo === halo && each.overlap === overlap);
    return point ? timesOf(point) : ["", "", ""];
  };
  const halos = [...new Set(points.map(({ halo }) => halo))].sort((a, b) => a - b);
  return formatTable(
    ["halo", "predicted", "measured", "off by", "with overlap, predicted", "measured", "off by"],
    halos.map((halo) => [`${halo}`, ...of(halo, false), ...of(halo, true)]),
  );
}
