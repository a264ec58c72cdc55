// Pastes of so many cells that turning and placing them takes several slices, and what happens to them meanwhile.

import { describe, expect, it } from "vitest";
import { withoutCells } from "../../../../engine/core/cell-sets.ts";
import { patternOf } from "../../../../engine/core/pattern.ts";
import { blockToRuns, runsBounds, translateRuns } from "../../../../engine/core/runs.ts";
import { atOnce } from "../../../../engine/core/slices.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { SYMMETRIES, slicedTurn, turnAbout } from "../../../../engine/grids/symmetry.ts";
import type { WatchWork } from "../../../../renderer/editor/cells/watch-work.ts";
import type { Editor } from "../../../../renderer/editor/editor.ts";
import { localEditor } from "../../../support/local-editor.ts";
import { equalRuns } from "../../../support/runs.ts";

// Some more runs than are turned in one go.
const SIDE = 1060;
const SOUP = blockToRuns(soupBlock({ seed: 3, density: 0.5, width: SIDE, height: SIDE }));
const PATTERN = patternOf(SOUP);
const ORIGIN = { x: 0n, y: 0n };

/** Ends what is watched as soon as it is. */
const ending: WatchWork = (_text, work) => {
  const controller = new AbortController();
  controller.abort();
  return work({ signal: controller.signal });
};

function shape(editor: Editor) {
  const { pending } = editor.state;
  if (!pending) throw new Error("Nothing floats.");
  const box = runsBounds(pending.cells);
  if (!box) throw new Error("It has no cells.");
  return { cells: translateRuns(pending.cells, -box.x, -box.y), box };
}

/** The soup turned, its corner at the origin. */
function turnedSoup(times: number) {
  let cells = SOUP;
  for (let i = 0; i < times; i++)
    cells = atOnce(slicedTurn(turnAbout(SYMMETRIES.moore["rotate-clockwise"], { x: 0n, y: 0n }), cells));
  const box = runsBounds(cells);
  return box ? translateRuns(cells, -box.x, -box.y) : cells;
}

describe("a paste of many cells", () => {
  it("turns where it is, also while it is moved, and one turn after the other", async () => {
    const { editor } = await localEditor();
    editor.beginPaste(PATTERN, ORIGIN);
    const turns = [
      editor.turn("rotate-clockwise"),
      editor.turn("rotate-clockwise"),
      editor.turn("rotate-clockwise"),
    ];
    editor.movePaste({ x: 40n, y: -7n });
    await Promise.all(turns);
    const { cells, box } = shape(editor);
    expect(equalRuns(cells, turnedSoup(3))).toBe(true);
    expect(box).toMatchObject({ x: 40n, y: -7n });
  });

  it("is put down as it is when its turn is over", async () => {
    const local = await localEditor();
    const { editor } = local;
    editor.beginPaste(PATTERN, ORIGIN);
    void editor.turn("rotate-clockwise");
    expect(await editor.placePaste()).toBe(true);
    const { pattern } = await editor.toPattern();
    expect(equalRuns(pattern.cells as typeof SOUP, turnedSoup(1))).toBe(true);
  });

  it("can be dropped while it turns", async () => {
    const { editor } = await localEditor();
    editor.beginPaste(PATTERN, ORIGIN);
    const turned = editor.turn("flip-down");
    editor.cancelPaste();
    await turned;
    expect(editor.state.pending).toBeNull();
  });

  it("floats on, as it was, when its turn or its placing is ended", async () => {
    const { editor } = await localEditor({ watch: ending });
    editor.beginPaste(PATTERN, ORIGIN);
    const before = editor.state.pending;
    await expect(editor.turn("flip-down")).rejects.toMatchObject({ code: "aborted" });
    expect(editor.state.pending).toBe(before);
    await expect(editor.placePaste()).rejects.toMatchObject({ code: "aborted" });
    expect(editor.state.pending).toBe(before);
    expect(await editor.bounds()).toBeNull();
    expect(editor.history).toHaveLength(0);
  });

  it("as a selection turns in place and back, and not at all when that is ended", async () => {
    const ended = await localEditor({ cells: SOUP, watch: ending });
    await ended.editor.selectAll();
    await expect(ended.editor.turn("flip-down")).rejects.toMatchObject({ code: "aborted" });
    expect(equalRuns((await ended.editor.toPattern()).pattern.cells as typeof SOUP, SOUP)).toBe(true);
    const { editor } = await localEditor({ cells: SOUP });
    await editor.selectAll();
    await editor.turn("rotate-clockwise");
    const turned = (await editor.toPattern()).pattern.cells as typeof SOUP;
    expect(withoutCells(turned, SOUP).rows.length).toBeGreaterThan(0);
    await editor.undo();
    expect(equalRuns((await editor.toPattern()).pattern.cells as typeof SOUP, SOUP)).toBe(true);
  });
});
