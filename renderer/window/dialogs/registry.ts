/** Every dialog: its name, its props and its page. A large page loads when it first opens. */

import type { ComponentType } from "react";
import { lazy } from "react";
import { ExportDialog } from "../../export/export-dialog.tsx";
import { LibraryItemDialog } from "../../library/item-dialog.tsx";
import { PlotDialog } from "../../plot/plot-dialog.tsx";
import { RuleFaultDialog } from "../../rules/rule-fault-dialog.tsx";
import type { DialogId, DialogPages, DocumentPage } from "../../studio/dialog-pages.ts";
import { PaletteDialog } from "../palette/palette-dialog.tsx";
import { ArchiveDialog } from "./archive-dialog.tsx";
import { GoToDialog, SetGenerationDialog } from "./go-to-dialog.tsx";
import { IdentifyDialog } from "./identify-dialog.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LicencesDialog } from "./licences-dialog.tsx";
import { NewUniverseDialog } from "./new-universe-dialog.tsx";
import { PreferencesDialog } from "./preferences-dialog.tsx";
import { RecoverDialog } from "./recover-dialog.tsx";
import { ResizeDialog } from "./resize-dialog.tsx";
import { SaveDialog } from "./save-dialog.tsx";

interface DialogEntry<Props> {
  /** A dialog about a document closes with the document. */
  readonly about: Props extends DocumentPage ? "document" : "studio";
  readonly page: ComponentType<Props>;
  /** The title of the placeholder while a large page loads; without one, nothing shows. */
  readonly waiting?: string;
}

export const DIALOGS: { readonly [Id in DialogId]: DialogEntry<DialogPages[Id]> } = {
  archive: { about: "studio", page: ArchiveDialog },
  export: { about: "document", page: ExportDialog },
  "go-to": { about: "document", page: GoToDialog },
  guide: {
    about: "studio",
    page: lazy(async () => ({ default: (await import("../../guide/guide-dialog.tsx")).GuideDialog })),
    waiting: "Guide",
  },
  identify: { about: "document", page: IdentifyDialog },
  keys: { about: "studio", page: KeysDialog },
  "library-item": { about: "studio", page: LibraryItemDialog },
  licences: { about: "studio", page: LicencesDialog },
  new: { about: "studio", page: NewUniverseDialog },
  palette: { about: "studio", page: PaletteDialog },
  plot: { about: "document", page: PlotDialog },
  preferences: { about: "studio", page: PreferencesDialog },
  recover: { about: "studio", page: RecoverDialog },
  resize: { about: "document", page: ResizeDialog },
  "rule-fault": { about: "studio", page: RuleFaultDialog },
  rules: {
    about: "studio",
    page: lazy(async () => ({ default: (await import("../../rules/rules-dialog.tsx")).RulesDialog })),
  },
  save: { about: "document", page: SaveDialog },
  "set-generation": { about: "document", page: SetGenerationDialog },
};
