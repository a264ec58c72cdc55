import type { Host } from "../host/host.ts";
import type { StudioServices } from "./services.ts";

interface NewFile {
  /** Of the kind, in the platform's dialog. */
  readonly label: string;
  /** ".png" */
  readonly extension: string;
  /** The name without an ending. */
  readonly stem: string;
}

/** Writes bytes to a place that the person chooses, and says so. Nothing happens where the dialog is dismissed. */
export async function saveFile(
  { host: { files }, status }: Pick<StudioServices, "status"> & { readonly host: Pick<Host, "files"> },
  { label, extension, stem }: NewFile,
  bytes: Uint8Array,
): Promise<void> {
  const types = [{ label, extensions: [extension] }];
  const file = await files.pickSave({ types, name: `${stem}${extension}` });
  if (!file) return;
  await files.write(file, bytes);
  status.say(`Saved ${file.name}.`);
}
