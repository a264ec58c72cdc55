/** The patterns of an archive that holds several, by name: one of them opens. */

import type { KeyboardEvent } from "react";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { useStudio } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";
import { reachedByKey, reachedByText } from "../../ui/choice-keys.ts";
import { Dialog } from "../../ui/dialog.tsx";
import "./archive-dialog.css";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    archive: ArchivePage;
  }
}

interface ArchivePage extends StudioPage {
  /** The archive's file. */
  readonly name: string;
  /** Paths in the archive. */
  readonly members: readonly string[];
  /** Opens one; a failure becomes the message. */
  readonly open: (member: string) => Promise<void>;
}

export function ArchiveDialog({ name, members, open, onClose }: ArchivePage) {
  const studio = useStudio();
  const rows = members.map((path) => {
    const folder = path.split("/").slice(0, -1);
    return { path, title: path.split("/").at(-1) as string, folder: folder.join(" / ") };
  });
  const titles = rows.map(({ title }) => title);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const typed = event.key.length === 1 && event.key !== " ";
    const to = typed ? reachedByText(titles, from, event.key) : reachedByKey(titles, from, event.key);
    if (to === null || to < 0) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <Dialog
      title={name}
      text={`The archive holds ${members.length} patterns. Which one is to open?`}
      onClose={onClose}
    >
      <ul className="archive-rows" onKeyDown={onKey}>
        {rows.map(({ path, title, folder }, at) => (
          <li key={path}>
            <button
              type="button"
              data-first={at === 0 || undefined}
              onClick={() => {
                onClose();
                open(path).catch(studio.status.report);
              }}
            >
              <span>{title}</span>
              {folder ? <small>{folder}</small> : null}
            </button>
          </li>
        ))}
      </ul>
      <footer>
        <TextButton onPress={onClose}>Cancel</TextButton>
      </footer>
    </Dialog>
  );
}
