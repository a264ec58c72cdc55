import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../../engine/algorithms/load.ts";
import { ALGORITHMS } from "../../../../engine/algorithms/registry.ts";
import { rect } from "../../../../engine/core/rect.ts";
import type { Runs } from "../../../../engine/core/runs.ts";
import { blockToRuns, clipRuns, runsPopulation, translateRuns } from "../../../../engine/core/runs.ts";
import type { Watched } from "../../../../engine/core/slices.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { gridRect } from "../../../../engine/core/topology.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import type { Selection } from "../../../../renderer/editor/selection/selection.ts";
import { selectBox, selectCells, selectionOnGrid } from "../../../../renderer/editor/selection/selection.ts";
import { advanceEdit } from "../../../../renderer/editor/time/advance.ts";
import type { MakeSpare } from "../../../../renderer/editor/time/spare-universe.ts";
import { advancedSlowly } from "../../../support/apart.ts";
import { expectCells, GLIDER, localEditor } from "../../../support/local-editor.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import { equalRuns } from "../../../support/runs.ts";
import { spareOf } from "../../../support/spare.ts";
import { universeWith } from "../../../support/universes.ts";
import { anyCells } from "../cells.ts";

const RULES = [
  "B3/S23",
  "B3/S23:T31,27",
  "B3/S23:T30+7,12",
  "B3/S23:T0,21",
  "B3/S23:T19,0",
  "B3/S23:P24,20",
  "B3/S23:P19,0",
  "B3/S23:F25,24",
  "B03/S23:F15,14",
  "B3/S23:K24*,21",
  "B3/S23:C23,20",
  "B3/S23:S22",
  "B03/S23",
  "B0123478/S01234678",
  "B2/S34H",
  "B2/S34H:T20,20",
  "B13/S012V:T20,18",
  "R2,C0,S5-9,B5-8,NC",
  "R3,C0,M1,S10..19,B9..14,NM:T31,27",
  "R2,C0,S4-9,B5-7:T0,21",
  "R4,C0,S15-40,B17-30:P24,20",
  "R2,C4,S4-9,B5-7,NN:T19,0",
  "R2,C0,S3-11,B0,4-7,NN",
];
const anySelection = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: -14, max: 14 }),
      fc.integer({ min: -14, max: 14 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
    )
    .map(([x, y, w, h]) => selectBox(rect(x, y, w, h)) as Selection),
  anyCells.filter((c) => c.rows.length > 0).map((c) => selectCells(c) as Selection),
);

/** The universe's cells after advancing a part of it, under an algorithm and with spares of it too. */
async function advanced(
  cells: Runs,
  text: string,
  algorithm: string,
  selection: Selection,
  where: "inside" | "outside",
  generations: bigint,
  watched?: Watched,
): Promise<{ readonly cells: Runs; readonly generation: bigint }> {
  const universe = await universeWith(cells, { ...parseUniverseRule(text), algorithm, generation: 3n });
  const makeSpare: MakeSpare = async (init) =>
    spareOf((await createUniverse({ ...init, algorithm }, {})).universe);
  const edit = await advanceEdit(universe, selection, { where, generations }, makeSpare, watched);
  await edit?.change.apply(universe);
  const after = await universe.readRuns();
  const { generation } = universe;
  universe.dispose();
  return { cells: after, generation };
}

describe("advancing a part", () => {
  for (const text of RULES) {
    it(`is exactly that part, generation by generation (${text})`, async () => {
      const parsed = parseUniverseRule(text);
      const usable = ALGORITHMS.list().filter(
        ({ id, needsGpu, refuses }) => !needsGpu && id !== "block" && !refuses(parsed.rule, parsed.topology),
      );
      const grid = gridRect(parsed.topology);
      await fc.assert(
        fc.asyncProperty(
          anySelection,
          fc.constantFrom<"inside" | "outside">("inside", "outside"),
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 0, max: 1000 }),
          fc.nat(),
          async (wanted, where, generations, seed, which) => {
            const selection = selectionOnGrid(wanted, parsed.topology);
            if (!selection) return;
            const soup = blockToRuns(soupBlock({ seed, density: 0.35, width: 26, height: 22 }));
            const cells = grid ? clipRuns(soup, grid) : soup;
            const request = { ...parsed, generation: 3n };
            const algorithm = usable[which % usable.length]?.id as string;
            const expected = await advancedSlowly(
              await (await universeWith(cells, request)).readRuns(),
              selection,
              where,
              generations,
              request,
            );
            const actual = await advanced(cells, text, algorithm, selection, where, BigInt(generations));
            expect(actual.generation).toBe(3n);
            expect(equalRuns(actual.cells, expected), algorithm).toBe(true);
          },
        ),
        { numRuns: 25 },
      );
    });
  }

  it("goes far in one step where nothing is near the border, and stops at it", async () => {
    const far = selectBox({ x: -(10n ** 20n), y: -(10n ** 20n), w: 2n * 10n ** 20n, h: 2n * 10n ** 20n });
    const glider = await advanced(GLIDER, "B3/S23", "hashlife", far as Selection, "inside", 4n * 10n ** 12n);
    expect(equalRuns(glider.cells, translateRuns(GLIDER, 10n ** 12n, 10n ** 12n))).toBe(true);
    // In a shut box a glider turns into a block, which then stays: a long way is soon gone.
    const shut = selectBox(rect(0, 0, 40, 40)) as Selection;
    const block = await advanced(GLIDER, "B3/S23", "bitwise", shut, "inside", 10n ** 15n);
    expect(equalRuns(block.cells, cellsFromRle("2o$2o!", 38n, 38n))).toBe(true);
  });

  it.each([
    ["inside", "B3/S23"],
    ["inside", "B3/S23:T230,220"],
    ["outside", "B3/S23"],
    ["outside", "B3/S23:T230,220"],
  ] as const)("stops a spaceship at each side of a box %s of which it flies, on %s", async (where, text) => {
    const ships = [
      cellsFromRle("bo$2bo$3o!"),
      cellsFromRle("bo$o$3o!"),
      cellsFromRle("3o$2bo$bo!"),
      cellsFromRle("3o$o$bo!"),
      cellsFromRle("bo2bo$o$o3bo$4o!"),
      cellsFromRle("o2bo$4bo$o3bo$b4o!"),
    ];
    // The oracle's slowness is in its killing; how cells are stepped is not the question here.
    const init = { ...parseUniverseRule(text), algorithm: "bitwise", generation: 3n };
    for (const [x, y] of [
      [-90, -90],
      [40, -80],
      [-80, 40],
      [60, 60],
    ] as const)
      for (const ship of ships) {
        // Outside, it starts three lengths away and flies into the box or past it.
        const [left, top] = where === "inside" ? [x + 14, y + 14] : [x - 15, y + 9];
        const cells = translateRuns(ship, BigInt(left), BigInt(top));
        const box = selectBox(rect(x, y, 30, 30)) as Selection;
        const actual = await advanced(cells, text, "bitwise", box, where, 70n);
        const slow = await advancedSlowly(cells, box, where, 70, init);
        expect(equalRuns(actual.cells, slow), `${x}, ${y}`).toBe(true);
      }
  });

  it("finds what stands after whole periods, and not one generation beside it", async () => {
    const shut = selectBox(rect(-20, -20, 45, 45)) as Selection;
    const pulsar = cellsFromRle(
      "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!",
    );
    for (const by of [10n ** 9n, 10n ** 9n + 1n, 10n ** 9n + 2n]) {
      const long = await advanced(pulsar, "B3/S23", "bitwise", shut, "inside", by);
      const short = await universeWith(pulsar);
      await short.step(by % 3n);
      expect(equalRuns(long.cells, await short.readRuns())).toBe(true);
    }
  });

  it("tells how far it is, and ends when it is told to, with nothing changed", async () => {
    const soup = blockToRuns(soupBlock({ seed: 5, density: 0.4, width: 60, height: 60 }));
    const box = selectBox(rect(-30, -30, 60, 60)) as Selection;
    const controller = new AbortController();
    const told: number[] = [];
    const end = advanced(soup, "B3/S23", "bitwise", box, "inside", 100_000n, {
      signal: controller.signal,
      onProgress: (done) => {
        told.push(done);
        if (done >= 20) controller.abort();
      },
    });
    await expect(end).rejects.toMatchObject({ code: "aborted" });
    expect(told.slice(0, 3)).toEqual([1, 2, 3]);
  });

  it("is refused where there are too many cells, and told so", async () => {
    const universe = await universeWith(GLIDER, { algorithm: "hashlife" });
    const full = { ...universe, population: async () => 2n ** 40n } as typeof universe;
    const huge = selectBox(rect(0, 0, 2 ** 20, 2 ** 20)) as Selection;
    const never: MakeSpare = () => Promise.reject(new Error("not reached"));
    await expect(advanceEdit(full, huge, { where: "inside", generations: 1n }, never)).rejects.toMatchObject({
      code: "too-large",
    });
  });

  it("is one entry that can be undone", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor } = local;
    await editor.select(selectBox(rect(0, 0, 3, 3)));
    const makeSpare: MakeSpare = async (init) => spareOf((await createUniverse(init, {})).universe);
    await editor.editSelection((port, selection) =>
      advanceEdit(port, selection, { where: "inside", generations: 2n }, makeSpare),
    );
    expect(editor.history.map(({ label }) => label)).toEqual(["Select", "Advance inside by 2"]);
    expect(runsPopulation(await local.universe.readRuns())).not.toBe(0n);
    await editor.undo();
    await expectCells(local, GLIDER);
  });
});
