/** `bitwise` as an algorithm: where it runs and how a universe of it is made. */

import { planesFor } from "../../core/block.ts";
import { liveTiles } from "../../core/soup.ts";
import type { Algorithm, AlgorithmEnvironment, Universe, UniverseInit } from "../algorithm.ts";
import { checkSupported, memoryLimit, nameGrid, refuseRule } from "../support.ts";
import type { BitwiseTuning } from "./bitwise-universe.ts";
import { recordBytes, TILE } from "./tile-layout.ts";
import type { TileStepper } from "./tile-stepper.ts";

export const BITWISE: Algorithm = {
  id: "bitwise",
  name: "Bitwise",
  summary:
    "Bit-sliced SIMD on sparse tiles: the unbounded plane, planes, tubes and tori; what repeats costs nothing.",
  needsGpu: false,
  refuses: (rule, topology) =>
    refuseRule("bitwise", rule) ??
    (topology.kind === "unbounded" || topology.kind === "plane" || topology.kind === "torus"
      ? null
      : `The algorithm bitwise does not run ${nameGrid(topology)}.`),
  soupBytes: (soup, { states }) => liveTiles(soup, TILE) * recordBytes(planesFor(states)),
  // Other patterns may be still lifes in no time.
  isMuch: ({ soup, generations }) =>
    soup !== undefined && liveTiles(soup, TILE) * Math.min(Number(generations), SOUP_LIFE) >= MUCH,
  create: (init, environment) => createBitwise(init, environment),
};

/** Generations after which a soup may have become ash. */
const SOUP_LIFE = 1024;
/** Tiles over all generations that take several times as long as helpers take to come: a tenth of a microsecond each. */
const MUCH = 2 ** 22;

/** Like BITWISE.create, with the tuning and what steps the tiles open to tests. */
export async function createBitwise(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  tuning?: Partial<BitwiseTuning>,
  stepper?: Promise<TileStepper>,
): Promise<Universe> {
  checkSupported(BITWISE, init.rule, init.topology);
  const [{ startBitwise }, helped] = await Promise.all([
    import("./bitwise-universe.ts"),
    stepper ?? helpedStepper(environment, init.hurried ?? false),
  ]);
  // Helpers that are called at once get the rule's own loops while cells are written.
  const tuned = init.hurried ? { tableTiles: 0, ...tuning } : tuning;
  return startBitwise(init, memoryLimit(environment), tuned, helped);
}

/** With the threads that may help; undefined for none, and where the machine has no shared memory to reserve. */
async function helpedStepper(
  { helpers }: AlgorithmEnvironment,
  hurried: boolean,
): Promise<TileStepper | undefined> {
  if (!helpers) return undefined;
  const [{ startTeam }, { mustersFor, TILES_PACE }, pool] = await Promise.all([
    import("./tile-team.ts"),
    import("../wasm/muster.ts"),
    helpers(),
  ]);
  return startTeam(pool, mustersFor(pool, TILES_PACE, hurried)).catch(() => undefined);
}
