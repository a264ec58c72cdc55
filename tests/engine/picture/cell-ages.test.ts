// Ages count shown steps; what is not a step leaves them as they are; memory stays with what is seen.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { CellAges, looksOf, TRAIL } from "../../../engine/picture/cell-ages.ts";
import type { StatedCells } from "../../../engine/picture/cells.ts";
import { expectIs } from "../../support/expect-each.ts";

const FAR = 2n ** 90n;

function blockOf(text: string, x = FAR, y = -FAR): Block {
  const rows = text.trim().split(/\s+/);
  const block = createBlock(x, y, rows[0]?.length ?? 0, rows.length);
  rows.forEach((row, j) => {
    [...row].forEach((letter, i) => {
      if (letter === "o") setBlockRun(block, i, j, 1);
    });
  });
  return block;
}

/** The states of the cells of a box, as text: digits for steps lived, `.` dead, `*` just died, `+` died before, `?` unknown. */
function read(cells: StatedCells, { x, y, w, h }: Pick<Block, "x" | "y" | "w" | "h">): string {
  const rows: string[] = [];
  for (let j = 0; j < h; j++) {
    let row = "";
    for (let i = 0; i < w; i++) {
      const at = (Number(y - cells.y) + j) * cells.w + Number(x - cells.x) + i;
      const state = cells.states[at] as number;
      const looks = looksOf(state);
      if (state === 255) row += "?";
      else if (!looks) row += ".";
      else if ("fresh" in looks) row += looks.fresh === 1 ? "*" : "+";
      else row += state === 128 ? "L" : String(state - 1);
    }
    rows.push(row);
  }
  return rows.join(" ");
}

const shownOf = (ages: CellAges, block: Block, generation: bigint, trail = false): string =>
  read(ages.next(block, generation, trail), block);

describe("ages", () => {
  test("count steps that were shown, however many generations each of them is", () => {
    const ages = new CellAges();
    expect(shownOf(ages, blockOf("oo. ..."), 0n)).toBe("00. ...");
    expect(shownOf(ages, blockOf("oo. ..o"), 1n)).toBe("11. ..0");
    expect(shownOf(ages, blockOf("o.. ..o"), 1000n)).toBe("2.. ..1");
    expect(shownOf(ages, blockOf("oo. ..o"), 1001n)).toBe("30. ..2");
  });

  test("are not touched by looking again, nor by an edit, whose cells are newborn", () => {
    const ages = new CellAges();
    ages.next(blockOf("oo."), 0n, true);
    ages.next(blockOf("oo."), 1n, true);
    expect(shownOf(ages, blockOf("oo."), 1n, true)).toBe("11.");
    expect(shownOf(ages, blockOf("o.o"), 1n, true)).toBe("1.0");
  });

  test("begin anew where the generation falls", () => {
    const ages = new CellAges();
    for (let n = 0n; n < 4n; n++) ages.next(blockOf("oo."), n, true);
    expect(shownOf(ages, blockOf("ooo"), 2n)).toBe("000");
  });

  test("end at a greatest", () => {
    const ages = new CellAges();
    for (let n = 0n; n < 300n; n++) ages.next(blockOf("o"), n, false);
    expect(shownOf(ages, blockOf("o"), 300n)).toBe("L");
    expect(looksOf(128)).toEqual({ age: 7 });
  });

  test("cells that died fade away step by step, and are gone when the trail is turned off", () => {
    const ages = new CellAges();
    ages.next(blockOf("oo"), 0n, true);
    expect(shownOf(ages, blockOf("o."), 1n, true)).toBe("1*");
    for (let n = 2n; n <= BigInt(TRAIL); n++) expect(shownOf(ages, blockOf("o."), n, true)).toMatch(/\+$/);
    expect(shownOf(ages, blockOf("o."), BigInt(TRAIL) + 1n, true)).toMatch(/\.$/);
    const other = new CellAges();
    other.next(blockOf("oo"), 0n, true);
    other.next(blockOf("o."), 1n, true);
    expect(shownOf(other, blockOf("o."), 1n, false)).toBe("1.");
    expect(shownOf(other, blockOf("oo"), 2n, true)).toBe("20");
  });

  test("of what comes into view are the greatest that can be here; a pan and back while nothing moves loses nothing", () => {
    const ages = new CellAges();
    ages.next(blockOf("oo."), 0n, false);
    // Before the first step all are as new as those that were seen.
    expect(shownOf(ages, blockOf("oo", FAR + 2n), 0n)).toBe("00");
    ages.next(blockOf("oo."), 1n, false);
    expect(shownOf(ages, blockOf("oo", FAR + 1n), 1n)).toBe("10");
    expect(shownOf(ages, blockOf("oo", FAR + 2n), 1n)).toBe("01");
    expect(shownOf(ages, blockOf("oo.", FAR), 1n)).toBe("11.");
    // A step later only what was seen in it is known.
    ages.next(blockOf("o", FAR), 2n, false);
    expect(shownOf(ages, blockOf("oo", FAR), 3n)).toBe("33");
  });

  test("stay known wherever one looks while nothing moves, on all sides of what was seen", () => {
    const cells = fc.uniqueArray(fc.nat(399), { maxLength: 120 });
    const corner = { x: fc.integer({ min: -12, max: 12 }), y: fc.integer({ min: -12, max: 12 }) };
    const look = fc.record({
      ...corner,
      w: fc.integer({ min: 1, max: 14 }),
      h: fc.integer({ min: 1, max: 14 }),
    });
    type Look = { readonly [key in "x" | "y" | "w" | "h"]: number };
    fc.assert(
      fc.property(cells, cells, fc.array(look, { minLength: 1, maxLength: 5 }), (old, born, looks) => {
        const isIn = ({ x, y, w, h }: Look, cell: number): boolean => {
          const [i, j] = [(cell % 20) - 10 - x, Math.floor(cell / 20) - 10 - y];
          return i >= 0 && i < w && j >= 0 && j < h;
        };
        const blockAt = (place: Look, live: Iterable<number>): Block => {
          const block = createBlock(FAR + BigInt(place.x), BigInt(place.y) - FAR, place.w, place.h);
          for (const cell of live)
            if (isIn(place, cell))
              setBlockRun(block, (cell % 20) - 10 - place.x, Math.floor(cell / 20) - 10 - place.y, 1);
          return block;
        };
        const ages = new CellAges();
        const first: Look = { x: -4, y: -3, w: 9, h: 8 };
        ages.next(blockAt(first, old), 0n, false);
        const now = new Set([...old, ...born]);
        for (const place of [first, ...looks, first]) {
          const block = blockAt(place, now);
          const shown = ages.next(block, 1n, false);
          for (const cell of now) {
            if (!isIn(place, cell)) continue;
            const x = Number(FAR - shown.x) + (cell % 20) - 10;
            const y = Number(-FAR - shown.y) + Math.floor(cell / 20) - 10;
            // What was born in view is newborn; of the rest nothing younger than the one step can be here.
            const isBorn = isIn(first, cell) && !old.includes(cell);
            expectIs(shown.states[y * shown.w + x] as number, isBorn ? 1 : 2);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("need a byte for each cell that is seen, and no more than that after a step", () => {
    const ages = new CellAges();
    let most = 0;
    for (let n = 0; n < 200; n++) {
      const block = createBlock(BigInt(n * 900), BigInt(n * 300), 1000, 700);
      const { states } = ages.next(block, BigInt(n >> 3), true);
      most = Math.max(most, states.length);
      if ((n & 7) === 0 && n > 0) expect(states.length).toBe(700_000);
    }
    expect(most).toBeLessThanOrEqual(2 ** 22);
  });

  test("are what a plain count says, of any cells in any window", () => {
    const step = fc.record({
      cells: fc.array(fc.tuple(fc.nat(39), fc.nat(29)), { maxLength: 300 }),
      x: fc.nat(8),
      y: fc.nat(8),
      w: fc.integer({ min: 1, max: 32 }),
      h: fc.integer({ min: 1, max: 22 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
        const ages = new CellAges();
        /** Steps lived, of each cell that was live and seen in the last step. */
        let lived = new Map<string, number>();
        let seen: (x: number, y: number) => boolean = () => true;
        steps.forEach(({ cells, x, y, w, h }, n) => {
          const block = createBlock(BigInt(x), BigInt(y), w, h);
          const now = new Map<string, number>();
          for (const [cx, cy] of cells) {
            if (cx < x || cx >= x + w || cy < y || cy >= y + h) continue;
            setBlockRun(block, cx - x, cy - y, 1);
            const before = lived.get(`${cx},${cy}`);
            now.set(
              `${cx},${cy}`,
              !seen(cx, cy) ? Math.min(127, n) : before === undefined ? 0 : Math.min(127, before + 1),
            );
          }
          const aged = ages.next(block, BigInt(n), false);
          for (let j = 0; j < h; j++) {
            for (let i = 0; i < w; i++) {
              const state = aged.states[j * w + i] as number;
              expectIs(state, (now.get(`${x + i},${y + j}`) ?? -1) + 1);
            }
          }
          lived = now;
          seen = (cx, cy) => cx >= x && cx < x + w && cy >= y && cy < y + h;
        });
      }),
      { numRuns: 200 },
    );
  });
});
