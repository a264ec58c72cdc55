// How large a picture of a film may be, which is known before anything is stepped or painted.

import { expect, it } from "vitest";
import { openFilm } from "../../../engine/export/film.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { universeWith } from "../../support/universes.ts";

async function openedAs(w: bigint, h: bigint, caption = false): Promise<string> {
  const film = await openFilm(await universeWith(cellsFromRle("3o!")), {
    range: { from: 0n, to: 0n, every: 1n },
    framing: { kind: "region", region: { x: 0n, y: 0n, w, h }, scale: { pixels: 1, cells: 1 } },
    look: { ...PLAIN_LOOK, caption },
    ...{ fps: 1, hold: 0, loop: false },
  });
  return `${film.width} x ${film.height}`;
}

it("is 32,768 pixels to a side and 67,108,864 in all", async () => {
  expect(await openedAs(32_768n, 1n)).toBe("32768 x 1");
  expect(await openedAs(1n, 32_768n)).toBe("1 x 32768");
  expect(await openedAs(8192n, 8192n)).toBe("8192 x 8192");
  const refused = (w: bigint, h: bigint, size: string) =>
    expect(openedAs(w, h)).rejects.toMatchObject({
      code: "too-large",
      message: `Pictures of ${size} pixels cannot be made.`,
      hint: "Choose a smaller region or a smaller scale, such as 1/4.",
    });
  await refused(32_769n, 1n, "32,769 x 1");
  await refused(1n, 32_769n, "1 x 32,769");
  await refused(8193n, 8192n, "8,193 x 8,192");
});

it("has the caption in it", async () => {
  const [, height] = (await openedAs(100n, 1000n, true)).split(" x ");
  const strip = Number(height) - 1000;
  expect(strip).toBeGreaterThan(0);
  await expect(openedAs(1n, 32_768n, true)).rejects.toMatchObject({ code: "too-large" });
});
