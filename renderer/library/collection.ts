/** The built-in collection as a catalogue, read once, when something first asks: the studio starts without it. */

import { Catalogue } from "./catalogue.ts";

let reading: Promise<Catalogue> | null = null;

/** Errors: those of loading the bundle's part; the next call tries again. */
export function loadCollection(): Promise<Catalogue> {
  reading ??= import("../studio/built-in-patterns.ts").then(
    ({ BUILT_IN_SOURCES }) => new Catalogue(BUILT_IN_SOURCES),
    (error: unknown) => {
      reading = null;
      throw error;
    },
  );
  return reading;
}
