/** The loops emitted for one rule against the loop that reads any rule from a table, and the parts they are made of. */

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { BitWriter } from "../../../engine/algorithms/bit-writer.ts";
import { createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";

import { circuitsOf, livingCircuit } from "../../../engine/algorithms/cpu/rule-circuits.ts";
import type { RuleCircuit } from "../../../engine/algorithms/cpu/rule-kernel.ts";
import { emitRule, ruleModule } from "../../../engine/algorithms/cpu/rule-kernel.ts";
import { FunctionWriter } from "../../../engine/algorithms/wasm/emit.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const neighbourhood = fc.constantFrom<Neighbourhood>("moore", "hex", "von-neumann");

interface Emitted {
  readonly run: (...numbers: readonly number[]) => bigint;
  readonly memory: WebAssembly.Memory;
}

function instantiate(bytes: Uint8Array<ArrayBuffer>): Emitted {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return { run: instance.exports.run as Emitted["run"], memory };
}

describe("an emitted loop", () => {
  it("steps any stretch of bands of a random window as the definition of the rule does", () => {
    const word = fc.integer({ min: 0, max: 0xffffffff });
    const window = fc.array(word, { minLength: 34 * 3, maxLength: 34 * 3 });
    const words = fc.array(word, { minLength: 32, maxLength: 32 });
    const band = fc.integer({ min: 0, max: 7 });
    const mask = fc.integer({ min: 0, max: 511 });
    fc.assert(
      fc.property(neighbourhood, mask, mask, window, words, words, band, band, fc.boolean(), (...given) => {
        const [kind, birth, survival, cells, old, exists, one, other, masked] = given;
        const { run, memory } = instantiate(emitRule(livingCircuit(kind, { birth, survival }), masked));
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const m = new Uint32Array(memory.buffer);
        // Left, centre and right words of 34 rows; what is overwritten; which cells exist. In words.
        const [at, target, limits] = [4096, 4608, 4800];
        m.set(cells, at);
        m.set(old, target);
        m.set(exists, limits);
        const alive = (x: number, y: number): number => {
          const column = x < 0 ? 0 : x > 31 ? 2 : 1;
          return (cells[column * 34 + y + 1] >>> (x & 31)) & 1;
        };
        const outer = [first * 4 - 1, last * 4 + 4].flatMap((y) =>
          [0, 1, 2].map((c) => cells[c * 34 + y + 1]),
        );
        // The loop's west, centre and east begin at row 0, one word after row -1.
        const [west, centre, east] = [0, 1, 2].map((c) => (at + c * 34 + 1) * 4);
        const changes = run(first * 16, last * 16, centre, west, east, target * 4, limits * 4, ...outer);
        let [rows, columns] = [0, 0];
        for (let y = 0; y < 32; y++) {
          let expected = 0;
          for (let x = 0; x < 32; x++) {
            const n = NEIGHBOURS[kind].reduce((sum, [dx, dy]) => sum + alive(x + dx, y + dy), 0);
            expected |= (((alive(x, y) ? survival : birth) >> n) & 1) << x;
          }
          const computed = y >= first * 4 && y < last * 4 + 4;
          const wanted = computed ? (masked ? expected & exists[y] : expected) >>> 0 : old[y];
          expect(m[target + y]).toBe(wanted);
          if (wanted !== old[y]) rows |= 1 << y;
          columns |= wanted ^ old[y];
        }
        expect(BigInt.asUintN(64, changes)).toBe((BigInt(columns >>> 0) << 32n) | BigInt(rows >>> 0));
      }),
      { numRuns: 200 },
    );
  });

  it("is compiled once a rule", () => {
    const circuits = (text: string): readonly RuleCircuit[] => {
      const { rule, topology } = parseUniverseRule(text);
      return circuitsOf(rule, topology);
    };
    const [life] = circuits("B3/S23");
    expect(ruleModule(life, false)).toBe(ruleModule(circuits("B3/S23")[1], false));
    expect(ruleModule(life, true)).not.toBe(ruleModule(life, false));
    expect(ruleModule(circuits("23/3/4")[0], false)).not.toBe(ruleModule(circuits("23/3/3")[0], false));
  });
});

describe("the universe", () => {
  const digits = (mask: number): string => [...Array(9).keys()].filter((i) => (mask >> i) & 1).join("");

  async function afterSoup(text: string, tableTiles: number): Promise<Universe> {
    const universe = await createBitwise(parseUniverseRule(text), {}, { tableTiles });
    await universe.writeBlock(soupBlock({ seed: 3, density: 0.4, width: 150, height: 90 }), "or");
    await universe.step(20n);
    return universe;
  }

  it("comes to the same cells with and without emitted loops", async () => {
    const mask = fc.integer({ min: 0, max: 511 });
    const grid = fc.constantFrom("", ":T64,96", ":T101,67+5", ":P77,130");
    await fc.assert(
      fc.asyncProperty(mask, mask, grid, async (birth, survival, suffix) => {
        const text = `B${digits(birth)}/S${digits(survival)}${suffix}`;
        const [a, b] = [await afterSoup(text, 100), await afterSoup(text, Number.POSITIVE_INFINITY)];
        expect(await a.hash()).toBe(await b.hash());
        a.dispose();
        b.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it("goes on from tables where compiling is refused", async () => {
    const refused = vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse() {
      throw new WebAssembly.CompileError("refused by a policy");
    });
    const hash = await (await afterSoup("B3568/S0147", 0)).hash();
    expect(refused).toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(await (await afterSoup("B3568/S0147", 0)).hash()).toBe(hash);
  });
});

describe("BitWriter", () => {
  it("writes any function of two vectors as three operations at most", () => {
    for (let table = 0; table < 16; table++) {
      const f = new FunctionWriter(4);
      const [x, y] = [f.v128Local(), f.v128Local()];
      f.splat(4, 0, x);
      f.splat(4, 1, y);
      const operations = ["v128", "v128Not", "v128Select"] as const;
      const spies = operations.map((name) => vi.spyOn(f, name));
      const bits = new BitWriter(f).ofTwo(x, y, (a, b) => ((table >> ((a ? 2 : 0) + (b ? 1 : 0))) & 1) === 1);
      expect(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBeLessThanOrEqual(3);
      const out = f.v128Local();
      if (typeof bits === "number") f.copy(bits, out);
      else f.splat(4, bits ? 3 : 2, out);
      f.v128Store(f.i32Const(64), out);
      const { run, memory } = instantiate(f.module(out));
      // All four combinations of bits at once: 0011 and 0101.
      run(0b0011, 0b0101, 0, 0xffffffff);
      const expected = [0, 1, 2, 3].reduce((sum, i) => sum | (((table >> i) & 1) << (3 - i)), 0);
      expect(new Uint32Array(memory.buffer)[16] & 15, `table ${table}`).toBe(expected);
    }
  });
});
