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

/** Offers the copies that earlier sessions left. */
export function RecoverDialog({ found, onClose }: RecoverPage) {
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
              {new Date(saved).toLocaleString()}, {bytesText(size)}
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
            await autosaver.recover(found);
            onClose();
          }}
        >
          Recover
        </TextButton>
      </footer>
    </Dialog>
  );
}
