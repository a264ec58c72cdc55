/** The rule that a pattern is made for, beside the one of the universe that it comes to. */

import type { Pattern } from "../../engine/core/pattern.ts";
import { formatTopology } from "../../engine/core/topology.ts";
import { nameOfRule } from "../../engine/rules/named.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { sameRule } from "../../engine/rules/rule.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { formatUniverseRule, statedRule } from "../../engine/rules/universe-rule.ts";
import type { Editor } from "../editor/editor.ts";
import type { EditorState } from "../editor/editor-state.ts";
import type { DocumentContents } from "./document.ts";

type Made = Partial<Pick<Pattern, "rule" | "ruleFile">>;

/** The pattern's own rule and grid; null where it names none, or none that is known. */
export function homeOf({ rule = null, ruleFile }: Made): UniverseRule | null {
  try {
    return statedRule({ rule, ...(ruleFile && { ruleFile }) });
  } catch {
    return null;
  }
}

/** The pattern's rule where the universe has another one; else null. */
export function foreignRule(pattern: Made | null | undefined, rule: Rule): Rule | null {
  const home = pattern ? homeOf(pattern) : null;
  return home && !sameRule(home.rule, rule) ? home.rule : null;
}

/** "HighLife", or the rule itself where it has no name. */
export function ruleWords(rule: Rule): string {
  return nameOfRule(rule.text) ?? rule.text;
}

export interface Home {
  readonly editor: Pick<Editor, "bounds" | "setRule"> & {
    readonly state: Pick<EditorState, "length" | "running" | "rule" | "topology" | "generation">;
  };
  readonly document: { renew(label: string, wanted: DocumentContents): Promise<void> };
}

/**
 * Into an untouched, empty universe a pattern brings its rule, and its grid where it names one: a change that can be undone.
 * Returns a sentence about it; null where the universe stays as it is. Errors: those of creating the universe.
 */
export async function settleIn({ editor, document }: Home, pattern: Made): Promise<string | null> {
  const home = homeOf(pattern);
  const { state } = editor;
  if (!home || state.length > 0 || state.running) return null;
  const topology = home.topology.kind === "unbounded" ? state.topology : home.topology;
  const { rule } = home;
  const sameGrid = formatTopology(topology) === formatTopology(state.topology);
  if (sameGrid && sameRule(rule, state.rule)) return null;
  if ((await editor.bounds()) !== null) return null;
  const { generation } = state;
  const label = `Rule ${formatUniverseRule({ rule, topology })}`;
  if (sameGrid && rule.neighbourhood === state.rule.neighbourhood) await editor.setRule(rule);
  else await document.renew(label, { rule, topology, generation });
  return `The universe took over ${ruleWords(rule)}${sameGrid ? "" : " and the grid"} from the pattern.`;
}
