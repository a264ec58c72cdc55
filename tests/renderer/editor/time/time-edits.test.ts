// Giving the present generation another number.

import { expect, test } from "vitest";
import { localEditor } from "../../../support/local-editor.ts";

test("a generation gets any number from 0 on, and undo brings the former one back", async () => {
  const { editor, universe } = await localEditor();
  await editor.step(3n);
  await editor.setGeneration(10n ** 20n);
  expect(universe.generation).toBe(10n ** 20n);
  await editor.undo();
  expect(universe.generation).toBe(3n);
  await expect(editor.setGeneration(-1n)).rejects.toThrow("Generations are counted from 0.");
});

test("where empty space is live in every other generation, the number stays even or odd", async () => {
  const { editor, universe } = await localEditor({ rule: "B03/S23" });
  for (const [at, same, other, parity] of [
    [3n, 9n, 8n, "odd"],
    [10n, 4n, 5n, "even"],
  ] as const) {
    await editor.step(at - universe.generation);
    await expect(editor.setGeneration(other)).rejects.toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining(`belong to an ${parity} one`),
      hint: `Choose an ${parity} number: ${other + 1n}, for example.`,
    });
    expect(universe.generation).toBe(at);
    expect(await editor.setGeneration(same)).toBe(true);
    expect(universe.generation).toBe(same);
  }
});
