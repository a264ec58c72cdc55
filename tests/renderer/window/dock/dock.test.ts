// The dock: what it says about time, and what its buttons ask for.

import { expect, it } from "vitest";
import { rect } from "../../../../engine/core/rect.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import { Dock } from "../../../../renderer/window/dock/dock.tsx";
import { GLIDER } from "../../../support/local-editor.ts";
import { all, click, isOff, names, one, stageOn, textOn } from "../../../support/played-page/hands.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import { until } from "../../../support/until.ts";
import { inStudio } from "../../in-studio.ts";

const GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);

/** What stands beside each name. */
function readings(place: HTMLElement): Readonly<Record<string, string>> {
  const terms = all(place, "term").map((term) => [textOn(term), textOn(term.nextSibling as HTMLElement)]);
  return Object.fromEntries(terms) as Record<string, string>;
}
const hint = (place: HTMLElement) => textOn(place.querySelector(".hint") as HTMLElement);

it("asks for a command with each button, and gives the keys back to the cells after a click", async () => {
  const { page, studio, ...in_ } = inStudio();
  const document = await in_.open({ cells: GLIDER });
  const { place } = await in_.show(Dock, { document });
  const cells = stageOn(page);
  // It stands out among the others.
  expect(place.querySelectorAll("button.go")).toHaveLength(1);
  expect(one(place, "button", "Run").matches(".go")).toBe(true);
  const asked = in_.commandsAsked();
  for (const name of ["Run", "One generation back", "One generation"]) {
    const button = one(place, "button", name);
    click(button);
    expect(page.document.activeElement).toBe(cells);
    button.focus();
    // By a key: whoever walks with Tab stays there.
    click(button, { detail: 0 });
    expect(page.document.activeElement).toBe(button);
  }
  click(place.querySelector("[data-testid=generation] button") as HTMLElement);
  expect(asked).toEqual([
    ...["time.run", "time.run", "time.back", "time.back", "time.next", "time.next"],
    "time.go-to",
  ]);
});

it("has Reset only where there is something to go back to, and Stop while it runs", async () => {
  const { open, show, commandsAsked } = inStudio();
  const document = await open({ cells: GUN });
  const { place } = await show(Dock, { document });
  expect(isOff(one(place, "button", "Reset to the start"))).toBe(true);
  expect(names(place, "button")).toContain("Run");
  await document.editor.run({ increment: 1n, interval: 0 });
  await until(() => names(place, "button").includes("Stop"));
  expect(hint(place)).toBe("It is alive. Enter stops it, the wheel zooms, the pen draws.");
  await until(() => document.universe.present.generation > 0n);
  await document.editor.stop();
  await until(() => names(place, "button").includes("Run"));
  const asked = commandsAsked();
  const reset = one(place, "button", "Reset to the start");
  expect(isOff(reset)).toBe(false);
  click(reset);
  expect(asked).toEqual(["time.reset"]);
});

it("has a button for a step where that is more than a generation, and says how many", async () => {
  const { studio, open, show, commandsAsked } = inStudio();
  const document = await open();
  const { place } = await show(Dock, { document });
  expect(names(place, "button").filter((name) => name.startsWith("One step"))).toEqual([]);
  studio.pacing.set({ base: 2, exponent: 5, rate: 60 });
  await until(() => names(place, "button").includes("One step: 32 generations"));
  const asked = commandsAsked();
  click(one(place, "button", "One step: 32 generations"));
  expect(asked).toEqual(["time.step"]);
});

it("shows generation and population, large ones shortened with all digits in the tip", async () => {
  const { open, show } = inStudio();
  const document = await open({ cells: GUN, generation: 12_345_678_901_234_567_890n });
  const { place } = await show(Dock, { document });
  await until(() => readings(place).Population === "36");
  const [generation, population] = ["generation", "population"].map(
    (id) => place.querySelector(`[data-testid=${id}]`) as HTMLElement,
  );
  expect(generation?.title).toBe("12,345,678,901,234,567,890");
  expect(readings(place).Generation).toBe(generation?.title);
  expect(generation?.querySelector(".grows")?.textContent).toContain("1.23 × 10¹⁹");
  expect(population?.getAttribute("title")).toBeNull();
  expect(population?.querySelector("button")).toBeNull();
  await document.editor.setGeneration(5n);
  await until(() => readings(place).Generation === "5");
  expect(generation?.getAttribute("title")).toBeNull();
  expect(generation?.querySelector("button")?.title).toBe("Go to generation (Shift+N)");
});

it("says what to do next, a hint instead of it, and work under way instead of both", async () => {
  const { studio, open, show } = inStudio();
  const document = await open();
  const { place } = await show(Dock, { document });
  await until(() => hint(place) === "Draw some cells, or take a pattern from the library.");
  await document.editor.select(selectBox(rect(0, 0, 3, 3)));
  await until(() => hint(place) === "Del clears, Ctrl+C copies, K deselects.");
  const status = place.querySelector("[role=status]");
  expect(status && textOn(status)).toBe("");
  studio.status.hint("Copied 5 cells.");
  await until(() => hint(place) === "Copied 5 cells.");
  expect(status && textOn(status)).toBe("Copied 5 cells.");
  studio.shell.setState({ busy: { text: "Opening gun.rle" } });
  await until(() => hint(place) === "Opening gun.rle…");
  studio.shell.setState({ hint: null });
  await until(() => status?.getAttribute("title") === null);
  expect(hint(place)).toBe("Opening gun.rle…");
  studio.shell.setState({ busy: null });
  await until(() => hint(place).startsWith("Del clears"));
});

it("reads the cell under the pointer, and with more than two states names its state", async () => {
  const { open, show, within } = inStudio();
  const document = await open({ cells: GLIDER });
  const { place, render } = await show(Dock, { document });
  expect(readings(place)).toMatchObject({ Cell: "–", "Gen/s": "–" });
  document.view.setPointerCell({ x: 1n, y: 0n });
  await until(() => readings(place).Cell === "1, 0 live");
  document.view.setPointerCell({ x: 0n, y: 0n });
  await until(() => readings(place).Cell === "0, 0 dead");
  document.view.setPointerCell(null);
  await until(() => readings(place).Cell === "–");
  const fading = await open({ cells: GLIDER, rule: "23/3/4" });
  render(within(Dock, { document: fading }));
  fading.view.setPointerCell({ x: 1n, y: 0n });
  await until(() => readings(place).Cell === "1, 0: 1 live");
});

it("shows rule and algorithm only where the inspector does not", async () => {
  const { studio, open, show } = inStudio({ inspector: true });
  const document = await open({ rule: "B36/S23:T40,30" });
  const { place } = await show(Dock, { document });
  expect(Object.keys(readings(place))).toEqual(["Generation", "Population", "Cell", "Gen/s"]);
  studio.shell.setState({ zen: true });
  await until(() => readings(place).Algorithm === "Bitwise");
  expect(readings(place).Rule).toBe("B36/S23:T40,30");
  studio.shell.setState({ zen: false, flashLimited: true });
  await until(() => readings(place).Flashing === "limited");
  expect(readings(place).Rule).toBeUndefined();
});
