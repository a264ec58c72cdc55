/**
 * ZIP archives of pattern files: what Golly's collection uses for a pattern that comes with its rule, and how a folder is
 * sent to a friend. The list at the archive's end says what is inside and how large it will be, so a file that would unpack
 * to more than is allowed is refused before anything is unpacked; fflate then unpacks into room of exactly that size.
 */

import type { UnzipFileInfo } from "fflate";
import { unzipSync } from "fflate";
import { TessellaError } from "../core/errors.ts";
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
        `The ZIP archive unpacks to more than ${Math.round(maxBytes / 2 ** 20)} MB.`,
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

/**
 * The one pattern of an archive. Errors: `unsupported-format` if there is none or more than one, those of
 * `unzipPatterns`.
 */
export function unzipOne(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const [first, second, ...more] = unzipPatterns(bytes, maxBytes);
  if (!first)
    throw new TessellaError("unsupported-format", "The ZIP archive holds no pattern file.", {
      hint: "What else it holds, scripts for one, is not run here.",
    });
  if (second) {
    throw new TessellaError("unsupported-format", `The ZIP archive holds ${more.length + 2} patterns.`, {
      hint: "Import it into the library, or unpack it and open the file that you want.",
    });
  }
  return first.bytes;
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
