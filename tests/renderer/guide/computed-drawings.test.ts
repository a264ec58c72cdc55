// The drawings of cells in the guide are cells that were computed: here they are computed again.

import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { rect } from "../../../engine/core/rect.ts";
import { ANNEAL } from "../../../engine/grids/anneal.ts";
import { LIFE, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { BOOK } from "../../../renderer/guide/texts.ts";

type Texts = readonly (readonly string[])[];

/** The texts of a drawing's squares, frame by frame, without gaps. */
function framesOf(chapter: string, section: string): readonly Texts[] {
  const blocks = BOOK.chapters
    .find(({ id }) => id === chapter)
    ?.sections.find(({ id }) => id === section)?.blocks;
  const [drawing] = blocks?.flatMap((block) => (block.kind === "drawing" ? [block.drawing] : [])) ?? [];
  if (!drawing) throw new Error(`There is no drawing in ${chapter}/${section}.`);
  return drawing.frames.map((rows) =>
    rows
      .map(({ squares }) => squares.map(({ text }) => text).filter((text) => text !== ""))
      .filter((row) => row.length > 0),
  );
}

const alive = (texts: Texts): Texts => texts.map((row) => row.map((text) => (text === "." ? "." : "#")));

async function cellsOf(
  universe: Universe,
  x: number,
  y: number,
  width: number,
  height: number,
): Promise<Texts> {
  const block = await universe.readBlock(rect(x, y, width, height));
  return Array.from({ length: height }, (_, j) =>
    Array.from({ length: width }, (_unused, i) => (blockCell(block, i, j) ? "#" : ".")),
  );
}

/** A square of a picture, by its corner and side. */
const part = (texts: Texts, x: number, y: number, side: number): Texts =>
  texts.slice(y, y + side).map((row) => row.slice(x, x + side));

const textOf = (texts: Texts): string => texts.map((row) => row.join("")).join("/");

/** Whether things have the same name exactly where they are alike. */
function expectNamed(names: readonly string[], things: readonly string[]): void {
  for (const [i, thing] of things.entries())
    for (const [j, other] of things.entries())
      expect(names[i] === names[j], `${i} and ${j}`).toBe(thing === other);
}

describe("a drawing of computed cells", () => {
  it("shows a cell's next state under ANNEAL", async () => {
    const { rule, topology, soup } = ANNEAL.fresh();
    const universe = await REFERENCE.create({ rule, topology }, {});
    await writeSoup(universe, soup as NonNullable<typeof soup>);
    const [now, counts, next] = framesOf("rules", "anneal");
    // Somewhere in the first state of the program's usual run.
    expect(now).toEqual(await cellsOf(universe, -13, 4, 7, 5));
    const live = [0, 1, 2].map((j) =>
      [0, 1, 2, 3, 4].map(
        (i) =>
          part(now, i, j, 3)
            .flat()
            .filter((cell) => cell === "#").length,
      ),
    );
    expect(counts).toEqual(live.map((row) => row.map(String)));
    await universe.step(1n);
    expect(next).toEqual(await cellsOf(universe, -12, 5, 5, 3));
    universe.dispose();
  });

  it("shows a quad-tree, equal squares by one name", () => {
    const [cells, leaves, quarters] = framesOf("hashlife", "tree");
    expect(cells.flat()).toHaveLength(64);
    const squares = (side: number): readonly string[] => {
      const corners = Array.from({ length: 8 / side }, (_, i) => i * side);
      return corners.flatMap((y) => corners.map((x) => textOf(part(cells, x, y, side))));
    };
    expectNamed(leaves.flat(), squares(2));
    expectNamed(quarters.flat(), squares(4));
    expect([new Set(leaves.flat()).size, new Set(quarters.flat()).size]).toEqual([5, 2]);
  });

  it("shows nine squares and what becomes of them", async () => {
    const [start, nine, one, two] = framesOf("hashlife", "nine");
    const block = createBlock(0n, 0n, 8, 8);
    for (const [y, row] of start.entries())
      for (const [x, cell] of row.entries()) if (cell === "#") setBlockRun(block, x, y, 1);
    const universe = await REFERENCE.create(parseUniverseRule(LIFE.text), {});
    await universe.writeBlock(block, "copy");
    for (let at = 0; at < 9; at++) {
      const [across, down] = [at % 3, Math.floor(at / 3)];
      const drawn = part(nine, 4 * across, 4 * down, 4);
      expect(alive(drawn), `square ${at + 1}`).toEqual(part(start, 2 * across, 2 * down, 4));
      expect(new Set(drawn.flat())).toEqual(new Set([".", `${at + 1}`]));
    }
    await universe.step(1n);
    expect(alive(one)).toEqual(await cellsOf(universe, 1, 1, 6, 6));
    for (const [y, row] of one.entries())
      for (const [x, text] of row.entries())
        if (text !== ".") expect(text).toBe(`${3 * (y >> 1) + (x >> 1) + 1}`);
    await universe.step(2n);
    expect(alive(two)).toEqual(await cellsOf(universe, 2, 2, 4, 4));
    for (const [y, row] of two.entries())
      for (const [x, text] of row.entries())
        if (text !== ".") expect(text).toBe("abcd"[2 * (y >> 1) + (x >> 1)]);
    universe.dispose();
  });
});
