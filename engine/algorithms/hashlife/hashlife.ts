/** `hashlife` as an algorithm: where it runs and how a universe of it is made. */

import { cellPieces } from "../../core/cells.ts";
import { liveTiles } from "../../core/soup.ts";
import type { Algorithm, AlgorithmEnvironment, UniverseInit } from "../algorithm.ts";
import { checkSupported, memoryLimit, nameGrid, refuseRule } from "../support.ts";
import type { HashLifeCore } from "./core.ts";
import type { HashLifeTuning, HashLifeUniverse } from "./hashlife-universe.ts";
import { MOST_BYTES } from "./layout.ts";
import { torusLevel } from "./torus.ts";

export const HASHLIFE: Algorithm = {
  id: "hashlife",
  name: "HashLife",
  summary:
    "A quad-tree that computes each square once: vast regular patterns over any number of generations; no match for soups.",
  needsGpu: false,
  leaps: true,
  mostMegabytes: MOST_BYTES / 2 ** 20,
  refuses: (rule, topology) =>
    refuseRule("hashlife", rule) ??
    (topology.kind === "unbounded" || torusLevel(topology) !== null
      ? null
      : `HashLife runs the unbounded plane and tori of 2^k x 2^k cells, not ${nameGrid(topology)}: use \`bitwise\`.`),
  isMuch: ({ soup, cells, generations }) =>
    generations >= LONG && (cells ? cellPieces(cells) : soup ? liveTiles(soup, LEAF) : 0) >= MUCH,
  create: (init, environment) => createHashLife(init, environment),
};

/** Generations from which on a run of many cells is worth helpers. */
const LONG = 256n;
/** Runs, nodes of a quad-tree or leaves of a soup. */
const MUCH = 4096;
/** The side of a leaf. */
const LEAF = 8;

/** Like HASHLIFE.create, with the core and the tuning open to tests. */
export async function createHashLife(
  init: UniverseInit,
  environment: AlgorithmEnvironment,
  tuning?: Partial<HashLifeTuning>,
  core?: Promise<HashLifeCore>,
): Promise<HashLifeUniverse> {
  checkSupported(HASHLIFE, init.rule, init.topology);
  const { HashLifeUniverse, TUNING } = await import("./hashlife-universe.ts");
  return new HashLifeUniverse(init, await (core ?? coreFor(environment, init)), memoryLimit(environment), {
    ...TUNING,
    ...tuning,
  });
}

/** The core for as many threads as there are, or for one where the machine has no shared memory to reserve. */
async function coreFor(
  { helpers }: AlgorithmEnvironment,
  { rule, topology, hurried }: UniverseInit,
): Promise<HashLifeCore> {
  const { startCore } = await import("./core.ts");
  if (!helpers) return startCore();
  const [{ startThreadedCore }, { mustersFor, ROWS_PACE }] = await Promise.all([
    import("./threaded-core.ts"),
    import("../wasm/muster.ts"),
  ]);
  const pool = await helpers();
  const muster = mustersFor(pool, ROWS_PACE, hurried);
  const base =
    rule.states > 2 ? (await import("./base-kernel.ts")).baseOf(rule, topology, true).module : null;
  return startThreadedCore(pool, muster(), base).catch(startCore);
}
