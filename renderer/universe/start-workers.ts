/** Starts the engine's workers. Bundlers recognise only an address written out in full. */

import { Connection } from "../../engine/worker/connection.ts";
import type { AnalysisProtocol } from "../../engine/worker/protocol/analysis.ts";
import type { BenchProtocol } from "../../engine/worker/protocol/bench.ts";
import type { EngineClient } from "./client.ts";
import { engineAt } from "./client.ts";

/** A worker for universes on the CPU. */
export function startCpuEngine(): EngineClient {
  return engineAt(
    new Worker(new URL("../../engine/worker/universe-worker.ts", import.meta.url), { type: "module" }),
  );
}

/** A worker that analyses patterns and rules. */
export function startAnalysis(): Connection<AnalysisProtocol> {
  return new Connection(
    new Worker(new URL("../../engine/worker/analysis-worker.ts", import.meta.url), { type: "module" }),
  );
}

/** A worker that times algorithms on the CPU. */
export function startBench(): Connection<BenchProtocol> {
  return new Connection(
    new Worker(new URL("../../engine/worker/bench-worker.ts", import.meta.url), { type: "module" }),
  );
}
