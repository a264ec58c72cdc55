/**
 * The order of test files, and a list of slow tests. A long file that begins last keeps everybody waiting; where no earlier
 * run is known, vitest goes by the size of files, which says little.
 */

import type { Reporter, TestCase, TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** The longest files of each project, longest first. */
const LONG: readonly string[] = [
  "e2e/view.test.ts",
  "e2e/hashlife.test.ts",
  "e2e/screens-cells.test.ts",
  "e2e/screens-patterns.test.ts",
  "e2e/export.test.ts",
  "e2e/evolve.test.ts",
  "e2e/library.test.ts",
  "e2e/export-dialog.test.ts",
  "e2e/tabs.test.ts",
  "e2e/screens-dialogs.test.ts",
  "e2e/files.test.ts",
  "e2e/guide.test.ts",
  "e2e/newcomer.test.ts",
  "e2e/keys.test.ts",
  "e2e/benchmarks.test.ts",
  "e2e/states.test.ts",
  "e2e/journey.test.ts",
  "e2e/gpu.test.ts",
  "e2e/rules.test.ts",
  "e2e/offline.test.ts",
  "e2e/hands-and-eyes.test.ts",
  "e2e/tools.test.ts",
  "e2e/performance.test.ts",
  "gpu/hashlife.test.ts",
  "gpu/counted.test.ts",
  "gpu/seeds.test.ts",
  "gpu/kernels.test.ts",
  "gpu/evolve-ranks.test.ts",
  "gpu/agree.test.ts",
  "gpu/universe.test.ts",
  "gpu/sparse.test.ts",
  "gpu/diagrams.test.ts",
  "gpu/table-counter.test.ts",
  "gpu/sparse-memory.test.ts",
  "gpu/soups.test.ts",
  "gpu/run-ranks.test.ts",
  "browser/gpu-document.test.ts",
  "browser/gpu.test.ts",
  "browser/gpu-drawing.test.ts",
  "browser/sparse-drawing.test.ts",
  "cluster/evolve.test.ts",
  "cli/film.test.ts",
  "cluster/killed.test.ts",
  "cluster/hosts.test.ts",
  "cluster/mpi.test.ts",
  "cluster/command.test.ts",
  "electron/build.test.ts",
  "electron/packaging.test.ts",
  "cli/run.test.ts",
  "interop/bgolly.test.ts",
  "cli/files.test.ts",
  "algorithms/counted.test.ts",
  "hashlife/threads.test.ts",
  "algorithms/contract.test.ts",
  "rules/catalogue.test.ts",
  "algorithms/bitwise-threads.test.ts",
  "algorithms/sums-threads.test.ts",
  "document/backup.test.ts",
  "worker/protocol.test.ts",
  "hashlife/states.test.ts",
  "time/advance.test.ts",
  "history/timeline.test.ts",
];

/**
 * What leaves much memory in its worker, out of which each further process then takes longer to start: some 2 ms of the
 * processor's time for each 100 MB, as Node copies the table of its pages. These go behind those that start hundreds.
 */
const LARGE: readonly string[] = ["interop/golly-folder.test.ts", "recipe-types.test.ts"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeIn = (list: readonly string[], { moduleId }: TestSpecification): number =>
      list.findIndex((name) => moduleId.endsWith(`/${name}`));
    const place = (file: TestSpecification): number => {
      const at = placeIn(LONG, file);
      return at < 0 ? LONG.length + 1 + placeIn(LARGE, file) : at;
    };
    // Of the projects that share a group, the longest files come first and unit last: its files are short. The files of a project
    // come one after the other and share their workers.
    const turns = ["e2e", "process", "apart", "unit"];
    const turn = ({ project }: TestSpecification): number => turns.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => turn(a) - turn(b) || place(a) - place(b));
  }
}

/** Milliseconds from which a test is named at the end of a run, on a machine that does nothing else. */
const SLOW = 5000;

/** Names the tests that take long, the longest first. */
export class SlowTests implements Reporter {
  readonly #slow: { readonly name: string; readonly duration: number }[] = [];

  onTestCaseResult(test: TestCase): void {
    const duration = test.diagnostic()?.duration ?? 0;
    if (duration < SLOW) return;
    const name = `${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}`;
    this.#slow.push({ name, duration });
  }

  onTestRunEnd(): void {
    if (this.#slow.length === 0) return;
    this.#slow.sort((a, b) => b.duration - a.duration);
    console.log(`\n${this.#slow.length} tests took longer than ${SLOW / 1000} s:`);
    for (const { name, duration } of this.#slow)
      console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
}
