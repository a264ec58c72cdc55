/** The destination of an export: chosen in the platform's own dialog, before any encoding. */

import type { Host } from "../host/host.ts";
import type { ExportPlace } from "./export-client.ts";

export interface ChosenPlace extends ExportPlace {
  /** Its name in the final message. */
  readonly name: string;
  /** Whether finished files stay after a stop. */
  readonly keeps: boolean;
}

/** null if the person dismisses the dialog. */
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
      // A browser's dialog creates an empty file; dropping a writer removes it.
      const writer = await files.create(file).catch(() => null);
      await writer?.abort();
    },
  };
}

/** A folder, or one archive if the platform has no folders; null if the person dismisses the dialog. */
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
