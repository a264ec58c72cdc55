// What becomes of an ffmpeg that cannot do what it is asked.

import { expect, test } from "vitest";
import { triedFilm } from "../../../engine/node/ffmpeg.ts";

test("a program that cannot be started says so when it is tried", () => {
  expect(triedFilm("/no/such/ffmpeg", ".mkv")).toMatch(/ENOENT/);
});
