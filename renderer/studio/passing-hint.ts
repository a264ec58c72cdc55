import type { StudioDocument } from "../document/document.ts";
import type { Studio } from "./studio.ts";

/** Says in the status line what has just happened in a universe, until something else happens there. */
export function passingHint(studio: Studio, { editor }: StudioDocument, text: string): void {
  studio.hint(text);
  const { position, revision, running } = editor.state;
  const end = editor.subscribe(() => {
    const { state } = editor;
    if (state.position === position && state.revision === revision && state.running === running) return;
    end();
    if (studio.shell.getState().hint === text) studio.hint(null);
  });
}
