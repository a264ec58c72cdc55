/** The worker of the lab that shows and breeds rules of rings. It holds one run. */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { unlessAborted, yieldToTasks } from "../core/tasks.ts";
import { alleleFrequencies } from "../evolve/alleles.ts";
import { ringOfCells } from "../evolve/cellular.ts";
import { CPU_SCORER } from "../evolve/cpu-scorer.ts";
import { freshSet } from "../evolve/hall.ts";
import { MAP_ELITES } from "../evolve/map-elites.ts";
import { checkPopulation, formatRecord, parseRecord } from "../evolve/record.ts";
import type { Ending, RunRecord } from "../evolve/run.ts";
import { branchOf, newRecord, runsOfGeneration, SearchRun } from "../evolve/run.ts";
import type { Generation, ScoredGeneration, SearchPlan } from "../evolve/search.ts";
import { SEARCHES } from "../evolve/searches.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import { ruleFigures } from "../rings/atlas.ts";
import { outsideDomains } from "../rings/domains.ts";
import { firstFailing, outcomeOf } from "../rings/outcome.ts";
import { ringWords } from "../rings/ring.ts";
import { formatRingRule } from "../rings/ring-rule.ts";
import { createStepper } from "../rings/stepper.ts";
import type { EvolvePlace, LabCpu } from "./evolve-gpu.ts";
import { openEngine, openScorer } from "./evolve-gpu.ts";
import { handOver } from "./parcel.ts";
import type {
  EvolveProtocol,
  EvolveRequest,
  Niches,
  Rows,
  RowsRequest,
  RunNews,
  RunView,
  ScoreRequest,
  Scores,
} from "./protocol/evolve.ts";
import type { Handlers, OpenCall } from "./rpc.ts";

/** Milliseconds between two news of a run. */
const NEWS = 100;
/** Vectors between two news of a score. */
const SCORED_AT_ONCE = 5000;

type Machine = Pick<EvolvePlace, "gpu" | "cpu">;

/** `gpu`: WebGPU's entry point; undefined where there is none. */
export function evolveHandlers(gpu: GPU | undefined, cpu: LabCpu = CPU_SCORER): Handlers<EvolveProtocol> {
  const machine = { gpu, cpu };
  let record: RunRecord | null = null;
  let running = false;
  const begun = (): RunRecord => {
    if (record) return record;
    throw new TessellaError("bad-argument", "There is no run yet.");
  };
  const take = (next: RunRecord): RunView => {
    if (running) throw new TessellaError("bad-argument", "The search is running: pause it first.");
    record = next;
    return viewOf(next);
  };
  return {
    rows: (request) => handOver(rowsAfter(request)),
    figures: ({ rule }) => ruleFigures(rule),
    outcome: ({ ring, start, steps }) => outcomeOf(ring, start, steps),
    firstFailing: ({ ring, ...search }, { signal, report }) =>
      firstFailing(ring, search, { signal, onProgress: report }),
    begin: ({ plan, preset }) => take(newRecord(plan, preset)),
    open: ({ text }) => {
      const read = parseRecord(text);
      checkPopulation(read);
      return take(read);
    },
    branch: ({ plan }) => take(branchOf(begun(), plan)),
    record: () => formatRecord(begun()),
    evolve: async (request, call) => {
      if (running) throw new TessellaError("bad-argument", "The search is running already.");
      const from = begun();
      running = true;
      try {
        return await evolve(machine, from, request, call, (next) => {
          record = next;
        });
      } finally {
        running = false;
      }
    },
    score: (request, call) => score(machine, request, call),
  };
}

function viewOf({ plan, preset, parent, figures, hall, last }: RunRecord): RunView {
  const left = parent && { seed: parent.seed, generation: parent.start.generation };
  const { vectors, most } = TASKS.get(plan.setting.task);
  return {
    plan,
    preset,
    parent: left,
    figures,
    hall,
    ring: ringText(plan, last),
    most: vectors ? most(plan.vectors, plan.setting) : null,
  };
}

function ringText(plan: SearchPlan, last: Generation): string | null {
  if (!SEARCHES.get(plan.search).cellular) return null;
  return ringOfCells(plan, last).rules.map(formatRingRule).join();
}

async function evolve(
  machine: Machine,
  record: RunRecord,
  { once, adapter }: EvolveRequest,
  { signal, report }: OpenCall<RunNews>,
  keep: (record: RunRecord) => void,
): Promise<Ending | null> {
  const { plan, last } = record;
  // Who says stop does not wait until a GPU has compiled, or has done what it was given.
  const opening = openEngine({ ...machine, adapter, signal }, plan, last);
  const { engine, where, remark } = await unlessAborted(opening, signal).catch((error: unknown) => {
    opening.then(
      (late) => late.engine.dispose(),
      () => {},
    );
    throw error;
  });
  const run = new SearchRun(record, engine);
  const enough = new AbortController();
  let told = record.figures.length;
  /** Runs: those of generations that are done, and what has been told of. */
  let done = 0;
  let evaluated = 0;
  let since = performance.now();
  let nextNews = since;
  const tell = (scoring: number | null = null): void => {
    const { figures, hall, last: present } = run.record;
    if (figures.length === told && scoring === null) return;
    const now = performance.now();
    for (const { vectors } of figures.slice(told)) done += runsOfGeneration(plan, vectors);
    const runs = Math.max(
      evaluated,
      done + Math.round((scoring ?? 0) * runsOfGeneration(plan, plan.vectors)),
    );
    report({
      ...{ figures: figures.slice(told), scoring, hall, where: where(), remark: remark() },
      ring: ringText(plan, present),
      alleles: alleleFrequencies(plan.setting.shape, present.genomes),
      niches: nichesOf(plan, run.scored),
      evaluations: runs - evaluated,
      milliseconds: now - since,
    });
    told = figures.length;
    evaluated = runs;
    since = now;
    nextNews = now + NEWS;
  };
  const going = run.evolve({
    signal: AbortSignal.any([signal, enough.signal]),
    onAdvance: ({ figures }) => {
      if (signal.aborted) return;
      keep(run.record);
      if (once && figures.length > record.figures.length) enough.abort();
      if (performance.now() >= nextNews) tell();
    },
    onScoring: (share) => {
      if (!signal.aborted && performance.now() >= nextNews) tell(share);
    },
  });
  try {
    return await unlessAborted(going, signal);
  } catch (error) {
    if (!enough.signal.aborted) throw error;
    return null;
  } finally {
    tell();
    keep({ ...run.record, figures: [...run.record.figures] });
    void going.catch(() => {}).finally(() => engine.dispose());
  }
}

/** What a map of rules holds; null for any other search. */
function nichesOf(plan: SearchPlan, scored: ScoredGeneration | null): Niches | null {
  if (plan.search !== MAP_ELITES.id || !scored) return null;
  const { generation, fitness, genomes, vectors } = scored;
  return { generation, fitness, genomes, most: TASKS.get(plan.setting.task).most(vectors, plan.setting) };
}

async function score(
  machine: Machine,
  { plan, genome, density = "fair", vectors, adapter }: ScoreRequest,
  { signal, report }: OpenCall<Scores>,
): Promise<Scores> {
  const { setting } = plan;
  const task = TASKS.get(setting.task);
  const set = { ...freshSet(plan, vectors), density };
  const scorer = await openScorer({ ...machine, adapter, signal }, { setting, genomes: genome, set });
  const counts = new Uint32Array(task.counts.length);
  let done = 0;
  const scores = (): Scores => ({
    vectors: done,
    fitness: task.fitness(counts, 0, setting),
    share: task.report({ setting, genome, vectors: done, counts }).share,
  });
  try {
    while (done < vectors) {
      // Small jobs give no turn to the message that says stop.
      await yieldToTasks();
      throwIfAborted(signal);
      const size = Math.min(SCORED_AT_ONCE, vectors - done);
      const more = await scorer.score(
        { setting, genomes: genome, set: { ...set, first: done, size } },
        { signal },
      );
      more.forEach((count, k) => {
        counts[k] += count;
      });
      done += size;
      report(scores());
    }
    return scores();
  } finally {
    scorer.dispose();
  }
}

function rowsAfter({ ring, from, count }: RowsRequest): Rows {
  const { cells, boundary } = ring;
  const words = ringWords(cells);
  const stepper = createStepper(ring);
  const states = new Uint32Array(count * words);
  let before = from;
  for (let at = 0; at < states.length; at += words) {
    const row = states.subarray(at, at + words);
    stepper.step(before, row);
    before = row;
  }
  return { states, particles: outsideDomains(states, cells, boundary) };
}
