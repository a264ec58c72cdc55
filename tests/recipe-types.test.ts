/** The files and lines of docs/RECIPES.md satisfy the compiler where they would stand. */

import { expect, it } from "vitest";
import type { Recipe } from "./support/recipes.ts";
import { readRecipes, typeErrors, writeRecipes } from "./support/recipes.ts";

const PATH = "engine/core/wrong.ts";
const TEXT = 'import { torus } from "./topology.ts";\nexport const wrong: string = torus(1, 1);\n';
const WRONG: Recipe = { title: "", files: [{ path: PATH, text: TEXT }], lines: [], saysTest: true };

// The compiler reads the repository once for both: that is what takes its time.
it("the recipes satisfy the compiler, and one that does not is told", { timeout: 120_000 }, () => {
  const right = writeRecipes(readRecipes(), "out/recipe-types");
  const wrong = writeRecipes([WRONG], "out/wrong-recipe");
  expect(typeErrors([...right.values(), ...wrong.values()])).toEqual([
    expect.stringMatching(/^out.wrong-recipe.*is not assignable to type 'string'/),
  ]);
});
