/** A person's own rules and the recent ones: kept by the host. */

import type { InferOutput } from "valibot";
import { array, maxLength, minLength, object, pipe, string } from "valibot";
import { createStore } from "zustand/vanilla";
import { TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import { findNamedRule } from "../../engine/rules/named.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { PreferenceKind, Preferences } from "../host/preferences.ts";
import { perStudio } from "../studio/services.ts";
import { documentInFront } from "../studio/tab.ts";
import { watchDocuments } from "../studio/watch-tabs.ts";

const text = (most: number) => pipe(string(), maxLength(most));
/** Characters of a rule: MAP strings, letters and weights need some. One longer than any of those is not kept. */
const LONGEST_RULE = 1000;
export const LONGEST_NAME = 60;
export const LONGEST_NOTE = 200;
const OWN_RULE = object({
  rule: text(LONGEST_RULE),
  name: pipe(text(LONGEST_NAME), minLength(1)),
  note: text(LONGEST_NOTE),
});
const SCHEMA = object({
  own: array(OWN_RULE),
  /** Canonical texts, the latest first. */
  recent: array(text(LONGEST_RULE)),
});

export type KeptRules = InferOutput<typeof SCHEMA>;
export type OwnRule = KeptRules["own"][number];

export const RULES_PREFERENCE: PreferenceKind<KeptRules> = {
  key: "rules",
  version: 1,
  schema: SCHEMA,
  fallback: { own: [], recent: [] },
};

const MOST_RECENT = 12;

export class RuleShelf {
  readonly store = createStore<KeptRules>(() => RULES_PREFERENCE.fallback);
  readonly #preferences: Preferences;
  readonly #loaded: Promise<void>;

  constructor(preferences: Preferences) {
    this.#preferences = preferences;
    // Rules used before the saved list is read come first.
    this.#loaded = preferences.load(RULES_PREFERENCE).then(({ own, recent }) => {
      this.store.setState((now) => ({ own: [...own, ...now.own], recent: merged(now.recent, recent) }));
    });
  }

  /** A universe runs under it. */
  used(rule: Rule): void {
    const used = rule.text;
    if (used.length > LONGEST_RULE || this.store.getState().recent[0] === used) return;
    // No code waits for it; a forgotten rule is no loss.
    this.#change(({ own, recent }) => ({ own, recent: merged([used], recent) })).catch(() => {});
  }

  /** Keeps a rule under a name, in place of an earlier entry for the same rule. Errors: `bad-argument`, those of saving. */
  async keep({ rule, name, note }: OwnRule): Promise<void> {
    const entry = { rule, name: name.trim(), note: note.trim() };
    if (entry.name === "") throw new TessellaError("bad-argument", "A rule of your own needs a name.");
    if (rule.length > LONGEST_RULE) {
      throw new TessellaError(
        "bad-argument",
        `A rule of your own has ${grouped(LONGEST_RULE)} characters at most; this one has ${grouped(rule.length)}.`,
        { hint: "A pattern file keeps it: save the universe." },
      );
    }
    const known = findNamedRule(entry.name);
    if (known && known.rule !== rule) {
      throw new TessellaError("bad-argument", `${known.name} is the name of ${known.rule}.`, {
        hint: "Take another name.",
      });
    }
    const { own } = this.store.getState();
    const same = own.find(
      (each) => each.rule !== rule && each.name.toLowerCase() === entry.name.toLowerCase(),
    );
    if (same) {
      throw new TessellaError("bad-argument", `You have given the name ${same.name} to ${same.rule}.`, {
        hint: "Take another name.",
      });
    }
    await this.#change((kept) => ({ ...kept, own: [...without(kept.own, rule), entry] }));
  }

  async forget(rule: string): Promise<void> {
    await this.#change((kept) => ({ ...kept, own: without(kept.own, rule) }));
  }

  /** Here at once, and in the saved list, which other windows change too. */
  async #change(change: (kept: KeptRules) => KeptRules): Promise<void> {
    this.store.setState(change);
    await this.#loaded;
    await this.#preferences.update(RULES_PREFERENCE, change);
  }
}

/** The shelf, with the rule of each universe that comes to the front among the recent ones. */
export const rulesOf = perStudio(({ host, shell }) => {
  const shelf = new RuleShelf(host.preferences);
  const look = (): void => {
    const front = documentInFront(shell.getState());
    if (front) shelf.used(front.editor.state.rule);
  };
  shell.subscribe((now, before) => {
    if (now.active !== before.active) look();
  });
  watchDocuments(shell, ({ editor }) => editor.store.subscribe(look));
  return shelf;
});

function without(own: readonly OwnRule[], rule: string): OwnRule[] {
  return own.filter((each) => each.rule !== rule);
}

function merged(first: readonly string[], then: readonly string[]): string[] {
  return [...new Set([...first, ...then])].slice(0, MOST_RECENT);
}
