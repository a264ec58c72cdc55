/** What makes a search go, and how it goes. */

import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import { TextButton } from "../../ui/button.tsx";
import { canBranch } from "./plan-form.ts";
import type { SearchSession, SearchSessionState } from "./search-session.ts";

export function RunFoot({ search }: { readonly search: SearchSession }) {
  return (
    <footer className="run-foot">
      <RunButtons search={search} />
      <RunReading search={search} />
    </footer>
  );
}

function RunButtons({ search }: { readonly search: SearchSession }) {
  const running = useStore(search.store, (state) => state.running);
  const ended = useStore(search.store, (state) => state.ending !== null && !state.running && isOver(state));
  const plan = useStore(search.store, (state) => state.plan);
  const of = useStore(search.store, ({ run }) => run?.plan ?? null);
  const changed = of !== null && JSON.stringify(of) !== JSON.stringify(plan);
  if (running)
    return (
      <div className="run-buttons">
        <TextButton look="accent" onPress={() => search.pause()}>
          Pause
        </TextButton>
      </div>
    );
  const anew = ended || changed;
  return (
    <div className="run-buttons">
      <TextButton look="accent" onPress={() => void (anew ? search.goAnew() : search.go())}>
        {anew ? "New run" : "Run"}
      </TextButton>
      {anew ? null : <TextButton onPress={() => void search.go(true)}>One generation</TextButton>}
      {of && canBranch(of, plan) ? (
        <TextButton onPress={() => void search.branch()}>Branch</TextButton>
      ) : null}
      {of && !anew ? <TextButton onPress={() => void search.goAnew()}>New run</TextButton> : null}
    </div>
  );
}

/** Whether there is nothing left to go on with. */
function isOver({ ending }: SearchSessionState): boolean {
  return ending === "goal" || ending === "generations";
}

const ENDINGS = { goal: "goal reached", generations: "all done", time: "stopped" } as const;

function RunReading({ search }: { readonly search: SearchSession }) {
  const { run, rate, where, scoring, milliseconds, ending } = useStore(search.store);
  if (!run) return null;
  const { figures, plan, parent } = run;
  const done = figures.length;
  const count = `${grouped(done)} of ${grouped(plan.generations)}`;
  return (
    <dl className="run-reading">
      <Reading name="Generations" text={ending ? `${count}, ${ENDINGS[ending]}` : count} />
      {scoring === null ? null : <Reading name="Next generation" text={`${Math.floor(100 * scoring)} %`} />}
      {parent ? (
        <Reading name="Branch of" text={`seed ${parent.seed}, generation ${parent.generation}`} />
      ) : null}
      {rate === null ? null : <Reading name="Evaluations a second" text={grouped(Math.round(rate))} />}
      {where === null ? null : <Reading name="On" text={where} />}
      {milliseconds === 0 ? null : <Reading name="Time" text={`${(milliseconds / 1000).toFixed(1)} s`} />}
    </dl>
  );
}

function Reading({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{text}</dd>
    </div>
  );
}
