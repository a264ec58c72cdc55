/**
 * The computations of the rule browser: measurements in one worker, which the first of them starts, and the preview in
 * another, so that neither waits for the other. Measurements are cached as long as the window lives.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { soupHash } from "../../engine/core/soup.ts";
import type { Behaviour, Fate } from "../../engine/rules/behaviour.ts";
import { fateOf } from "../../engine/rules/behaviour.ts";
import { classSets } from "../../engine/rules/class-sets.ts";
import { RULE_FAMILIES } from "../../engine/rules/families.ts";
import type { Rule, RuleLattice } from "../../engine/rules/rule.ts";
import type { RuleRange } from "../../engine/rules/rule-range.ts";
import { randomRule } from "../../engine/rules/variations.ts";
import type { Connection } from "../../engine/worker/connection.ts";
import type { AnalysisProtocol } from "../../engine/worker/protocol/analysis.ts";
import type { Calls } from "../../engine/worker/rpc.ts";
import type { EngineClient } from "../universe/client.ts";

const REMEMBERED = new Map<string, Behaviour>();
/** After this many failed tries the wish is unlikely to come true. */
const MOST_TRIES = 2000;

const TELLING = 80;

export interface RandomWish {
  /** Of RULE_FAMILIES, one that draws rules by chance. */
  readonly family: string;
  readonly lattice: RuleLattice;
  /** 0 .. 2^32 - 1: the same wish with the same seed brings the same rule. */
  readonly seed: number;
  readonly fate: Fate | null;
  /** A pattern that should behave as under its own rule. */
  readonly range: RuleRange | null;
}

/** How its workers are started. */
export interface RuleLabWorkers {
  readonly analysis: () => Connection<AnalysisProtocol>;
  readonly preview: () => EngineClient;
}

export class RuleLab {
  readonly #start: RuleLabWorkers;
  #measuring: Connection<AnalysisProtocol> | null = null;
  #preview: EngineClient | null = null;
  #closed = false;

  constructor(start: RuleLabWorkers) {
    this.#start = start;
  }

  /** The preview's engine. */
  get preview(): EngineClient {
    if (this.#closed) throw aborted();
    this.#preview ??= this.#start.preview();
    return this.#preview;
  }

  /** An earlier measurement; null if there is none. */
  known(rule: Rule): Behaviour | null {
    return REMEMBERED.get(keyOf(rule)) ?? null;
  }

  /** Errors: `aborted`, those of a missing worker. */
  async measure(rule: Rule, signal?: AbortSignal): Promise<Behaviour> {
    const key = keyOf(rule);
    const before = REMEMBERED.get(key);
    if (before) return before;
    const behaviour = await this.#analysis.behaviour({ rule }, { signal });
    REMEMBERED.set(key, behaviour);
    return behaviour;
  }

  /** The rules in which the cells behave alike. Errors: those of `ruleRange` in engine/rules/rule-range.ts. */
  range(cells: Runs, rule: Rule): Promise<RuleRange> {
    return this.#analysis.ruleRange({ cells, rule });
  }

  /**
   * Tries random rules of the family until one fulfils the wish. `onTry`: receives the number of tries now and then. Errors:
   * `aborted`, `not-found` after many.
   */
  async random(
    { family, lattice, seed, fate, range }: RandomWish,
    signal: AbortSignal,
    onTry: (tries: number) => void,
  ): Promise<Rule> {
    const fixed = range?.neighbourhood === lattice ? range : undefined;
    const { draws } = RULE_FAMILIES.get(family);
    if (!draws) throw new TessellaError("bad-argument", "Rules of this family are not drawn by chance.");
    const chance = chanceOf(seed);
    let told = performance.now();
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      if (signal.aborted) throw aborted();
      if (tries === 1 || performance.now() - told > TELLING) {
        onTry(tries);
        told = performance.now();
      }
      const rule = fixed
        ? randomRule({ neighbourhood: fixed.neighbourhood, fixed }, chance)
        : draws.draw(lattice, chance);
      // Without births there is nothing to see.
      if (classSets(rule)?.birth.size === 0) continue;
      if (fate === null) return rule;
      if (fateOf(await this.measure(rule, signal)) === fate) return rule;
    }
    throw new TessellaError("not-found", `None of ${grouped(MOST_TRIES)} rules by chance did that.`, {
      hint: "Wish for something else, or for less.",
    });
  }

  close(): void {
    this.#closed = true;
    this.#measuring?.close();
    this.#preview?.close();
  }

  get #analysis(): Calls<AnalysisProtocol> {
    if (this.#closed) throw aborted();
    this.#measuring ??= this.#start.analysis();
    return this.#measuring.call;
  }
}

/** A file of a name may be replaced by another one. */
function keyOf({ text, file }: Rule): string {
  return file ? `${text}\n${file.text}` : text;
}

function aborted(): TessellaError {
  return new TessellaError("aborted", "The rule browser was closed.");
}

/** Numbers from 0 to below 1, as many as are asked for. */
function chanceOf(seed: number): () => number {
  let n = 0;
  return () => soupHash(seed, n++, 0) / 2 ** 32;
}
