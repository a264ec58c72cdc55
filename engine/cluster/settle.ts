/** How the ranks of a universe share its rows out and exchange them, settled before there are any cells. */

import type { Algorithm } from "../algorithms/algorithm.ts";
import type { TessellaError } from "../core/errors.ts";
import type { HaloChoice, RankTimes, RehearsalCare, Rehearsed, SharedInit } from "./commands.ts";
import {
  chooseHalo,
  mostRows,
  predictRehearsed,
  slowestMessage,
  speedShares,
  tryHalos,
  undisturbed,
} from "./measure.ts";
import type { RankGroup } from "./rank-group.ts";
import { splitRows } from "./split.ts";

/** What is wanted of it. */
export interface ExchangePlan {
  readonly size: number;
  /** Rows of a halo, or `auto` for the number that costs least here. */
  readonly halo: number | "auto";
  /** Whether rows may travel while slabs are stepped. Where the halo is to be found they do so only on GPUs, and where it pays. */
  readonly overlap: boolean;
  /** With overlap and a halo that is given: the generations of a block in which rows travel, at most its rows. Default: all of them. */
  readonly ahead?: number;
  /** How the rows are shared out: a weight a rank. Default: evenly, or by speed where the ranks compute on different devices. */
  readonly shares?: readonly number[];
  /** The names of the ranks' processors, once they are open. Default: equal ones. */
  readonly processors?: () => readonly string[];
  /** Whether the ranks measure steps and exchanges also where the halo is given. */
  readonly measure?: boolean;
}

/** How ranks hold a universe, once that is settled. */
export interface SettledRanks {
  readonly init: SharedInit;
  readonly choice: HaloChoice;
  /** What each rank computes on: the name of its GPU or processor. */
  readonly devices: readonly string[];
  /** What the ranks have measured; null where nothing asked for it. */
  readonly times: readonly RankTimes[] | null;
  /** What they have tried out of the choice, on GPUs; null where nobody asked for a prediction. */
  readonly rehearsed: readonly Rehearsed[] | null;
}

/** Settles it, with what the ranks measure and try out. Errors: those of asking them. */
export async function settle(
  group: RankGroup,
  algorithm: Algorithm,
  even: SharedInit,
  plan: ExchangePlan,
): Promise<SettledRanks> {
  const { halo, size, measure, shares } = plan;
  let devices = plan.processors?.() ?? even.ranges.map(() => "");
  if (algorithm.needsGpu) {
    const answers = await group.ask({ verb: "device", init: even });
    devices = answers.map(({ head }, rank) => (head.value as string | null) ?? devices[rank]);
  }
  const isMixed = new Set(devices).size > 1 && shares === undefined;
  let times: readonly RankTimes[] | null = null;
  if (measure || isMixed || (halo === "auto" && size > 1)) {
    const answers = await group.ask({ verb: "measure", init: even });
    times = answers.map(({ head }) => head.value as RankTimes);
  }
  let init = even;
  if (times && isMixed) {
    const ranges = splitRows(even.topology.height, size, speedShares(times, devices, even));
    if (halo === "auto" || ranges.every(({ rows }) => rows >= halo)) init = { ...even, ranges };
  }
  times &&= undisturbed(times, devices, init);
  if (times && algorithm.needsGpu) return settleGpus(group, { init, devices, times }, plan);
  const choice = givenChoice(plan);
  if (choice) return { init, devices, times, rehearsed: null, choice };
  // Strips cost a CPU more than any exchange takes.
  const found = times && size > 1 ? chooseHalo(times, init) : 1;
  return { init, devices, times, rehearsed: null, choice: { halo: found, ahead: 0 } };
}

/** How rows are exchanged where that is given; null where it is to be found. */
function givenChoice({ halo, overlap, ahead }: ExchangePlan): HaloChoice | null {
  return halo === "auto" ? null : { halo, ahead: overlap ? (ahead ?? halo) : 0 };
}

/** Ranks with GPUs try out what they are to do. */
async function settleGpus(
  group: RankGroup,
  so: {
    readonly init: SharedInit;
    readonly devices: readonly string[];
    readonly times: readonly RankTimes[];
  },
  plan: ExchangePlan,
): Promise<SettledRanks> {
  const { overlap, size, measure } = plan;
  const { init, times } = so;
  const message = slowestMessage(times);
  const rehearse = async (choice: HaloChoice, care: RehearsalCare): Promise<readonly Rehearsed[]> => {
    const answers = await group.ask({ verb: "rehearse", init, wish: { choice, care, message } });
    return answers.map(({ head }) => head.value as Rehearsed);
  };
  const trial = async (choice: HaloChoice): Promise<number> => {
    try {
      return predictRehearsed(await rehearse(choice, "glance")).secondsAGeneration;
    } catch (error) {
      // A lower halo may fit.
      const { code } = error as Partial<TessellaError>;
      if (code === "memory-limit" || code === "too-large") return Number.POSITIVE_INFINITY;
      throw error;
    }
  };
  const find = async (): Promise<HaloChoice> =>
    size === 1 ? { halo: 1, ahead: 0 } : (await tryHalos(mostRows(times, init), overlap, trial)).choice;
  const choice = givenChoice(plan) ?? (await find());
  return { ...so, choice, rehearsed: measure ? await rehearse(choice, "prediction") : null };
}
