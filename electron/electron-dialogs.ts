/** The system's dialogs through Electron, attached to the studio's window. */

import { dirname, join } from "node:path";
import type { BrowserWindow } from "electron";
import { app, dialog } from "electron";
import type { Dialogs } from "./dialogs.ts";

export function electronDialogs(window: () => BrowserWindow): Dialogs {
  /** Where the last file was, so that a save dialog does not begin in the home folder every time. */
  let folder: string | null = null;
  const remember = (path: string | undefined): void => {
    if (path !== undefined) folder = dirname(path);
  };
  return {
    open: async ({ title, filters, several }) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        ...(title === null ? {} : { title }),
        filters: [...filters],
        properties: several ? ["openFile", "multiSelections"] : ["openFile"],
      });
      if (canceled) return [];
      remember(filePaths[0]);
      return filePaths;
    },
    save: async ({ title, filters, name }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        ...(title === null ? {} : { title }),
        filters: [...filters],
        defaultPath: join(folder ?? app.getPath("documents"), name),
        properties: ["createDirectory", "showOverwriteConfirmation"],
      });
      if (canceled || !filePath) return null;
      remember(filePath);
      return filePath;
    },
    folder: async (purpose) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        properties: purpose === "write" ? ["openDirectory", "createDirectory"] : ["openDirectory"],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    confirmReplace: async (name) => {
      const { response } = await dialog.showMessageBox(window(), {
        type: "warning",
        message: `“${name}” exists already.`,
        detail: "Replacing it overwrites its contents.",
        buttons: ["Replace", "Cancel"],
        defaultId: 1,
        cancelId: 1,
      });
      return response === 0;
    },
  };
}
