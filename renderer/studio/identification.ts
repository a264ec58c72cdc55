/**
 * Identification in the studio: copies the selection, or the whole universe, into a worker of its own and analyses it there. The
 * universe in the window is free to go on. A result stays until the next identification.
 */

import { createStore } from "zustand/vanilla";
import type { Identity } from "../../engine/analysis/identity.ts";
import { USUAL_LIMIT } from "../../engine/analysis/identity.ts";
import type { IdentifyProgress } from "../../engine/analysis/subject.ts";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { patternOf } from "../../engine/core/pattern.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { runsPopulation, translateRuns } from "../../engine/core/runs.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { isOnTriangles, upOn } from "../../engine/grids/triangle.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { Connection } from "../../engine/worker/connection.ts";
import type { AnalysisProtocol } from "../../engine/worker/protocol/analysis.ts";
import type { StudioDocument } from "../document/document.ts";
import { cellsInside } from "../editor/selection/selection.ts";
import { startAnalysis } from "../universe/start-workers.ts";
import { perStudio } from "./services.ts";

/** The cells to identify. */
export interface IdentifySubject {
  readonly what: "selection" | "universe";
  readonly rule: Rule;
  readonly topology: Topology;
}

export interface IdentificationState {
  readonly running: boolean;
  readonly progress: IdentifyProgress | null;
  readonly subject: IdentifySubject | null;
  /** null until there is a result. */
  readonly identity: Identity | null;
  /** What the library calls it: "Pulsar"; null for a pattern that it does not hold. */
  readonly name: string | null;
  /** Why there is no result. */
  readonly problem: string | null;
  /** Generations to analyse. */
  readonly limit: number;
}

export interface IdentificationSurroundings {
  readonly start: () => Pick<Connection<AnalysisProtocol>, "call" | "close">;
  readonly hold: () => () => void;
}

/** More cells are not copied for this; the engine refuses them as well. */
const MOST_CELLS = 2n ** 22n;

/** Larger patterns have no names in a library. */
const MOST_NAMED = 10_000n;

export class Identification {
  readonly store = createStore<IdentificationState>(() => ({
    running: false,
    progress: null,
    subject: null,
    identity: null,
    name: null,
    problem: null,
    limit: USUAL_LIMIT,
  }));
  readonly #around: IdentificationSurroundings;
  #abort: AbortController | null = null;

  constructor(around: IdentificationSurroundings) {
    this.#around = around;
  }

  setLimit(limit: number): void {
    this.store.setState({ limit });
  }

  /**
   * Identifies the selection, or else the whole universe, and ends an earlier analysis. A failure becomes `problem`. `nameOf`:
   * what a small pattern is called, on the plane and in any phase.
   */
  async run(
    document: Pick<StudioDocument, "editor" | "universe">,
    nameOf: (pattern: Pattern) => Promise<string | null>,
  ): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const engine = this.#around.start();
    const release = this.#around.hold();
    // Ending the worker ends its analysis.
    abort.signal.addEventListener("abort", () => engine.close());
    const tell = (change: Partial<IdentificationState>): void => {
      if (this.#abort === abort) this.store.setState(change);
    };
    tell({ running: true, progress: null, subject: null, identity: null, name: null, problem: null });
    try {
      const { subject, cells, generation } = await taken(document);
      tell({ subject });
      const { rule, topology } = subject;
      const { memoryMegabytes } = document.universe;
      const { limit } = this.store.getState();
      // Under its rule alone: a pulsar is one on a torus too.
      const pattern = runsPopulation(cells) <= MOST_NAMED ? patternOf(cells, { rule: rule.text }) : null;
      // It goes without a name where the library cannot be read.
      const naming = pattern ? nameOf(pattern).catch(() => null) : null;
      const wish = { rule, topology, cells, generation, memoryMegabytes, limit };
      const identity = await engine.call.identify(wish, {
        signal: abort.signal,
        onProgress: (progress) => tell({ progress }),
      });
      tell({ identity });
      tell({ name: await naming });
    } catch (error) {
      tell({ problem: abort.signal.aborted ? this.#stoppedAt() : describeError(error) });
    } finally {
      engine.close();
      release();
      tell({ running: false, progress: null });
      if (this.#abort === abort) this.#abort = null;
    }
  }

  stop(): void {
    this.#abort?.abort();
  }

  #stoppedAt(): string {
    const { progress } = this.store.getState();
    if (progress?.stage !== "searching") return "Stopped.";
    return `Stopped: no period within the first ${grouped(progress.done)} generations.`;
  }
}

export const identificationOf = perStudio(
  ({ host }) => new Identification({ start: startAnalysis, hold: () => host.power.hold("run") }),
);

interface Taken {
  readonly subject: IdentifySubject;
  readonly cells: Runs;
  readonly generation: bigint;
}

/** The cells at one moment. Errors: `too-large`. */
function taken({ editor, universe: live }: Pick<StudioDocument, "editor" | "universe">): Promise<Taken> {
  return editor.keep(async () => {
    const { selection } = editor.state;
    const universe = live.present;
    const { rule, topology, generation } = universe;
    const box = selection?.box;
    if (!box && (await universe.population()) > MOST_CELLS) {
      throw new TessellaError("too-large", "There are more cells than can be compared one by one.", {
        hint: "Select a part of the pattern.",
      });
    }
    const read = await universe.readRuns(box);
    if (!selection) return { subject: { what: "universe", rule, topology }, cells: read, generation };
    // A selection is analysed without its surroundings, and its triangles as they point on the plane.
    const subject = { what: "selection", rule, topology: UNBOUNDED } as const;
    const aside = isOnTriangles(rule) && upOn(topology) !== upOn(UNBOUNDED) ? 1n : 0n;
    return { subject, cells: translateRuns(cellsInside(selection, read), aside, 0n), generation };
  });
}
