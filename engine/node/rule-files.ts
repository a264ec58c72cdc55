/** Golly's rule files in folders: `Name.rule` holds the rule of that name. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FindRuleFile, RuleFile } from "../core/rule-file.ts";
import { definesRule } from "../rules/files/rule-file.ts";
import { readFailure } from "./file-failures.ts";

const ENDING = ".rule";

/**
 * Looks through the folders in turn, each once when a rule is first asked for. As in Golly a slash in a rule's name is an underscore
 * in the file's, and a file that says only how a rule looks is no find. Capitals matter only between files of one folder.
 */
export function ruleFilesIn(folders: readonly string[]): FindRuleFile {
  const names = new Map<string, readonly string[]>();
  const found = new Map<string, RuleFile | undefined>();
  const namesIn = (folder: string): readonly string[] => {
    let known = names.get(folder);
    if (!known) {
      known = ruleNames(folder);
      names.set(folder, known);
    }
    return known;
  };
  const find = (name: string): RuleFile | undefined => {
    const wanted = name.replaceAll(/[/\\]/g, "_");
    let looksOnly: RuleFile | undefined;
    for (const folder of folders) {
      const here = namesIn(folder);
      const match = here.includes(wanted)
        ? wanted
        : here.find((each) => each.toLowerCase() === wanted.toLowerCase());
      if (match === undefined) continue;
      const file = { name: match, text: readRuleFile(join(folder, match + ENDING)) };
      if (definesRule(file)) return file;
      looksOnly ??= file;
    }
    return looksOnly;
  };
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name);
  };
}

function ruleNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => name.slice(0, -ENDING.length));
  } catch {
    // The folder of a pattern may not be one that can be listed.
    return [];
  }
}

/** Errors: `io`. */
function readRuleFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw readFailure(path, cause);
  }
}
