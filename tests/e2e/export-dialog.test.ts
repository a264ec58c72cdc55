// The export dialog under hasty and distracted hands: pressed too soon, pressed twice, with a file dropped meanwhile, in a small window.

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import { pictured, previewed } from "./screen.ts";
import type { OpenStudio, Rig, StudioOptions } from "./studio.ts";
import { dropFile, focusCells, inOwnStudio, inTurn, openPattern, reading, startRig } from "./studio.ts";
import { drawn } from "./walk.ts";

const R_PENTOMINO = "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!";
const ROW = "x = 5, y = 1, rule = B36/S23\n5o!";
let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

async function inDialog(
  play: (page: Page, dialog: Locator) => Promise<void>,
  options?: StudioOptions,
): Promise<void> {
  const use = async ({ page }: OpenStudio): Promise<void> => {
    await openPattern(page, "film.rle", R_PENTOMINO);
    await page.keyboard.press("Control+e");
    const dialog = page.getByRole("dialog", { name: "Export" });
    // The format of the film before is kept.
    if (!options) await dialog.getByRole("radio", { name: "GIF" }).click();
    // The worker has said by then which formats there are.
    await pictured(page);
    await play(page, dialog);
  };
  await (options
    ? inOwnStudio(rig, use, { answersDialogs: true, ...options })
    : inTurn(rig, use, { answersDialogs: true }));
}

const to = (dialog: Locator) => dialog.getByRole("spinbutton", { name: "To", exact: true });
const exportButton = (dialog: Locator) => dialog.getByRole("button", { name: "Export" });
const facts = async (dialog: Locator) =>
  (await dialog.getByTestId("export-size").innerText()).replace(/\s+/g, " ");
/** Frames that are written; NaN while there is no export. */
const written = (dialog: Locator) => () =>
  dialog.getByRole("progressbar").evaluateAll(([bar]) => Number(bar?.getAttribute("value") ?? Number.NaN));

test("what lies under the pointer stays there when the dialog grows", () =>
  inDialog(async (_, dialog) => {
    const more = dialog.getByRole("radio", { name: "More" });
    const place = async () => [(await dialog.boundingBox())?.y, (await more.boundingBox())?.y];
    const height = async () => (await dialog.boundingBox())?.height ?? 0;
    const [before, low] = [await place(), await height()];
    await more.click();
    expect(await place()).toEqual(before);
    expect(await height()).toBeGreaterThan(low);
  }));

test("the fields below a format stay where they are, whatever is said of it", () =>
  inDialog(async (page, dialog) => {
    await dialog.getByRole("radio", { name: "More" }).click();
    const [format, region] = [dialog.getByLabel("Any format"), dialog.getByLabel("Region")];
    const place = async (id: string) => {
      await pick(format, id);
      await drawn(page);
      return (await region.boundingBox())?.y;
    };
    const first = await place("apng");
    // A word or two, beside a sentence that needs two lines.
    for (const id of ["webm", "svg"]) expect([id, await place(id)]).toEqual([id, first]);
    await pick(format, "gif");
  }));

describe("a file that is dropped while the dialog is open", () => {
  test("opens behind it, and what was meant is exported", () =>
    inDialog(async (page, dialog) => {
      await dropFile(page, "other.rle", ROW);
      await page.locator(".tab.on", { hasText: "other.rle" }).waitFor();
      await exportButton(dialog).click();
      await page.getByText(/Exported film\.gif: 100 frames, 11\d kB/).waitFor({ timeout: 20_000 });
    }));

  test("stops no export", () =>
    inDialog(async (page, dialog) => {
      await pick(dialog.getByLabel("Region"), "view");
      await to(dialog).fill("90000");
      await exportButton(dialog).click();
      await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(5);
      await dropFile(page, "other.rle", ROW);
      await page.locator(".tab.on", { hasText: "other.rle" }).waitFor();
      const done = await written(dialog)();
      await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(done + 20);
      await dialog.getByRole("button", { name: "Stop" }).click();
      await dialog.getByText("Stopped. Nothing was written.").waitFor();
    }));
});

test("closing the window asks about an export under way, which goes on when that is declined", () =>
  inDialog(async (page, dialog) => {
    const asked: string[] = [];
    page.once("dialog", (question) => {
      asked.push(question.type());
      void question.dismiss();
    });
    await pick(dialog.getByLabel("Region"), "view");
    await to(dialog).fill("90000");
    await exportButton(dialog).click();
    await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(0);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    const done = await written(dialog)();
    await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(done);
    await dialog.getByRole("button", { name: "Stop" }).click();
    await dialog.getByText("Stopped. Nothing was written.").waitFor();
  }));

describe("the button", () => {
  test("pressed twice asks once where to", () =>
    inDialog(
      async (page, dialog) => {
        await exportButton(dialog).dblclick();
        await page.getByText(/Exported film\.gif: 100 frames/).waitFor({ timeout: 20_000 });
        expect(await page.evaluate(() => Reflect.get(window, "asked"))).toBe(1);
      },
      { beforeLoad: slowPicker },
    ));

  test("pressed before there is a preview leaves no blank, nor the picture of another wish", () =>
    inDialog(async (page, dialog) => {
      // In one breath, as the second time: no preview of this film comes in between.
      await to(dialog).evaluate(typeAndPress, await exportButton(dialog).elementHandle());
      await dialog.getByText("Pictures are shown here again when the export is over.").waitFor();
      expect(await dialog.getByLabel("Frame shown").isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Stop" }).click();
      await dialog.locator("canvas").waitFor();

      // A picture that is shown is that of what is written.
      await dialog.getByText("Size and look").click();
      await pick(dialog.getByLabel("Region"), "view");
      await pictured(page);
      // In one breath: no preview of the new theme comes in between.
      const button = await exportButton(dialog).elementHandle();
      await dialog.getByLabel("Theme").click();
      await page.locator('.select-list [data-value="phosphor"]').evaluate(async (option, pressed) => {
        (option as HTMLElement).click();
        for (let n = 0; n < 5; n++) await Promise.resolve();
        (pressed as HTMLElement).click();
      }, button);
      await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await dialog.locator("canvas").count()).toBe(0);
      await dialog.getByRole("button", { name: "Stop" }).click();
      await pictured(page);
      await exportButton(dialog).click();
      await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await dialog.locator("canvas").count()).toBe(1);
      await dialog.getByRole("button", { name: "Stop" }).click();
    }));
});

describe("what is shown", () => {
  test("is what is written also where a format cannot do what was chosen before", () =>
    inDialog(async (page, dialog) => {
      await pick(dialog.getByLabel("Region"), "follow");
      await to(dialog).fill("20");
      await pictured(page);
      await dialog.getByRole("radio", { name: "PBM" }).click();
      await expect.poll(() => facts(dialog)).toMatch(/Pixels (\d+) × (\d+) Cells \1 × \2/);
      const cells = /Cells \d+ × \d+/.exec(await facts(dialog))?.[0];
      expect(cells).not.toBe("Cells 3 × 3");
      const region = dialog.getByLabel("Region");
      expect(await region.innerText()).toBe("Pattern, wherever it goes");
      await pick(region, "first");
      await expect.poll(() => facts(dialog)).toContain("Cells 3 × 3");
      await pick(region, "all");
      await expect.poll(() => facts(dialog)).toContain(cells);
      // A pixel a cell: still large enough to be made out.
      await pick(region, "first");
      await expect
        .poll(async () => (await dialog.locator("canvas").boundingBox())?.width ?? 0)
        .toBeGreaterThan(40);
    }));

  test("is all of the picture and its facts in a small window, and in larger text", () =>
    inDialog(async (page, dialog) => {
      for (const [width, height, size] of [
        [640, 480, "100"],
        [1024, 640, "150"],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+,");
        await pick(page.getByLabel("Text size"), size);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+e");
        await pictured(page);
        await pick(dialog.getByLabel("Region"), "view");
        // With a sentence of the kind that failures leave.
        await to(dialog).fill("90000");
        await exportButton(dialog).click();
        await expect.poll(written(dialog), { timeout: 20_000 }).toBeGreaterThan(0);
        await dialog.getByRole("button", { name: "Stop" }).click();
        await previewed(page);
        const overlaps = await dialog.getByRole("region", { name: "Preview" }).evaluate((pane) => {
          const box = (name: string) => (pane.querySelector(name) as Element).getBoundingClientRect();
          const [picture, slider, facts] = [box("canvas"), box(".export-slider"), box("dl")];
          pane.scrollTop = pane.scrollHeight;
          const end = box("dl").bottom - pane.getBoundingClientRect().bottom;
          return [picture.bottom - slider.top, slider.bottom - facts.top, end].map(Math.ceil);
        });
        const shape = await dialog.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
          // Within its border and whole pixels, as high as the picture is for its width.
          return (canvas.clientWidth * canvas.height) / canvas.width - canvas.clientHeight;
        });
        expect(Math.abs(shape)).toBeLessThan(2);
        await pick(dialog.getByLabel("Region"), "camera");
        const more = dialog.getByRole("button", { name: "Add a place on the way" });
        expect(await more.evaluate((button) => button.scrollHeight - button.clientHeight)).toBe(0);
        for (const overlap of overlaps) expect(overlap).toBeLessThanOrEqual(0);
      }
    }, {}));
});

test("the camera's places come along when the universe has gone on meanwhile", () =>
  inDialog(async (page, dialog) => {
    await pick(dialog.getByLabel("Region"), "camera");
    await dialog.getByRole("button", { name: "Add a place on the way" }).click();
    expect(await dialog.getByLabel("At generation").inputValue()).toBe("49");
    await pictured(page);
    await page.keyboard.press("Escape");
    await focusCells(page);
    await page.keyboard.press("Shift+N");
    await page.getByLabel("Generation", { exact: true }).fill("60");
    await page.keyboard.press("Enter");
    await expect.poll(() => reading(page, "generation")).toBe(60);
    await page.keyboard.press("Control+e");
    expect(await dialog.getByLabel("From generation").inputValue()).toBe("60");
    expect(await dialog.getByLabel("At generation").inputValue()).toBe("109");
    await pictured(page);
    expect(await dialog.getByRole("alert").count()).toBe(0);
  }));

/** Runs in the page: types a number, and presses the button as soon as the window has it. */
async function typeAndPress(field: HTMLElement, button: Node | null): Promise<void> {
  // React listens to its own copy of the property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "3000");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  for (let n = 0; n < 5; n++) await Promise.resolve();
  (button as HTMLElement).click();
}

/** Runs in the page: the save dialog takes a moment, and there is never a second one beside it. */
function slowPicker(): void {
  const real = Reflect.get(window, "showSaveFilePicker") as (options: unknown) => Promise<unknown>;
  let open = false;
  Reflect.set(window, "asked", 0);
  Reflect.set(window, "showSaveFilePicker", async (options: unknown) => {
    Reflect.set(window, "asked", Reflect.get(window, "asked") + 1);
    if (open) throw new DOMException("File picker already active.", "NotAllowedError");
    open = true;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    open = false;
    return real(options);
  });
}
