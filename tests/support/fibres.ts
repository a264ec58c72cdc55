/**
 * Ranks that take turns on this thread: none ever sleeps, and each lets the others go on while it waits. They show what ranks say
 * to each other, in little time; threads and processes are tested elsewhere.
 */

import type { SaveFile } from "../../engine/cluster/checkpoint.ts";
import type { RankEnvironment } from "../../engine/cluster/rank.ts";
import { Rank } from "../../engine/cluster/rank.ts";
import { shareThreads, ThreadTransport } from "../../engine/cluster/threads.ts";
import type { Transfer, Transport } from "../../engine/cluster/transport.ts";

class Fibre extends ThreadTransport {
  override test(transfer: Transfer): boolean {
    return super.test(transfer, 0);
  }
}

/** A transport a rank. A short ring, so that long messages go through it in pieces. */
export function fibres(size: number): readonly Transport[] {
  const share = shareThreads(size, 2 ** 13);
  return Array.from({ length: size }, (_, rank) => new Fibre(share, rank));
}

/** Starts all ranks but the first, which is answered. */
export async function openFibres(
  size: number,
  environmentOf: RankEnvironment = async (_, memoryMegabytes) => ({ memoryMegabytes }),
  saveFile?: SaveFile,
): Promise<Transport> {
  const [first, ...others] = fibres(size);
  for (const transport of others)
    void new Rank(transport, environmentOf, saveFile).serve().catch(() => undefined);
  return first;
}
