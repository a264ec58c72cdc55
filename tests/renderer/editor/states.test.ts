// The editor under a rule of more than two states: every edit keeps states, and undo brings them back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOfRect } from "../../../engine/core/cell-sets.ts";
import { PASTE_MODES } from "../../../engine/core/paste.ts";
import { patternOf } from "../../../engine/core/pattern.ts";
import { rect } from "../../../engine/core/rect.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { floodEdit, moveEdit, shapeEdit } from "../../../renderer/editor/cells/drawing-edits.ts";
import type { Editor } from "../../../renderer/editor/editor.ts";
import { selectBox, selectCells } from "../../../renderer/editor/selection/selection.ts";
import type { LocalEditor } from "../../support/local-editor.ts";
import { fingerprint, localEditor } from "../../support/local-editor.ts";
import { cellsFromRle, rleFromCells } from "../../support/rle-text.ts";

const at = (x: number, y: number) => ({ x: BigInt(x), y: BigInt(y) });

async function open(rle = "!", rule = "345/2/6"): Promise<LocalEditor> {
  return localEditor({ rule, algorithm: "reference", cells: cellsFromRle(rle) });
}

async function cells({ universe }: LocalEditor): Promise<string> {
  return rleFromCells(await universe.readRuns(), { x: 0n, y: 0n }).replaceAll("\n", "");
}

async function stroke({ editor }: LocalEditor, from: number, to: number, ink: number): Promise<void> {
  editor.pen.begin(at(from, 0), "auto", { ink });
  editor.pen.moveTo(at(to, 0));
  editor.pen.end();
  await editor.settled();
}

describe("a stroke", () => {
  it("draws with its ink over other states, and erases where it begins on the ink", async () => {
    const one = await open("ABCDE!");
    await stroke(one, 1, 3, 5);
    expect(await cells(one)).toBe("1o4E!");
    expect(one.editor.state.undoLabel).toBe("Draw 3 cells");
    await stroke(one, 4, 2, 5);
    expect(await cells(one)).toBe("1o1E!");
    expect(one.editor.state.undoLabel).toBe("Erase 3 cells");
    await one.editor.undo();
    await one.editor.undo();
    expect(await cells(one)).toBe("1o1B1C1D1E!");
    await one.editor.redo();
    expect(await cells(one)).toBe("1o4E!");
  });

  it("with the state 0 erases, and bails out to what was there", async () => {
    const one = await open("ABCDE!");
    one.editor.pen.begin(at(0, 0), "auto", { ink: 4 });
    one.editor.pen.moveTo(at(4, 0));
    one.editor.pen.bail();
    await one.editor.settled();
    expect(await cells(one)).toBe("1o1B1C1D1E!");
    await stroke(one, 1, 2, 0);
    expect(await cells(one)).toBe("1o2b1D1E!");
    await one.editor.undo();
    expect(await cells(one)).toBe("1o1B1C1D1E!");
  });
});

describe("an area", () => {
  const seen = rect(0, 0, 9, 9);
  const fill = ({ editor }: LocalEditor, x: number, y: number, ink: number) =>
    editor.edit((port) => floodEdit(port, at(x, y), { seen, ink }));

  it("is of one state, and gets the ink", async () => {
    const one = await open("2A2B$A3B$4C!");
    await fill(one, 3, 0, 4);
    expect(await cells(one)).toBe("2o2D1$1o3D1$4C!");
    expect(one.editor.state.undoLabel).toBe("Fill 5 cells");
    await fill(one, 1, 1, 4);
    expect(await cells(one)).toBe("2o1$1o1$4C!");
    await one.editor.undo();
    await fill(one, 0, 2, 0);
    expect(await cells(one)).toBe("2o2D1$1o3D!");
    await one.editor.undo();
    await one.editor.undo();
    expect(await cells(one)).toBe("2o2B1$1o3B1$4C!");
  });

  it("that is dead and gets the state 0 needs no end", async () => {
    expect(await fill(await open("A!"), 5, 5, 0)).toBe(false);
  });
});

it("says what a cell is, and draws shapes in any state", async () => {
  const one = await open("..C!");
  expect(await one.editor.stateAt(at(2, 0))).toBe(3);
  expect(await one.editor.stateAt(at(1, 0))).toBe(0);
  await one.editor.edit((port) => shapeEdit(port, cellsOfRect(rect(0, 0, 4, 1)), 2, "Line"));
  expect(await cells(one)).toBe("4B!");
  await one.editor.undo();
  expect(await cells(one)).toBe("2b1C!");
});

it("goes down with a pattern's states, those beyond the rule as its last", async () => {
  const one = await open("!", "345/2/4");
  one.editor.beginPaste(patternOf(cellsFromRle("ABCDE!")), at(0, 0));
  await one.editor.placePaste();
  expect(await cells(one)).toBe("1o1B3C!");
  await one.editor.undo();
  expect(await cells(one)).toBe("!");
});

it("fills with the states that are asked for, in a box and in a lasso's cells", async () => {
  const one = await open("30C!");
  const mask = selectCells(cellsFromRle("9o$.9o!"));
  for (const selection of [selectBox(rect(0, 0, 40, 40)), mask]) {
    await one.editor.select(selection);
    await one.editor.fillRandom({ density: 0.5, seed: 7, states: [2, 5] });
    const states = new Set((await one.universe.readRuns(selection?.box)).states);
    expect(states.has(2) && states.has(5) && !states.has(1)).toBe(true);
    await one.editor.undo();
    expect(await cells(one)).toBe("30C!");
  }
  await one.editor.select(selectBox(rect(0, 0, 1200, 1000)));
  await one.editor.fillRandom({ density: 0.1, seed: 7, states: [3] });
  expect(new Set((await one.universe.readRuns()).states)).toEqual(new Set([3]));
  await one.editor.fillRandom({ density: 0.1, seed: 7 });
  expect((await one.universe.readRuns()).states?.every((state) => state === 1) ?? true).toBe(true);
});

type Deed = (one: LocalEditor, editor: Editor) => Promise<unknown>;

const anyBox = fc.record({
  x: fc.nat(8),
  y: fc.nat(8),
  w: fc.integer({ min: 1, max: 9 }),
  h: fc.integer({ min: 1, max: 9 }),
});
const anyInk = fc.nat(5);
const place = fc.tuple(fc.nat(14), fc.nat(14));
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(place, place, anyInk).map(
    ([a, b, ink]): Deed =>
      async (_one, editor) => {
        editor.pen.begin(at(...a), "auto", { ink, brush: { size: 2, form: "square" } });
        editor.pen.moveTo(at(...b));
        editor.pen.end();
        await editor.settled();
      },
  ),
  fc.tuple(place, anyInk).map(
    ([[x, y], ink]): Deed =>
      (_one, editor) =>
        editor.edit((port) => floodEdit(port, at(x, y), { seen: rect(0, 0, 20, 20), ink })).catch(() => {}),
  ),
  fc.tuple(anyBox, fc.boolean()).map(
    ([box, half]): Deed =>
      async (_one, editor) => {
        const all = rect(box.x, box.y, box.w, box.h);
        const some = cellsFromRle("o.3o$2o$.4o!", BigInt(box.x), BigInt(box.y));
        await editor.select(half ? selectCells(some) : selectBox(all));
      },
  ),
  fc.constantFrom("flip-across" as const, "rotate-clockwise" as const).map(
    (name): Deed =>
      (_one, editor) =>
        editor.turn(name).catch(() => {}),
  ),
  fc.tuple(place, fc.boolean()).map(
    ([[x, y], leave]): Deed =>
      (_one, editor) =>
        editor
          .editSelection((port, selection) => moveEdit(port, selection, at(x - 7, y - 7), { leave }))
          .catch(() => {}),
  ),
  fc.tuple(place, fc.constantFrom(...PASTE_MODES)).map(
    ([[x, y], mode]): Deed =>
      async (_one, editor) => {
        editor.setPasteMode(mode);
        editor.beginPaste(patternOf(cellsFromRle("AB3C$.DE$5A!")), at(x, y));
        await editor.placePaste();
      },
  ),
  fc.constantFrom(...PASTE_MODES).map(
    (mode): Deed =>
      async (_one, editor) => {
        editor.setPasteMode(mode);
        await editor.lift().then(
          async () => {
            editor.movePaste(at(3, 4));
            await editor.placePaste();
          },
          () => {},
        );
      },
  ),
  fc.nat(99).map(
    (seed): Deed =>
      (_one, editor) =>
        editor.fillRandom({ density: 0.4, seed, states: [1, 3, 5] }).catch(() => {}),
  ),
  fc.constant<Deed>((_one, editor) => editor.step(1n)),
  fc.constantFrom("345/2/4", "345/2/6", "/2/3").map(
    (rule): Deed =>
      (_one, editor) =>
        editor.setRule(parseRule(rule)),
  ),
);

it("whatever is done, undo and redo lead through the same cells", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 1, maxLength: 12 }), async (deeds) => {
      const one = await open("3AB$.2CD$E3A!");
      const { editor, universe } = one;
      const prints = [await fingerprint(universe)];
      for (const deed of deeds) {
        const before = editor.state.position;
        await deed(one, editor);
        await editor.settled();
        const after = await fingerprint(universe);
        // What changes nothing is no entry, and an entry of cells changes some.
        if (editor.state.position === before) expect(after).toBe(prints.at(-1));
        else prints.push(after);
      }
      expect(one.errors).toEqual([]);
      for (let n = prints.length - 1; n > 0; n--) {
        expect(await fingerprint(universe)).toBe(prints[n]);
        await editor.undo();
      }
      expect(await fingerprint(universe)).toBe(prints[0]);
      for (let n = 1; n < prints.length; n++) {
        await editor.redo();
        expect(await fingerprint(universe)).toBe(prints[n]);
      }
    }),
    { numRuns: 120 },
  );
});
