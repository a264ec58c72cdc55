/** The way of every browser: files come in through an input and go out as downloads. */

import { GrowingFile } from "./growing-file.ts";
import type { FileWriter } from "./host.ts";

/** Long enough for the slowest start of a download; then the bytes may be freed. */
const KEEP_MILLISECONDS = 60_000;

/** The files that the user chose; none if the dialog was dismissed. Needs a click or a key, like every dialog. */
export function pickThroughInput(
  document: Document,
  { several, folder }: { readonly several: boolean; readonly folder: boolean },
): Promise<readonly File[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = several;
  if (folder) input.webkitdirectory = true;
  // No `accept`: it cannot express ".rle.gz", and the content identifies a file anyway.
  input.hidden = true;
  document.body.append(input);
  return new Promise((resolve) => {
    const settle = (files: readonly File[]): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => settle([...(input.files ?? [])]), { once: true });
    input.addEventListener("cancel", () => settle([]), { once: true });
    input.click();
  });
}

export function download(document: Document, name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MILLISECONDS);
}

/** A file that downloads at its commit; `onWritten` then gets its bytes. */
export function downloadWriter(
  document: Document,
  name: string,
  onWritten: (bytes: Blob) => void = () => {},
): FileWriter {
  const file = new GrowingFile();
  return {
    write: async (bytes, at) => file.write(bytes, at),
    commit: async () => {
      // The blob takes a copy of its own.
      const bytes = new Blob([...file.pieces()]);
      download(document, name, bytes);
      onWritten(bytes);
      file.clear();
    },
    abort: async () => file.clear(),
  };
}
