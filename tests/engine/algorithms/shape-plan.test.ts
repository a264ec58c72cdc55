// Shapes that reach far are planned in pieces, between which a thread does what else it has to do.

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SUMS } from "../../../engine/algorithms/cpu/sums.ts";
import { planAhead, shapePlan, slicedShapePlan } from "../../../engine/algorithms/shape-plan.ts";
import { torus } from "../../../engine/core/topology.ts";
import type { CountedForm, Rule } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { CreatedUniverse } from "../../../engine/worker/protocol/universe.ts";
import { holdUniverses } from "../../../engine/worker/universe-handlers.ts";
import { setClock } from "../../support/fake-clock.ts";

type CountedRule = Rule & { readonly form: CountedForm };

const counted = (range: number, letter: string): CountedRule =>
  parseRule(`R${range},C0,S${range}-${2 * range},B${range}-${range + 9},N${letter}`) as CountedRule;

/** How often other tasks have their turn while something goes on, by a clock on which each piece of it takes longer than a slice. */
async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let time = 0;
  setClock(() => (time += 10));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  await act();
  isOver = true;
  vi.restoreAllMocks();
  return turns;
}

describe("a shape that reaches far", () => {
  it.each(["M", "C", "B", "*", "L"])("N%s is planned in many pieces", async (letter) => {
    const rule = counted(240, letter);
    const pieces = [...slicedShapePlan(rule)];
    expect(pieces.length).toBeGreaterThan(25);
    expect(pieces.every((share, i) => share >= (pieces[i - 1] ?? 0) && share < 1)).toBe(true);
    expect(await turnsDuring(() => planAhead(counted(239, letter)))).toBeGreaterThan(25);
  });

  it("is planned once, and in one go where nobody waits", async () => {
    const rule = counted(120, "C");
    await planAhead(rule);
    const plan = shapePlan(rule);
    expect([...slicedShapePlan(rule)]).toEqual([]);
    expect(shapePlan(counted(120, "C"))).toBe(plan);
    for (const letter of ["M", "N"]) shapePlan(counted(120, letter));
    expect(shapePlan(rule)).not.toBe(plan);
    expect(shapePlan(rule)).toEqual(plan);
  });

  it("keeps nobody waiting while a universe is made for it, or its rule set", async () => {
    const topology = torus(1000, 999);
    const near = parseRule("R5,C0,M1,S34..58,B34..45,NM");
    (await SUMS.create({ rule: near, topology }, {})).dispose();
    const universes = holdUniverses();
    onTestFinished(() => universes.dispose());
    const { handlers } = universes;
    const control = { signal: new AbortController().signal, report: () => undefined };
    const made = await handlers.create({ rule: near, topology, algorithm: "sums" }, control);
    const { universe } = made as CreatedUniverse;
    const making = await turnsDuring(async () =>
      (await SUMS.create({ rule: counted(400, "M"), topology }, {})).dispose(),
    );
    expect(making).toBeGreaterThan(40);
    const rule = counted(401, "M");
    const setting = await turnsDuring(async () => handlers.setRule({ universe, args: [rule] }, control));
    expect(setting).toBeGreaterThan(40);
    expect(await handlers.state({ universe }, control)).toMatchObject({ rule });
  });
});
