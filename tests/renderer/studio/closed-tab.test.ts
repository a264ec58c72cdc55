// What a person asked of a universe does not reach another one when its tab closes.

import { expect, it } from "vitest";
import { GLIDER } from "../../support/local-editor.ts";
import { inStudio } from "../in-studio.ts";

it("a key that waits is dropped when its tab closes, and does nothing in the tab beside it", async () => {
  const { studio, open } = inStudio();
  const beside = await open({ cells: GLIDER });
  await beside.editor.step(1n);
  await beside.editor.undo();
  const front = await open({ cells: GLIDER });
  // As long as it is at work a redo may come to make sense; in the tab beside it does at once.
  const stepped = front.editor.step(1n);
  const redo = studio.commands.run("edit.redo");
  const closed = studio.tabs.close(front.id);
  expect(await redo).toBe(false);
  await Promise.allSettled([stepped, closed]);
  expect(studio.tabs.document).toBe(beside);
  expect(beside.editor.state.redoLabel).toBe("Step");
});
