// The library in the studio: a folder that is looked through, one's own patterns, keys, pictures that run, archives.

import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import type { Rig, StudioOptions } from "./studio.ts";
import { command, inOwnStudio, inTurn, kept, openPattern, reading, startRig } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

const soon = (read: () => unknown) => expect.poll(read);

const inStudio = (work: (page: Page) => Promise<void>, options: StudioOptions = {}): Promise<void> =>
  inOwnStudio(rig, ({ page }) => work(page), { answersDialogs: true, withLibrary: true, ...options });

/** In a studio that such tests use in turn; they keep nothing in the library. */
const onShelf = (shelf: "Collection" | "Folder", work: (page: Page) => Promise<void>): Promise<void> =>
  inTurn(
    rig,
    async ({ page }) => {
      await page.getByRole("radio", { name: shelf }).click();
      await search(page).fill("");
      await work(page);
    },
    { answersDialogs: true, withLibrary: true },
  );

const FOLDER = {
  "Life/Guns/gun.rle": "#N Small gun\nx = 3, y = 1, rule = B3/S23\n3o!",
  "Life/Guns/old.lif": "#Life 1.05\n#P 0 0\n**\n**\n",
  "Life/glider.rle": "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!",
  "Other/wires.rle": "x = 3, y = 1, rule = Perrier\n3A!",
  "Other/high.rle": "x = 5, y = 4, rule = B36/S23\nobo$2bobo$3o$o!",
  "notes.html": "<html>",
  "top.mc": "[M2] (x)\n#R B3/S23\n**$**$\n",
};

/** What the played directory dialog answers then holds these files. */
async function putFolder(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (entries) => {
    const root = await navigator.storage.getDirectory();
    const top = await root.getDirectoryHandle("frames", { create: true });
    for (const [path, text] of entries) {
      const parts = (path as string).split("/");
      let folder = top;
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
      const handle = await folder.getFileHandle(parts.at(-1) as string, { create: true });
      const stream = await handle.createWritable();
      await stream.write(text as string);
      await stream.close();
    }
  }, Object.entries(files));
}

/** Runs in the page: handles ask as those of real folders do, once the test says so. */
function askForFolders(): void {
  Object.assign(FileSystemDirectoryHandle.prototype, {
    queryPermission: async () => (sessionStorage.getItem("asks") ? "prompt" : "granted"),
    requestPermission: async () => sessionStorage.getItem("answer"),
  });
}

const rows = (page: Page): Promise<string[]> =>
  page
    .getByRole("treeitem")
    .evaluateAll((items) => items.map((item) => item.querySelector("span")?.textContent ?? ""));
const search = (page: Page) => page.getByRole("searchbox", { name: "Search the library" });
const cards = (page: Page) => page.locator(".card b");

describe("a folder of patterns", () => {
  // First: the folders are closed, and are so again behind it.
  test("is walked through by keys alone", () =>
    onShelf("Folder", async (page) => {
      await putFolder(page, FOLDER);
      await page.keyboard.press("Control+Shift+O");
      await page.getByRole("treeitem", { name: "Life" }).waitFor();
      await search(page).focus();
      for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown"])
        await page.keyboard.press(key);
      await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain("glider.rle");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await soon(() => rows(page)).toEqual(["Life", "Other", "top.mc"]);
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.locator(".tab.on", { hasText: "top.mc" }).waitFor();
    }));

  test("opens in place as a tree; its files open on a press, or say what they need", () =>
    onShelf("Folder", async (page) => {
      await putFolder(page, FOLDER);
      await command(page, "Open folder of patterns");
      await soon(() => rows(page)).toEqual(["Life", "Other", "top.mc"]);
      await page.getByRole("treeitem", { name: "Life" }).click();
      await page.getByRole("treeitem", { name: "Guns" }).click();
      await soon(() => rows(page)).toEqual([
        "Life",
        "Guns",
        "gun.rle",
        "old.lif",
        "glider.rle",
        "Other",
        "top.mc",
      ]);
      expect(await violations(page)).toEqual([]);
      await page.getByRole("treeitem", { name: "gun.rle" }).click();
      await page.locator(".tab.on", { hasText: "gun.rle" }).waitFor();
      await soon(() => reading(page, "population")).toBe(3);
      await page.getByRole("treeitem", { name: "top.mc" }).click();
      await page.locator(".tab.on", { hasText: "top.mc" }).waitFor();
      await search(page).fill("wire");
      await soon(() => rows(page)).toEqual(["wires.rle"]);
      await page.getByRole("treeitem").click();
      await page.getByText("Perrier").first().waitFor();
      await search(page).fill("guns old");
      await soon(() => rows(page)).toEqual(["old.lif"]);
      await search(page).fill("nothing at all");
      await page.getByText("No file or folder is called so.").waitFor();
    }));

  test("comes back in the next session, and asks first where the browser wants it", () =>
    inStudio(
      async (page) => {
        const shelf = async (): Promise<void> => {
          await page.reload();
          await page.getByTestId("generation").waitFor();
          await page.getByRole("radio", { name: "Folder" }).click();
        };
        await putFolder(page, FOLDER);
        await command(page, "Open folder of patterns");
        await soon(() => rows(page)).toEqual(["Life", "Other", "top.mc"]);
        // It is kept a moment after it shows.
        await soon(() => kept(page, "folders")).toHaveLength(1);
        await shelf();
        await soon(() => rows(page)).toEqual(["Life", "Other", "top.mc"]);
        await page.evaluate(() => sessionStorage.setItem("asks", "yes"));
        await shelf();
        const again = page.getByRole("button", { name: "Open again" });
        await again.waitFor();
        expect(await rows(page)).toEqual([]);
        expect(await violations(page)).toEqual([]);
        await page.evaluate(() => sessionStorage.setItem("answer", "denied"));
        await again.click();
        await page.getByText("The browser may not read", { exact: false }).waitFor();
        await page.evaluate(() => sessionStorage.setItem("answer", "granted"));
        await again.focus();
        await page.keyboard.press("Enter");
        await soon(() => rows(page)).toEqual(["Life", "Other", "top.mc"]);
        await soon(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
        await page.getByRole("button", { name: "Close", exact: true }).click();
        const open = page.getByRole("button", { name: "Open folder of patterns" });
        await open.waitFor();
        await shelf();
        await open.waitFor();
        expect(await again.count()).toBe(0);
      },
      { beforeLoad: askForFolders },
    ));

  test("gives a file to the cells, where it is dropped", () =>
    onShelf("Folder", async (page) => {
      await putFolder(page, FOLDER);
      await openPattern(page, "mine.rle", "x = 3, y = 1\n3o!");
      await command(page, "Open folder of patterns");
      await search(page).fill("glider");
      await page.getByRole("treeitem").dragTo(page.locator("[data-stage]"), {
        targetPosition: { x: 200, y: 150 },
      });
      await soon(() => reading(page, "population")).toBe(8);
      expect(await page.getByRole("region", { name: "Paste" }).count()).toBe(0);
      expect(await page.locator(".tab").count()).toBe(2);
      await page.keyboard.press("Control+z");
      await soon(() => reading(page, "population")).toBe(3);
      // A pattern made for another rule floats on.
      await search(page).fill("high");
      await page.getByRole("treeitem").dragTo(page.locator("[data-stage]"), {
        targetPosition: { x: 200, y: 150 },
      });
      await page.getByText("Held by its middle.").waitFor();
      await page.keyboard.press("Escape");
      // What was dropped has not changed how other pastes are held.
      await page.evaluate(() => navigator.clipboard.writeText("3o!"));
      await page.keyboard.press("v");
      await page.getByText("Held by its top left.").waitFor();
    }));
});

describe("one's own library", () => {
  const NEW = "#C Found late at night.\nx = 5, y = 4, rule = B36/S23\nobo$2bobo$3o$o!";

  test("keeps a universe with name, folder and tags, through a restart", () =>
    inStudio(async (page) => {
      await openPattern(page, "mine.rle", NEW);
      await page.keyboard.press("Control+d");
      const dialog = page.getByRole("dialog");
      expect(await dialog.getByLabel("Name").inputValue()).toBe("mine");
      await dialog.getByLabel("Name").fill("My find");
      await dialog.getByLabel("Folder").fill("Finds / odd");
      await dialog.getByLabel("Tags").fill("Blue, large");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved My find to your library.").waitFor();
      await soon(() => page.locator(".shelf-heading").allTextContents()).toEqual(["Finds/odd"]);
      // Changed by a key, searched by what it then says.
      await page.locator(".card").focus();
      await page.keyboard.press("F2");
      await dialog.getByLabel("Tags").fill("green");
      await page.keyboard.press("Enter");
      await page.getByText("HighLife, green").waitFor();
      await page.reload();
      await page.getByTestId("generation").waitFor();
      await page.getByRole("radio", { name: "Yours" }).click();
      await search(page).fill("green odd");
      await soon(() => cards(page).allTextContents()).toEqual(["My find"]);
      await page.keyboard.press("Enter");
      await page.locator(".tab.on", { hasText: "My find" }).waitFor();
      await soon(() => reading(page, "population")).toBe(8);
      // Deleted only when asked for twice.
      await search(page).fill("");
      await page.locator(".card").focus();
      await page.keyboard.press("Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await soon(() => cards(page).count()).toBe(1);
      await page.locator(".card").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("Nothing of your own yet", { exact: false }).waitFor();
    }));

  test("says what is there already, in any phase and any way round", () =>
    inStudio(async (page) => {
      await openPattern(page, "same.rle", "x = 3, y = 3\n2bo$obo$b2o!");
      await page.keyboard.press("Space");
      await page.keyboard.press("a");
      await page.keyboard.press("Control+d");
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Already there as Glider").waitFor();
      await dialog.getByLabel("Name").fill("Twin");
      await dialog.getByRole("button", { name: "Save all the same" }).click();
      await page.getByText("Saved Twin to your library.").waitFor();
    }));

  test("takes in a folder without what is known, and goes out as an archive", () =>
    inStudio(async (page) => {
      await putFolder(page, FOLDER);
      await command(page, "Import a folder into the library");
      await page
        .getByText(
          /1 pattern added\. Already there: Small gun as Blinker, old as Block, and 2 more\. Not read: wires\.rle/,
        )
        .waitFor();
      await soon(() => page.locator(".shelf-heading").allTextContents()).toEqual(["frames/Other"]);
      await page.getByRole("button", { name: "Export", exact: true }).first().click();
      await page.getByText("Saved 1 pattern to Tessella library.zip.").waitFor();
      const bytes = await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const file = await (await root.getFileHandle("Tessella library.zip")).getFile();
        return [...new Uint8Array(await file.arrayBuffer())];
      });
      const files = unzipSync(Uint8Array.from(bytes));
      expect(Object.keys(files)).toEqual(["frames/Other/high.rle"]);
      const text = new TextDecoder().decode(files["frames/Other/high.rle"]);
      expect(text).toContain("rule = B36/S23\nobo$2bobo$3o$o!");
      // The archive comes back as what is there already.
      await page.evaluate(() => Object.assign(window, { nextFile: "Tessella library.zip" }));
      await command(page, "Import files into the library");
      await page.getByText("0 patterns added. Already there: high.").waitFor();
    }));
});

describe("the cards", () => {
  /** What each canvas on the screen looks like. */
  const picture = (page: Page, name: string): Promise<string> =>
    page
      .locator(".card", { hasText: name })
      .first()
      .locator("canvas")
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

  /** The picture, once there is something on it: a still one is painted in one go. */
  async function painted(page: Page, name: string): Promise<string> {
    const isPainted = () =>
      page
        .locator(".card", { hasText: name })
        .first()
        .locator("canvas")
        .evaluate((canvas: HTMLCanvasElement) => {
          const context = canvas.width > 0 ? canvas.getContext("2d") : null;
          const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
          return data.some((byte) => byte > 0);
        });
    await soon(isPainted).toBe(true);
    return picture(page, name);
  }

  test("run while they are pointed at, and only then", () =>
    inStudio(
      async (page) => {
        // What runs takes the processor from what is looked at here.
        await page.getByRole("button", { name: "Stop" }).first().click();
        await search(page).fill("pulsar");
        const card = page.locator(".card", { hasText: "Pulsar" }).first();
        await card.waitFor();
        await page.locator("[data-stage]").hover({ position: { x: 5, y: 5 } });
        const still = await painted(page, "Pulsar");
        await page.waitForTimeout(600);
        expect(await picture(page, "Pulsar")).toBe(still);
        await card.hover();
        await soon(() => picture(page, "Pulsar")).not.toBe(still);
        await page.locator("[data-stage]").hover({ position: { x: 5, y: 5 } });
        await soon(() => picture(page, "Pulsar")).toBe(still);
        // By keyboard as well.
        await search(page).focus();
        await page.keyboard.press("ArrowDown");
        await soon(() => picture(page, "Pulsar")).not.toBe(still);
        await search(page).focus();
        await soon(() => picture(page, "Pulsar")).toBe(still);
      },
      { reducedMotion: "no-preference" },
    ));

  test("stand still for who asks for less motion", () =>
    onShelf("Collection", async (page) => {
      await search(page).fill("pulsar");
      const card = page.locator(".card", { hasText: "Pulsar" }).first();
      await card.waitFor();
      const still = await painted(page, "Pulsar");
      await card.hover();
      await page.waitForTimeout(900);
      expect(await picture(page, "Pulsar")).toBe(still);
    }));

  test("are moved between by arrows; letters search and Enter opens", () =>
    onShelf("Collection", async (page) => {
      await search(page).focus();
      await page.keyboard.press("ArrowDown");
      const focused = () =>
        page.evaluate(() => document.activeElement?.querySelector("b")?.textContent ?? "");
      const names = await cards(page).allTextContents();
      await soon(focused).toBe(names[0]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("PageDown");
      await soon(focused).toBe(names[9]);
      // The list is hundreds long; only what is near the view is on the page, wherever the keys lead.
      const place = () =>
        page.evaluate(() => {
          const row = document.activeElement?.closest("li");
          const box = row?.getBoundingClientRect();
          const under = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          const [at, all] = ["aria-posinset", "aria-setsize"].map((name) => Number(row?.getAttribute(name)));
          return { at, all, inView: row?.contains(under ?? null) };
        });
      const { all } = await place();
      expect(all).toBeGreaterThan(200);
      await soon(() => cards(page).count()).toBeLessThan(40);
      await page.keyboard.press("End");
      await soon(place).toEqual({ at: all, all, inView: true });
      await soon(() => cards(page).count()).toBeLessThan(40);
      await page.keyboard.press("ArrowUp");
      // Past a heading, if the last card stands alone.
      let before = await place();
      await soon(async () => {
        before = await place();
        return before.inView && before.at < (all as number);
      }).toBe(true);
      // Scrolled away from, the card keeps the focus.
      await page.locator(".cards").evaluate((list) => list.scrollTo(0, 0));
      await soon(() => cards(page).nth(5).isVisible()).toBe(true);
      await soon(place).toEqual({ ...before, inView: false });
      await page.keyboard.press("Home");
      await soon(focused).toBe(names[0]);
      await soon(place).toMatchObject({ inView: true });
      await page.keyboard.press("End");
      await page.keyboard.type("acorn");
      await soon(() => search(page).inputValue()).toBe("acorn");
      await page.keyboard.press("Enter");
      await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
      await soon(() => reading(page, "population")).toBe(7);
      await page.getByRole("button", { name: "Close Acorn" }).click();
      await page.locator(".tab", { hasText: "Acorn" }).waitFor({ state: "detached" });
      // One card alone is on the way of Tab.
      await search(page).fill("");
      await soon(() => page.locator('.card[tabindex="0"]').count()).toBe(1);
    }));
});
