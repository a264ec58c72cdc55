/**
 * Dragging a card or a file out of the library. The browser hides what a drag carries until the drop, so the library itself keeps
 * the pattern for whoever shows it on the way. The browser's own picture of a drag would cover that: a small one of the library's
 * stands for it, beside the pointer, and only while nothing else shows the pattern.
 */

import type { DragEvent } from "react";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { StudioServices } from "../studio/services.ts";
import { perStudio } from "../studio/services.ts";
import "./card-drag.css";

/** What a dragged card carries beside that, for a drop in another window: the text of its file. */
const PATTERN_TYPE = "application/x-tessella-pattern";

/** One drag at a time, of this window. */
class CardDrag {
  #carried: (() => Promise<Pattern>) | null = null;
  #pattern: Promise<Pattern> | null = null;
  readonly #read: (text: string) => Promise<Pattern>;

  constructor({ patternFiles }: Pick<StudioServices, "patternFiles">) {
    this.#read = async (text) => (await patternFiles.read(text, { asRuns: true })).pattern;
  }

  /** A card sets out; for its own handler. */
  beginCard(event: DragEvent<HTMLElement>, text: string): void {
    event.dataTransfer.setData(PATTERN_TYPE, text);
    this.begin(event, () => this.#read(text));
  }

  /** Anything else does, which `read` reads as soon as it is to be shown. */
  begin({ dataTransfer, currentTarget }: DragEvent<HTMLElement>, read: () => Promise<Pattern>): void {
    dataTransfer.effectAllowed = "copy";
    dataTransfer.setDragImage(document.createElement("div"), 0, 0);
    this.#carried = read;
    this.#pattern = null;
    const chip = chipOf(currentTarget);
    const over = new AbortController();
    const { signal } = over;
    const follow = ({ clientX, clientY, target }: globalThis.DragEvent): void => {
      const shown = target instanceof Element && target.closest("[data-stage]");
      chip.hidden = Boolean(shown);
      chip.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
      if (!chip.isConnected) document.body.append(chip);
    };
    const end = (): void => {
      over.abort();
      chip.remove();
      this.#carried = null;
    };
    window.addEventListener("dragover", follow, { signal, capture: true });
    window.addEventListener("dragend", end, { signal, capture: true });
  }

  /** The pattern under way; null while none is. */
  get pattern(): Promise<Pattern> | null {
    if (this.#carried) this.#pattern ??= this.#carried();
    return this.#carried && this.#pattern;
  }

  /** The pattern of a drop, of this window's drag or another's; null for other things. Call it in the event's own handler. */
  dropped(data: DataTransfer): Promise<Pattern> | null {
    if (this.pattern) return this.pattern;
    const text = data.getData(PATTERN_TYPE);
    return text ? this.#read(text) : null;
  }
}

export const cardDragOf = perStudio((services) => new CardDrag(services));

/** A picture of what is dragged: the card's own, or its name. */
function chipOf(card: HTMLElement): HTMLElement {
  const chip = document.createElement("div");
  chip.className = "drag-chip";
  const picture = card.querySelector("canvas");
  if (!picture) {
    chip.textContent = card.textContent;
    return chip;
  }
  const copy = document.createElement("canvas");
  copy.className = "thumbnail";
  copy.width = picture.width;
  copy.height = picture.height;
  if (picture.width > 0) copy.getContext("2d")?.drawImage(picture, 0, 0);
  chip.append(copy);
  return chip;
}
