/** What the paper concludes, beside what comes out here: a row each, with a verdict that the figures decide. */

import { formatTable } from "../../../engine/bench/report.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { timesText } from "../pages/words.ts";
import { simulationTimes, sizesOf, timesOf } from "./figures.ts";
import { REPORTED_BLOCKS, REPORTED_SCALING } from "./papers.ts";
import type { BlockStudy, CounterRuns, EvolveResult } from "./result.ts";

interface Claim {
  readonly text: string;
  readonly reported: string;
  /** Null where it was not measured. */
  readonly here: string | null;
  readonly holds: boolean | null;
}

export function claimsTable(result: EvolveResult): string {
  const imitated = result.gpu?.software === true;
  const rows = claimsOf(result).map(({ text, reported, here, holds }) => [
    text,
    reported,
    here ?? "not measured",
    // An imitated GPU decides nothing about cards.
    holds === null || imitated ? "-" : holds ? "yes" : "**no**",
  ]);
  return formatTable(["the paper says", "reported", "here", "holds"], rows);
}

/** In the order of the page. */
export function claimsOf(result: EvolveResult): readonly Claim[] {
  const sizes = sizesOf(result);
  return [
    simulationClaim(result),
    slowClaim(result, sizes[0]),
    ...firstOverSecond(result, sizes),
    growthClaim(result, sizes),
    wishClaim(result, sizes),
    blockClaim(result.blocks.find(({ contender }) => contender === "vectors")),
    smallClaim(result.counters),
    largerClaim(result),
  ];
}

const said = (times: number | null): string | null => (times === null ? null : timesText(times));

function simulationClaim(result: EvolveResult): Claim {
  const times = simulationTimes(result, "cells");
  return {
    text: "A thread a cell (A) pays where a rule is only run",
    reported: "622x, 490x",
    here: said(times),
    holds: times === null ? null : times > 1,
  };
}

function slowClaim(result: EvolveResult, size: number | undefined): Claim {
  const times = size === undefined ? null : timesOf(result, "cells", size);
  return {
    text: "In a search, A is slower than the serial program",
    reported: "0.69x, 0.61x",
    here: said(times),
    holds: times === null ? null : times < 1,
  };
}

/** B over C at each size that both were run at. */
function firstOverSecond(result: EvolveResult, sizes: readonly number[]): readonly Claim[] {
  const ratios = sizes.flatMap((size) => {
    const [b, c] = [timesOf(result, "vectors", size), timesOf(result, "individuals", size)];
    return b && c ? [{ size, ratio: b / c }] : [];
  });
  const reported = REPORTED_SCALING.vectors.map(([size, times], k) => {
    const other = REPORTED_SCALING.individuals[k][1];
    return `${timesText((times ?? 0) / (other ?? 1))} at ${grouped(size)}`;
  });
  return [
    {
      text: "A thread a vector (B) beats a thread an individual (C)",
      reported: reported.join(", "),
      here:
        ratios.length === 0
          ? null
          : ratios.map(({ size, ratio }) => `${timesText(ratio)} at ${grouped(size)}`).join(", "),
      holds: ratios.length === 0 ? null : ratios.every(({ ratio }) => ratio > 1),
    },
  ];
}

function growthClaim(result: EvolveResult, sizes: readonly number[]): Claim {
  const known = sizes.flatMap((size) => {
    const times = timesOf(result, "vectors", size);
    return times === null ? [] : [times];
  });
  const enough = known.length > 1;
  return {
    text: "The larger the search, the more B gains",
    reported: "14x, 127x, 417x",
    here: enough ? known.map(timesText).join(", ") : null,
    holds: enough ? known.every((times, k) => k === 0 || times > known[k - 1]) : null,
  };
}

/** The paper only wished for it. */
function wishClaim(result: EvolveResult, sizes: readonly number[]): Claim {
  const ratios = sizes.flatMap((size) => {
    const [both, one] = [timesOf(result, "combined", size), timesOf(result, "cells", size)];
    return both && one ? [both / one] : [];
  });
  return {
    text: "Several individuals a block (A x C) would help A",
    reported: "wished for",
    here: ratios.length === 0 ? null : `${ratios.map(timesText).join(", ")} of A`,
    holds: ratios.length === 0 ? null : ratios.every((ratio) => ratio > 1),
  };
}

/** The number of threads with which each size is fastest; undefined where a size was not run. */
export function bestThreads(
  threads: readonly number[],
  speeds: readonly (readonly (number | null)[])[],
): readonly (number | undefined)[] {
  return speeds[0].map((_, column) => {
    let best: number | undefined;
    speeds.forEach((row, k) => {
      const speed = row[column];
      if (speed !== null && (best === undefined || speed > (speeds[best][column] as number))) best = k;
    });
    return best === undefined ? undefined : threads[best];
  });
}

export function speedsOf({ seconds, evaluations }: BlockStudy): readonly (readonly (number | null)[])[] {
  return seconds.map((row) => row.map((one, k) => (one === null ? null : evaluations[k] / one)));
}

function blockClaim(study: BlockStudy | undefined): Claim {
  const { threads } = REPORTED_BLOCKS;
  const words = (best: readonly (number | undefined)[]): string => {
    const known = best.filter((one) => one !== undefined);
    return known.length === 0 ? "" : `${known[0]} to ${known[known.length - 1]}`;
  };
  const reported = (["9600 GT", "GTX 285"] as const).map((card) =>
    words(bestThreads(threads, REPORTED_BLOCKS[card])),
  );
  const best = study ? bestThreads(study.threads, speedsOf(study)) : [];
  const known = best.filter((one) => one !== undefined);
  return {
    text: "The best number of threads grows with the number of vectors (B)",
    reported: reported.join("; "),
    here: known.length > 1 ? words(best) : null,
    holds: known.length > 1 ? known[known.length - 1] > known[0] : null,
  };
}

/** Generations a second of all its runs. */
export function paceOf({ generations, runs, seconds }: CounterRuns): number | null {
  const sum = generations.reduce((total, one) => total + one, 0);
  return generations.length === runs && seconds > 0 ? sum / seconds : null;
}

function smallClaim(counters: readonly CounterRuns[]): Claim {
  const paces = (["serial", "gpu"] as const).map((place) => {
    const runs = counters.find(({ where, together }) => where === place && !together);
    return runs ? paceOf(runs) : null;
  });
  const [serial, gpu] = paces;
  const times = serial && gpu ? gpu / serial : null;
  return {
    text: "With 32 individuals the card is slower than the serial program",
    reported: "0.62x, 0.60x",
    here: said(times),
    holds: times === null ? null : times < 1,
  };
}

function largerClaim({ longCounters }: EvolveResult): Claim {
  const [serial, gpu] = (["serial", "gpu"] as const).map(
    (place) => longCounters.find(({ where }) => where === place)?.seconds ?? null,
  );
  const times = serial && gpu ? serial / gpu : null;
  return {
    text: "With 320 individuals it is faster",
    reported: "39x, 38x",
    here: said(times),
    holds: times === null ? null : times > 1,
  };
}
