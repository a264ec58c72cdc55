/**
 * The tabs: their order, the one in front, and the one that shows a preview. Closing asks a question where it would lose
 * something. A preview is a tab that the next preview replaces, until a person keeps it: by an edit, a double click or a save.
 */

import type { StudioDocument } from "../document/document.ts";
import type { Shell, ShellState } from "./shell.ts";
import { broughtToFront, restingDocument, withoutDocument } from "./split.ts";
import type { Tab } from "./tab.ts";
import { documentInFront, frontOf, lossOf } from "./tab.ts";
import { watchDocuments } from "./watch-tabs.ts";

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
  /** Another tab is about to come to the front, or the same one again, or none (null). */
  readonly onLeave: (next: string | null) => void;
  readonly onFront: (tab: Tab | null) => void;
  readonly onClosed: (document: StudioDocument) => Promise<void>;
}

export class Tabs {
  readonly #around: TabsSurroundings;

  constructor(around: TabsSurroundings) {
    this.#around = around;
    const { shell } = around;
    watchDocuments(shell, ({ id, editor }) =>
      editor.store.subscribe(({ dirty, floats }) => {
        if (dirty || floats) this.keep(id);
      }),
    );
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

  /** Brings a new tab to the front: a preview takes the place of the one before, any other goes behind the last. */
  add(tab: Tab, { preview = false } = {}): void {
    const { shell } = this.#around;
    const before = shell.getState().preview;
    const old = preview ? this.list.find(({ id }) => id === before) : undefined;
    const change = {
      tabs: old ? this.list.map((one) => (one === old ? tab : one)) : [...this.list, tab],
      preview: preview ? tab.id : before,
    };
    this.#show(tab, change, old?.id);
    if (old) void this.#end(old);
  }

  activate(id: string): void {
    const tab = this.list.find((one) => one.id === id);
    if (tab) this.#show(tab);
  }

  #show(tab: Tab, change: Partial<Pick<ShellState, "tabs" | "preview">> = {}, replaced?: string): void {
    const { shell, onLeave, onFront } = this.#around;
    onLeave(tab.id);
    // A lab takes the whole room for as long as it is in front.
    const panes = tab.kind === "document" ? broughtToFront(shell.getState(), tab.id, replaced) : {};
    shell.setState({ ...change, ...panes, active: tab.id, hint: null });
    onFront(this.front);
  }

  /** Makes a preview a tab like the others. */
  keep(id: string): void {
    const { shell } = this.#around;
    if (shell.getState().preview === id) shell.setState({ preview: null });
  }

  /** Moves a tab to a place in the row, counted without it; places beyond the ends are the ends. */
  move(id: string, place: number): void {
    const { list } = this;
    const tab = list.find((one) => one.id === id);
    const at = Math.max(0, Math.min(list.length - 1, place));
    if (!tab || list[at] === tab) return;
    const tabs = list.filter((one) => one !== tab);
    tabs.splice(at, 0, tab);
    this.#around.shell.setState({ tabs });
  }

  /** Moves the tab in front one place along. */
  shift(by: 1 | -1): void {
    const { list, front } = this;
    if (front) this.move(front.id, list.indexOf(front) + by);
  }

  /** Lets the person type a name in the tab's place; null ends that. A lab has the name that it has. */
  rename(id: string | null): void {
    const tab = this.list.find((one) => one.id === id);
    this.#around.shell.setState({ renaming: tab?.kind === "document" ? tab.id : null });
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
    const { shell, onLeave, onFront } = this.#around;
    const rest = this.list.filter((one) => one !== tab);
    const { active, split } = shell.getState();
    const beside = restingDocument(shell.getState())?.id;
    const neighbour = rest.find((one) => one.id === beside) ?? rest[Math.min(at, rest.length - 1)];
    const next = active === id ? (neighbour?.id ?? null) : active;
    this.keep(id);
    if (active === id) onLeave(next);
    shell.setState({ tabs: rest, active: next, split: withoutDocument(split, id) });
    if (next) this.activate(next);
    else onFront(null);
    await this.#end(tab);
    return true;
  }

  /** Closes all tabs but one; false when the person declines to close one of them. */
  async closeOthers(id: string): Promise<boolean> {
    for (const tab of this.list) if (tab.id !== id && !(await this.close(tab.id))) return false;
    if (this.front?.id !== id) this.activate(id);
    return true;
  }

  /** Frees what a tab held that is no longer in the row. */
  async #end(tab: Tab): Promise<void> {
    const { shell, onClosed } = this.#around;
    const { dialog, renaming } = shell.getState();
    if (dialog?.about === tab) shell.setState({ dialog: null });
    if (renaming === tab.id) shell.setState({ renaming: null });
    if (tab.kind === "lab") tab.session.close?.();
    else await onClosed(tab);
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
