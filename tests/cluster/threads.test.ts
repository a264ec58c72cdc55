// Ranks that are threads and end too early: the universe ends with a sentence, and nobody waits for them.

import { expect, it } from "vitest";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { overRanks } from "../../engine/cluster/cluster-universe.ts";
import type { Transport } from "../../engine/cluster/transport.ts";
import { openRankThreads } from "../../engine/node/rank-threads.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

it.each([
  ["throw new Error('no luck')", "Rank 1 broke down: no luck"],
  ["process.exit()", "Rank 1 has ended."],
])("says what became of a thread that does nothing but %s", async (program, message) => {
  const open = async (): Promise<Transport> =>
    openRankThreads(2, { threads: 1 }, new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const algorithm = overRanks(BITWISE, { size: 2, halo: 1, overlap: false, open });
  await expect(algorithm.create(parseUniverseRule("B3/S23:T60,60"), {})).rejects.toMatchObject({
    code: "engine-lost",
    message,
  });
});
