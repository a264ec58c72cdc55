import { expect, test } from "vitest";
import { openDawn } from "../../engine/node/dawn.ts";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/gpu.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { blockPopulation } from "../../engine/core/block.ts";

const rnd = (n: number) => Math.floor(Math.random() * n);
test("agree", async () => {
  const gpu = await openDawn();
  for (let k = 0; k < 300; k++) {
    const w = 1 + rnd(k % 3 ? 70 : 200), h = 1 + rnd(k % 3 ? 12 : 200);
    const n = ["", "H", "V"][rnd(3)], m = n === "" ? 9 : n === "H" ? 7 : 5;
    const digits = () => [...Array(m).keys()].filter(() => Math.random() < 0.4).join("");
    const text = `B${digits()}/S${digits()}${n}:${"TPF"[rnd(3)]}${w},${h}`;
    const u = parseUniverseRule(text);
    const a = await GPU_ALGORITHM.create(u, { gpu });
    const b = await REFERENCE.create(u, {});
    const soup = soupBlock({ seed: k, density: 0.4, width: w, height: h });
    await a.writeBlock(soup, "or"); await b.writeBlock(soup, "or");
    const g = BigInt(1 + rnd(9));
    await a.step(g); await b.step(g);
    const all = { x: -BigInt(w), y: -BigInt(h), w: BigInt(2 * w), h: BigInt(2 * h) };
    const x = await a.readBlock(all), y = await b.readBlock(all);
    expect(x.words, text).toEqual(y.words);
    expect(await a.hash()).toBe(await b.hash());
    a.dispose(); b.dispose();
  }
});
test("bench", async () => {
  const gpu = await openDawn();
  for (const [size, gens] of [[256, 20000], [2048, 2000], [8192, 60]] as const)
  for (const r of ["B3/S23", "B2/S34H", "B13/S13V"]) {
    const u = await GPU_ALGORITHM.create(parseUniverseRule(`${r}:T${size},${size}`), { gpu });
    await u.writeBlock(soupBlock({ seed: 1, density: 0.5, width: size, height: size }), "or");
    await u.step(20n);
    const t = performance.now();
    await u.step(20n + BigInt(gens));
    const s = (performance.now() - t) / 1e3;
    console.log(r, size, s.toFixed(2), ((size * size * gens) / s).toExponential(3), String(await u.population()));
    u.dispose();
  }
}, 120000);
