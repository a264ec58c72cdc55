/** Searches in words. Pure. */

import { grouped } from "../../../engine/core/integers.ts";
import type { RingShape } from "../../../engine/evolve/genome.ts";
import { ringOfGenome } from "../../../engine/evolve/genome.ts";
import type { TaskSetting } from "../../../engine/evolve/task.ts";
import { formatRingRule, reversed } from "../../../engine/rings/ring-rule.ts";
import type { Scores } from "../../../engine/worker/protocol/evolve.ts";
import type { RingWish } from "./ring-wish.ts";
import { FRESH_VECTORS } from "./search-session.ts";

/** The rule as the ring's field takes it. */
export function hallRule(shape: RingShape, genome: Uint32Array): string {
  return ringOfGenome(shape, genome).rules.map(formatRingRule).join();
}

/** The start of a counter, as the ring's fields take it; nothing for other tasks. Its first cell weighs most. */
export function counterStart({
  task,
  start,
  shape: { cells },
}: TaskSetting): Partial<Pick<RingWish, "from" | "state">> {
  if (task !== "counter") return {};
  return { from: "state", state: reversed(start, cells).toString(16) };
}

/** The best share of majorities that anybody has reported on 149 cells (Wolz and de Oliveira 2008). */
const BEST_KNOWN = 0.889;
/** Standard errors of a 95 % interval. */
const SURE = 1.96;

/** "86.02 % ± 0.03 on 1 000 000": a record only where enough fresh vectors leave no doubt. */
export function freshWords({ fitness, share, vectors }: Scores, { task, shape }: TaskSetting): string {
  const on = `on ${grouped(vectors)}`;
  if (!share) return `fitness ${grouped(fitness)} ${on}`;
  const { rate, standardError } = share;
  const text = `${(100 * rate).toFixed(2)} % ± ${(100 * standardError).toFixed(2)} ${on}`;
  const known = task === "majority" && shape.cells === 149;
  const record = known && vectors >= FRESH_VECTORS && rate - SURE * standardError > BEST_KNOWN;
  return record ? `${text}: a record` : text;
}
