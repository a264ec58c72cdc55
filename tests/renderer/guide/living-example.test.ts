// A living example: it runs while it is in view, and stops for whoever wants it; its pattern opens in a tab.

import { createElement } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { exampleOfPattern, readExample } from "../../../renderer/guide/example.ts";
import { GuideContext } from "../../../renderer/guide/guide-context.ts";
import type { LivingExampleProps } from "../../../renderer/guide/living-example.tsx";
import { LivingExample } from "../../../renderer/guide/living-example.tsx";
import { CpuEngine } from "../../../renderer/universe/cpu-engine.ts";
import { click, one, stageOn, textOn } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

const BLINKER = readExample("rle: 3o!\nview: -2,-2,8,4\npace: 100\ncaption: A blinker.");

async function example(wanted: Partial<LivingExampleProps> = {}, { littleMotion = false } = {}) {
  const { page, studio, show } = inStudio();
  page.littleMotion = littleMotion;
  const engine = new CpuEngine();
  onTestFinished(() => engine.close());
  const close = vi.fn();
  const get = vi.spyOn(engine, "get");
  const props = { example: BLINKER, width: 200, most: 300, name: "Example", ...wanted };
  const { place } = await show(
    () =>
      createElement(
        GuideContext,
        { value: { engine, terms: [], goTo: () => {}, close } },
        createElement(LivingExample, props),
      ),
    {},
  );
  const figure = place.querySelector("figure") as HTMLElement;
  const canvas = place.querySelector("canvas") as HTMLCanvasElement;
  const generation = (): number => Number(textOn(place.querySelector(".generation") as HTMLElement));
  return { page, studio, place, figure, canvas, generation, close, get };
}

it("runs while it is in view, and has no universe before", async () => {
  const { page, figure, canvas, generation, get } = await example();
  expect(figure.dataset.playing).toBe("false");
  expect(get).not.toHaveBeenCalled();
  page.scrollTo(figure, true);
  expect(figure.dataset.playing).toBe("true");
  await until(() => generation() > 1);
  expect(page.drawnOn(canvas).list.length).toBeGreaterThan(0);
  page.scrollTo(figure, false);
  expect(figure.dataset.playing).toBe("false");
});

it("stops and goes on with its button", async () => {
  const { page, place, figure, generation } = await example();
  page.scrollTo(figure, true);
  await until(() => generation() > 0);
  click(one(place, "button", "Pause Example"));
  expect(figure.dataset.playing).toBe("false");
  click(one(place, "button", "Play Example"));
  const before = generation();
  await until(() => generation() > before);
});

it("stands still with reduced motion until somebody starts it", async () => {
  const { page, place, figure, canvas, generation } = await example({}, { littleMotion: true });
  page.scrollTo(figure, true);
  await until(() => page.drawnOn(canvas).list.length > 0);
  expect(figure.dataset.playing).toBe("false");
  expect(generation()).toBe(0);
  click(one(place, "button", "Play Example"));
  await until(() => generation() > 0);
});

it("fills its canvas with its cells", async () => {
  const { page, figure, canvas } = await example({}, { littleMotion: true });
  page.scrollTo(figure, true);
  await until(() => page.drawnOn(canvas).of("pixels").length > 0);
  const [{ pixels, at } = {}] = page.drawnOn(canvas).of("pixels");
  expect([pixels?.width, pixels?.data.length, at]).toEqual([200, 200 * 100 * 4, { x: 0, y: 0 }]);
  const colours = new Uint32Array(pixels?.data.buffer as ArrayBuffer);
  /** At the middle of a cell, 25 pixels wide. */
  const colour = (x: number, y: number) => colours[(y * 25 + 62) * 200 + x * 25 + 62];
  expect([-1, 0, 2, 3].map((x) => colour(x, 0) === colour(0, 0))).toEqual([false, true, true, false]);
  expect([-1, 1].map((y) => colour(1, y))).toEqual([colour(-1, 0), colour(-1, 0)]);
});

it("is as high as its cells need, within bounds, and says what it shows", async () => {
  const { canvas, place, page, figure } = await example();
  expect([canvas.style.width, canvas.style.height]).toEqual(["200px", "100px"]);
  expect(canvas.getAttribute("aria-label")).toBe("A blinker.");
  expect(textOn(place)).toContain("A blinker.");
  expect(figure.className).toBe("example");
  Object.assign(globalThis.window, { devicePixelRatio: 2 });
  page.scrollTo(figure, true);
  expect(canvas).toMatchObject({ width: 400, height: 200 });
});

it.each([
  ["-2,-2,40,2", 100],
  ["-2,-2,4,40", 300],
])("of %s cells is %i pixels high", async (view, height) => {
  const { canvas } = await example({ example: readExample(`rle: 3o!\nview: ${view}`) });
  expect(canvas.style.height).toBe(`${height}px`);
  expect(canvas.getAttribute("aria-label")).toBe("Example");
});

it("that is small has no caption of its own", async () => {
  const { place, figure } = await example({ small: true });
  expect(textOn(place)).not.toContain("A blinker.");
  expect(figure.className).toBe("example small");
});

it("opens its cells in a tab under its rule, instead of the guide, and the cells get the keys", async () => {
  const wanted = readExample("rle: 3o!\nrule: B36/S23:T20,20");
  const { page, place, studio, close } = await example({ example: wanted });
  const cells = stageOn(page);
  click(one(place, "button", "Open in a tab: Example"));
  expect(close).toHaveBeenCalledTimes(1);
  await until(() => studio.tabs.document !== null);
  const { document } = studio.tabs;
  expect(document?.title).toBe("Example");
  expect(document?.editor.state.rule.text).toBe("B36/S23");
  expect(document?.editor.state.topology).toMatchObject({ kind: "torus" });
  expect(await document?.universe.present.population()).toBe(3n);
  await until(() => page.document.activeElement === cells);
});

it("opens a soup as one that a later start makes again", async () => {
  const soup = await example({ example: readExample("soup: 20x10:0.5:7") });
  click(one(soup.place, "button", "Open in a tab: Example"));
  await until(() => soup.studio.tabs.document !== null);
  expect(soup.studio.tabs.document?.origin).toMatchObject({ kind: "new", soup: { seed: 7 } });
});

it("is called as its pattern of the library is", async () => {
  const { place, studio } = await example({ example: exampleOfPattern("gosper-glider-gun", "") });
  click(one(place, "button", "Open in a tab: Gosper glider gun"));
  await until(() => studio.tabs.document !== null);
  expect(studio.tabs.document?.origin).toEqual({ kind: "collection", id: "gosper-glider-gun" });
});

it("says what goes wrong with its universe", async () => {
  const { page, place, figure, get } = await example();
  get.mockImplementation(() => {
    throw new Error("No worker today.");
  });
  page.scrollTo(figure, true);
  await until(() => textOn(place).includes("No worker today."));
});
