/** Rules of rings in a tab: watched row by row, and bred. */

import { Activity } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { KNOWN_RING_RULES } from "../../../engine/rings/known-rules.ts";
import { Connection } from "../../../engine/worker/connection.ts";
import type { EvolveProtocol } from "../../../engine/worker/protocol/evolve.ts";
import type { LabLoss, LabSession, LabSurroundings } from "../../studio/lab.ts";
import { STUDIO_PREFERENCES } from "../../studio/preferences.ts";
import { Atlas } from "./atlas.ts";
import { AtlasPage } from "./atlas-page.tsx";
import { EvolvePage } from "./evolve-page.tsx";
import { BestFollower } from "./follow-best.ts";
import { keepRun, takeKeptRun } from "./kept-run.ts";
import { RingViewer } from "./ring-viewer.ts";
import type { RingWish } from "./ring-wish.ts";
import { SearchSession } from "./search-session.ts";
import { SuccessCurves } from "./success-curves.ts";

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

export function startLab({ host }: LabSurroundings): LabSession {
  const worker = new Worker(new URL("./evolve.worker.ts", import.meta.url), { type: "module" });
  const connection = new Connection<EvolveProtocol>(worker);
  const engine = connection.call;
  const viewer = new RingViewer(engine, FIRST);
  const adapter = async () => (await host.preferences.load(STUDIO_PREFERENCES)).adapter;
  const search = new SearchSession({
    ...{ engine, adapter },
    hold: () => host.power.hold("run"),
    keep: (record) => keepRun(host, record),
  });
  const follower = new BestFollower(search, viewer);
  const curves = new SuccessCurves(search, { engine, adapter });
  const atlas = new Atlas(engine);
  const front = createStore(() => ({ page: "rings" }));
  const show = (page: string): void => front.setState({ page });
  const showRule = (rule: number): void => {
    viewer.change({ rule: `W${rule}` });
    show("rings");
  };
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) viewer.play();
  // What a crash or a reload has left; a record that cannot be read any more is no loss of this moment.
  void takeKeptRun(host)
    .then((record) => (record !== null && !search.store.getState().run ? search.recover(record) : undefined))
    .catch(() => {});
  const save = async (): Promise<boolean> => {
    const { preset, plan } = search.store.getState();
    const file = await host.files.pickSave({ types: [RECORDS], name: `${preset}-${plan.seed}.json` });
    if (!file) return false;
    await host.files.write(file, new TextEncoder().encode(await search.record()));
    search.noteSaved();
    return true;
  };
  return {
    Page: () => {
      const page = useStore(front, (state) => state.page);
      return (
        <>
          <Activity mode={page === "rings" ? "visible" : "hidden"}>
            <EvolvePage {...{ viewer, search, follower, curves }} onSaveRecord={save} />
          </Activity>
          {page === "atlas" ? <AtlasPage atlas={atlas} onShow={showRule} /> : null}
        </>
      );
    },
    pages: { store: front, show },
    store: search.store,
    loss: () => lossOf(search, save),
    open: async ({ bytes }) => {
      await search.open(new TextDecoder().decode(bytes));
      show("rings");
    },
    close: () => {
      follower.close();
      curves.close();
      atlas.close();
      viewer.close();
      search.close();
      connection.close();
    },
  };
}

const RECORDS = { label: "Run record", extensions: [".json"] };

function lossOf(search: SearchSession, save: () => Promise<boolean>): LabLoss | null {
  const { running, saved, run } = search.store.getState();
  if (running)
    return {
      title: "Stop the search?",
      text: "It is still running. Pause it to save its record.",
      discard: "Stop and close",
    };
  if (!run || saved) return null;
  return { title: "Save the run?", text: "Its record is in no file.", discard: "Discard", save };
}
