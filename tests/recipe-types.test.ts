/** The files and lines of docs/RECIPES.md satisfy the compiler where they would stand. */

import { expect, it } from "vitest";
import { readRecipes, typeErrors, writeRecipes } from "./support/recipes.ts";

const recipes = readRecipes();

it("the recipes satisfy the compiler", { timeout: 120_000 }, () => {
  const files = writeRecipes(recipes, "out/recipe-types");
  expect(typeErrors(files.values())).toEqual([]);
});

it("a recipe that does not is told", { timeout: 120_000 }, () => {
  const path = "engine/core/wrong.ts";
  const text = 'import { torus } from "./topology.ts";\nexport const wrong: string = torus(1, 1);\n';
  const files = writeRecipes(
    [{ title: "", files: [{ path, text }], lines: [], saysTest: true }],
    "out/wrong-recipe",
  );
  expect(typeErrors(files.values())).toEqual([expect.stringContaining("is not assignable to type 'string'")]);
});
