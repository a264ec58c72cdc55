/** The hall of fame. What led a generation was lucky there: only fresh vectors say what a rule is worth. */

import type { ReactNode } from "react";
import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import type { HallEntry } from "../../../engine/evolve/hall.ts";
import type { TaskSetting } from "../../../engine/evolve/task.ts";
import { TextButton } from "../../ui/button.tsx";
import type { FreshScore, SearchSession } from "./search-session.ts";
import { FRESH_VECTORS, genomeKey } from "./search-session.ts";
import { freshWords, hallRule } from "./search-words.ts";
import type { SuccessCurves } from "./success-curves.ts";

export function HallPanel({
  search,
  curves,
  onShow,
  children,
}: {
  readonly search: SearchSession;
  readonly curves: SuccessCurves;
  readonly onShow: (entry: HallEntry) => void;
  /** Under the heading. */
  readonly children: ReactNode;
}) {
  const run = useStore(search.store, (state) => state.run);
  const scores = useStore(search.store, (state) => state.scores);
  if (!run) return null;
  const { plan, hall, ring, most } = run;
  const { setting } = plan;
  // A rule that one cell of many has is worth nothing by itself.
  const judged = most !== null && ring === null;
  return (
    <section className="hall-panel" aria-label="Hall of fame">
      <h3>Hall of fame</h3>
      {children}
      {ring === null ? null : (
        <p className="field-hint">
          Rules that single cells had, by how often the cell ended right. All cells together are the ring at
          work.
        </p>
      )}
      {judged ? (
        <p className="field-hint">
          {`Counted on the ${grouped(plan.vectors)} vectors of one generation, the luckiest are in front. ${grouped(FRESH_VECTORS)} fresh vectors decide.`}
        </p>
      ) : null}
      {hall.length === 0 ? <p className="dim">The best rule of each generation comes here.</p> : null}
      <ol>
        {hall.map((entry) => {
          const key = genomeKey(entry.genome);
          return (
            <HallRow
              key={key}
              entry={entry}
              rule={hallRule(setting.shape, entry.genome)}
              fresh={judged ? (scores[key] ?? null) : undefined}
              setting={setting}
              most={most === null ? "" : ` of ${grouped(most)}`}
              onShow={() => onShow(entry)}
              onScore={() => void search.scoreFresh(entry.genome)}
              onStop={() => search.stopScoring(entry.genome)}
              onPlot={() => void curves.plot({ plan, genome: entry.genome })}
            />
          );
        })}
      </ol>
    </section>
  );
}

function HallRow({
  entry: { fitness, generation },
  rule,
  fresh,
  setting,
  most,
  onShow,
  onScore,
  onStop,
  onPlot,
}: {
  readonly entry: HallEntry;
  readonly rule: string;
  /** Undefined where there is nothing to be judged. */
  readonly fresh: FreshScore | null | undefined;
  readonly setting: TaskSetting;
  /** After the fitness. */
  readonly most: string;
  readonly onShow: () => void;
  readonly onScore: () => void;
  readonly onStop: () => void;
  readonly onPlot: () => void;
}) {
  return (
    <li>
      <button type="button" className="link number hall-rule" title="Show it at work" onClick={onShow}>
        {rule}
      </button>
      <p className="dim">{`Fitness ${grouped(fitness)}${most} in generation ${grouped(generation)}`}</p>
      {fresh === undefined ? null : (
        <>
          {fresh?.scores ? <p className="number">{freshWords(fresh.scores, setting)}</p> : null}
          <div className="hall-buttons">
            {fresh?.running ? (
              <TextButton onPress={onStop}>Stop</TextButton>
            ) : (
              <TextButton onPress={onScore}>Fresh vectors</TextButton>
            )}
            <TextButton onPress={onPlot}>Plot success</TextButton>
          </div>
        </>
      )}
    </li>
  );
}
