import { describe, expect, it } from "vitest";
import { intersectRects, rectContains } from "../../../engine/core/rect.ts";
import { visibleCells } from "../../../engine/picture/camera-moves.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";

const seen = (driver: ToolDriver) => visibleCells(driver.camera, driver.view.size, driver.view.kind);
const boxOf = (driver: ToolDriver) => driver.editor.state.pending?.region.box as ReturnType<typeof seen>;

describe("a paste that begins or is moved by keys", () => {
  it("leaves the view alone where it can be seen", async () => {
    const driver = await toolDriver();
    driver.clipboard = "x = 3, y = 1\n3o!";
    const before = driver.camera;
    await driver.pointerMoveAt(4, 4).key("v").settled();
    await driver.key("ArrowLeft").key("Shift+ArrowDown").settled();
    expect(boxOf(driver)).toMatchObject({ x: 3n, y: 14n });
    expect(driver.camera).toBe(before);
  });

  it("is followed out of the view, at the same zoom", async () => {
    for (const rule of ["B3/S23", "B2/S34H"]) {
      const driver = await toolDriver({ rule });
      driver.clipboard = "x = 3, y = 1\n3o!";
      await driver.pointerMoveAt(0, 0).key("v").settled();
      const { zoom } = driver.camera;
      for (let i = 0; i < 30; i++) {
        await driver.key(i % 2 ? "Shift+ArrowUp" : "Shift+ArrowRight").settled();
        expect(intersectRects(seen(driver), boxOf(driver))).not.toBeNull();
        expect(driver.camera.zoom).toBe(zoom);
      }
      expect(boxOf(driver)).toMatchObject({ x: 150n, y: -150n });
    }
  });

  it("is shown whole where it is larger than the view, around the cell that holds it", async () => {
    const driver = await toolDriver();
    driver.clipboard = "x = 1000, y = 1000\n1000o!";
    await driver.pointerMoveAt(-20, -15).key("v").settled();
    const { zoom } = driver.camera;
    expect(zoom).toBeLessThan(0);
    expect(boxOf(driver)).toMatchObject({ x: -20n, y: -15n });
    expect(rectContains(seen(driver), -20n, -15n)).toBe(true);
    expect(driver.cellAt({ x: 0, y: 0 }).x).toBeLessThan(0n);
    // Put down and looked at again, it is no reason to move once more.
    await driver.key("Escape").settled();
    expect(driver.camera.zoom).toBe(zoom);
  });

  it("is found where the keyboard lets it begin far away", async () => {
    const driver = await toolDriver();
    driver.clipboard = "x = 3, y = 1\n3o!";
    driver.editor.setPasteAnchor("bottom right");
    const far = { x: 10n ** 30n, y: -(10n ** 30n) };
    driver.editor.beginPaste(await driver.context.clipboard.read(), far);
    await driver.key("ArrowUp").settled();
    expect(intersectRects(seen(driver), boxOf(driver))).not.toBeNull();
    expect(boxOf(driver).x).toBe(10n ** 30n - 2n);
  });
});
