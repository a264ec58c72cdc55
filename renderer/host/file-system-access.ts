/**
 * The parts of the File System Access API that the studio uses: Chromium has the pickers, and TypeScript's DOM types
 * lack them. This file also turns a browser's refusals into sentences.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { FileType } from "./host.ts";

export interface PickerType {
  readonly description: string;
  readonly accept: Readonly<Record<string, readonly string[]>>;
}

interface PickerOptions {
  readonly id: string;
  readonly types?: readonly PickerType[];
}

/** A window with pickers. Each is absent if the browser (or an insecure page) has none. */
export interface Pickers {
  readonly showOpenFilePicker?: (
    options: PickerOptions & { readonly multiple: boolean },
  ) => Promise<FileSystemFileHandle[]>;
  readonly showSaveFilePicker?: (
    options: PickerOptions & { readonly suggestedName: string },
  ) => Promise<FileSystemFileHandle>;
  readonly showDirectoryPicker?: (options: {
    readonly id: string;
    readonly mode: "read" | "readwrite";
  }) => Promise<FileSystemDirectoryHandle>;
}

/** Chromium's handles ask for permission; those of the private file system, and other browsers', do not. */
interface AskingHandle {
  readonly queryPermission?: (descriptor: { readonly mode: Mode }) => Promise<PermissionState>;
  readonly requestPermission?: (descriptor: { readonly mode: Mode }) => Promise<PermissionState>;
}

export type Mode = "read" | "readwrite";

/** The type is made up: a real one would add its own extensions (.txt, .bin) to the dialog. */
export function pickerTypes(types: readonly FileType[]): readonly PickerType[] {
  return types.map(({ label, extensions }) => ({
    description: label,
    accept: { "application/x-tessella": extensions },
  }));
}

/** Asks for a permission that is not granted yet; that needs a click or a key, as opening and saving have. Errors: `io`. */
export async function ensurePermission(handle: FileSystemHandle, mode: Mode): Promise<void> {
  if (!(await asksPermission(handle, mode))) return;
  const asking = handle as FileSystemHandle & AskingHandle;
  if ((await asking.requestPermission?.({ mode })) === "granted") return;
  const verb = mode === "read" ? "read" : "change";
  throw new TessellaError("io", `The browser may not ${verb} "${handle.name}".`, {
    hint: "Allow it when the browser asks, or open the file again.",
  });
}

/** Whether its use would prompt the person. */
export async function asksPermission(handle: FileSystemHandle, mode: Mode): Promise<boolean> {
  const asking = handle as FileSystemHandle & AskingHandle;
  return asking.queryPermission !== undefined && (await asking.queryPermission({ mode })) !== "granted";
}

/** Milliseconds. An aborted stream keeps its file locked for a moment after it has reported its end. */
const UNTIL_FREE = [0, 10, 40, 150, 600] as const;

/** Removes a file that should not exist. Never throws: at worst the file stays. */
export async function removeWhenFree(remove: () => Promise<void>): Promise<void> {
  for (const wait of UNTIL_FREE) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      return await remove();
    } catch (cause) {
      if (!(cause instanceof DOMException && cause.name === "NoModificationAllowedError")) return;
    }
  }
}

export function wasDismissed(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The sentence for a refusal of a browser's file system. */
export function fileFailure(name: string, verb: "read" | "written", cause: unknown): Error {
  if (cause instanceof TessellaError) return cause;
  const kind = cause instanceof DOMException ? cause.name : "";
  switch (kind) {
    case "NotFoundError":
      return new TessellaError("not-found", `There is no file "${name}" any more.`, {
        hint: "It may have been moved or renamed.",
        cause,
      });
    case "NotAllowedError":
    case "SecurityError":
      return new TessellaError("io", `"${name}" was not ${verb}: the browser did not allow it.`, {
        hint:
          verb === "read"
            ? "Allow it when the browser asks, or open the file again."
            : "Allow it when the browser asks, or choose the place again.",
        cause,
      });
    case "QuotaExceededError":
      return new TessellaError("io", `"${name}" was not ${verb}: there is no room left.`, {
        hint: "Free some disk space, or save elsewhere.",
        cause,
      });
    case "NoModificationAllowedError":
    case "InvalidStateError":
      return new TessellaError("io", `"${name}" was not ${verb}: another program or tab is using it.`, {
        cause,
      });
    case "NotReadableError":
      return new TessellaError("io", `"${name}" was not ${verb}: it changed meanwhile, or may not be read.`, {
        hint: "Open it again.",
        cause,
      });
    default:
      return new TessellaError(
        "io",
        `"${name}" was not ${verb} (${cause instanceof Error ? cause.message : String(cause)}).`,
        { cause },
      );
  }
}
