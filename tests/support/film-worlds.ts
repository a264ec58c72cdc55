/** Small films that are made again and again: on every algorithm, in Node and in a browser. */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import type { UniverseRequest } from "../../engine/algorithms/load.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { torus, UNBOUNDED } from "../../engine/core/topology.ts";
import { parseCamera } from "../../engine/export/camera-file.ts";
import type { FilmSpec } from "../../engine/export/film.ts";
import { openFilm } from "../../engine/export/film.ts";
import type { Framing } from "../../engine/export/framing.ts";
import type { FilmLook } from "../../engine/export/look.ts";
import { EXPORTERS } from "../../engine/export/registry.ts";
import { joined } from "../../engine/formats/bytes.ts";
import { themeNamed } from "../../engine/picture/themes.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { MemoryTarget } from "./memory-target.ts";
import { cellsOf, R_PENTOMINO, universeWith } from "./universes.ts";

export const PLAIN_LOOK: FilmLook = {
  theme: themeNamed("dark"),
  squares: false,
  gap: 0,
  gridLines: false,
  ages: false,
  caption: false,
};

export interface World {
  readonly request: Partial<UniverseRequest> & { readonly cells?: Runs };
  readonly framing: Framing;
  readonly look?: Partial<FilmLook>;
  readonly frames: number;
}

const SOUP = { seed: 5, density: 0.4, width: 64, height: 64 };
const GRID = { topology: torus(64, 64), soup: SOUP };
const PLANE = { topology: UNBOUNDED, cells: cellsOf(R_PENTOMINO, 3n, -2n) };
const whole = (pixels: number, cells = 1): Framing => ({
  kind: "region",
  region: "first",
  scale: { pixels, cells },
});
const CAMERA = parseCamera(
  '{"keyframes":[{"generation":0,"x":-3,"y":2.5,"zoom":9},{"generation":12,"x":8,"y":-4,"zoom":0.4}]}',
);

export const WORLDS: Readonly<Record<string, World>> = {
  sharp: { request: GRID, framing: whole(3), frames: 6 },
  drawn: {
    request: GRID,
    framing: whole(8),
    look: { gap: 1, gridLines: true, caption: true, ages: true },
    frames: 6,
  },
  uneven: { request: GRID, framing: whole(2.5), look: { theme: themeNamed("light") }, frames: 4 },
  density: { request: GRID, framing: whole(1, 4), frames: 4 },
  hexagons: {
    request: { ...GRID, rule: parseRule("B2/S34H") },
    framing: whole(7),
    look: { gap: 1, gridLines: true },
    frames: 4,
  },
  camera: {
    request: GRID,
    framing: { kind: "camera", path: CAMERA, width: 120, height: 90 },
    look: { ages: true },
    frames: 14,
  },
  growing: {
    request: PLANE,
    framing: { kind: "growing", width: 100, height: 80 },
    look: { caption: true },
    frames: 20,
  },
  follow: { request: PLANE, framing: { kind: "follow", zoom: 3.3, width: 100, height: 80 }, frames: 20 },
};

export function specOf({ framing, look, frames }: World): FilmSpec {
  return {
    range: { from: 0n, to: BigInt(frames - 1), every: 1n },
    framing,
    look: { ...PLAIN_LOOK, ...look },
    fps: 20,
    hold: 0,
    loop: false,
  };
}

export function universeOf({ request }: World, algorithm: string): Promise<Universe> {
  return universeWith(request.cells, { ...request, algorithm });
}

/** Everything that an exporter of pictures makes of a world, as one array. */
export async function exported(world: World, format: string, algorithm: string): Promise<Uint8Array> {
  const exporter = EXPORTERS.get(format);
  if (exporter.takes !== "pictures") throw new Error(`${format} takes no pictures.`);
  const universe = await universeOf(world, algorithm);
  const film = await openFilm(universe, specOf(world));
  const target = new MemoryTarget();
  await exporter.run(film, target, { name: exporter.sequence ? "%03d.x" : "x" });
  universe.dispose();
  return joined([...target.files.values()]);
}

/** FNV-1a: a short name for bytes. */
export function digestOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** What each world is in each format: made in Node, and made again wherever this is read. */
export const DIGESTS: Readonly<Record<string, string>> = {
  "sharp.png": "ec46fd22",
  "sharp.apng": "185fe68e",
  "sharp.gif": "56320ac8",
  "drawn.png": "0d714823",
  "drawn.apng": "88c068da",
  "drawn.gif": "5db54c7b",
  "uneven.png": "8fc41a47",
  "uneven.apng": "20700fc1",
  "uneven.gif": "fb153cd6",
  "density.png": "d11bf668",
  "density.apng": "d42bf94a",
  "density.gif": "1128a4c4",
  "hexagons.png": "5973f0bc",
  "hexagons.apng": "89cdeb2b",
  "hexagons.gif": "de65a281",
  "camera.png": "17f2cc58",
  "camera.apng": "3edebd20",
  "camera.gif": "96f0cdd9",
  "growing.png": "d36dee76",
  "growing.apng": "abe69832",
  "growing.gif": "58042fc6",
  "follow.png": "d131d13e",
  "follow.apng": "c62a4993",
  "follow.gif": "3578b61d",
};
