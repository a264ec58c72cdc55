import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonCells, uniteCells, withoutCells } from "../../../../engine/core/cell-sets.ts";
import { rect } from "../../../../engine/core/rect.ts";
import type { Runs } from "../../../../engine/core/runs.ts";
import { clipRuns, RunsBuilder, runsBounds, translateRuns } from "../../../../engine/core/runs.ts";
import { parseTopology, plane, UNBOUNDED } from "../../../../engine/core/topology.ts";
import { SYMMETRIES, turnAbout } from "../../../../engine/grids/symmetry.ts";
import { upOn } from "../../../../engine/grids/triangle.ts";
import type { Cell } from "../../../../engine/picture/camera-moves.ts";
import { LIFE, parseRule } from "../../../../engine/rules/universe-rule.ts";
import type { Change } from "../../../../renderer/editor/cells/changes.ts";
import {
  cellsChange,
  clearChange,
  fillChange,
  turnInPlace,
} from "../../../../renderer/editor/cells/changes.ts";
import { liveWithin } from "../../../../renderer/editor/cells/live-within.ts";
import { cellsOfFill, checkFill } from "../../../../renderer/editor/cells/random-fill.ts";
import type { PendingPaste } from "../../../../renderer/editor/paste/pending-paste.ts";
import { movePending, pendingFrom } from "../../../../renderer/editor/paste/pending-paste.ts";
import type { Selection } from "../../../../renderer/editor/selection/selection.ts";
import { selectBox, selectCells, selectedCells } from "../../../../renderer/editor/selection/selection.ts";
import { localUniverse } from "../../../support/local-editor.ts";
import { patternFromText } from "../../../support/pattern-text.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import { equalRuns } from "../../../support/runs.ts";
import { anyCells, anyOrigin } from "../cells.ts";

const anySelection = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: 1, max: 15 }),
      fc.integer({ min: 1, max: 15 }),
    )
    .map(([x, y, w, h]) => selectBox(rect(x, y, w, h)) as Selection),
  anyCells.filter((cells) => cells.rows.length > 0).map((cells) => selectCells(cells) as Selection),
);

async function applied(cells: Runs, change: Change): Promise<Runs> {
  const universe = await localUniverse({ cells });
  await change.apply(universe);
  return universe.readRuns();
}

const same = (a: Runs, b: Runs): void => expect(equalRuns(a, b)).toBe(true);

describe("changes that are not listed cell by cell", () => {
  it("clear inside and outside", async () => {
    await fc.assert(
      fc.asyncProperty(anyCells, anySelection, async (cells, selection) => {
        const chosen = selectedCells(selection);
        same(await applied(cells, clearChange(selection, "inside")), withoutCells(cells, chosen));
        same(await applied(cells, clearChange(selection, "outside")), commonCells(cells, chosen));
      }),
      { numRuns: 60 },
    );
  });

  it("fill what is selected and leave the rest", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCells,
        anySelection,
        fc.integer({ min: 0, max: 99 }),
        async (cells, selection, seed) => {
          const fill = { density: 0.5, seed };
          const filled = cellsOfFill(selection, fill);
          const chosen = selectedCells(selection);
          same(commonCells(filled, chosen), filled);
          same(
            await applied(cells, fillChange(selection, fill)),
            uniteCells(withoutCells(cells, chosen), filled),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("turn in place and back", async () => {
    const selection = selectBox(rect(-4, -4, 9, 9)) as Selection;
    const cells = clipRuns(cellsFromRle("bo4bo$2bo$3o3b2o!", -3n, -2n), selection.box);
    const there = turnAbout(SYMMETRIES.moore["rotate-clockwise"], selection.centre);
    const back = turnAbout(SYMMETRIES.moore["rotate-anticlockwise"], selection.centre);
    const change = turnInPlace(selection, there, back);
    const universe = await localUniverse({ cells });
    await change.apply(universe);
    expect(await universe.population()).toBe(8n);
    await change.revert?.(universe);
    same(await universe.readRuns(), cells);
  });
});

describe("a diff", () => {
  it("leads there and back", async () => {
    await fc.assert(
      fc.asyncProperty(anyCells, anyCells, async (cells, other) => {
        const change = cellsChange({ set: withoutCells(other, cells), cleared: withoutCells(cells, other) });
        const universe = await localUniverse({ cells });
        await change.apply(universe);
        same(await universe.readRuns(), other);
        await change.revert?.(universe);
        same(await universe.readRuns(), cells);
      }),
      { numRuns: 60 },
    );
  });
});

describe("reading the live ones among some cells", () => {
  it("finds exactly those, near and far, thick and thin", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCells,
        anyCells,
        anyOrigin,
        fc.integer({ min: 0, max: 5000 }),
        async (a, b, o, gap) => {
          const far = uniteCells(b, translateRuns(b, BigInt(gap), BigInt(-gap)));
          const cells = translateRuns(uniteCells(a, translateRuns(a, BigInt(gap), BigInt(-gap))), o, o);
          const asked = translateRuns(far, o, o);
          const universe = await localUniverse({ cells });
          same(await liveWithin(universe, asked), commonCells(cells, asked));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("reads little more than a long thin line", async () => {
    const universe = await localUniverse();
    let area = 0n;
    const read = universe.readRuns.bind(universe);
    universe.readRuns = (box) => {
      if (box) area += box.w * box.h;
      return read(box);
    };
    const out = new RunsBuilder();
    for (let i = 0; i < 20_000; i++) out.add(i, i, 1);
    const line = out.build(0n, 0n);
    await liveWithin(universe, line);
    expect(area).toBeLessThan(20_000n * 100n);
  });
});

describe("a random fill", () => {
  it("of a part is that part of the whole", () => {
    const fill = { density: 0.4, seed: 5 };
    const whole = cellsOfFill(selectBox(rect(-700, -300, 1400, 600)) as Selection, fill);
    const part = rect(-33, 17, 200, 41);
    same(cellsOfFill(selectBox(part) as Selection, fill), clipRuns(whole, part));
  });

  it("refuses what would take for ever", () => {
    const huge = selectBox({ x: 0n, y: 0n, w: 10n ** 9n, h: 10n ** 9n }) as Selection;
    expect(() => checkFill(huge, { density: 0.5, seed: 1 })).toThrow(/too large/);
  });
});

const HELD = { mode: "or", anchor: "top left", onto: { rule: LIFE, topology: UNBOUNDED } } as const;

describe("a floating paste", () => {
  it("moves without looking at its cells", () => {
    const runs = patternFromText(`${"ob".repeat(100_000)}!`);
    const start = pendingFrom(runs, { x: 0n, y: 0n }, HELD);
    const moved = start && movePending(start, { x: 10n ** 20n, y: -7n });
    expect(moved?.region.box.x).toBe(10n ** 20n);
    expect(moved?.cells.x).toBe(10n ** 20n);
    expect(moved?.cells.spans).toBe(start?.cells.spans);
  });

  it("keeps the box that a file gives, and is nothing without cells and box", () => {
    const paste = pendingFrom(patternFromText("x = 9, y = 7\n2$3o!"), { x: 1n, y: 1n }, HELD);
    expect(paste?.region.box).toEqual(rect(1, 1, 9, 7));
    expect(pendingFrom(patternFromText("x = 0, y = 0\n!"), { x: 0n, y: 0n }, HELD)).toBeNull();
  });

  it("of triangles lies on those that point as its own do, within a cell of where it is held", () => {
    const rule = parseRule("R1,C0,S4-6,B4,NL");
    const near = (): fc.Arbitrary<bigint> => fc.bigInt({ min: -9n, max: 9n });
    fc.assert(
      fc.property(
        fc.array(fc.record({ x: near(), y: near() }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom("", ":T7,6", ":T8,6"),
        fc.constantFrom(plane(9, 8), UNBOUNDED),
        (places, grid, topology) => {
          const pattern = { ...patternFromText("o!"), rule: `${rule.text}${grid}` };
          const [first, ...others] = places as [Cell, ...Cell[]];
          let paste = pendingFrom(pattern, first, { ...HELD, onto: { rule, topology } }) as PendingPaste;
          const [source, here] = [upOn(grid ? parseTopology(grid.slice(1)) : UNBOUNDED), upOn(topology)];
          const own = rect(0, 0, 1, 1);
          for (const to of [first, ...others]) {
            paste = movePending(paste, to);
            const { x, y } = paste.region.box;
            expect(Number((x + y - own.x - own.y) & 1n)).toBe(source ^ here);
            expect(y).toBe(to.y);
            expect([to.x - 1n, to.x, to.x + 1n]).toContain(x);
            expect(runsBounds(paste.cells)).toEqual(paste.region.box);
          }
        },
      ),
    );
  });

  it("of triangles goes where the arrows send it", () => {
    const rule = parseRule("R1,C0,S4-6,B4,NL");
    const held = { ...HELD, onto: { rule, topology: UNBOUNDED } };
    let paste = pendingFrom(patternFromText("o!"), { x: 0n, y: 0n }, held) as PendingPaste;
    const nudged = (dx: bigint, dy: bigint): readonly [bigint, bigint] => {
      paste = movePending(paste, { x: paste.at.x + dx, y: paste.at.y + dy });
      return [paste.at.x, paste.at.y];
    };
    expect(nudged(1n, 0n)).toEqual([2n, 0n]);
    expect(nudged(-1n, 0n)).toEqual([0n, 0n]);
    expect(nudged(0n, 1n)).toEqual([1n, 1n]);
    expect(nudged(0n, 1n)).toEqual([0n, 2n]);
    expect(nudged(0n, -10n)).toEqual([0n, -8n]);
  });
});
