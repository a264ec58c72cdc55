/** Where the build puts what a program starts beside itself. */

import { existsSync } from "node:fs";

/** The built entry of a thread: beside the program that was built with it, or above its chunks. */
export function builtThread(name: string): URL | undefined {
  const places = ["./", "../"].flatMap((folder) => ["cjs", "mjs"].map((end) => `${folder}${name}.${end}`));
  return places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
}
