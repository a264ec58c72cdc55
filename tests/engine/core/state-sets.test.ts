// Sets of cells in more than two states, cell by cell: what changes, what meets, what turns.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planesFor } from "../../../engine/core/block.ts";
import { blockPart, maskedBlock, turnedBlock } from "../../../engine/core/block-turn.ts";
import { commonCells, replacedCells, unlikeCells, withoutCells } from "../../../engine/core/cell-sets.ts";
import type { PasteMode } from "../../../engine/core/paste.ts";
import { PASTE_MODES, slicedDiff, slicedPaste } from "../../../engine/core/paste.ts";
import { rect, rectContains } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import {
  blockToRuns,
  clampRuns,
  clipRuns,
  forEachRun,
  RunsBuilder,
  runsBounds,
  runsToBlock,
} from "../../../engine/core/runs.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import { imageOfCell, SYMMETRIES, slicedTurn, turnAbout } from "../../../engine/grids/symmetry.ts";

const STATES = 6;

const anyStated: fc.Arbitrary<Runs> = fc
  .record({
    runs: fc.array(
      fc.tuple(
        fc.integer({ min: -12, max: 12 }),
        fc.integer({ min: -8, max: 8 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: STATES - 1 }),
      ),
      { maxLength: 30 },
    ),
    x: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ runs, x }) => {
    const out = new RunsBuilder();
    for (const [rx, ry, length, state] of runs) out.add(rx, ry, length, state);
    return out.build(BigInt(x), 0n);
  });

type Map2 = ReadonlyMap<string, number>;

function statesOf(runs: Runs): Map2 {
  const all = new Map<string, number>();
  forEachRun(runs, (x, y, length, state) => {
    for (let i = 0; i < length; i++) all.set(`${runs.x + BigInt(x + i)},${runs.y + BigInt(y)}`, state);
  });
  return all;
}

const only = (cells: Map2, keep: (name: string, state: number) => boolean): Map2 =>
  new Map([...cells].filter(([name, state]) => keep(name, state)));

describe("sets of cells in states", () => {
  it("tell what differs", () => {
    fc.assert(
      fc.property(anyStated, anyStated, (a, b) => {
        const [inA, inB] = [statesOf(a), statesOf(b)];
        expect(statesOf(unlikeCells(a, b))).toEqual(only(inA, (name, state) => inB.get(name) !== state));
        expect(statesOf(replacedCells(a, b))).toEqual(
          only(inA, (name, state) => inB.has(name) && inB.get(name) !== state),
        );
        expect(statesOf(commonCells(a, b))).toEqual(only(inA, (name) => inB.has(name)));
        expect(statesOf(withoutCells(a, b))).toEqual(only(inA, (name) => !inB.has(name)));
        const { set, cleared } = atOnce(slicedDiff(a, b));
        const after = new Map(only(inA, (name) => !statesOf(cleared).has(name)));
        for (const [name, state] of statesOf(set)) after.set(name, state);
        expect(after).toEqual(inB);
      }),
    );
  });

  const wants: Record<PasteMode, (pasted: number, live: number, inBox: boolean) => number> = {
    or: (pasted, live) => pasted || live,
    copy: (pasted, live, inBox) => (inBox ? pasted : live),
    and: (pasted, live, inBox) => (!inBox || pasted === live ? live : 0),
    // 3 and 4 would be 7, which the rule does not have.
    xor: (pasted, live) => ((pasted ^ live) < STATES ? pasted ^ live : live),
  };

  it.each(PASTE_MODES)("meet others as %s says", (mode) => {
    const box = rect(-8, -6, 15, 11);
    fc.assert(
      fc.property(anyStated, anyStated, (some, live) => {
        const pasted = clipRuns(some, box);
        const [put, beneath] = [statesOf(pasted), statesOf(live)];
        const wanted = new Map<string, number>();
        for (const name of new Set([...put.keys(), ...beneath.keys()])) {
          const [x, y] = name.split(",").map(BigInt) as [bigint, bigint];
          const state = wants[mode](put.get(name) ?? 0, beneath.get(name) ?? 0, rectContains(box, x, y));
          if (state > 0) wanted.set(name, state);
        }
        expect(statesOf(atOnce(slicedPaste(mode, pasted, box, live, STATES)))).toEqual(wanted);
      }),
    );
  });

  const turns = (["moore", "hex"] as const).flatMap((lattice) => Object.values(SYMMETRIES[lattice]));

  it.each(turns)("keep theirs: $name $matrix", (symmetry) => {
    fc.assert(
      fc.property(anyStated, (cells) => {
        const turn = turnAbout(symmetry, { x: 0n, y: 0n });
        const wanted = new Map<string, number>();
        for (const [name, state] of statesOf(cells)) {
          const [x, y] = name.split(",").map(BigInt) as [bigint, bigint];
          const image = imageOfCell(turn, x, y);
          wanted.set(`${image.x},${image.y}`, state);
        }
        const turned = atOnce(slicedTurn(turn, cells));
        expect(statesOf(turned)).toEqual(wanted);
        const box = runsBounds(cells);
        const there = runsBounds(turned);
        if (!box || !there) return;
        const block = runsToBlock(cells, box, planesFor(STATES));
        const packed = blockToRuns(atOnce(turnedBlock(block, symmetry.matrix, 0n, 0n)));
        // A slanted box has room beside its cells: only their form counts.
        const first = runsBounds(packed) as typeof box;
        const moved = { ...packed, x: packed.x + there.x - first.x, y: packed.y + there.y - first.y };
        expect(statesOf(moved)).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });

  it("are cut out of blocks with all their bits", () => {
    fc.assert(
      fc.property(anyStated, anyStated, (cells, mask) => {
        const box = rect(-20, -10, 45, 21);
        const block = runsToBlock(cells, box, planesFor(STATES));
        const part = rect(-3, -4, 9, 40);
        const size = { x: part.x, y: part.y, w: 9, h: 40 };
        expect(statesOf(blockToRuns(blockPart(block, size)))).toEqual(statesOf(clipRuns(cells, part)));
        const packed = runsToBlock(clampRuns(mask, 1), box);
        expect(statesOf(blockToRuns(maskedBlock(block, packed)))).toEqual(statesOf(commonCells(cells, mask)));
        expect(statesOf(blockToRuns(maskedBlock(block, packed, true)))).toEqual(
          statesOf(withoutCells(cells, mask)),
        );
      }),
    );
  });
});
