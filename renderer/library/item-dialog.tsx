/** Name, folder and tags of a pattern in the person's own library. */

import { useEffect, useState } from "react";
import type { StudioPage } from "../studio/dialog-pages.ts";
import { useStudio } from "../studio/hooks.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/fields.tsx";
import { DialogForm } from "../ui/form.tsx";
import type { LibraryDraft } from "./library-draft.ts";
import type { Labels } from "./own-library.ts";
import { libraryOf } from "./studio-library.ts";

declare module "../studio/dialog-pages.ts" {
  interface DialogPages {
    "library-item": LibraryItemPage;
  }
}

interface LibraryItemPage extends StudioPage {
  readonly item: LibraryDraft;
}

const FOLDERS = "library-folders";

export function LibraryItemDialog({ item: { id, pattern, twin, labels }, onClose }: LibraryItemPage) {
  const studio = useStudio();
  const { own } = libraryOf(studio);
  const [name, setName] = useState(labels.name);
  const [folder, setFolder] = useState(labels.folder);
  const [tags, setTags] = useState(labels.tags.join(", "));
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    own.load().catch(studio.status.report);
  }, [own, studio]);
  const save = async (): Promise<void> => {
    const next: Labels = {
      name: name.trim() || "Unnamed",
      folder,
      tags: tags.split(",").flatMap((tag) => tag.trim().toLowerCase() || []),
    };
    setSaving(true);
    try {
      if (id !== undefined) await own.change(id, next);
      else if (pattern) await libraryOf(studio).save(pattern, next);
      onClose();
    } catch (error) {
      setSaving(false);
      studio.status.report(error);
    }
  };
  return (
    <Dialog
      title={id === undefined ? "Save to library" : "Name, folder and tags"}
      text={id === undefined ? "It is kept with the studio, beside your other patterns." : undefined}
      size="small"
      onClose={onClose}
    >
      <DialogForm
        verb={twin !== null ? "Save all the same" : "Save"}
        disabled={saving}
        onCancel={onClose}
        onSubmit={save}
      >
        {twin !== null ? (
          <p className="twin" role="status">
            Already there as <b>{twin}</b>: the same cells, if need be turned, mirrored or in another phase.
          </p>
        ) : null}
        <Field label="Name">
          {(field) => (
            <input
              id={field}
              data-first
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Folder" hint="Slashes make folders within folders: Guns/Period 30.">
          {(field) => (
            <input
              id={field}
              list={FOLDERS}
              aria-describedby={`${field}-hint`}
              value={folder}
              maxLength={400}
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </Field>
        <datalist id={FOLDERS}>
          {own.folders.map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
        <Field label="Tags" hint="Words with commas between.">
          {(field) => (
            <input
              id={field}
              aria-describedby={`${field}-hint`}
              value={tags}
              maxLength={400}
              onChange={(event) => setTags(event.target.value)}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
