import { useEffect, useState } from "react";
import { bytesText } from "../../export/words.ts";
import type { RecoverableSnapshot } from "../../host/host.ts";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { useStudio } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import "./recover-dialog.css";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    recover: RecoverPage;
  }
}

interface RecoverPage extends StudioPage {
  readonly found: readonly RecoverableSnapshot[];
}

/** Offers the copies that earlier sessions left. One that another window takes meanwhile leaves the list, and the last one the offer. */
export function RecoverDialog({ found, onClose }: RecoverPage) {
  const { autosaver, status } = useStudio();
  const [left, setLeft] = useState(found);
  useEffect(() => {
    return autosaver.onTaken((id) => setLeft((list) => list.filter((copy) => copy.id !== id)));
  }, [autosaver]);
  const none = left.length === 0;
  useEffect(() => {
    if (!none) return;
    status.say("Another window has recovered or discarded the unsaved work.");
    onClose();
  }, [none, status, onClose]);
  return (
    <Dialog
      title="Recover unsaved work?"
      text="An earlier session ended without saving. These copies were kept."
      onClose={onClose}
    >
      <ul className="list">
        {left.map(({ id, title, saved, size }) => (
          <li key={id}>
            <span>{title}</span>
            <small>
              {new Date(saved).toLocaleString()}, {bytesText(size)}
            </small>
          </li>
        ))}
      </ul>
      <footer>
        <TextButton onPress={() => void autosaver.discard(left).then(onClose)}>Discard</TextButton>
        <TextButton
          look="accent"
          first
          onPress={async () => {
            await autosaver.recover(left);
            onClose();
          }}
        >
          Recover
        </TextButton>
      </footer>
    </Dialog>
  );
}
