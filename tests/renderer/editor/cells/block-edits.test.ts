/** Large sets of cells turn and move as packed blocks: to the same cells as runs do, and back. */

import { describe, expect, it } from "vitest";
import { createBlock } from "../../../../engine/core/block.ts";
import { rect } from "../../../../engine/core/rect.ts";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import type { SymmetryName } from "../../../../engine/grids/symmetry.ts";
import { symmetriesOf, turnAbout } from "../../../../engine/grids/symmetry.ts";
import { LIFE } from "../../../../engine/rules/universe-rule.ts";
import { carryChange, turnPackedInPlace } from "../../../../renderer/editor/cells/block-edits.ts";
import { moveEdit } from "../../../../renderer/editor/cells/drawing-edits.ts";
import { unwatched } from "../../../../renderer/editor/cells/watch-work.ts";
import { Editor } from "../../../../renderer/editor/editor.ts";
import { selectUpright } from "../../../../renderer/editor/selection/drag-selection.ts";
import { cellsInLoop } from "../../../../renderer/editor/selection/lasso.ts";
import type { Selection } from "../../../../renderer/editor/selection/selection.ts";
import { selectBox, selectCells } from "../../../../renderer/editor/selection/selection.ts";
import type { UniversePort } from "../../../../renderer/universe/universe-port.ts";
import { fingerprint, localUniverse } from "../../../support/local-editor.ts";

/** Twice the same soup, larger than the selection: an editor that may pack cells, and one that has only runs. */
async function twins(selection = selectBox(rect(0, 0, 701, 520)), rule = "B3/S23") {
  const fill = { density: 0.4, seed: 7 };
  const packed = await localUniverse({ rule });
  const plain = await localUniverse({ rule });
  const onlyRuns = new Proxy(plain, {
    get: (target, key) => {
      if (key === "readBlock") return undefined;
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as UniversePort;
  const watched: string[] = [];
  const editors = [
    new Editor(packed, {
      watch: (text, work) => {
        watched.push(text);
        return work({});
      },
    }),
    new Editor(onlyRuns),
  ] as const;
  for (const editor of editors) {
    await editor.select(selectBox(rect(-40, -30, 800, 700)));
    await editor.fillRandom(fill);
    await editor.select(selection);
  }
  return { editors, watched, prints: () => Promise.all([fingerprint(packed), fingerprint(plain)]) };
}

async function same(prints: () => Promise<readonly string[]>): Promise<string> {
  const [packed, plain] = await prints();
  expect(packed).toBe(plain);
  return packed as string;
}

describe("a large box of cells", () => {
  it.each<SymmetryName>(["flip-across", "flip-down", "rotate-clockwise", "rotate-anticlockwise"])(
    "is turned by %s as few cells are, and back by undo",
    async (name) => {
      const { editors, prints, watched } = await twins();
      const before = await same(prints);
      for (const editor of editors) await editor.turn(name);
      expect(watched).toEqual(["Turning the selection"]);
      const after = await same(prints);
      expect(after).not.toBe(before);
      expect(editors[0].state.selection).toEqual(editors[1].state.selection);
      for (const editor of editors) await editor.undo();
      expect(await same(prints)).toBe(before);
      for (const editor of editors) await editor.redo();
      expect(await same(prints)).toBe(after);
    },
  );

  it.each([false, true])("is moved onto a part of itself, and back by undo (a copy: %s)", async (leave) => {
    const { editors, prints, watched } = await twins();
    const before = await same(prints);
    const selection = selectBox(rect(0, 0, 701, 520));
    if (!selection) throw new Error("nothing is selected");
    for (const editor of editors)
      await editor.edit((port) => moveEdit(port, selection, { x: 45n, y: -13n }, { leave }));
    const after = await same(prints);
    expect(after).not.toBe(before);
    expect(editors[0].history.map((item) => item.label)).toEqual(
      editors[1].history.map((item) => item.label),
    );
    for (const editor of editors) await editor.undo();
    expect(await same(prints)).toBe(before);
    for (const editor of editors) await editor.redo();
    expect(await same(prints)).toBe(after);
    expect(watched).toEqual([]);
  });

  it("is dear to move or turn again, and twice as many cells twice as dear", async () => {
    const flip = turnAbout(symmetriesOf(LIFE, UNBOUNDED)["flip-across"], { x: 0n, y: 0n });
    const none = createBlock(0n, 0n, 1, 1);
    const costs = (w: number, h: number): number[] => {
      const from = rect(0, 0, w, h);
      const carried = { from, to: from, leaves: false, before: none, beneath: none, cells: none };
      const turn = turnPackedInPlace(selectBox(from) as Selection, flip, flip, [unwatched, ""]);
      return [turn.cost, carryChange(carried).cost];
    };
    const small = costs(600, 500);
    const universe = await localUniverse();
    const few = await moveEdit(universe, selectBox(rect(0, 0, 3, 3)) as Selection, { x: 9n, y: 0n });
    for (const cost of small) expect(cost).toBeGreaterThan(few?.change.cost ?? 0);
    expect(costs(1200, 500)).toEqual(small.map((cost) => 2 * cost));
    expect(costs(600, 1000)).toEqual(small.map((cost) => 2 * cost));
  });

  it("stays as it is when the turn is ended", async () => {
    const universe = await localUniverse();
    const ended = AbortSignal.abort();
    const editor = new Editor(universe, { watch: (_text, work) => work({ signal: ended }) });
    await editor.select(selectBox(rect(0, 0, 700, 700)));
    await editor.fillRandom({ density: 0.4, seed: 7 });
    const before = await fingerprint(universe);
    await expect(editor.turn("rotate-clockwise")).rejects.toMatchObject({ code: "aborted" });
    expect(await fingerprint(universe)).toBe(before);
    expect(editor.state.undoLabel).toMatch(/^Random fill/);
  });
});

/** A hand's loop around the middle, and an upright box of hexagons, which leans in the lattice. */
const SETS = [
  ["a lasso's set", "B3/S23", () => selectCells(cellsInLoop(LOOP, { x: 0n, y: 0n }))],
  ["a box of hexagons", "B2/S34H", () => selectUpright({ x: 0n, y: 0n }, { x: 743n, y: 411n }, "hex")],
] as const;
const LOOP = [
  { x: 20, y: 0 },
  { x: 650, y: 90 },
  { x: 480, y: 260 },
  { x: 690, y: 500 },
  { x: 0, y: 430 },
];

describe.each(SETS)("%s", (_name, rule, make) => {
  it.each<SymmetryName>(["flip-across", "rotate-clockwise", "rotate-anticlockwise"])(
    "is turned by %s as few cells are, and back by undo",
    async (name) => {
      const { editors, prints, watched } = await twins(make(), rule);
      const before = await same(prints);
      for (const editor of editors) await editor.turn(name);
      expect(watched).toEqual(["Turning the selection"]);
      const after = await same(prints);
      expect(after).not.toBe(before);
      for (const editor of editors) await editor.undo();
      expect(await same(prints)).toBe(before);
      for (const editor of editors) await editor.redo();
      expect(await same(prints)).toBe(after);
      const [kind, plain] = editors.map(({ line }) => line.entries.at(-1)?.change.data?.kind);
      expect(kind).toMatch(/^carry$|^turn-packed$/);
      expect(plain).toMatch(/^cells$|^turn$/);
    },
  );

  it.each([false, true])("is moved onto a part of itself, and back by undo (a copy: %s)", async (leave) => {
    const selection = make();
    if (!selection) throw new Error("nothing is selected");
    const { editors, prints } = await twins(selection, rule);
    const before = await same(prints);
    for (const editor of editors)
      await editor.edit((port) => moveEdit(port, selection, { x: 45n, y: -13n }, { leave }));
    const after = await same(prints);
    expect(after).not.toBe(before);
    for (const editor of editors) await editor.undo();
    expect(await same(prints)).toBe(before);
    for (const editor of editors) await editor.redo();
    expect(await same(prints)).toBe(after);
  });
});
