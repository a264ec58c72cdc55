// What lies over the cells, counted from their corner, so that they are shown beside it.

import { expect, it } from "vitest";
import { coversOf } from "../../../../renderer/window/stage/stage-covers.ts";
import type { Box } from "../../../support/played-page/page.ts";
import { PlayedPage } from "../../../support/played-page/page.ts";

const STAGE: Box = { left: 100, top: 50, width: 400, height: 300 };

it.each<[string, Box, boolean]>([
  ["in the middle", { left: 250, top: 60, width: 100, height: 30 }, true],
  ["over its left edge", { left: 0, top: 60, width: 101, height: 30 }, true],
  ["that ends at its left edge", { left: 0, top: 60, width: 100, height: 30 }, false],
  ["over its right edge", { left: 499, top: 60, width: 9, height: 30 }, true],
  ["that begins at its right edge", { left: 500, top: 60, width: 9, height: 30 }, false],
  ["over its upper edge", { left: 250, top: 0, width: 9, height: 51 }, true],
  ["that ends at its upper edge", { left: 250, top: 0, width: 9, height: 50 }, false],
  ["over its lower edge", { left: 250, top: 349, width: 9, height: 9 }, true],
  ["that begins at its lower edge", { left: 250, top: 350, width: 9, height: 9 }, false],
])("a strip of tools %s", (_, box, covers) => {
  const page = new PlayedPage();
  const add = (name: string, within: Element = page.document.body): HTMLElement => {
    const element = page.document.createElement("div");
    element.className = name;
    within.append(element);
    return element;
  };
  const stage = add("stage");
  page.place(stage, STAGE);
  page.place(add("float", add("tool-strips")), box);
  // What lies elsewhere on the page is none.
  page.place(add("float"), STAGE);
  const { left, top, width, height } = box;
  const at = { left: left - 100, top: top - 50, right: left + width - 100, bottom: top + height - 50 };
  expect(coversOf(stage)).toEqual(covers ? [at] : []);
});

it.each(["welcome", "float zoom", "minimap", "drawer", "inspector"])("%s is one of them", (name) => {
  const page = new PlayedPage();
  const [stage, over] = [page.document.createElement("div"), page.document.createElement("div")];
  over.className = name;
  stage.append(over);
  page.document.body.append(stage);
  page.place(stage, STAGE);
  page.place(over, { left: 110, top: 310, width: 190, height: 32 });
  expect(coversOf(stage)).toEqual([{ left: 10, top: 260, right: 200, bottom: 292 }]);
});
