import { it, expect } from "vitest";
import { BITWISE } from "/work/main/engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "/work/main/engine/algorithms/cpu/reference.ts";
import { parseUniverseRule } from "/work/main/engine/rules/universe-rule.ts";
import { soupBlock } from "/work/main/engine/core/soup.ts";
const cases = ["B3/S23","B3/S23:T31,7","B3/S23:T33,64","B3/S23:T64,96","B3/S23:T1,1","B3/S23:T2,3","B3/S23:T30+5,20","B3/S23:T30,20-2","B3/S23:T0,20","B3/S23:P30,0","B3/S23:P70,33","B3/S23:T100,100","B2/S34H","B2/S34H:T31,7","B4678/S35678:T64+32,64","B13/S012V","B013568/S01:T40,40","B013568/S01","B12345678/S0:T64,64"];
for (const c of cases) it(c, async () => {
  const { rule, topology } = parseUniverseRule(c);
  const a = await BITWISE.create({ rule, topology }, {}), b = await REFERENCE.create({ rule, topology }, {});
  const block = soupBlock({ seed: 5, density: 0.4, width: 60, height: 50 });
  await a.writeBlock(block, "or"); await b.writeBlock(block, "or");
  for (const g of [0n, 1n, 2n, 3n, 7n, 20n, 60n]) {
    await a.step(g); await b.step(g);
    expect([g, await a.population(), await a.bounds(), await a.hash()]).toEqual([g, await b.population(), await b.bounds(), await b.hash()]);
  }
});
