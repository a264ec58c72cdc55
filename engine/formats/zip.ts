/**
 * ZIP archives of pattern files: what Golly's collection uses for a pattern that comes with its rule, and how a folder is
 * sent to a friend. The list at the archive's end says what is inside and how large it will be, so a file that would unpack
 * to more than is allowed is refused before anything is unpacked; fflate then unpacks into room of exactly that size.
 */

import type { UnzipFileInfo } from "fflate";
import { unzipSync } from "fflate";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import { decodeText } from "./bytes.ts";
import { formatForPath } from "./unpacked.ts";

interface PackedFile {
  /** Path in the archive: folders and name with slashes between. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The patterns in an archive, sorted by path. Errors: `syntax`, `too-large` past `maxBytes`. */
export function unzipPatterns(bytes: Uint8Array, maxBytes: number): readonly PackedFile[] {
  return unzipWhere(bytes, maxBytes, isPatternPath);
}

function unzipWhere(
  bytes: Uint8Array,
  maxBytes: number,
  wants: (path: string) => boolean,
): readonly PackedFile[] {
  let total = 0;
  const isWanted = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!wants(name)) return false;
    total += originalSize;
    if (total > maxBytes) {
      throw new TessellaError(
        "too-large",
        `The ZIP archive unpacks to more than ${grouped(Math.round(maxBytes / 2 ** 20))} MB.`,
        { hint: "Unpack it yourself if you trust it." },
      );
    }
    return true;
  };
  try {
    return Object.entries(unzipSync(bytes, { filter: isWanted }))
      .map(([path, content]) => ({ path, bytes: content }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    if (error instanceof TessellaError) throw error;
    throw new TessellaError(
      "syntax",
      "The ZIP archive is damaged, cut off or packed in a way not known here.",
      {
        cause: error,
      },
    );
  }
}

/** The rule files in an archive, by their names: without folder and ending, capitals alike. Errors: those of `unzipPatterns`. */
export function unzipRules(bytes: Uint8Array, maxBytes: number): FindRuleFile {
  let byName: ReadonlyMap<string, PackedFile> | null = null;
  return (name) => {
    byName ??= new Map(
      unzipWhere(bytes, maxBytes, (path) => RULE.test(path) && !isHidden(path)).map((file) => [
        (RULE.exec(file.path) as RegExpExecArray)[1].toLowerCase(),
        file,
      ]),
    );
    // In names of files underscores stand for what has no place there.
    const found = byName.get(name.replace(/[/\\]/g, "_").toLowerCase());
    return found && { name, text: decodeText(found.bytes), enclosed: true };
  };
}

const RULE = /([^/]*)\.rule$/i;

/** The paths of the patterns in an archive, sorted. Nothing is unpacked. Errors: `syntax`. */
export function patternsInside(bytes: Uint8Array): readonly string[] {
  const paths: string[] = [];
  unzipWhere(bytes, Number.POSITIVE_INFINITY, (path) => {
    if (isPatternPath(path)) paths.push(path);
    return false;
  });
  return paths.sort();
}

/**
 * The pattern of an archive that `member` names, by its path or the end of it, or the only one. Errors: `unsupported-format` if
 * there is none, or several and none is named (with their paths as `members`), `not-found`, those of `unzipPatterns`.
 */
export function unzipOne(bytes: Uint8Array, maxBytes: number, member?: string): Uint8Array {
  const path = memberNamed(patternsInside(bytes), member);
  const [found] = unzipWhere(bytes, maxBytes, (other) => other === path);
  return (found as PackedFile).bytes;
}

function memberNamed(members: readonly string[], wanted: string | undefined): string {
  const [first, second] = members;
  if (!first)
    throw new TessellaError("unsupported-format", "The ZIP archive holds no pattern file.", {
      hint: "What else it holds, scripts for one, is not run here.",
    });
  if (wanted !== undefined) {
    const found = members.includes(wanted) ? [wanted] : members.filter((path) => path.endsWith(`/${wanted}`));
    if (found.length === 1) return found[0] as string;
    const problem = found.length > 1 ? `holds ${found.length} patterns` : "holds no pattern";
    throw new TessellaError("not-found", `The ZIP archive ${problem} of the name "${wanted}".`, { members });
  }
  if (!second) return first;
  throw new TessellaError("unsupported-format", `The ZIP archive holds ${members.length} patterns.`, {
    hint: "Choose one of them.",
    members,
  });
}

/** macOS puts a shadow beside each file; hidden files are no patterns either. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

function isPatternPath(path: string): boolean {
  if (isHidden(path)) return false;
  try {
    formatForPath(path);
    return true;
  } catch {
    return false;
  }
}
