// How long an animation is, read out of its bytes: pictures that stand still are one picture that is shown for longer.

import { describe, expect, it } from "vitest";
import { openFilm } from "../../../engine/export/film.ts";
import { EXPORTERS } from "../../../engine/export/registry.ts";
import { specOf, universeOf, WORLDS } from "../../support/film-worlds.ts";
import { MemoryTarget } from "../../support/memory-target.ts";
import { cellsOf, GLIDER } from "../../support/universes.ts";

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  "a block": ["OO", "OO"],
  "a blinker": ["OOO"],
  "a glider": GLIDER,
  // Stands still from generation 7 on.
  "a row of four": ["OOOO"],
};

async function film(format: string, rows: readonly string[], fps: number, hold: number): Promise<Uint8Array> {
  const exporter = EXPORTERS.get(format);
  if (exporter.takes !== "pictures") throw new Error(`${format} takes no pictures.`);
  const world = {
    ...WORLDS.growing,
    request: { cells: cellsOf(rows, 0n, 0n) },
    look: {},
    frames: 12,
  } as const;
  const universe = await universeOf(world as never, "bitwise");
  const target = new MemoryTarget();
  await exporter.run(await openFilm(universe, { ...specOf(world as never), fps, hold }), target, {
    name: "x",
  });
  universe.dispose();
  return target.files.get("x") as Uint8Array;
}

/** Seconds of each picture. */
function apngDelays(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const delays: number[] = [];
  for (let at = 8; at < bytes.length; at += view.getUint32(at) + 12) {
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kind === "fcTL") delays.push(view.getUint16(at + 8 + 20) / view.getUint16(at + 8 + 22));
  }
  return delays;
}

function gifDelays(bytes: Uint8Array): readonly number[] {
  const delays: number[] = [];
  const tableOf = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + tableOf(bytes[10] as number);
  const skipBlocks = (): void => {
    while (bytes[at] !== 0) at += (bytes[at] as number) + 1;
    at++;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9)
        delays.push(((bytes[at + 4] as number) + 256 * (bytes[at + 5] as number)) / 100);
      at += 2;
      skipBlocks();
    } else {
      at += 10 + tableOf(bytes[at + 9] as number) + 1;
      skipBlocks();
    }
  }
  return delays;
}

const DELAYS = { apng: apngDelays, gif: gifDelays } as const;

describe.each(["apng", "gif"] as const)("%s", (format) => {
  for (const [name, rows] of Object.entries(PATTERNS)) {
    it.each([
      [10, 0],
      [25, 5],
      [20, 40],
    ])(`of ${name} at %d frames a second, the last held for %d more`, async (fps, hold) => {
      const delays = DELAYS[format](await film(format, rows, fps, hold));
      expect(Math.min(...delays)).toBeGreaterThan(0);
      const seconds = delays.reduce((sum, delay) => sum + delay, 0);
      expect(seconds).toBeCloseTo((12 + hold) / fps, 6);
      if (name === "a block") expect(delays).toHaveLength(1);
      if (name === "a glider") expect(delays).toHaveLength(12);
      if (name === "a row of four") expect(delays.length).toBeLessThan(6);
    });
  }
});
