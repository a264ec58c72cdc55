// The preview of a rule: what it says of its run, and what its buttons do.

import { describe, expect, it } from "vitest";
import { createBlock } from "../../../engine/core/block.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { PreviewProps } from "../../../renderer/rules/preview.tsx";
import { Preview } from "../../../renderer/rules/preview.tsx";
import { RuleLab } from "../../../renderer/rules/rule-lab.ts";
import { startAnalysis, startCpuEngine } from "../../../renderer/universe/start-workers.ts";
import { click, coloursIn, isOff, names, one, textOn } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

async function preview(rule: string, wanted: Partial<PreviewProps> = {}, { littleMotion = false } = {}) {
  const { page, studio, show, within } = inStudio({ flashLimit: false });
  page.littleMotion = littleMotion;
  const asked: unknown[] = [];
  const lab = new RuleLab({ analysis: startAnalysis, preview: startCpuEngine });
  const props = {
    ...{ lab, rule: parseRule(rule), start: "soup" as const, seed: 7 },
    onStart: (start: unknown) => asked.push(start),
    onSeed: () => asked.push("seed"),
    ...wanted,
  };
  const { place, render, end } = await show(Preview, props);
  const canvas = place.querySelector("canvas") as HTMLCanvasElement;
  page.resize(canvas, 192, 88);
  const said = (): string => textOn(place.querySelector(".rule-preview-count") as HTMLElement);
  const generation = (): number => Number(/^Generation (\d+)/.exec(said())?.[1]);
  const again = (change: Partial<PreviewProps>): void => render(within(Preview, { ...props, ...change }));
  return { page, studio, place, canvas, said, generation, asked, again, end };
}

it("plays by itself after a moment, on a canvas as sharp as the screen", async () => {
  const { page, place, canvas, said, generation } = await preview("B3/S23");
  expect(said()).toBe("Generation 0, 0 alive");
  expect(canvas.getAttribute("aria-label")).toBe("B3/S23 at work on a small torus");
  await until(() => generation() > 1);
  expect(names(place, "button")).toContain("Pause the preview");
  expect([canvas.width, canvas.height]).toEqual([192, 88]);
  expect(coloursIn(page.pictureOn(canvas))).toBeGreaterThan(1);
  Object.assign(globalThis, { devicePixelRatio: 2 });
  page.resize(canvas, 192, 88);
  expect([canvas.width, canvas.height]).toEqual([384, 176]);
});

it("pauses, goes on a generation at a time, and plays again", async () => {
  const { place, generation } = await preview("B3/S23");
  await until(() => generation() > 0);
  expect(isOff(one(place, "button", "One generation"))).toBe(true);
  click(one(place, "button", "Pause the preview"));
  await until(() => names(place, "button").includes("Play the preview"));
  const before = generation();
  click(one(place, "button", "One generation"));
  await until(() => generation() > before);
  expect(names(place, "button")).toContain("Play the preview");
  // The step that was under way, and the one that was asked for.
  const next = before + 2;
  click(one(place, "button", "Play the preview"));
  await until(() => generation() > next);
});

it("begins as somebody wishes, and with another soup", async () => {
  const { place, asked, again, said, generation } = await preview("B3/S23", {}, { littleMotion: true });
  click(one(place, "button", "Another start"));
  click(one(place, "radio", "One cell"));
  expect(asked).toEqual(["seed", "cell"]);
  await until(() => generation() === 60);
  again({ start: "cell" });
  // A lone cell has died by then.
  await until(() => said().startsWith("Generation 21, 0 alive"));
});

describe("with reduced motion", () => {
  it("shows a later state and stands still", async () => {
    const { place, generation } = await preview("B3/S23", { start: "patch" }, { littleMotion: true });
    await until(() => generation() === 40);
    expect(names(place, "button")).toContain("Play the preview");
  });
});

it("says that it stands still", async () => {
  const { place, said } = await preview("B3/S012345678");
  await until(() => said().endsWith(", stands still"));
  expect(names(place, "button")).toContain("Play the preview");
});

it("says that pictures are held back that would flash, for whoever wants that", async () => {
  const universe = {
    generation: 0n,
    step: async (to: bigint) => void (universe.generation = to),
    readBlock: async () => {
      const block = createBlock(-48n, -22n, 96, 44);
      block.words.fill(universe.generation % 2n === 0n ? 0 : 0xffffffff);
      return block;
    },
    dispose: async () => {},
  };
  const lab = { preview: { createUniverse: async () => universe } } as unknown as RuleLab;
  const { studio, said, generation } = await preview("B3/S23", { lab });
  await until(() => generation() > 2);
  expect(said()).not.toContain("flashes");
  studio.shell.setState(({ preferences }) => ({ preferences: { ...preferences, flashLimit: true } }));
  await until(() => said().endsWith(", held back: it flashes"));
});

it("has nothing of the rule before", async () => {
  const { page, canvas, said, generation, again } = await preview("B3/S23");
  await until(() => generation() > 0);
  again({ rule: parseRule("B36/S23"), lab: null });
  expect(said()).toBe("Generation 0, 0 alive");
  expect(coloursIn(page.pictureOn(canvas))).toBe(1);
  expect(canvas.getAttribute("aria-label")).toBe("B36/S23 at work on a small torus");
});

it("has the theme's colours, also for cells that are there", async () => {
  const { page, studio, canvas, generation } = await preview("B3/S23", {}, { littleMotion: true });
  await until(() => generation() === 60);
  const before = page.pictureOn(canvas);
  studio.shell.setState({ theme: "light" });
  await until(() => page.pictureOn(canvas) !== before);
  expect(page.pictureOn(canvas)?.data).not.toEqual(before?.data);
});

it("says what goes wrong, and leaves nothing behind", async () => {
  const createUniverse = async () => {
    throw new Error("There is no room.");
  };
  const lab = { preview: { createUniverse } } as unknown as RuleLab;
  const { page, said, again, end } = await preview("B3/S23", { lab });
  await until(() => said() === "There is no room.");
  again({ rule: parseRule("B36/S23"), lab: null });
  expect(said()).toBe("Generation 0, 0 alive");
  end();
  expect(page.watching).toBe(0);
});
