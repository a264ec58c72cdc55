/**
 * Looks for a generation that equals an earlier one up to translation. The first such pair tells everything: from the
 * earlier of the two on the pattern is periodic, and their distance is its smallest period, since a smaller one would
 * have shown itself before.
 *
 * Only a key of each generation is kept (normal-form.ts). When a key occurs for the second time, the search runs up to
 * the earlier generation again and compares cell by cell, so an accidental collision of keys is noticed and passed
 * over.
 */

import { backgroundOf } from "../rules/phases.ts";
import type { CellFrame } from "./frame.ts";
import type { Displacement } from "./identity.ts";
import type { Form } from "./normal-form.ts";
import { sameForm } from "./normal-form.ts";
import type { Subject } from "./subject.ts";

export interface Return {
  /** The first generation of the first period. */
  readonly frame: CellFrame;
  /** Generations before that. */
  readonly settles: number;
  readonly period: number;
  readonly displacement: Displacement;
}

/** Looks at generation `index`, counted from the first, whose form is known. Null: not seen before. */
export class ReturnFinder {
  readonly #subject: Subject;
  readonly #first: CellFrame;
  readonly #firstForm: Form;
  /**
   * The first index of each key. If the background strobes, even and odd generations use different tables, and only
   * indices of the same parity are compared.
   */
  readonly #seen: readonly Map<number, number>[];

  constructor(subject: Subject, first: CellFrame) {
    this.#subject = subject;
    this.#first = first;
    this.#firstForm = subject.normaliser.formOf(first);
    const { rule, topology } = subject.universe;
    const strobes = backgroundOf(rule, topology) === "strobing";
    this.#seen = strobes ? [new Map(), new Map()] : [new Map()];
  }

  /** The universe holds `frame` before and, if there is no return, after. */
  async look(frame: CellFrame, index: number): Promise<Return | null> {
    const { normaliser } = this.#subject;
    const form = normaliser.formOf(frame);
    const seen = this.#seen[index % this.#seen.length] as Map<number, number>;
    const earlier = seen.get(form.key);
    if (earlier === undefined) {
      seen.set(form.key, index);
      return null;
    }
    const then = await this.#frameAt(earlier);
    const thenForm = earlier === 0 ? this.#firstForm : normaliser.formOf(then);
    if (sameForm(thenForm, form)) {
      const displacement = normaliser.between(thenForm, form);
      return { frame: then, settles: earlier, period: index - earlier, displacement };
    }
    if (earlier > 0) await this.#subject.load(frame.cells, frame.generation);
    return null;
  }

  async #frameAt(index: number): Promise<CellFrame> {
    if (index === 0) return this.#first;
    await this.#subject.load(this.#first.cells, this.#first.generation);
    await this.#subject.advance(index);
    return this.#subject.read();
  }
}
