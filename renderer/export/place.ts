/** Where an export goes: chosen in the platform's own dialog, before anything is encoded. */

import type { Host } from "../host/host.ts";
import type { ExportPlace } from "./export-client.ts";

export interface ChosenPlace extends ExportPlace {
  /** What it is called, for the message at the end. */
  readonly name: string;
  /** Whether files that are finished stay when the rest is stopped. */
  readonly keeps: boolean;
}

/** null when the dialog is dismissed. */
export async function chooseFile(
  { files }: Pick<Host, "files">,
  name: string,
  type: { readonly label: string; readonly extensions: readonly string[] },
): Promise<ChosenPlace | null> {
  const file = await files.pickSave({ types: [type], name });
  if (!file) return null;
  return {
    name: file.name,
    keeps: false,
    begin: () => files.create(file),
    finish: async () => {},
    abandon: async () => {
      // A browser's dialog makes an empty file; dropping a writer takes it away.
      const writer = await files.create(file).catch(() => null);
      await writer?.abort();
    },
  };
}

/** A folder, or one archive where the platform has no folders; null when the dialog is dismissed. */
export async function chooseFolder(
  { folders, platform }: Pick<Host, "folders" | "platform">,
  name: string,
): Promise<ChosenPlace | null> {
  const folder = await folders.pick("write", name);
  if (!folder) return null;
  const target = folders.target(folder);
  return {
    name: folder.name,
    keeps: platform.capabilities.folderWrites === "folder",
    begin: (file) => target.begin(file),
    finish: () => target.finish(),
    abandon: () => target.abandon(),
  };
}
