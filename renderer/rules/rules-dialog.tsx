/** The rule browser: a list, the chosen rule at work, random and neighbouring rules. */

import type { KeyboardEvent } from "react";
import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { fateOf } from "../../engine/rules/behaviour.ts";
import type { Rule, RuleLattice } from "../../engine/rules/rule.ts";
import { sameRule } from "../../engine/rules/rule.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";
import type { StudioPage } from "../studio/dialog-pages.ts";
import { useActive, useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Segmented, SelectField } from "../ui/fields.tsx";
import { FaultyFiles } from "./faulty-files.tsx";
import { PatternFit, usePatternFit } from "./pattern-fit.tsx";
import type { Start } from "./preview-run.ts";
import { RandomRule } from "./random-rule.tsx";
import { RuleCard } from "./rule-card.tsx";
import type { RuleEntry } from "./rule-list.ts";
import { drawnFamily, FAMILIES, LATTICES, looseEntry, ruleGroups, ruleProblem, WISHES } from "./rule-list.ts";
import { RuleListBox } from "./rule-list-box.tsx";
import { rulesOf } from "./rule-shelf.ts";
import { applyRule, newUniverseWith, startFor } from "./rule-verbs.ts";
import { useLab } from "./use-lab.ts";
import { useRuleFiles } from "./use-rule-files.ts";
import "./rules.css";

declare module "../studio/dialog-pages.ts" {
  interface DialogPages {
    rules: RulesPage;
  }
}

interface RulesPage extends StudioPage {
  /** The one to look at first; else that of the universe in front. */
  readonly rule?: Rule;
}

const ANY = "any";
/** Entries that Page Up and Page Down move by. */
const PAGE = 10;

export function RulesDialog({ rule: first, onClose }: RulesPage) {
  const studio = useStudio();
  const document = useActive();
  const lab = useLab();
  const kept = useStore(rulesOf(studio).store);
  const files = useRuleFiles();
  const [query, setQuery] = useState("");
  const [lattice, setLattice] = useState<RuleLattice | null>(null);
  const [family, setFamily] = useState<string | null>(null);
  const [wish, setWish] = useState<string | null>(null);
  /** Since the last choice. The first rule in the list is then looked at where the chosen one is not in it. */
  const [narrowed, setNarrowed] = useState(false);
  const [rule, setRule] = useState<Rule>(() => first ?? document?.editor.state.rule ?? LIFE);
  const [key, setKey] = useState<string | null>(null);
  const [start, setStart] = useState<Start | null>(null);
  const [seed, setSeed] = useState(1);
  const fit = usePatternFit(lab, document);
  const known = (of: Rule) => {
    const behaviour = lab?.known(of);
    return behaviour ? fateOf(behaviour) : null;
  };
  const fits = fit?.fits ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured meanwhile shows with the next change.
  const groups = useMemo(
    () => ruleGroups(kept, files, known, { query, lattice, family, wish, fits }),
    [kept, files, query, lattice, family, wish, fits, rule],
  );
  const entries = groups.flatMap((group) => group.entries);
  const listed = entryAt(entries, key, rule);
  const seeks = narrowed && (query !== "" || lattice !== null || family !== null || wish !== null);
  const at = listed < 0 && seeks && entries.length > 0 ? 0 : listed;
  const chosen = at >= 0 ? (entries[at] as RuleEntry) : looseEntry(rule, known, kept);
  const inForce = document !== null && sameRule(document.editor.state.rule, chosen.rule);
  const footText = inForce
    ? "The universe in front runs under it."
    : `Enter ${document ? "applies it" : "opens a universe with it"}, Esc closes.`;
  const list = useRef<HTMLDivElement>(null);

  const choose = (entry: RuleEntry): void => {
    setKey(entry.key);
    show(entry.rule);
  };
  const show = (next: Rule): void => {
    if (!sameRule(next, chosen.rule)) setStart(null);
    setNarrowed(false);
    setRule(next);
  };
  const loose = (next: Rule): void => {
    setKey(null);
    show(next);
  };
  const narrow = (change: () => void): void => {
    change();
    setKey(null);
    setNarrowed(true);
  };
  const apply = (): void => {
    if (!document) return;
    onClose();
    applyRule(studio, document, chosen);
  };
  const usualStart = start ?? startFor(chosen);
  const create = (): void => {
    onClose();
    newUniverseWith(studio, chosen, usualStart, seed).catch(studio.status.report);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = (index: number): void => {
      event.preventDefault();
      const next = entries[Math.max(0, Math.min(entries.length - 1, index))];
      if (next) choose(next);
    };
    const go: Readonly<Record<string, () => void>> = {
      ArrowDown: () => to(at + 1),
      ArrowUp: () => to(at < 0 ? 0 : at - 1),
      PageDown: () => to(at + PAGE),
      PageUp: () => to(at - PAGE),
      Enter: () => {
        event.preventDefault();
        // Who has typed what is no rule does not mean the earlier one.
        if (at < 0 && narrowed && query !== "") return;
        if (document) apply();
        else create();
      },
      // In the field these keys edit the text.
      ...(event.target === list.current ? { Home: () => to(0), End: () => to(entries.length - 1) } : {}),
    };
    go[event.key]?.();
  };
  return (
    <Dialog title="Rules" size="large" onClose={onClose}>
      <div className="rules">
        <div className="rules-left">
          <input
            type="search"
            className="search"
            role="combobox"
            aria-label="Search rules"
            aria-expanded={entries.length > 0}
            aria-controls="rules-list"
            aria-activedescendant={at >= 0 ? optionId(at) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="Name, B36/S23, what it does…"
            data-first
            value={query}
            onChange={(event) => narrow(() => setQuery(event.target.value))}
            onKeyDown={onKeyDown}
          />
          <Segmented
            label="Lattice"
            value={lattice ?? ANY}
            options={[{ id: ANY, label: "All" }, ...LATTICES.map(({ id, short }) => ({ id, label: short }))]}
            onChange={(id) => narrow(() => setLattice(id === ANY ? null : (id as RuleLattice)))}
          />
          <div className="rules-narrow">
            <SelectField
              label="Family"
              value={family ?? ANY}
              options={[{ id: ANY, label: "any" }, ...FAMILIES]}
              onChange={(id) => narrow(() => setFamily(id === ANY ? null : id))}
            />
            <SelectField
              label="What it does"
              value={wish ?? ANY}
              options={[{ id: ANY, label: "anything" }, ...WISHES]}
              onChange={(id) => narrow(() => setWish(id === ANY ? null : id))}
            />
          </div>
          <PatternFit fit={fit} />
          <RuleListBox
            id="rules-list"
            box={list}
            groups={groups}
            at={at}
            optionId={optionId}
            onChoose={choose}
            onTake={document ? apply : create}
            onKeyDown={onKeyDown}
          />
          {entries.length === 0 ? (
            <p className="empty" role="status">
              {ruleProblem(query, lattice) ?? "No rule in the list is like that. A rule by chance may be."}
            </p>
          ) : null}
          <FaultyFiles />
          <RandomRule
            lab={lab}
            family={drawnFamily(family, chosen, lattice)}
            lattice={lattice ?? chosen.lattice}
            range={fit?.range ?? null}
            onFound={loose}
          />
        </div>
        <RuleCard
          lab={lab}
          entry={chosen}
          start={usualStart}
          seed={seed}
          fits={fits}
          onStart={setStart}
          onSeed={() => setSeed(seed + 1)}
          onChoose={loose}
        />
      </div>
      <footer className="rules-feet">
        <TextButton onPress={() => void studio.ruleFiles.choose().catch(studio.status.report)}>
          Add rule files…
        </TextButton>
        <span className="grow dim" role="status">
          {footText}
        </span>
        <TextButton onPress={create}>New universe with it</TextButton>
        <TextButton look="accent" disabled={!document} onPress={apply}>
          Apply to the universe
        </TextButton>
      </footer>
    </Dialog>
  );
}

const optionId = (at: number): string => `rules-option-${at}`;

/** The present index of the chosen entry; -1 for a rule outside the list. */
function entryAt(entries: readonly RuleEntry[], key: string | null, rule: Rule): number {
  // A rule is made when it is asked for.
  const is = (entry: RuleEntry): boolean => entry.text === rule.text && sameRule(entry.rule, rule);
  const same = entries.findIndex((entry) => entry.key === key && is(entry));
  return same >= 0 ? same : entries.findIndex(is);
}
