import { useStore } from "zustand";
import { CheckField } from "../../ui/fields.tsx";
import { Diagram } from "./diagram.tsx";
import "./evolve.css";
import type { BestFollower } from "./follow-best.ts";
import { HallPanel } from "./hall-panel.tsx";
import { PlanPanel } from "./plan-panel.tsx";
import { RingBar, RingReading } from "./ring-bar.tsx";
import { RingFields } from "./ring-fields.tsx";
import type { RingViewer } from "./ring-viewer.ts";
import { aboutDiagram } from "./ring-words.ts";
import { RunFoot } from "./run-foot.tsx";
import { RunPlots } from "./run-plots.tsx";
import type { SearchSession } from "./search-session.ts";
import type { SuccessCurves } from "./success-curves.ts";
import { SuccessPanel } from "./success-panel.tsx";

export interface EvolveParts {
  readonly viewer: RingViewer;
  readonly search: SearchSession;
  readonly follower: BestFollower;
  readonly curves: SuccessCurves;
  readonly onSaveRecord: () => Promise<unknown>;
}

export function EvolvePage({ viewer, search, follower, curves, onSaveRecord }: EvolveParts) {
  const shown = useStore(viewer.store, (state) => state.shown);
  const particles = useStore(viewer.store, (state) => state.particles);
  const begun = useStore(search.store, ({ run }) => run !== null);
  return (
    <>
      <div className={begun ? "evolve with-run" : "evolve"}>
        <div className="evolve-side">
          <PlanPanel search={search} />
          <div className="evolve-hall">
            <HallPanel search={search} curves={curves} onShow={(entry) => follower.show(entry)}>
              <Following follower={follower} search={search} />
            </HallPanel>
            <SuccessPanel curves={curves} />
          </div>
        </div>
        <section className="evolve-ring" aria-label="Ring">
          <RingFields viewer={viewer} />
          <Diagram viewer={viewer} name={`Space-time diagram: ${aboutDiagram(shown, particles)}`} />
          <RingReading viewer={viewer} />
          <RingBar viewer={viewer} />
          <RunPlots search={search} onShow={(entry) => follower.show(entry)} onSaveRecord={onSaveRecord} />
        </section>
      </div>
      <RunFoot search={search} />
    </>
  );
}

function Following({ follower, search }: Pick<EvolveParts, "follower" | "search">) {
  const cellular = useStore(search.store, ({ run }) => run !== null && run.ring !== null);
  const following = useStore(follower.store, (state) => state.following);
  return (
    <CheckField
      label={cellular ? "Show the ring at work" : "Show the best rule at work"}
      checked={following}
      onChange={(follow) => follower.follow(follow)}
    />
  );
}
