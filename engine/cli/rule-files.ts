/** Where the commands look for the files of rules that are named and not spelled. */

import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { FindRuleFile } from "../core/rule-file.ts";
import { ruleFilesIn } from "../node/rule-files.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export const RULES_OPTION: OptionSpec = {
  name: "rules",
  value: "DIR",
  help: "the folder of rule files (Name.rule); one beside the pattern is found without",
};

/** In --rules, and then beside the pattern's file. Errors: UsageError for a folder that is none. */
export function ruleFilesFor(args: Arguments, file?: string): FindRuleFile {
  const folder = args.value(RULES_OPTION.name);
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `There is no folder "${folder}".`,
      "--rules names a folder of rule files, for example /usr/share/golly/Rules.",
    );
  return ruleFilesIn([
    ...(folder === undefined ? [] : [folder]),
    ...(file === undefined ? [] : [dirname(file)]),
  ]);
}
