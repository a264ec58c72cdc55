// The timeline: where its thumb stands, what the pointer and the keys do with it, and what it says.

import { expect, it } from "vitest";
import { Scrubber } from "../../../../renderer/window/dock/scrubber.tsx";
import { R_PENTOMINO } from "../../../support/local-editor.ts";
import { act, click, isOff, one, press, stageOn, textOn } from "../../../support/played-page/hands.ts";
import { until } from "../../../support/until.ts";
import { inStudio } from "../../in-studio.ts";

const TO = 200;

/** A universe that has been stepped so far, and its timeline, 1000 pixels wide. */
async function stepped(to = TO) {
  const { page, studio, open, show } = inStudio();
  const document = await open({ cells: R_PENTOMINO });
  const cells = stageOn(page);
  const { store } = document.readings;
  await until(() => store.getState().population !== null);
  if (to > 0) await document.editor.step(BigInt(to));
  await until(() => store.getState().trace.length === (to > 0 ? 2 : 1));
  const { place } = await show(Scrubber, { document });
  const slider = one(place, "slider", "Timeline");
  page.resize(slider, 1000, 40, 100);
  await until(() => slider.getAttribute("aria-valuemax") === String(to));
  const said = (): string | null => slider.getAttribute("aria-valuetext");
  return { page, studio, document, place, slider, cells, said };
}
const bubble = (place: HTMLElement) => place.querySelector(".trace-hair .number")?.textContent ?? null;

it("is off while there is one generation only, whatever is done to it", async () => {
  const { document, place, slider, said } = await stepped(0);
  expect(isOff(slider)).toBe(true);
  expect(said()).toBe("Generation 0 of 0");
  expect(place.querySelector(".trace-ends")?.textContent).toContain("population over time");
  act(slider, "pointerdown", { button: 0, clientX: 600, pointerId: 4 });
  act(slider, "pointermove", { clientX: 700, pointerId: 4 });
  expect(slider.hasPointerCapture(4)).toBe(false);
  expect(bubble(place)).toBeNull();
  expect(press(slider, "ArrowRight").defaultPrevented).toBe(true);
  await document.editor.settled();
  expect(document.editor.generation).toBe(0n);
});

it("goes where the pointer drags it, and back to the cells afterwards", async () => {
  const { page, document, slider, said, cells } = await stepped();
  expect(said()).toBe("Generation 200 of 200");
  act(slider, "pointermove", { clientX: 600, pointerId: 4 });
  expect(document.editor.generation).toBe(200n);
  act(slider, "pointerdown", { button: 2, clientX: 600, pointerId: 4 });
  expect(slider.hasPointerCapture(4)).toBe(false);
  act(slider, "pointerdown", { button: 0, clientX: 600, pointerId: 4 });
  expect(slider.hasPointerCapture(4)).toBe(true);
  // The thumb follows at once.
  expect(said()).toBe("Generation 100 of 200");
  await until(() => document.editor.generation === 100n);
  act(slider, "pointermove", { clientX: 350, pointerId: 4 });
  await until(() => document.editor.generation === 50n);
  expect(page.document.activeElement).not.toBe(cells);
  act(slider, "pointerup", { clientX: 350, pointerId: 4 });
  expect(page.document.activeElement).toBe(cells);
  // Nobody holds it any more.
  act(slider, "pointermove", { clientX: 900, pointerId: 4 });
  act(slider, "pointerdown", { button: 0, clientX: 350, pointerId: 4 });
  act(slider, "pointercancel", { pointerId: 4 });
  act(slider, "pointermove", { clientX: 800, pointerId: 4 });
  await document.editor.settled();
  expect(document.editor.generation).toBe(50n);
});

it("says what there is under the pointer, on the side that has room", async () => {
  const { place, slider } = await stepped();
  const at = (clientX: number) => {
    act(slider, "pointermove", { clientX });
    const hair = place.querySelector(".trace-hair") as HTMLElement;
    return [bubble(place), hair.style.left, hair.className];
  };
  expect(at(150)).toEqual([expect.stringMatching(/^gen 10 · ≈ \d+$/), "5.000%", "trace-hair"]);
  expect(at(1100)).toEqual([expect.stringMatching(/^gen 200 · \d+$/), "100.000%", "trace-hair left"]);
  expect(at(600)?.[2]).toBe("trace-hair");
  act(slider, "pointerleave", { bubbles: false });
  act(slider, "pointerout", { relatedTarget: null });
  expect(bubble(place)).toBeNull();
});

it("says it of what comes under a pointer that rests, as the universe runs on", async () => {
  const { document, place, slider } = await stepped();
  act(slider, "pointermove", { clientX: 600 });
  expect(bubble(place)).toMatch(/^gen 100 /);
  await document.editor.step(BigInt(TO));
  await until(() => slider.getAttribute("aria-valuemax") === String(2 * TO));
  expect(bubble(place)).toMatch(/^gen 200 /);
  expect((place.querySelector(".trace-hair") as HTMLElement).style.left).toBe("50.000%");
});

it.each([
  ["ArrowLeft", 100, 99],
  ["ArrowDown", 100, 99],
  ["ArrowRight", 100, 101],
  ["ArrowUp", 100, 101],
  ["PageDown", 100, 80],
  ["PageUp", 100, 120],
  ["Home", 100, 0],
  ["End", 100, 200],
  ["PageUp", 190, 200],
  ["ArrowRight", 200, 200],
])("%s at %i leads to %i", async (key, from, to) => {
  const { document, slider, said } = await stepped();
  await document.editor.inTime((queue) => queue.scrub(BigInt(from)));
  await until(() => said() === `Generation ${from} of 200`);
  let heardAbove = 0;
  slider.parentElement?.addEventListener("keydown", () => heardAbove++);
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    expect(press(slider, key, { [held]: true }).defaultPrevented).toBe(false);
  expect(press(slider, key).defaultPrevented).toBe(true);
  expect(said()).toBe(`Generation ${to} of 200`);
  await until(() => document.editor.generation === BigInt(to));
  expect(press(slider, "a").defaultPrevented).toBe(false);
});

it("has a curve between the fewest and the most cells, and a logarithmic scale for whoever wants it", async () => {
  const { page, studio, place, slider, cells } = await stepped();
  await until(() => place.querySelector("polyline") !== null);
  const extremes = place.querySelector(".trace-extremes") as HTMLElement;
  const [most, least] = [...extremes.children].map((part) => Number(part.textContent.replace("\u200e", "")));
  expect(most).toBeGreaterThan(least as number);
  expect(least).toBe(5);
  expect(place.querySelector(".trace-ends")?.textContent.replaceAll("\u200e", "")).toBe("0200");
  const log = one(place, "button", "Log time");
  expect(log.getAttribute("aria-pressed")).toBe("false");
  click(log);
  await until(() => log.getAttribute("aria-pressed") === "true");
  expect(page.document.activeElement).toBe(cells);
  expect(studio.settings.now.logTime).toBe(true);
  act(slider, "pointermove", { clientX: 600 });
  // The root of 201, less the first.
  expect(bubble(place)).toMatch(/^gen 13 /);
  log.focus();
  click(log, { detail: 0 });
  await until(() => !studio.settings.now.logTime);
  expect(page.document.activeElement).toBe(log);
  expect(textOn(log)).toBe("log");
});
