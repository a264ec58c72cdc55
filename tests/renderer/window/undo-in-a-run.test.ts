// Undo while a universe runs: the run since the last edit goes first, which is said, and the edit comes next.

import { expect, test, vi } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import type { DocumentContext } from "../../../renderer/studio/command.ts";
import type { StudioServices } from "../../../renderer/studio/services.ts";
import { EDIT_COMMANDS } from "../../../renderer/window/commands/edit-commands.ts";
import { localEditor, R_PENTOMINO } from "../../support/local-editor.ts";

test("takes back the run since a cut and says so, then the cut", async () => {
  const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
  await editor.select(selectBox(rect(-50n, -50n, 100n, 100n)));
  await editor.run({ increment: 1n, interval: 0 });
  await vi.waitUntil(() => universe.generation > 5n);
  await editor.clearSelection("inside");
  const cut = universe.generation;
  await vi.waitUntil(() => universe.generation > cut + 2n);
  const hints: string[] = [];
  const context = {
    editor,
    hint: (text: string) => hints.push(text),
  } as unknown as StudioServices & DocumentContext;
  const undo = EDIT_COMMANDS.find(({ id }) => id === "edit.undo");
  await undo?.run(context);
  expect(hints).toEqual([expect.stringMatching(/^Took back: Run\. Undo again for: Clear \d+ cells$/)]);
  expect(universe.generation).toBe(cut);
  expect(await universe.population()).toBe(0n);
  await undo?.run(context);
  expect(hints).toHaveLength(1);
  expect(universe.generation).toBe(cut);
  expect(await universe.population()).toBeGreaterThan(0n);
  await editor.dispose();
});
