/** Shared by the algorithms: argument checks, a clock for budgets, snapshot shelves. */

import { now } from "../core/clock.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Topology } from "../core/topology.ts";
import { formatTopology } from "../core/topology.ts";
import { refuseGrid } from "../rules/counted.ts";
import { isPlain, isWeighed, reachOf } from "../rules/counted-shapes.ts";
import { ALL_FORMS, COUNTS, LOCAL, refuseForm, SUMMED, TABLES } from "../rules/outer-totalistic.ts";
import { refuseRowCodes } from "../rules/row-codes.ts";
import type { CountedForm, Rule, RuleForm } from "../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, RowRange, Snapshot, StepBudget } from "./algorithm.ts";
import { DEFAULT_MEMORY_MEGABYTES } from "./algorithm.ts";
import { GPU_SLICED_REACH, MOST_TERMS, slicedTerms } from "./sliced-sums.ts";

/** The algorithms that compile tables; the others count neighbours. */
const TAKES_TABLES: ReadonlySet<string> = new Set([
  "reference",
  "block",
  "bitwise",
  "gpu",
  "gpu-sparse",
  "hashlife",
  "gpu-hashlife",
]);
/** What those take that take more than two states. */
const STATED_FORMS: ReadonlyMap<string, readonly RuleForm["kind"][]> = new Map([
  ["reference", ALL_FORMS],
  ["bitwise", LOCAL],
  ["hashlife", LOCAL],
  ["gpu", ALL_FORMS],
  ["sums", SUMMED],
]);

/** The algorithms that look up what rows of three cells mean, where a diagram is long. */
const TAKES_ROWS: ReadonlySet<string> = new Set(["bitwise", "gpu", "hashlife"]);

/** What the sparse GPU algorithm says of rules that count over shapes. */
function refuseSparse({ text, states }: Rule, form: CountedForm): string | null {
  const taker = "The algorithm gpu-sparse";
  if (states !== 2) return `${taker} takes rules of two states; ${text} has ${states}: use \`sums\`.`;
  if (isWeighed(form)) return refuseWeights(taker, text);
  const reach = reachOf(form);
  if (reach > GPU_SLICED_REACH)
    return `${taker} takes rules that look up to ${GPU_SLICED_REACH} cells far; ${text} looks ${reach} cells far: use \`sums\`.`;
  if (slicedTerms(form) <= MOST_TERMS) return null;
  return `${taker} takes shapes whose outline is short; that of ${text} is too long: use \`sums\`.`;
}

/** The range up to which `gpu` takes shapes of triangles: they then see 16 cells at most (shaders/dense/far-cells.wgsl). */
const MOST_TRIANGLE_RANGE = 8;

function refuseShape({ text }: Rule, form: CountedForm): string | null {
  if (isPlain(form)) return null;
  if (!isWeighed(form)) {
    if (form.range <= MOST_TRIANGLE_RANGE) return null;
    return `The algorithm gpu takes rules on triangles of a range up to ${MOST_TRIANGLE_RANGE}; that of ${text} is ${form.range}: use \`sums\`.`;
  }
  return refuseWeights("The algorithm gpu", text);
}

function refuseWeights(taker: string, text: string): string {
  return `${taker} takes rules of Larger than Life whose cells all count alike; those of ${text} do not: use \`sums\`.`;
}

/** The fast algorithm on the CPU for a rule, by its id. */
export function fastOnCpu({ form }: Rule): string {
  return form.kind === "counted" ? "sums" : "bitwise";
}

/** A sentence if the algorithm with that id does not compile rules of this form, else null. */
export function refuseRule(algorithm: string, rule: Rule): string | null {
  const { form } = rule;
  if (TAKES_ROWS.has(algorithm) && form.kind === "diagram") return refuseRowCodes(form);
  if (algorithm === "gpu" && form.kind === "counted") return refuseShape(rule, form);
  if (algorithm === "gpu-sparse" && form.kind === "counted") return refuseSparse(rule, form);
  const forms = STATED_FORMS.get(algorithm) ?? (TAKES_TABLES.has(algorithm) ? TABLES : COUNTS);
  return refuseForm(rule, `The algorithm ${algorithm}`, forms);
}

/** Errors: `unsupported-rule`, and `unsupported-topology` where no algorithm runs it on that grid. */
export function checkRule(algorithm: string, rule: Rule, topology?: Topology): void {
  const reason = refuseRule(algorithm, rule);
  if (reason) throw new TessellaError("unsupported-rule", reason);
  const grid = topology && refuseGrid(rule, topology);
  if (grid) throw new TessellaError("unsupported-topology", grid);
}

/** Errors: `unsupported-rule` and `unsupported-topology`, with the algorithm's own sentence. */
export function checkSupported(algorithm: Algorithm, rule: Rule, topology: Topology): void {
  checkRule(algorithm.id, rule);
  const reason = algorithm.refuses(rule, topology);
  if (reason) {
    const hint = refuseGrid(rule, topology) ? undefined : "The algorithm `reference` runs every grid.";
    throw new TessellaError("unsupported-topology", reason, { hint });
  }
}

export function checkTarget(target: bigint, generation: bigint): void {
  if (target < generation) {
    throw new TessellaError(
      "bad-argument",
      `Generation ${target} lies before the present one, ${generation}.`,
      {
        hint: "Cellular automata run forwards only; restore a snapshot or load the pattern again.",
      },
    );
  }
}

/** The memory limit in bytes. */
export function memoryLimit(environment: AlgorithmEnvironment): number {
  return (environment.memoryMegabytes ?? DEFAULT_MEMORY_MEGABYTES) * 2 ** 20;
}

const MORE_MEMORY = "Raise the memory limit (-M, or the studio's preferences) or run a smaller universe.";

export function overMemory(needed: number, limit: number, what: string): TessellaError {
  const mb = (n: number): string => grouped(Math.ceil(n / 2 ** 20));
  return new TessellaError(
    "memory-limit",
    `${what} needs ${mb(needed)} MB, more than the limit of ${mb(limit)} MB.`,
    { hint: MORE_MEMORY },
  );
}

/** Like `overMemory`, where the total is unknown. */
export function outOfRoom(limit: number, what: string): TessellaError {
  const megabytes = grouped(Math.floor(limit / 2 ** 20));
  return new TessellaError("memory-limit", `${what} does not fit into the limit of ${megabytes} MB.`, {
    hint: MORE_MEMORY,
  });
}

/** Tells whether a budget is used up. It reads the clock at most once a call. */
export function budgetClock(budget: StepBudget | undefined): () => boolean {
  const signal = budget?.signal;
  const end = budget?.milliseconds === undefined ? Number.POSITIVE_INFINITY : now() + budget.milliseconds;
  return () => signal?.aborted === true || (end !== Number.POSITIVE_INFINITY && now() >= end);
}

/** Snapshot ids are unique in a thread, so a universe never takes another's snapshot for its own. */
let nextSnapshotId = 1;

/** Keeps the snapshots of one universe: hands out ids, counts bytes, recognises its own. */
export class SnapshotShelf<T> {
  #bytes = 0;
  readonly #held = new Map<number, { readonly snapshot: Snapshot; readonly state: T }>();
  readonly #drop: (state: T) => void;

  /** `drop` frees the resources of a released snapshot, where forgetting it is not enough. */
  constructor(drop: (state: T) => void = () => undefined) {
    this.#drop = drop;
  }

  get bytes(): number {
    return this.#bytes;
  }

  keep(state: T, generation: bigint, bytes: number): Snapshot {
    const snapshot: Snapshot = { id: nextSnapshotId++, generation, bytes };
    this.#held.set(snapshot.id, { snapshot, state });
    this.#bytes += bytes;
    return snapshot;
  }

  get(snapshot: Snapshot): T {
    const entry = this.#held.get(snapshot.id);
    if (!entry || entry.snapshot.generation !== snapshot.generation) {
      throw new TessellaError(
        "bad-argument",
        "This snapshot belongs to another universe or has been released.",
      );
    }
    return entry.state;
  }

  /** Every kept state. */
  *states(): Generator<T> {
    for (const { state } of this.#held.values()) yield state;
  }

  release(snapshot: Snapshot): void {
    const entry = this.#held.get(snapshot.id);
    if (!entry) return;
    this.#held.delete(snapshot.id);
    this.#bytes -= entry.snapshot.bytes;
    this.#drop(entry.state);
  }

  clear(): void {
    for (const { state } of this.#held.values()) this.#drop(state);
    this.#held.clear();
    this.#bytes = 0;
  }
}

/** "an unbounded plane", ":T30+5,20": how a grid is named in a sentence. */
export function nameGrid(topology: Topology): string {
  return topology.kind === "unbounded" ? "the unbounded plane" : `the grid ${formatTopology(topology)}`;
}

/** Rows of all ranges together. */
export function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, { rows }) => sum + rows, 0);
}
