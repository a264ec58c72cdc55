/**
 * A failure that a person can act on, as the shell throws it. It crosses to the renderer as data and becomes a
 * TessellaError there; the shell itself does not know the engine.
 */

import { basename } from "node:path";
import type { BridgeError } from "../renderer/host/bridge.ts";

export class ShellFailure extends Error {
  readonly code: BridgeError["code"];
  readonly hint: string | undefined;

  constructor(code: BridgeError["code"], message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ShellFailure";
    this.code = code;
    this.hint = hint;
  }
}

/** The answer to a handle that the shell never issued, or that has expired. */
export function unknownHandle(what: "file" | "folder"): ShellFailure {
  return new ShellFailure("not-found", `That ${what} is not known any more.`, "Choose it again.");
}

/** Node's code for the system's error: ENOENT, EACCES ... */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The sentence for a refused read. */
export function readFailure(path: string, cause: unknown): ShellFailure {
  if (cause instanceof ShellFailure) return cause;
  const name = basename(path);
  switch (systemCode(cause)) {
    case "ENOENT":
    case "ENOTDIR":
      return new ShellFailure(
        "not-found",
        `There is no file "${name}" any more.`,
        "It may have been moved, renamed or deleted.",
        cause,
      );
    case "EACCES":
    case "EPERM":
      return new ShellFailure(
        "io",
        `"${name}" was not read: you may not read it.`,
        "Check the file's permissions.",
        cause,
      );
    case "EISDIR":
      return new ShellFailure("io", `"${name}" is a folder, not a file.`, "Choose a file in it.", cause);
    case "EBUSY":
      return new ShellFailure("io", `"${name}" was not read: another program is using it.`, undefined, cause);
    default:
      return new ShellFailure("io", `"${name}" was not read (${reason(cause)}).`, undefined, cause);
  }
}

/** The sentence for a refused write. `path` is the requested file, never the temporary one. */
export function writeFailure(path: string, cause: unknown): ShellFailure {
  if (cause instanceof ShellFailure) return cause;
  const name = basename(path);
  const fail = (why: string, hint: string): ShellFailure =>
    new ShellFailure("io", `"${name}" was not written: ${why}.`, hint, cause);
  switch (systemCode(cause)) {
    case "ENOSPC":
      return fail("the disk is full", "Make room, or save to another disk.");
    case "EDQUOT":
      return fail("your disk quota is used up", "Make room, or save to another disk.");
    case "EFBIG":
      return fail("it is larger than files may be there", "Save to another disk.");
    case "EACCES":
    case "EPERM":
      return fail("you may not write there", "Choose another folder, or check the permissions.");
    case "EROFS":
      return fail("that disk is read-only", "Choose another folder.");
    case "ENOENT":
    case "ENOTDIR":
      return fail("its folder is not there any more", "Choose another folder.");
    case "EISDIR":
      return fail("there is a folder of that name", "Choose another name.");
    case "ENAMETOOLONG":
      return fail("its name is too long", "Choose a shorter name.");
    case "EBUSY":
      return fail("another program is using it", "Close it there and try again.");
    default:
      return fail(reason(cause), "Choose another folder.");
  }
}

function reason(cause: unknown): string {
  return systemCode(cause) || (cause instanceof Error ? cause.message : String(cause));
}
