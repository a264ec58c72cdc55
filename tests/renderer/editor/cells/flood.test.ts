import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../../engine/core/rect.ts";
import type { Topology } from "../../../../engine/core/topology.ts";
import { gridRect, isFinite2d, sourceCell } from "../../../../engine/core/topology.ts";
import type { Neighbourhood } from "../../../../engine/rules/rule.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { floodEdit } from "../../../../renderer/editor/cells/drawing-edits.ts";
import { floodFrom } from "../../../../renderer/editor/cells/flood.ts";
import { cellsInLoop } from "../../../../renderer/editor/selection/lasso.ts";
import { evenly } from "../../../support/evenly.ts";
import { expectIs } from "../../../support/expect-each.ts";
import { localUniverse } from "../../../support/local-editor.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import type { Spot } from "../../../support/slow-shapes.ts";
import { nameOf, slowFlood, windings } from "../../../support/slow-shapes.ts";
import { cellNames, cellsOf } from "../cells.ts";

const SIDE = 13;
const anySpot = fc.record({
  x: fc.integer({ min: 0, max: SIDE - 1 }),
  y: fc.integer({ min: 0, max: SIDE - 1 }),
});
const anyLive = fc.integer({ min: 1, max: 9 }).chain((of) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }).map((dice) => {
    const live: Spot[] = [];
    dice.forEach((n, i) => {
      if (n < of) live.push({ x: i % SIDE, y: Math.floor(i / SIDE) });
    });
    return live;
  }),
);
const runsOf = (spots: readonly Spot[], by = 0n) =>
  cellsOf(spots.map(({ x, y }) => [BigInt(x) + by, BigInt(y) - by] as const));

describe.each<Neighbourhood>(["moore", "von-neumann", "hex"])(
  "an area that hangs together (%s)",
  (neighbourhood) => {
    it("is found run by run as it is cell by cell, anywhere", async () => {
      const far = 10n ** 25n;
      await fc.assert(
        fc.asyncProperty(anySpot, anyLive, async (start, live) => {
          const { cells, state, rim } = await floodFrom({
            start: { x: BigInt(start.x) + far, y: BigInt(start.y) - far },
            window: rect(far, -far, SIDE, SIDE),
            live: runsOf(live, far),
            lattice: neighbourhood,
          });
          const within = ({ x, y }: Spot) => (x >= 0 && x < SIDE && y >= 0 && y < SIDE ? { x, y } : null);
          const names = new Set(live.map(nameOf));
          const expected = slowFlood(start, names, neighbourhood, within);
          expect(cellNames({ ...cells, x: cells.x - far, y: cells.y + far })).toEqual(expected);
          expect(state > 0).toBe(names.has(nameOf(start)));
          const spots = [...expected].map((name) => name.split(",").map(Number) as [number, number]);
          expect(rim).toEqual({
            left: spots.some(([x]) => x === 0),
            right: spots.some(([x]) => x === SIDE - 1),
            top: spots.some(([, y]) => y === 0),
            bottom: spots.some(([, y]) => y === SIDE - 1),
          });
        }),
        { numRuns: 200 },
      );
    });

    it.each(["T13,13", "T13+4,13", "K13*,13", "C13,13", "S13", "P13,13"])(
      "goes on over the edges of :%s",
      async (grid) => {
        const suffix = { moore: "", "von-neumann": "V", hex: "H" }[neighbourhood];
        const { rule, topology } = parseUniverseRule(`B3/S23${suffix}:${grid}`);
        const corner = gridRect(topology as Topology);
        await fc.assert(
          fc.asyncProperty(anySpot, anyLive, async (start, live) => {
            if (!corner || !isFinite2d(topology)) throw new Error("this grid has an end");
            const shift = corner.x;
            const universe = await localUniverse({ rule: `B3/S23${suffix}:${grid}`, algorithm: "reference" });
            await universe.writeRuns(
              cellsOf(live.map(({ x, y }) => [BigInt(x) + shift, BigInt(y) + corner.y] as const)),
              "or",
            );
            const edit = await floodEdit(
              universe,
              { x: BigInt(start.x) + shift, y: BigInt(start.y) + corner.y },
              { seen: rect(0, 0, 1, 1), ink: 1 },
            );
            if (!edit) throw new Error("the start lies on the grid");
            const before = cellNames(await universe.readRuns());
            await edit.change.apply(universe);
            const after = cellNames(await universe.readRuns());
            const changed = new Set(
              [...before, ...after].filter((name) => before.has(name) !== after.has(name)),
            );
            const over = ({ x, y }: Spot): Spot | null => {
              if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) return { x, y };
              const source = sourceCell(topology, x, y);
              return source < 0 ? null : { x: source % SIDE, y: Math.floor(source / SIDE) };
            };
            const expected = slowFlood(start, new Set(live.map(nameOf)), rule.neighbourhood, over);
            const moved = [...expected].map((name) => {
              const [x, y] = name.split(",").map(BigInt) as [bigint, bigint];
              return `${x + shift},${y + corner.y}`;
            });
            expect(changed).toEqual(new Set(moved));
          }),
          { numRuns: 25 },
        );
      },
    );
  },
);

describe("a fill on the plane", () => {
  const SEEN = { seen: rect(0, 0, 4, 4), ink: 1 };

  it("looks beyond what is seen for the end of the area", async () => {
    const universe = await localUniverse({ cells: cellsFromRle("200o$o198bo$o198bo$200o!") });
    const edit = await floodEdit(universe, { x: 2n, y: 1n }, SEEN);
    expect(edit?.label).toBe("Fill 396 cells");
    await edit?.change.apply(universe);
    expect(await universe.population()).toBe(800n);
    const emptied = await floodEdit(universe, { x: 2n, y: 1n }, SEEN);
    expect(emptied?.label).toBe("Empty 800 cells");
  });

  it("says so when the area has no end, and when there is nothing at all", async () => {
    const open = await localUniverse({ cells: cellsFromRle("5o$o3bo$o3bo$o3bo$2ob2o!") });
    await expect(floodEdit(open, { x: 2n, y: 2n }, SEEN)).rejects.toThrow("go on without end");
    await expect(floodEdit(open, { x: 90n, y: 2n }, SEEN)).rejects.toThrow("go on without end");
    await expect(floodEdit(await localUniverse(), { x: 0n, y: 0n }, SEEN)).rejects.toThrow(
      "go on without end",
    );
    // A corner is a wall to the dead.
    const diamond = await localUniverse({ cells: cellsFromRle("2bo$bobo$o3bo$bobo$2bo!") });
    expect((await floodEdit(diamond, { x: 2n, y: 2n }, SEEN))?.label).toBe("Fill 5 cells");
  });

  it("refuses to search for ever", async () => {
    const universe = await localUniverse({ cells: cellsFromRle("o!") });
    const far = cellsFromRle("o!", 10n ** 7n, 10n ** 7n);
    await universe.writeRuns(far, "or");
    await expect(floodEdit(universe, { x: 50n, y: 50n }, SEEN)).rejects.toThrow("reaches over more than");
  });

  it("on a tube or a plane with edges the grid's own sides are an end", async () => {
    const tube = await localUniverse({ rule: "B3/S23:P6,0", cells: cellsFromRle("6o3$6o!", -3n, 0n) });
    expect((await floodEdit(tube, { x: 0n, y: 1n }, SEEN))?.label).toBe("Fill 12 cells");
  });
});

describe("the cells inside a loop", () => {
  const corner = fc.record({
    x: evenly(-9, 9),
    y: evenly(-9, 9),
  });

  it("are those whose centres it goes round", () => {
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 14 }), (corners) => {
        const cells = cellNames(cellsInLoop(corners, { x: 0n, y: 0n }));
        for (let y = -10; y <= 10; y++) {
          for (let x = -10; x <= 10; x++) {
            // On the line itself either answer will do.
            if (distance(corners, { x, y }) < 1e-6) continue;
            expectIs(cells.has(`${x},${y}`), windings(corners, { x, y }) !== 0);
          }
        }
      }),
    );
  });

  it("of a loop drawn over whole cells are counted once, and none in a line", () => {
    const box = [
      { x: -0.4, y: -0.4 },
      { x: 3.4, y: -0.4 },
      { x: 3.4, y: 2.4 },
      { x: -0.4, y: 2.4 },
    ];
    const origin = { x: 10n ** 30n, y: -5n };
    expect(cellNames(cellsInLoop(box, origin)).size).toBe(12);
    expect(cellsInLoop(box.slice(0, 2), origin).rows.length).toBe(0);
    expect(() =>
      cellsInLoop(
        [
          { x: 0, y: 0 },
          { x: 9, y: 1e9 },
          { x: 0, y: 5 },
        ],
        origin,
      ),
    ).toThrow(/too large/);
  });
});

function distance(corners: readonly Spot[], { x, y }: Spot): number {
  return Math.min(
    ...corners.map((a, i) => {
      const b = corners[(i + 1) % corners.length] as Spot;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const at = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(a.x + at * dx - x, a.y + at * dy - y);
    }),
  );
}
