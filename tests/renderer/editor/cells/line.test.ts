import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsCell } from "../../../../engine/core/cell-sets.ts";
import { runsPopulation } from "../../../../engine/core/runs.ts";
import { HEX } from "../../../../engine/grids/hex.ts";
import { SQUARE } from "../../../../engine/grids/square.ts";
import type { Neighbourhood } from "../../../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../../../engine/rules/rule.ts";
import { lineBetween } from "../../../../renderer/editor/cells/line.ts";
import { cellNames } from "../cells.ts";

const anyEnd = fc.record({ x: fc.bigInt({ min: -60n, max: 60n }), y: fc.bigInt({ min: -60n, max: 60n }) });

describe("a stroke between two cells", () => {
  it.each<Neighbourhood>(["moore", "hex"])("is a chain of neighbours (%s)", (neighbourhood) => {
    fc.assert(
      fc.property(anyEnd, anyEnd, (a, b) => {
        const line = lineBetween(a, b, neighbourhood);
        const cells = cellNames(line);
        expect(holdsCell(line, a.x, a.y) && holdsCell(line, b.x, b.y)).toBe(true);
        // As many cells as steps, and each but the ends has a neighbour on either side: walking it reaches the end.
        const seen = new Set([`${a.x},${a.y}`]);
        let frontier: (readonly [number, number])[] = [[Number(a.x), Number(a.y)]];
        while (frontier.length > 0) {
          frontier = frontier.flatMap(([x, y]) =>
            NEIGHBOURS[neighbourhood]
              .map(([dx, dy]) => [x + dx, y + dy] as const)
              .filter(([nx, ny]) => {
                const name = `${nx},${ny}`;
                if (!cells.has(name) || seen.has(name)) return false;
                seen.add(name);
                return true;
              }),
          );
        }
        expect(seen.size).toBe(cells.size);
        const [dx, dy] = [Number(b.x - a.x), Number(b.y - a.y)];
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        const steps = neighbourhood === "hex" ? Math.max(far, Math.abs(dx - dy)) : far;
        expect(runsPopulation(line)).toBe(BigInt(steps + 1));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["moore", SQUARE],
    ["hex", HEX],
  ] as const)("keeps within a cell of the straight line (%s)", (neighbourhood, kind) => {
    fc.assert(
      fc.property(anyEnd, anyEnd, (a, b) => {
        const from = kind.centreOf(Number(a.x), Number(a.y));
        const to = kind.centreOf(Number(b.x), Number(b.y));
        const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        for (const name of cellNames(lineBetween(a, b, neighbourhood))) {
          const [x, y] = name.split(",").map(Number) as [number, number];
          const at = kind.centreOf(x, y);
          const area = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
          expect(Math.abs(area) / length).toBeLessThan(0.71);
        }
      }),
    );
  });

  it("works far from the origin and refuses what no hand draws", () => {
    const far = 10n ** 30n;
    const line = lineBetween({ x: far, y: -far }, { x: far + 3n, y: -far + 1n }, "moore");
    expect(cellNames(line).has(`${far + 3n},${-far + 1n}`)).toBe(true);
    expect(() => lineBetween({ x: 0n, y: 0n }, { x: 2n ** 30n, y: 0n }, "moore")).toThrow(/too long/);
  });
});
