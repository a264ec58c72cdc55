/** The open dialog, over the window. */

import type { ComponentType } from "react";
import { Suspense } from "react";
import type { OpenDialog, StudioPage } from "../../studio/dialog-pages.ts";
import { useShell, useStudio } from "../../studio/hooks.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { QuestionDialog } from "./question-dialog.tsx";
import { DIALOGS } from "./registry.ts";

export function Dialogs() {
  const dialog = useShell((state) => state.dialog);
  const question = useShell((state) => state.question);
  return (
    <>
      {dialog ? <OpenedDialog key={dialog.id} dialog={dialog} /> : null}
      {question ? <QuestionDialog key={question.title} question={question} /> : null}
    </>
  );
}

function OpenedDialog({ dialog: { id, props, about } }: { readonly dialog: OpenDialog }) {
  const studio = useStudio();
  const entry = DIALOGS[id];
  if (entry.about === "document" && !about) return null;
  const onClose = (): void => studio.dialogs.close();
  // `DialogOpener.show` has checked the props against the page; TypeScript cannot infer them from a name alone.
  const Page = entry.page as ComponentType<StudioPage>;
  const subject = entry.about === "document" ? { document: about } : {};
  return (
    <Suspense fallback={entry.waiting ? <Waiting title={entry.waiting} onClose={onClose} /> : null}>
      <Page key={subject.document?.id} {...props} {...subject} onClose={onClose} />
    </Suspense>
  );
}

function Waiting({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  return (
    <Dialog title={title} size="page" onClose={onClose}>
      <p className="dialog-text">Reading…</p>
    </Dialog>
  );
}
