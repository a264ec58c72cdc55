/**
 * A walk with Tab along the window's controls. Behind the last of them nothing has the focus for a moment, and keys would go to
 * the cells, where Tab is a step: a walk that leaves the window must not advance the universe.
 */

/** What has the focus when a key is pressed. */
export type WalkFocus = "cells" | "control" | "nothing";

export class TabWalk {
  #walks = false;

  /** Whether this press is a part of a walk, and so the browser's. */
  press(key: string, focus: WalkFocus): boolean {
    if (key === "Shift") return false;
    this.#walks = key === "Tab" && (focus === "control" || (focus === "nothing" && this.#walks));
    return this.#walks;
  }

  /** The pointer has taken over. */
  end(): void {
    this.#walks = false;
  }
}
