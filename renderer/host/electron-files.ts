/**
 * Files and folders over the bridge. Large files travel in pieces: progress shows, a stop takes effect, and no message
 * is larger than a few megabytes. Small ones (thousands of frames) take one call each instead of three.
 */

import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import type { CallShell, WriteTarget } from "./bridge.ts";
import { checkPlace, endsBefore, GrowingFile } from "./growing-file.ts";
import type { Files, FileWriter, Folders, HostFile, ReadControl } from "./host.ts";
import { checkFileName } from "./names.ts";
import { writeWhole } from "./write-whole.ts";

/** The largest payload of a message. */
export const WRITE_PIECE = 2 ** 22;

export function bridgeFiles(
  call: CallShell,
  adopt: (files: readonly File[]) => Promise<readonly HostFile[]>,
): Files {
  const create = async (file: HostFile): Promise<FileWriter> =>
    bridgeWriter(call, { kind: "file", id: file.id });
  return {
    pickOpen: ({ types, several, title }) =>
      call("files.pickOpen", { types, several: several ?? false, title: title ?? null }),
    pickSave: ({ types, name, title }) => call("files.pickSave", { types, name, title: title ?? null }),
    // Read from the event at once; afterwards the list is empty.
    dropped: (data) => adopt([...data.files]),
    reopen: (id) => call("files.reopen", { id }),
    asks: async () => false,
    read: (file, control) => readWhole(call, file, control),
    stamp: ({ id }) => call("files.stamp", { id }),
    write: async (file, bytes) => writeWhole(await create(file), bytes),
    create,
    reveal: async (file) => void (await call("files.reveal", { id: file.id })),
  };
}

export function bridgeFolders(call: CallShell): Folders {
  return {
    pick: (purpose) => call("folders.pick", { purpose }),
    list: (folder, extensions) => call("folders.list", { id: folder.id, extensions }),
    remember: async (folder) => void (await call("folders.remember", { id: folder?.id ?? null })),
    remembered: async () => {
      const folder = await call("folders.remembered", null);
      return folder && { folder, asks: false };
    },
    target: (folder) => ({
      begin: async (name) =>
        bridgeWriter(call, { kind: "in-folder", id: folder.id, name: checkFileName(name) }),
      finish: async () => {},
      abandon: async () => {},
    }),
  };
}

async function readWhole(
  call: CallShell,
  { id, name }: HostFile,
  { from = 0, signal, onProgress }: ReadControl = {},
): Promise<Uint8Array<ArrayBuffer>> {
  throwIfAborted(signal);
  const first = await call("files.readPiece", { id, offset: from, stamp: null });
  if (from > first.size) throw endsBefore(name, from);
  const whole = new Uint8Array(first.size - from);
  whole.set(first.bytes);
  let done = from + first.bytes.length;
  onProgress?.(done, first.size);
  while (done < first.size) {
    throwIfAborted(signal);
    const { bytes } = await call("files.readPiece", { id, offset: done, stamp: first.stamp });
    if (bytes.length === 0) throw new TessellaError("io", `"${name}" ended while it was being read.`);
    whole.set(bytes, done - from);
    done += bytes.length;
    onProgress?.(done, first.size);
  }
  throwIfAborted(signal);
  return whole;
}

/** Collects bytes until a piece is full; a file smaller than a piece crosses whole at its commit. */
function bridgeWriter(call: CallShell, target: WriteTarget): FileWriter {
  const pending = new GrowingFile();
  let writer: string | null = null;
  let size = 0;
  let over = false;

  const send = async (bytes: Uint8Array, at: number | null): Promise<void> => {
    writer ??= (await call("writers.open", { target })).writer;
    for (let from = 0; from < bytes.length; from += WRITE_PIECE) {
      const piece = bytes.subarray(from, from + WRITE_PIECE);
      // Only the view's own bytes may travel, not its whole buffer.
      await call("writers.write", { writer, bytes: piece.slice(), at: at === null ? null : at + from });
    }
  };
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const bytes = pending.bytes();
    pending.clear();
    await send(bytes, null);
  };
  return {
    write: async (bytes, at = size) => {
      checkOpen(over);
      checkPlace(at, size);
      const sent = size - pending.size;
      size = Math.max(size, at + bytes.length);
      if (at >= sent && pending.size + bytes.length <= WRITE_PIECE) {
        pending.write(bytes, at - sent);
        return;
      }
      await flush();
      await send(bytes, at);
    },
    commit: async () => {
      checkOpen(over);
      over = true;
      if (writer === null) {
        await call("writers.whole", { target, bytes: pending.bytes() });
        return;
      }
      const id = writer;
      try {
        await flush();
        await call("writers.commit", { writer: id });
      } catch (error) {
        await call("writers.abort", { writer: id }).catch(() => null);
        throw error;
      }
    },
    abort: async () => {
      if (over) return;
      over = true;
      pending.clear();
      if (writer !== null) await call("writers.abort", { writer }).catch(() => null);
    },
  };
}

export function checkOpen(over: boolean): void {
  if (over) throw new TessellaError("bad-argument", "The file is already finished.");
}
