/** Rules that stand in a pattern's own file, behind its cells: `@RULE Name` and what follows, as in a rule file. */

import type { RuleFile } from "../core/rule-file.ts";
import { decodeText, isBlank, isLineBreak, standsAt } from "./bytes.ts";

export const RULE_MARK = "@RULE";
const AT = 0x40;

/** The rule of that name; capitals do not matter. */
export function ruleBlock(bytes: Uint8Array, name: string): RuleFile | undefined {
  const starts: number[] = [];
  for (let at = bytes.indexOf(AT); at >= 0; at = bytes.indexOf(AT, at + 1)) {
    const begins = at === 0 || isLineBreak(bytes[at - 1]);
    if (begins && standsAt(bytes, at, RULE_MARK) && isBlank(bytes[at + RULE_MARK.length])) starts.push(at);
  }
  for (const [i, start] of starts.entries()) {
    const text = decodeText(bytes.subarray(start, starts[i + 1] ?? bytes.length));
    const named = /^@RULE\s+(.*?)\s*$/m.exec(text)?.[1] ?? "";
    if (named.toLowerCase() === name.toLowerCase()) return { name: named, text, enclosed: true };
  }
  return undefined;
}
