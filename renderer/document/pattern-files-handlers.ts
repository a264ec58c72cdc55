/** What the worker does that reads and writes pattern files and autosaved copies. */

import { commonCells } from "../../engine/core/cell-sets.ts";
import { cellsToRuns } from "../../engine/core/cells.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import { readPattern, writePattern } from "../../engine/formats/pattern-file.ts";
import { compileRuleFile } from "../../engine/rules/files/rule-file.ts";
import { keepRuleFiles, knownRuleFile } from "../../engine/rules/supplied.ts";
import { statedRule } from "../../engine/rules/universe-rule.ts";
import { handOver, Parcel } from "../../engine/worker/parcel.ts";
import type { PatternFilesProtocol, WritePattern } from "../../engine/worker/protocol/pattern-files.ts";
import type { Handlers } from "../../engine/worker/rpc.ts";
import { packData, unpackData } from "./packed-data.ts";

function bytesOf({ pattern, format, gzip, mask }: WritePattern): Uint8Array<ArrayBuffer> {
  const written: Pattern = mask
    ? { ...pattern, cells: commonCells(cellsToRuns(pattern.cells), mask) }
    : pattern;
  return writePattern(written, format, { gzip }) as Uint8Array<ArrayBuffer>;
}

export const PATTERN_FILES: Handlers<PatternFilesProtocol> = {
  read: ({ source, member, asRuns }, { report }) => {
    const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
    const { pattern, format, gzipped } = readPattern(bytes, { member, onProgress: report });
    const cells = asRuns ? cellsToRuns(pattern.cells) : pattern.cells;
    const { value, transfer } = handOver({ pattern: { ...pattern, cells }, format: format.id, gzipped });
    // Reading has compiled the rule, and this worker may be asked for it again: it is copied.
    const fileRule = pattern.ruleFile && statedRule(pattern)?.rule;
    return new Parcel({ ...value, ...(fileRule && { fileRule }) }, transfer);
  },
  write: (request) => handOver(bytesOf(request)),
  text: (request) => new TextDecoder().decode(bytesOf(request)),
  keepRules: ({ files }) => keepRuleFiles(files),
  rule: ({ file }) => compileRuleFile(file, knownRuleFile(file.name.replace(/-[^-]*$/, "-shared"))),
  pack: async ({ data }) => handOver(await packData(data)),
  unpack: async ({ bytes }) => handOver(await unpackData(bytes)),
  common: ({ cells, mask }) => handOver(commonCells(cellsToRuns(cells), mask)),
};
