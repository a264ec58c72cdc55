/** The system's dialogs, as the shell needs them. `electron-dialogs.ts` shows real ones; tests answer for the user. */

import { basename, extname } from "node:path";
import type { FileType } from "../renderer/host/host.ts";

interface DialogFilter {
  readonly name: string;
  readonly extensions: string[];
}

export interface Dialogs {
  /** Paths; none when dismissed. */
  open(options: {
    readonly title: string | null;
    readonly filters: readonly DialogFilter[];
    readonly several: boolean;
  }): Promise<readonly string[]>;
  save(options: {
    readonly title: string | null;
    readonly filters: readonly DialogFilter[];
    readonly name: string;
  }): Promise<string | null>;
  folder(purpose: "read" | "write"): Promise<string | null>;
  /** Whether to replace a file that the save dialog has not asked about. */
  confirmReplace(name: string): Promise<boolean>;
}

/**
 * Filters of a dialog: without dots, and "all files" at the end, as a pattern may have any name. macOS knows extensions
 * of one part only, so ".rle.gz" becomes "gz" there.
 */
export function dialogFilters(types: readonly FileType[], platform: NodeJS.Platform): DialogFilter[] {
  const spell = (extension: string): string =>
    (platform === "darwin" ? extension.slice(extension.lastIndexOf(".")) : extension).slice(1);
  return [
    ...types.map(({ label, extensions }) => ({
      name: label,
      extensions: [...new Set(extensions.map(spell))],
    })),
    { name: "All files", extensions: ["*"] },
  ];
}

/**
 * The name with the usual extension of the first type, unless it already has a known one. Some systems' dialogs add
 * none, and a file without an extension does not open by a double click.
 */
export function withEnding(path: string, types: readonly FileType[]): string {
  const name = basename(path).toLowerCase();
  const known = types.flatMap((type) => type.extensions);
  const usual = known[0];
  if (usual === undefined || known.some((ending) => name.endsWith(ending))) return path;
  // An extension of the user's own choice stays, as in "notes.txt". A version number ("gun-v1.5") is no extension.
  if (/^\.[a-z][a-z0-9]{0,7}$/i.test(extname(path))) return path;
  return path + usual;
}
