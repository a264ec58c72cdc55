// Films made in a browser are the ones made in Node, byte for byte; and Chromium's own decoder reads them back.

import { describe, expect, it } from "vitest";
import { openFilm } from "../../engine/export/film.ts";
import { DIGESTS, digestOf, exported, specOf, universeOf, WORLDS } from "../support/film-worlds.ts";

describe("films in a browser", () => {
  for (const [name, world] of Object.entries(WORLDS)) {
    it.each(["png", "apng", "gif"])(`${name} as %s is what Node makes`, async (format) => {
      expect(digestOf(await exported(world, format, "bitwise"))).toBe(DIGESTS[`${name}.${format}`]);
    });
  }

  it.each([
    ["apng", "image/png"],
    ["gif", "image/gif"],
  ])("Chromium decodes every pixel of %s", async (format, type) => {
    const world = WORLDS.sharp;
    const film = await openFilm(await universeOf(world, "bitwise"), specOf(world));
    const data = new Uint8Array(await exported(world, format, "bitwise"));
    const decoder = new ImageDecoder({ data, type });
    await decoder.tracks.ready;
    expect(decoder.tracks.selectedTrack?.frameCount).toBe(film.frames);
    const { width, height, palette } = film;
    for await (const { index, pixels } of film.read()) {
      const { image } = await decoder.decode({ frameIndex: index });
      expect([image.displayWidth, image.displayHeight]).toEqual([width, height]);
      expect(image.duration).toBe(50_000);
      const shown = new Uint8Array(width * height * 4);
      await image.copyTo(shown, { format: "RGBA" });
      const wrong = pixels.findIndex((pixel, k) =>
        [0, 1, 2].some((part) => shown[k * 4 + part] !== palette.rgb[pixel * 3 + part]),
      );
      expect(wrong, `frame ${index}`).toBe(-1);
      image.close();
    }
  });
});
