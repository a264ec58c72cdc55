/**
 * How sums over a rule's shape are made of lines (sum-lines.ts), planned once for all that ask. Of a shape that reaches far that takes longer than
 * a thread may stand still, so it is planned ahead, a few milliseconds at a time, where somebody can wait for it.
 */

import { Recent } from "../core/recent.ts";
import type { Sliced } from "../core/slices.ts";
import { atOnce, inSlices, within } from "../core/slices.ts";
import type { Weights } from "../rules/counted-shapes.ts";
import { stateWeights, weightsOf } from "../rules/counted-shapes.ts";
import type { CountedForm, Rule } from "../rules/rule.ts";
import type { LinePlan, SumLine } from "./sum-lines.ts";
import { costOf, rowLines, slicedLines, withCentre } from "./sum-lines.ts";

export interface ShapePlan {
  /** Whether a live cell counts itself, which most shapes have fewer lines with. */
  readonly centre: 0 | 1;
  /** For cells whose column and row add up to an even number, and to an odd one where those differ. */
  readonly shapes: readonly LinePlan[];
  /** The shapes' own rows, for the first sums of a generation. */
  readonly rows: readonly (readonly SumLine[])[];
  /** Whether places have weights other than 1. */
  readonly weighs: boolean;
}

type PlannedRule = Pick<Rule, "states"> & { readonly form: CountedForm };

/** Shapes that were asked for last. */
const known = new Recent<string, ShapePlan>(2);
/** Shapes that reach less far are planned in less than a moment. */
const FAR = 32;

export function shapePlan(rule: PlannedRule): ShapePlan {
  return atOnce(slicedShapePlan(rule));
}

/** Plans what a rule's universe will ask for, so that it finds it. */
export async function planAhead({ form, states, reach }: Rule): Promise<void> {
  if (form.kind === "counted" && reach >= FAR) await inSlices(slicedShapePlan({ form, states }));
}

export function* slicedShapePlan({ form, states }: PlannedRule): Sliced<ShapePlan> {
  const counts = stateWeights(form, states);
  const isPlain = counts[0] === 0 && counts[1] === 1;
  const key = `${form.range} ${form.shape} ${isPlain}`;
  return known.get(key) ?? known.keep(key, yield* planned(form, isPlain));
}

/** `isPlain`: dead cells count 0, and those in state 1 once. */
function* planned(form: CountedForm, isPlain: boolean): Sliced<ShapePlan> {
  const [even, odd] = weightsOf(form);
  const weighs = even.weight.some((weight) => weight !== 1);
  // A live centre that is counted is one more then.
  const mayCount = isPlain && !weighs;
  yield 0.1;
  const own = even === odd ? [even] : [even, odd];
  const ways: { readonly centre: 0 | 1; readonly all: readonly Weights[]; readonly plan: LinePlan }[] = [];
  for (const centre of mayCount ? ([0, 1] as const) : ([0] as const)) {
    const all = centre ? own.map(withCentre) : own;
    const [from, to] = centre ? [0.5, 0.9] : [0.1, 0.5];
    ways.push({ centre, all, plan: yield* within(from, to, slicedLines(all[0] as Weights)) });
  }
  const { centre, all, plan } = ways.reduce((least, way) =>
    costOf(way.plan.lines) < costOf(least.plan.lines) ? way : least,
  );
  const shapes: LinePlan[] = [plan];
  for (const each of all.slice(1)) shapes.push(yield* within(0.9, 0.95, slicedLines(each, plan.from)));
  const rows: (readonly SumLine[])[] = [];
  for (const each of all) {
    yield 0.95;
    rows.push(rowLines(each));
  }
  return { centre, shapes, rows, weighs };
}
