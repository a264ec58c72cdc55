/** The system's refusals of files, each as one sentence that a person can act on. */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { TessellaError } from "../core/errors.ts";

/** The name under which failures of standard output are told. */
export const STANDARD_OUTPUT = "standard output";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The sentence for a refused read. */
export function readFailure(path: string, cause: unknown): TessellaError {
  switch (codeOf(cause)) {
    case "ENOENT":
      return new TessellaError("not-found", `There is no file "${path}".`, {
        hint: "Check the spelling and the folder.",
        cause,
      });
    case "ENOTDIR":
      return new TessellaError(
        "not-found",
        `There is no file "${path}": a part of that path is not a folder.`,
        { cause },
      );
    case "EISDIR":
      return isFolder(path, cause);
    case "EACCES":
    case "EPERM":
      return new TessellaError("io", `"${path}" may not be read by you.`, {
        hint: "Check the file's permissions.",
        cause,
      });
    case "ELOOP":
      return new TessellaError("io", `"${path}" cannot be opened: its symbolic links lead in a circle.`, {
        cause,
      });
    case "ENAMETOOLONG":
      return new TessellaError("io", "The file cannot be opened: its name is too long.", { cause });
    default:
      return new TessellaError("io", `"${path}" cannot be read (${reasonOf(cause)}).`, { cause });
  }
}

export function isFolder(path: string, cause?: unknown): TessellaError {
  return new TessellaError("io", `"${path}" is a folder, not a file.`, { hint: "Name a file in it.", cause });
}

export function tooBig(path: string, limit: number): TessellaError {
  return new TessellaError(
    "too-large",
    `"${path}" is larger than ${Math.round(limit / 2 ** 20)} MB, the most that is read.`,
  );
}

/** The sentence for a refused write. `path` is the requested name, never the temporary one. */
export function writeFailure(path: string, cause: unknown): TessellaError {
  if (cause instanceof TessellaError) return cause;
  const folder = dirname(path);
  const fail = (message: string, hint?: string): TessellaError =>
    new TessellaError("io", message, { hint, cause });
  switch (codeOf(cause)) {
    case "ENOSPC":
      return fail(
        `"${path}" was not written: the disk is full.`,
        path === STANDARD_OUTPUT
          ? "Make room, or write to another disk."
          : `Make room in ${resolve(folder)}, or write to another disk.`,
      );
    case "EDQUOT":
      return fail(
        `"${path}" was not written: your disk quota is used up.`,
        "Make room, or write to another disk.",
      );
    case "EFBIG":
      return fail(
        `"${path}" was not written: it would be larger than files may be here.`,
        "Raise the limit (ulimit -f), write to another file system, or write a compressed file (.gz).",
      );
    case "EACCES":
    case "EPERM":
      return fail(
        `"${path}" was not written: you may not write there.`,
        "Choose another folder, or check the permissions.",
      );
    case "EROFS":
      return fail(`"${path}" was not written: that file system is read-only.`, "Choose another folder.");
    case "ENOENT":
      // Kernel file systems such as /proc answer so to every new file.
      if (existsSync(folder))
        return fail(`"${path}" was not written: no files can be made there.`, "Choose another folder.");
      return fail(
        `"${path}" was not written: there is no folder "${folder}".`,
        `Create it first: mkdir -p "${folder}".`,
      );
    case "ENOTDIR":
      return fail(
        `"${path}" was not written: a part of that path is a file, not a folder.`,
        "Choose another folder.",
      );
    case "EISDIR":
      return fail(`"${path}" was not written: it is a folder.`, "Name a file in it.");
    case "EMFILE":
    case "ENFILE":
      return fail(`"${path}" was not written: too many files are open.`);
    case "ENAMETOOLONG":
      return fail("The file was not written: its name is too long.", "Choose a shorter name.");
    case "EBADF":
      // Files are open while they are written; what others have opened may not be.
      return fail(
        path === STANDARD_OUTPUT ? "Standard output is closed." : `"${path}" is closed.`,
        "Send it to a file, to a program or to /dev/null.",
      );
    case "EPIPE":
      return fail(`"${path}" was not written to its end: whoever read it has gone.`);
    default:
      return fail(`"${path}" was not written (${reasonOf(cause)}).`);
  }
}

/** Node words it "ENOSPC: no space left on device, write"; the middle is for people. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
