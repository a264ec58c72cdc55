/** Rules of rings in a tab: watched row by row. */

import { KNOWN_RING_RULES } from "../../../engine/rings/known-rules.ts";
import { Connection } from "../../../engine/worker/connection.ts";
import type { EvolveProtocol } from "../../../engine/worker/protocol/evolve.ts";
import type { LabSession } from "../../studio/lab.ts";
import { EvolvePage } from "./evolve-page.tsx";
import { RingViewer } from "./ring-viewer.ts";
import type { RingWish } from "./ring-wish.ts";

/** The best rule that is known for the majority task, on a ring as the literature has it. */
const FIRST: RingWish = {
  rule: KNOWN_RING_RULES.get("annealed").rule,
  cells: 149,
  boundary: "cyclic",
  from: "vector",
  seed: 1,
  index: 0,
  state: "",
};

export function startLab(): LabSession {
  const worker = new Worker(new URL("./evolve.worker.ts", import.meta.url), { type: "module" });
  const connection = new Connection<EvolveProtocol>(worker);
  const viewer = new RingViewer(connection.call, FIRST);
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) viewer.play();
  return {
    Page: () => <EvolvePage viewer={viewer} />,
    close: () => {
      viewer.close();
      connection.close();
    },
  };
}
