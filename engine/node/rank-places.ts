/** Where the ranks of MPI are, and whether they can work together. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { endianness, hostname } from "node:os";
import type { RankPlace } from "../cluster/recording.ts";
import type { Transport } from "../cluster/transport.ts";
import { TessellaError } from "../core/errors.ts";
import { cannotHide, gpuCards } from "./gpu-cards.ts";
import { processorName } from "./processor.ts";

/** What each rank tells of itself. */
export interface MpiPlace extends RankPlace {
  /** What two builds differ in. */
  readonly build: string;
  /** Device files of the GPUs that it sees. */
  readonly cards: readonly string[];
}

const PLACE_BYTES = 1024;

/** The places of all ranks, by rank; of none on the ranks other than 0. */
export async function gatherPlaces(transport: Transport): Promise<readonly MpiPlace[]> {
  const { rank, size } = transport;
  const own = new Uint8Array(PLACE_BYTES).fill(0x20);
  new TextEncoder().encodeInto(JSON.stringify(await ownMpiPlace()), own);
  const all = rank === 0 ? new Uint8Array(PLACE_BYTES * size) : null;
  transport.gather(own, all, 0);
  if (!all) return [];
  return Array.from({ length: size }, (_, i) => {
    const text = new TextDecoder().decode(all.subarray(i * PLACE_BYTES, (i + 1) * PLACE_BYTES));
    return JSON.parse(text) as MpiPlace;
  });
}

/** Where this process is. */
export function ownPlace(): RankPlace {
  return { host: hostname(), process: process.pid, processor: processorName() };
}

async function ownMpiPlace(): Promise<MpiPlace> {
  // The program names its chunks by what is in them.
  const program = createHash("sha256").update(await readFile(process.argv[1]));
  const build = `${endianness()} ${program.digest("hex")}`;
  return { ...ownPlace(), build, cards: gpuCards() };
}

/** `ownCards`: whether no two ranks may have the same GPU. Errors: `engine-lost`, `gpu-unavailable`. */
export function checkPlaces(places: readonly MpiPlace[], ownCards: boolean): void {
  const other = places.findIndex(({ build }) => build !== places[0].build);
  if (other > 0)
    throw new TessellaError(
      "engine-lost",
      `Rank ${other} on ${places[other].host} is another build of Tessella than rank 0 on ${places[0].host}.`,
      { hint: "Install the same one on every machine." },
    );
  if (!ownCards) return;
  const key = ({ host, cards }: MpiPlace): string => JSON.stringify([host, cards]);
  for (const [rank, place] of places.entries()) {
    const before = places.findIndex((one) => key(one) === key(place));
    if (before < rank && place.cards.length > 0)
      throw cannotHide(`ranks ${before} and ${rank} on ${place.host} see the same`);
  }
}
