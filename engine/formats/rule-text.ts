import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import { parseUniverseRule } from "../rules/universe-rule.ts";
import { decodeText, placeOf, syntaxError } from "./bytes.ts";

/** Longer than any rule that people use, drawn shapes included; a noise file's "rule" may be megabytes. */
const MAX_RULE_BYTES = 10_000;

/** Parses a rule that stands in a file at `from`..`end`; errors get their place in the file. */
export function parseRuleAt(
  bytes: Uint8Array,
  from: number,
  end: number,
  files?: FindRuleFile,
): UniverseRule {
  if (end - from > MAX_RULE_BYTES) {
    throw syntaxError(bytes, from, `The rule is longer than ${grouped(MAX_RULE_BYTES)} characters.`);
  }
  const text = decodeText(bytes.subarray(from, end)).trim();
  try {
    return parseUniverseRule(text, { files });
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    const { line, column } = placeOf(bytes, from);
    throw new TessellaError(error.code, error.message, {
      line,
      column: column + (error.column ?? 1) - 1,
      hint: error.hint,
      missingRule: error.missingRule,
      cause: error,
    });
  }
}
