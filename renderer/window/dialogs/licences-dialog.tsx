import { useEffect, useState } from "react";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { Dialog } from "../../ui/dialog.tsx";
import "./licences-dialog.css";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    licences: StudioPage;
  }
}

/** The notices of the bundled packages; the build writes them beside the bundle. */
export function LicencesDialog({ onClose }: StudioPage) {
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
