// What a person reads of a search that is offered is what then runs.

import { expect, test } from "vitest";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";

const WORDS: Readonly<Record<string, number>> = { ten: 10, eleven: 11 };

/** What a summary or a name may tell of a plan. */
const FACTS: readonly (readonly [words: RegExp, of: (plan: SearchPlan) => number | undefined])[] = [
  [/([\w,]+) individuals/, ({ population }) => population],
  [/([\w,]+) generations/, ({ generations }) => generations],
  [/on ([\w,]+) starts/, ({ vectors }) => vectors],
  [/reaches ([\w,]+) values/, ({ goal }) => goal],
  [/of (\d+) cells/, ({ setting }) => setting.shape.cells],
];

test("presets run what they say", () => {
  let told = 0;
  for (const { name, summary, plan } of PRESETS.list())
    for (const text of [name, summary])
      for (const [words, of] of FACTS) {
        const [, said] = words.exec(text) ?? [];
        const number = said === undefined ? Number.NaN : (WORDS[said] ?? Number(said.replaceAll(",", "")));
        if (Number.isNaN(number)) continue;
        told++;
        expect([text, of(plan)]).toEqual([text, number]);
      }
  expect(told).toBeGreaterThan(12);
});

test("presets breed on fresh starts in each generation, unless their search keeps what it has counted", () => {
  for (const { id, plan } of PRESETS.list())
    expect([id, plan.fresh]).toEqual([id, plan.search !== "map-elites"]);
});
