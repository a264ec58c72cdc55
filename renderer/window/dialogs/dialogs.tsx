/** Whatever dialog is open, over the window. */

import { lazy, Suspense, useEffect, useState } from "react";
import { searchCommands } from "../../commands/palette.ts";
import type { StudioDocument } from "../../document/document.ts";
import { ExportDialog } from "../../export/export-dialog.tsx";
import type { RecoverableSnapshot } from "../../host/host.ts";
import { LibraryItemDialog } from "../../library/item-dialog.tsx";
import { PlotDialog } from "../../plot/plot-dialog.tsx";
import { useShell, useStudio } from "../../studio/hooks.ts";
import type { Question } from "../../studio/shell.ts";
import { focusStage } from "../../studio/studio.ts";
import { writableFormats } from "../../studio/studio-files.ts";
import { TextButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField } from "../../ui/fields.tsx";
import { Palette } from "../../ui/palette.tsx";
import { GoToDialog, SetGenerationDialog } from "./go-to-dialog.tsx";
import { IdentifyDialog } from "./identify-dialog.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { NewUniverseDialog } from "./new-universe-dialog.tsx";
import { PreferencesDialog } from "./preferences-dialog.tsx";
import { ResizeDialog } from "./resize-dialog.tsx";
import "./dialogs.css";

/** Large, and not needed to start. */
const RulesDialog = lazy(async () => ({
  default: (await import("../../rules/rules-dialog.tsx")).RulesDialog,
}));

/** With its texts and the library: no reason to start later. */
const GuideDialog = lazy(() =>
  import("../../guide/guide-dialog.tsx").then((room) => ({ default: room.GuideDialog })),
);

export function Dialogs() {
  const question = useShell((state) => state.question);
  return (
    <>
      <OpenedDialog />
      {question ? <QuestionDialog key={question.title} question={question} /> : null}
    </>
  );
}

function OpenedDialog() {
  const studio = useStudio();
  const dialog = useShell((state) => state.dialog);
  const about = useShell((state) => state.about);
  const close = (): void => {
    studio.show(null);
    setTimeout(keepFocus, 20);
  };
  switch (dialog?.kind) {
    case "recover":
      return <RecoverDialog found={dialog.found} onClose={close} />;
    case "new":
      return <NewUniverseDialog onClose={close} />;
    case "save":
      return about ? <SaveDialog document={about} onClose={close} /> : null;
    case "save-selection":
      return about ? <SaveDialog document={about} selection onClose={close} /> : null;
    case "export":
      return about ? <ExportDialog key={about.id} document={about} onClose={close} /> : null;
    case "go-to":
      return about ? <GoToDialog key={about.id} document={about} onClose={close} /> : null;
    case "set-generation":
      return about ? <SetGenerationDialog key={about.id} document={about} onClose={close} /> : null;
    case "resize":
      return about ? <ResizeDialog key={about.id} document={about} onClose={close} /> : null;
    case "rules":
      return (
        <Suspense fallback={null}>
          <RulesDialog onClose={close} />
        </Suspense>
      );
    case "preferences":
      return <PreferencesDialog onClose={close} />;
    case "help":
      return <KeysDialog onClose={close} />;
    case "guide":
      return (
        <Suspense fallback={<GuideComing onClose={close} />}>
          <GuideDialog place={dialog.place} onClose={close} />
        </Suspense>
      );
    case "palette":
      return <CommandPalette onClose={close} />;
    case "library-item":
      return <LibraryItemDialog item={dialog.item} onClose={close} />;
    case "identify":
      return about ? <IdentifyDialog key={about.id} document={about} onClose={close} /> : null;
    case "plot":
      return about ? <PlotDialog key={about.id} document={about} onClose={close} /> : null;
    case "licences":
      return <LicencesDialog onClose={close} />;
    default:
      return null;
  }
}

/** A dialog gives the focus back to where it was. Who is not led by the focus has the keys for the cells again. */
function keepFocus(): void {
  if (!document.activeElement?.matches(":focus-visible:not(body, .dialog, .dialog *)")) focusStage();
}

function GuideComing({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Guide" size="page" onClose={onClose}>
      <p className="dialog-text">Reading…</p>
    </Dialog>
  );
}

function QuestionDialog({ question }: { readonly question: Question }) {
  const { title, text, choices, answer } = question;
  return (
    <Dialog title={title} text={text} size="small" onClose={() => answer(null)}>
      <footer>
        <TextButton onPress={() => answer(null)}>Cancel</TextButton>
        {choices.map(({ id, label, look }) => (
          <TextButton key={id} look={look} first={look === "accent"} onPress={() => answer(id)}>
            {label}
          </TextButton>
        ))}
      </footer>
    </Dialog>
  );
}

function RecoverDialog({
  found,
  onClose,
}: {
  readonly found: readonly RecoverableSnapshot[];
  readonly onClose: () => void;
}) {
  const { autosaver } = useStudio();
  return (
    <Dialog
      title="Recover unsaved work?"
      text="An earlier session ended without saving. These copies were kept."
      onClose={onClose}
    >
      <ul className="list">
        {found.map(({ id, title, saved, size }) => (
          <li key={id}>
            <span>{title}</span>
            <small>
              {new Date(saved).toLocaleString()}, {Math.ceil(size / 1024)} KB
            </small>
          </li>
        ))}
      </ul>
      <footer>
        <TextButton onPress={() => void autosaver.discard(found).then(onClose)}>Discard</TextButton>
        <TextButton
          look="accent"
          first
          onPress={async () => {
            for (const snapshot of found) await autosaver.recover(snapshot);
            onClose();
          }}
        >
          Recover
        </TextButton>
      </footer>
    </Dialog>
  );
}

function SaveDialog({
  document,
  selection = false,
  onClose,
}: {
  readonly document: StudioDocument;
  /** Whether only what is selected is to be saved. */
  readonly selection?: boolean;
  readonly onClose: () => void;
}) {
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
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
        <footer>
          <TextButton onPress={onClose}>Cancel</TextButton>
          <TextButton type="submit" look="accent" first>
            Save
          </TextButton>
        </footer>
      </form>
    </Dialog>
  );
}

function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const [query, setQuery] = useState("");
  const [state] = useState(() => ({ ...studio.commandState, focus: "canvas" as const }));
  const entries = searchCommands(query, studio.keymap, state).map(
    ({ id, title, category, key, enabled }) => ({
      id,
      title,
      aside: category,
      key,
      enabled,
    }),
  );
  return (
    <Palette
      label="Search commands"
      query={query}
      entries={entries}
      onQuery={setQuery}
      onClose={onClose}
      onChoose={(id) => {
        onClose();
        setTimeout(() => void studio.run(id));
      }}
    />
  );
}

/** Written beside the bundle when it is built. */
function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("Reading…");
  useEffect(() => {
    fetch("licences.txt")
      .then((answer) => (answer.ok ? answer.text() : "The notices come with the built studio."))
      .then(setText, () => setText("The notices could not be read."));
  }, []);
  return (
    <Dialog title="Licences" size="large" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className="licences" tabIndex={0}>
        {text}
      </pre>
    </Dialog>
  );
}
