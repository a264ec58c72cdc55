/** The panes of the window: splits it, moves the focus between its halves, and gives documents the viewports that they need. */

import type { Camera } from "../../engine/picture/camera.ts";
import { linkCameras } from "../document/camera-link.ts";
import type { StudioDocument } from "../document/document.ts";
import type { Shell, ShellState } from "./shell.ts";
import type { PanePlace, Split } from "./split.ts";
import {
  documentAt,
  focusedOn,
  LEAST_SHARE,
  otherPlace,
  restingDocument,
  STILL,
  shownTwice,
  splitBeside,
} from "./split.ts";
import { documentInFront, documentsIn } from "./tab.ts";

interface PanesSurroundings {
  readonly shell: Shell;
  /** Brings a tab to the front. */
  readonly activate: (id: string) => void;
  /** Makes a preview a tab that stays. */
  readonly keep: (id: string) => void;
}

export class Panes {
  readonly #around: PanesSurroundings;
  #unlink: () => void = () => {};

  constructor(around: PanesSurroundings) {
    this.#around = around;
    around.shell.subscribe((now, before) => {
      if (now.split === before.split && now.tool === before.tool) return;
      if (now.split !== before.split) {
        giveViewports(now, before);
        this.#link(now, before);
      }
      // The pointer may hover there before the focus comes.
      restingDocument(now)?.toolbox.choose(now.tool);
    });
  }

  get split(): Split | null {
    return this.#around.shell.getState().split;
  }

  /** Shows the document in front at two places, or one pane again. */
  toggle(): void {
    const { shell } = this.#around;
    const front = documentInFront(shell.getState());
    if (this.split) shell.setState({ split: null });
    else if (front) this.#show(front, front, 1);
  }

  /** Shows that document in the pane that is not in focus; where there is one pane yet, in a second one at that place. */
  showBeside(id: string, place: PanePlace = 1): void {
    const state = this.#around.shell.getState();
    const front = documentInFront(state);
    const beside = documentsIn(state).find((document) => document.id === id);
    if (front && beside) this.#show(front, beside, place);
  }

  /**
   * Shows that document in that pane, which gets the focus; where the other pane showed it, the two change places. One pane is
   * split for it.
   */
  showIn(place: PanePlace, id: string): void {
    const { split } = this;
    if (!documentsIn(this.#around.shell.getState()).some((document) => document.id === id)) return;
    if (!split) {
      this.showBeside(id, place);
      this.focus(place);
      return;
    }
    const { activate, keep } = this.#around;
    keep(id);
    if (split.documents[place] === id || split.documents[otherPlace(place)] !== id) {
      this.focus(place);
      activate(id);
      return;
    }
    // Its own pane gets the focus, and then the panes change places.
    activate(id);
    const [first, second] = split.documents;
    this.#change({ documents: [second, first], focus: place });
  }

  /** Shows the universe of the next tab beside that in front: the one after that in front, or after that in the other pane. */
  showNextBeside(): void {
    const state = this.#around.shell.getState();
    const documents = documentsIn(state);
    const at = documents.findIndex(({ id }) => id === state.active);
    const resting = restingDocument(state)?.id;
    const others = [...documents.slice(at + 1), ...documents.slice(0, Math.max(0, at))];
    const next = others[others.findIndex(({ id }) => id === resting) + 1] ?? others[0];
    if (next) this.showBeside(next.id);
  }

  /** The split of an earlier session. `camera`: that of the other view, where both panes show one document. */
  restore(
    front: StudioDocument,
    beside: StudioDocument,
    { focus, share, linked }: Pick<Split, "focus" | "share" | "linked">,
    camera: Camera | null,
  ): void {
    const documents: Split["documents"] = focus === 0 ? [front.id, beside.id] : [beside.id, front.id];
    this.#around.shell.setState({ split: { documents, focus, share, linked: false, resting: STILL } });
    if (camera) front.beside?.view.setCamera(camera);
    this.setShare(share);
    // The way between the cameras is known only now.
    if (linked) this.setLinked(true);
  }

  focus(place: PanePlace): void {
    const { shell, activate } = this.#around;
    const state = shell.getState();
    const { split } = state;
    if (!split || split.focus === place) return;
    const [first, second] = split.documents;
    if (first === second) shell.setState(focusedOn(state, place));
    else activate(split.documents[place]);
  }

  focusOther(): void {
    if (this.split) this.focus(otherPlace(this.split.focus));
  }

  setShare(share: number): void {
    const kept = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share));
    this.#change({ share: kept });
  }

  /** Moves the cameras together or apart. A camera that followed by itself would pull the other one along. */
  setLinked(linked: boolean): void {
    this.#change({ linked, ...(linked ? { resting: STILL } : {}) });
  }

  /** The camera of the pane that is not in focus no longer moves by itself. */
  letRest(): void {
    this.#change({ resting: STILL });
  }

  #show(front: StudioDocument, beside: StudioDocument, place: PanePlace): void {
    const { shell, keep } = this.#around;
    keep(front.id);
    keep(beside.id);
    shell.setState({ split: splitBeside(this.split, front.id, beside.id, place) });
  }

  #change(change: Partial<Split>): void {
    const { split } = this;
    if (split) this.#around.shell.setState({ split: { ...split, ...change } });
  }

  /** The pane in focus leads at the beginning. */
  #link(now: ShellState, before: ShellState): void {
    const changed =
      now.split?.linked !== before.split?.linked ||
      String(now.split?.documents) !== String(before.split?.documents);
    if (!changed) return;
    this.#unlink();
    this.#unlink = () => {};
    const { split } = now;
    const front = split?.linked ? documentAt(now, split.focus) : null;
    const other = restingDocument(now);
    const beside = front === other ? front?.beside : other?.viewport;
    if (front && beside) this.#unlink = linkCameras(front.view, beside.view, front === other);
  }
}

/** A document in both panes has two viewports, and each other document one: that of the pane in which it stays. */
function giveViewports(now: ShellState, before: ShellState): void {
  const twice = shownTwice(before);
  const wanted = shownTwice(now);
  if (twice && twice !== wanted) {
    const [old, split] = [before.split, now.split];
    const place = old && split ? split.documents.indexOf(twice.id) : -1;
    // It stays in the pane that was not in focus.
    if (old && place === otherPlace(old.focus)) twice.turn();
    twice.unsplit();
  }
  if (!wanted) return;
  if (wanted !== twice) wanted.split();
  else if (now.split?.focus !== before.split?.focus) wanted.turn();
}
