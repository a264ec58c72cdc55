import { useState } from "react";
import type { DocumentPage } from "../../studio/dialog-pages.ts";
import { useStudio } from "../../studio/hooks.ts";
import { writableFormats } from "../../studio/studio-files.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField } from "../../ui/fields.tsx";
import { DialogForm } from "../../ui/form.tsx";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    save: SavePage;
  }
}

interface SavePage extends DocumentPage {
  /** Saves the selected cells only. */
  readonly selection?: boolean;
}

/** Asks for the format of a pattern file. */
export function SaveDialog({ document, selection = false, onClose }: SavePage) {
  const studio = useStudio();
  const [format, setFormat] = useState("rle");
  const [gzip, setGzip] = useState(false);
  const formats = writableFormats();
  const carries = formats.find(({ id }) => id === format)?.carries ?? [];
  const lacks = (["rule", "position", "generation", "notes"] as const).filter(
    (part) => !carries.includes(part),
  );
  const save = async (): Promise<void> => {
    const { files } = studio;
    const saved = selection
      ? await files.saveSelection(document, format, gzip)
      : await files.saveAs(document, format, gzip);
    if (saved) onClose();
  };
  return (
    <Dialog title={selection ? "Save selection" : "Save as"} size="small" onClose={onClose}>
      <DialogForm verb="Save" first onCancel={onClose} onSubmit={save}>
        <SelectField
          label="Format"
          value={format}
          options={formats.map(({ id, name, extensions }) => ({ id, label: `${name} (${extensions[0]})` }))}
          onChange={setFormat}
        />
        {lacks.length > 0 ? (
          <p className="field-hint">This format does not keep the {lacks.join(", the ")}.</p>
        ) : null}
        <CheckField label="Compress with gzip" checked={gzip} onChange={setGzip} />
      </DialogForm>
    </Dialog>
  );
}
