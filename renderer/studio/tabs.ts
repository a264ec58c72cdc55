/** Brings tabs to the front and closes them, with a question where closing would lose something. */

import type { StudioDocument } from "../document/document.ts";
import type { Shell } from "./shell.ts";
import type { Tab } from "./tab.ts";
import { documentInFront, frontOf, lossOf } from "./tab.ts";

export interface TabsSurroundings {
  readonly shell: Shell;
  /** Asks a question; null when it is dismissed. */
  readonly ask: (
    title: string,
    text: string,
    choices: readonly { readonly id: string; readonly label: string; readonly look?: "accent" }[],
  ) => Promise<string | null>;
  /** False when the person declines to save. */
  readonly save: (document: StudioDocument) => Promise<boolean>;
  /** Another tab is about to come to the front, or the same one again. */
  readonly onLeave: (next: string) => void;
  readonly onFront: (tab: Tab | null) => void;
  readonly onClosed: (document: StudioDocument) => Promise<void>;
}

export class Tabs {
  readonly #around: TabsSurroundings;

  constructor(around: TabsSurroundings) {
    this.#around = around;
  }

  get list(): readonly Tab[] {
    return this.#around.shell.getState().tabs;
  }

  get front(): Tab | null {
    return frontOf(this.#around.shell.getState());
  }

  /** The document in front; null where a lab is, or nothing. */
  get document(): StudioDocument | null {
    return documentInFront(this.#around.shell.getState());
  }

  /** Puts a tab behind the others and brings it to the front. */
  add(tab: Tab): void {
    this.#around.shell.setState({ tabs: [...this.list, tab] });
    this.activate(tab.id);
  }

  activate(id: string): void {
    this.#around.onLeave(id);
    this.#around.shell.setState({ active: id, hint: null });
    this.#around.onFront(this.front);
  }

  /** Goes to the next tab or the one before, around the end. */
  step(by: 1 | -1): void {
    const { list, front } = this;
    const next = front && list[(list.indexOf(front) + by + list.length) % list.length];
    if (next) this.activate(next.id);
  }

  /** Closes a tab; asks first when that would lose something. False when the person declines. */
  async close(id: string): Promise<boolean> {
    const tab = this.list.find((one) => one.id === id);
    if (!tab) return true;
    if (!(await this.#agreed(tab))) return false;
    const at = this.list.indexOf(tab);
    // The question may have closed it already.
    if (at < 0) return true;
    const { shell, onFront, onClosed } = this.#around;
    const rest = this.list.filter((one) => one !== tab);
    const { active, dialog } = shell.getState();
    const next = active === id ? (rest[Math.min(at, rest.length - 1)]?.id ?? null) : active;
    shell.setState({ tabs: rest, active: next, ...(dialog?.about === tab ? { dialog: null } : {}) });
    if (next) this.activate(next);
    else onFront(null);
    if (tab.kind === "lab") tab.session.close?.();
    else await onClosed(tab);
    return true;
  }

  /** Whether the tab may be closed, saved or not. */
  async #agreed(tab: Tab): Promise<boolean> {
    const loss = lossOf(tab);
    if (!loss) return true;
    this.activate(tab.id);
    const save = tab.kind === "lab" ? loss.save : () => this.#around.save(tab);
    const choice = await this.#around.ask(loss.title, loss.text, [
      { id: "discard", label: loss.discard },
      ...(save ? [{ id: "save", label: "Save", look: "accent" } as const] : []),
    ]);
    if (choice === null) return false;
    return choice !== "save" || save === undefined || save();
  }
}
