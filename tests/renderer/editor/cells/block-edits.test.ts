/** Large boxes turn and move as packed blocks: to the same cells as runs do, and back. */

import { describe, expect, it } from "vitest";
import { rect } from "../../../../engine/core/rect.ts";
import type { SymmetryName } from "../../../../engine/grids/symmetry.ts";
import { moveEdit } from "../../../../renderer/editor/cells/drawing-edits.ts";
import { Editor } from "../../../../renderer/editor/editor.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import type { UniversePort } from "../../../../renderer/universe/universe-port.ts";
import { fingerprint, localUniverse } from "../../../support/local-editor.ts";

/** Twice the same soup, larger than the selection: an editor that may pack cells, and one that has only runs. */
async function twins() {
  const fill = { density: 0.4, seed: 7 };
  const packed = await localUniverse();
  const plain = await localUniverse();
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
    await editor.select(selectBox(rect(0, 0, 701, 520)));
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
