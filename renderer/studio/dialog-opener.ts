/** Opens dialogs over the window, and questions over those. */

import type { DialogDetails, DialogId } from "./dialog-pages.ts";
import type { Shell } from "./shell.ts";
import { documentInFront } from "./tab.ts";

export class DialogOpener {
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Opens a dialog in place of the open one; it is about the document in front. */
  show<Id extends DialogId>(
    id: Id,
    ...[props]: object extends DialogDetails<Id> ? [props?: DialogDetails<Id>] : [props: DialogDetails<Id>]
  ): void {
    const about = documentInFront(this.#shell.getState());
    this.#shell.setState({ dialog: { id, props: props ?? {}, about } });
  }

  close(): void {
    this.#shell.setState({ dialog: null });
  }

  /** Asks a question; resolves with the choice's id, or null when it is dismissed. */
  ask(
    title: string,
    text: string,
    choices: readonly { readonly id: string; readonly label: string; readonly look?: "accent" }[],
  ): Promise<string | null> {
    // One question at a time: a new one dismisses the one before.
    this.#shell.getState().question?.answer(null);
    return new Promise((resolve) => {
      const answer = (id: string | null): void => {
        this.#shell.setState({ question: null });
        resolve(id);
      };
      this.#shell.setState({ question: { title, text, choices, answer } });
    });
  }
}
